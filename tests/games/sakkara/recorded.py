"""Its recorded matches, see ``tests.records.play``."""

from random import Random
from typing import Any

from companion.games.sakkara.position import FIELDS
from companion.match.match import Match
from tests.records.plan import Opening, Recorded

BY_HAND: tuple[dict[str, Any], ...] = (
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

_OPENING = Opening(("white", "black"), BY_HAND, 8)

RECORDS = (
    Recorded("sakkara-by-hand", 2, 21, opening=_OPENING, late=1),
    Recorded("sakkara-evening", 2, 22, late=1),
    Recorded("sakkara-night", 2, 25),
)

MET: tuple[str, ...] = ()


def another(match: Match, rng: Random) -> dict[str, Any]:
    """Somebody's worker stands on another field."""
    free = [field for field in FIELDS if not match.position.worker_on(field)]
    one = rng.choice(match.position.players)
    return {"workers": {one.seat: (rng.choice(free), one.workers[1])}}
