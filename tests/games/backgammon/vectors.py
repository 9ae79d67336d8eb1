"""Backgammon's vectors.

The situation of a line lies over the start, with White to roll in a game that has begun.
"""

from typing import Any

import msgspec

from companion.games.backgammon.position import Position
from companion.games.backgammon.rules import game
from tests.games.floors import Floors
from tests.games.vectors import Vector, arranged, read

BEGUN = {"active": "white", "phase": "roll"}

VECTORS = read(__file__)

FLOORS = Floors(lessons=8, refused=4, strangers=42, codes=40)

FRAMES = {"B34"}
NEVER_ALONE: dict[str, set[str]] = {
    # Nobody is asked to double who may not.
    "B31": {"B30"},
    "B35": {"B30"},
    "B38": {"B30"},
    "B39": {"B30"},
    # Nobody is asked for a step before the dice are told.
    "no_dice": {"B6", "B34", "B40"},
}
NEVER_BROKEN = set[tuple[str, str]]()


def at_start(**options: Any) -> Position:
    return game.setup(("white", "black"), msgspec.convert(options, game.options), game.box())


def situated(position: Position, situation: dict[str, Any]) -> Position:
    """The position with what is told of it."""
    return arranged(game, position, situation)


def start(vector: Vector) -> Position:
    """The position in which the first move is judged."""
    position = at_start(**vector.get("options", {}))
    for situation in told(vector):
        position = situated(position, situation)
    return position


def told(vector: Vector) -> list[dict[str, Any]]:
    """What is told of the table before the first move, one thing after the other."""
    return [BEGUN, vector["situation"]]
