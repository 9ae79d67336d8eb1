"""Skeleton's vectors: the situation of a line lies over the beginning, with red and blue."""

from typing import Any

import msgspec
from companion.games.skeleton.position import Position
from companion.games.skeleton.rules import game

from tests.games.floors import Floors
from tests.games.vectors import Vector, arranged, read

VECTORS = read(__file__)

FLOORS = Floors()

FRAMES = set[str]()
NEVER_ALONE = {"S4": {"too_few_stones"}}
NEVER_BROKEN = set[tuple[str, str]]()


def situated(position: Position, situation: dict[str, Any]) -> Position:
    """The position with what is told of it."""
    return arranged(game, position, situation)


def start(vector: Vector) -> Position:
    """The position in which the first move is judged."""
    options = msgspec.convert(vector.get("options", {}), game.options)
    position = game.setup(("red", "blue"), options, game.box())
    return situated(position, vector["situation"])
