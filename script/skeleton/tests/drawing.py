"""What is drawn at random, see ``tests.games.tried``. Nothing is hidden in this game."""

import re
from random import Random
from typing import Any

from companion.games.skeleton.position import COLOURS, HEAPS, Position
from companion.games.skeleton.rules import game

from companion.kernel import Move
from tests.games import by_chance

TOKENS = {"heap": HEAPS, "seat": COLOURS}
"""What a blank takes, by its type."""

RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]")
"""What tokens look like, and people shall never read."""

NAMES: tuple[str, ...] = ()
UNSAID = set[str]()
NOT_ON_OFFER: tuple[str, ...] = ()


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    return by_chance.any_move(
        game, rng, kind, position.active, lambda _, blank: by_chance.any_value(blank, rng, TOKENS)
    )


def hiding(position: Position, rng: Random) -> Position:
    """The position with other things where nobody sees them."""
    return position


def secretive(position: Position, rng: Random) -> Position:
    """The position with more that only its owner may know."""
    return position


def apart(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two situations that differ in nothing but what is hidden."""
    return {}, {}


def turns_up(move: Move, seen: Position, also: Position) -> bool:
    """Whether the table itself then shows what nobody saw."""
    return False


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw."""
    return False


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return position.aside >= 0
