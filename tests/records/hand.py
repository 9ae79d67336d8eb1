"""A first round as people play it, told move by move; what is refused is refused on purpose."""

from dataclasses import dataclass
from typing import Any

from companion.games.sakkara.position import FIELDS


@dataclass(frozen=True)
class Opening:
    """How a match begins. refused: how many of the moves are."""

    seats: tuple[str, ...]
    moves: tuple[dict[str, Any], ...]
    refused: int


_MESOPOTAMIEN: tuple[dict[str, Any], ...] = (
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

_SAKKARA: tuple[dict[str, Any], ...] = (
    {"move": "layout", "doubles": ["a1", *FIELDS[:25]]},  # three tiles on a1
    {"move": "layout", "doubles": list(FIELDS[:26])},
    {"move": "place_worker", "to": "c3"},
    {"move": "tell_tile", "motif": "ship"},
    {"move": "place_worker", "to": "c3"},  # taken
    {"move": "place_worker", "to": "e5"},
    {"move": "tell_tile", "motif": "bird"},
    {"move": "place_worker", "to": "c5"},
    {"move": "step", "worker": "white:1", "to": "c2"},  # first the tile of c5 is told
    {"move": "tell_tile", "motif": "stairs"},
    {"move": "place_worker", "to": "e3"},
    {"move": "tell_tile", "motif": "?"},
    {"move": "step", "worker": "white:1", "to": "d4"},  # aslant
    {"move": "step", "worker": "white:1", "to": "c2", "take": "none"},  # the tile left lying
    {"move": "step", "worker": "white:1", "to": "c2"},
    {"move": "tell_tile", "motif": "blue_block"},
    {"move": "lay_supply", "motif": "ship"},
    {"move": "build", "motif": "stairs"},  # no grain yet
    {"move": "end_turn"},
    {"move": "end_turn"},  # the step is owed
    {"move": "bird", "worker": "black:1", "to": "g2"},
    {"move": "tell_tile", "motif": "ox"},
    {"move": "step", "worker": "black:2", "to": "e2"},
    {"move": "tell_tile", "motif": "grain"},
    {"move": "end_turn"},
    {"move": "put_back", "parts": [{"tiles": 1, "to": "d1"}]},  # e5 is bare
    {"move": "put_back", "parts": [{"tiles": 1, "to": "e5"}]},
)
"""From laying out to the first tile put back."""

_BACKGAMMON: tuple[dict[str, Any], ...] = (
    {"move": "opening", "white": "d4", "black": "d4"},  # once more
    {"move": "step", "source": "p8", "to": "p4"},  # nobody begins yet
    {"move": "opening", "white": "d3", "black": "d1"},
    {"move": "step", "source": "p8", "to": "p5"},
    {"move": "step", "source": "p6", "to": "p4"},  # not as far as the 1 says
    {"move": "step", "source": "p6", "to": "p5"},
    {"move": "roll", "first": "d6", "second": "d2"},
    {"move": "step", "source": "p1", "to": "p7"},
    {"move": "step", "source": "p12", "to": "p10"},  # backwards
    {"move": "step", "source": "p12", "to": "p14"},
    {"move": "step", "source": "p13", "to": "p7"},  # first the dice
    {"move": "roll", "first": "d6", "second": "d1"},
    {"move": "step", "source": "p13", "to": "p7"},  # hits
    {"move": "step", "source": "p8", "to": "p7"},
    {"move": "roll", "first": "d5", "second": "d3"},
    {"move": "step", "source": "p12", "to": "p15"},  # one waits on the bar
    {"move": "step", "source": "bar", "to": "p5"},  # blocked
    {"move": "step", "source": "bar", "to": "p3"},
    {"move": "step", "source": "p12", "to": "p17"},
    {"move": "double"},
    {"move": "roll", "first": "d5", "second": "d3"},  # first the answer
    {"move": "take"},
    {"move": "roll", "first": "d2", "second": "d2"},
)
"""From the opening dice to the first double taken."""

OPENINGS = {
    "backgammon": Opening(("white", "black"), _BACKGAMMON, 7),
    "mesopotamien": Opening(("blue", "green"), _MESOPOTAMIEN, 6),
    "sakkara": Opening(("white", "black"), _SAKKARA, 8),
}
"""By game."""
