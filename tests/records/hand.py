"""A first round as people play it, told move by move; what is refused is refused on purpose."""

from typing import Any

GAME = "mesopotamien"
SEATS = ("blue", "green")

OPENING: tuple[dict[str, Any], ...] = (
    {"move": "step", "native": "blue@-1,0", "to": "0,-1"},  # a volcano
    {"move": "step", "native": "blue@-1,0", "to": "0,0"},
    {"move": "step", "native": "blue@0,0", "to": "1,0"},
    {"move": "pickup", "native": "blue@1,0", "good": "stone"},
    {"move": "step", "native": "blue@1,0+stone", "to": "0,0"},  # no points left
    {"move": "end_move"},
    {"move": "build_cult", "tile": "-1,0", "payer": "blue@-1,0"},  # no stone there
    {"move": "end_action"},
    {"move": "income"},
    {"move": "step", "native": "green@-1,1", "to": "0,0"},
    {"move": "step", "native": "green@0,0", "to": "1,-1"},
    {"move": "pickup", "native": "green@1,-1", "good": "wood"},
    {"move": "step", "native": "green@1,-1+wood", "to": "0,0"},  # wood onto the temple
    {"move": "explore", "native": "green@-1,1", "to": "-2,1"},
    {"move": "draw", "terrain": "plain"},
    {"move": "step", "native": "green@-1,1", "to": "-2,1"},
    {"move": "end_move"},
    {"move": "build_hut", "tile": "-2,1", "payer": "green@-2,1"},  # nobody carries wood there
    {"move": "draw_card"},
    {"move": "end_action"},
    {"move": "income"},
    {"move": "step", "native": "blue@1,0+stone", "to": "0,0"},
    {"move": "step", "native": "blue@0,0+stone", "to": "-1,0"},  # goods never cross the temple
    {"move": "deliver", "native": "blue@0,0+stone"},
)
"""Both players' first turns and the beginning of the next, up to the first stone delivered."""
