"""A door: a place where something comes in from outside, and what must hold there.

An input is a tuple of parts (lines, pieces, signals), so that a failure can be shown with as few
of them as it takes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.match.match import Match
from companion.match.registry import game_package

GAME = game_package("mesopotamien")

Parts = tuple[Any, ...]


@dataclass(frozen=True)
class Door:
    """make: an input from chance. enter: lets it in; raises whatever goes wrong, while what is
    stated that it may raise is caught there."""

    name: str
    make: Callable[[Random], Parts]
    enter: Callable[[Parts], None]


def salt() -> bytes:
    """No chance here: the same input does the same again."""
    return bytes(16)


def started(**more: Any) -> Match:
    """A new match."""
    seats = more.pop("seats", ("red", "blue", "green"))
    return Match.start(GAME, seats, clock=lambda: 0.0, salt=salt, **more)
