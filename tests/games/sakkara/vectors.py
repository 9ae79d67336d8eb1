"""Sakkara's vectors.

A line may have what is told of the ``box``; its situation lies over a bare board on which white is
to move with workers on a1 and a7, black's on g1 and g7.
"""

from typing import Any

import msgspec

from companion.games.sakkara.position import Position
from companion.games.sakkara.rules import game
from tests.games.floors import Floors
from tests.games.vectors import Vector, Whispered, arranged, read

BEGUN = {
    "phase": "turn",
    "number": 1,
    "workers": {"white": ["a1", "a7"], "black": ["g1", "g7"]},
}

VECTORS = read(__file__)

FLOORS = Floors(lessons=11, refused=7, strangers=122, codes=68)

FRAMES = {"K30b", "untold_first"}
NEVER_ALONE: dict[str, set[str]] = dict[str, set[str]].fromkeys(
    # Nobody is asked to tell what is told or to put back where nothing was used, supply is short, a
    # stack of five has no two parts of three.
    ("nothing_untold", "K91", "K54a", "K85a", "K70a"),
    set(),
)
NEVER_BROKEN = {("fix_turn", "already_so")}  # a turn that begins anew is counted as another


WHISPERED: Whispered = (
    2,
    {"holders": {"white": 3}, "phase": "place", "active": "black"},
    (
        {"move": "tell_held", "seat": "white", "motif": "ox"},
        {"move": "tell_held", "seat": "white", "motif": "snake"},
    ),
)


def at_start(box: dict[str, Any] | None = None, **options: Any) -> Position:
    told = msgspec.convert(box or {}, game.box)
    return game.setup(("white", "black"), msgspec.convert(options, game.options), told)


def situated(position: Position, situation: dict[str, Any]) -> Position:
    """The position with what is told of it."""
    return arranged(game, position, situation)


def start(vector: Vector) -> Position:
    """The position in which the first move is judged."""
    position = at_start(vector.get("box"), **vector.get("options", {}))
    for situation in told(vector):
        position = situated(position, situation)
    return position


def told(vector: Vector) -> list[dict[str, Any]]:
    """What is told of the table before the first move, one thing after the other."""
    return [BEGUN, vector["situation"]]
