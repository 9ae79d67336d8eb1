"""Its recorded matches, see ``tests.records.play``."""

from random import Random
from typing import Any

from companion.match.match import Match
from tests.records.plan import Recorded

RECORDS = (
    Recorded("maya-2", 2, 22, late=8),
    Recorded("maya-3", 3, 23, late=40),
    Recorded("maya-4", 4, 24),
    Recorded("maya-5", 5, 25, late=12),
)

MET: tuple[str, ...] = ()


def another(match: Match, rng: Random) -> dict[str, Any]:
    """Somebody had taken another amount from the bank."""
    seat = rng.choice(match.seats)
    return {"gold": {seat: match.position.gold(seat) + rng.randint(1, 3)}}
