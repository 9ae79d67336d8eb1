"""Its recorded matches, see ``tests.records.play``."""

from random import Random
from typing import Any

from companion.match.match import Match
from tests.records.plan import Opening, Recorded

BY_HAND: tuple[dict[str, Any], ...] = (
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

_OPENING = Opening(("blue", "green"), BY_HAND, 6)

RECORDS = (
    Recorded("by-hand-2", 2, 11, opening=_OPENING, late=2),
    Recorded("evening-2", 2, 12, late=1),
    Recorded("evening-3", 3, 13),
    Recorded("night-3", 3, 14),
    Recorded("evening-4", 4, 15, late=1),
    Recorded("night-4", 4, 16),
)

MET: tuple[str, ...] = ()


def another(match: Match, rng: Random) -> dict[str, Any]:
    """Somebody had put a cylinder on a wrong field."""
    one = rng.choice(match.position.players)
    return {"mana": {one.seat: rng.randint(0, one.ceiling)}}
