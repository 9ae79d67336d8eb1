"""Its recorded matches, see ``tests.records.play``."""

from random import Random
from typing import Any

from companion.match.match import Match
from tests.records.plan import Recorded

RECORDS: tuple[Recorded, ...] = ()
MET: tuple[str, ...] = ()


def another(match: Match, rng: Random) -> dict[str, Any]:
    """The heaps lie otherwise."""
    return {}
