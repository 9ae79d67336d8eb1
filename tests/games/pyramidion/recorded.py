"""Its recorded matches, see ``tests.records.play``."""

from random import Random
from typing import Any

from companion.match.match import Match
from tests.records.plan import Opening, Recorded

BY_HAND: tuple[dict[str, Any], ...] = (
    {"move": "tell_site", "site": "thebes", "product": "camel", "influence": 6, "negotiation": 5},
    *({"move": "reveal_boat", "boat": f"B{number:02}"} for number in (1, 5, 9, 13, 2)),
    {"move": "reveal_boat", "boat": "B03"},  # a sixth boat
    {"move": "distribute", "card": "D01"},
    {"move": "deal"},
    {"move": "activate", "site": "thebes"},
    {"move": "reveal_totals", "seat": "red", "influence": 4, "negotiation": 0, "haggling": 0},
    {"move": "reveal_totals", "seat": "blue", "influence": 7, "negotiation": 0, "haggling": 0},
    {"move": "reveal_totals", "seat": "yellow", "influence": 2, "negotiation": 0, "haggling": 0},
    {"move": "activate", "site": "thebes"},  # a sundial lies there
    {"move": "activate", "site": "karnak"},
    {"move": "results", "torturers": "nobody", "negotiators": "red", "merchants": "nobody"},
    {"move": "activate", "site": "giza"},
    {"move": "lay", "seat": "yellow", "count": 2},
    {"move": "lay", "seat": "red", "count": 1},
    {"move": "lay", "seat": "blue", "count": 0},
    {"move": "reveal", "seat": "red", "cards": ["TB1", "MB1"]},  # one too many
    {"move": "reveal", "seat": "red", "cards": ["TB1"]},
    {"move": "reveal", "seat": "yellow", "cards": ["MB1", "NB1"]},
)
"""The first activations of a game of three; what is refused is refused on purpose."""

_OPENING = Opening(("red", "blue", "yellow"), BY_HAND, 3)

RECORDS = (
    Recorded("pyramidion-2", 2, 2, late=6),
    Recorded("pyramidion-3", 3, 3, opening=_OPENING),
    Recorded("pyramidion-4", 4, 4, late=40),
)

MET: tuple[str, ...] = ("reveal", "reveal_totals", "results", "load", "special", "negotiate")


def another(match: Match, rng: Random) -> dict[str, Any]:
    """The philosopher stands elsewhere."""
    return {"philosopher": rng.choice(("giza", "supply", *match.seats))}
