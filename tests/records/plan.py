"""What is said of recorded matches in the module ``recorded`` of a game's tests."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Opening:
    """A first round as people play it, told move by move. refused: how many of the moves are, on
    purpose."""

    seats: tuple[str, ...]
    moves: tuple[dict[str, Any], ...]
    refused: int


@dataclass(frozen=True)
class Recorded:
    """A match that is recorded.

    file: its name in ``tests/records``, without ``.record``.
    seats: how many play.
    seed: of all that is left to chance.
    opening: how it begins, where that was played by hand.
    late: how many lines before its end the robot's evenings take it up; 0 where none does.
    """

    file: str
    seats: int
    seed: int
    opening: Opening | None = None
    late: int = 0
