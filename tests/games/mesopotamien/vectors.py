"""Mesopotamien's vectors.

A line has the ``players`` in turn order; its situation lies over the start position.
"""

from typing import Any

import msgspec

from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.rules import game
from tests.games.floors import Floors
from tests.games.vectors import Vector, Whispered, arranged, read

VECTORS = read(__file__)

FLOORS = Floors(lessons=11, refused=6, strangers=172, codes=45)

FRAMES = {"M51", "M56a"}
NEVER_ALONE: dict[str, set[str]] = {
    # Answers to a question nobody asked: the frame says so first, and the fact after it.
    "no_exploration": {"M51"},
    "no_volcano_drawn": {"M58"},
    "no_goods_to_spread": {"M55"},
    "M55": set(),
}
NEVER_BROKEN = set[tuple[str, str]]()


WHISPERED: Whispered = (
    2,
    {"hands": {"blue": 2}, "natives": [{"at": "0,0", "seat": "blue", "load": "marker"}]},
    (
        {"move": "tell_card", "seat": "blue", "card": "priest"},
        {"move": "tell_marker", "seat": "blue", "marker": "blue:m1", "value": 6},
    ),
)


def at_start(players: tuple[str, ...] | list[str], **options: Any) -> Position:
    return game.setup(tuple(players), msgspec.convert(options, game.options), game.box())


def situated(position: Position, situation: dict[str, Any]) -> Position:
    """The position with what is told of it."""
    return arranged(game, position, situation)


def start(vector: Vector) -> Position:
    """The position in which the first move is judged."""
    position = at_start(vector["players"], **vector.get("options", {}))
    return situated(position, vector["situation"])
