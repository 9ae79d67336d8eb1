"""Maya's vectors.

A line may have a number of ``seats`` and what is told of the ``box``; its situation lies over the
practice board without any stone, in the first round, red to lay workers (``untold``: over a box of
which nothing is known).
"""

from typing import Any

import msgspec

from companion.games.maya.position import Position
from companion.games.maya.rules import game
from tests.games.floors import Floors
from tests.games.vectors import Vector, Whispered, arranged, read

BEGUN = {"bare": True, "round": 1, "phase": "laying", "turn": "red"}

VECTORS = read(__file__)

FLOORS = Floors(lessons=11, refused=6, strangers=95, codes=90)

FRAMES = set[str]()
NEVER_ALONE: dict[str, set[str]] = dict[str, set[str]].fromkeys(
    (
        # Nobody is asked for what is not there to be done.
        "already_laid_out",
        "not_awarding",
        "not_over_yet",
        "nothing_to_carry",
        "nothing_to_decline",
        "no_add_to_use",
        "no_minus3_to_assign",
        "no_move_to_use",
        "no_shield_to_use",
        "no_start_to_name",
        # Who has passed is not asked, and one stone without a place has none on its level.
        "Y1",
        "Y13",
        "Y35",
        "Y71",
        "Y100",
    ),
    set(),
)
NEVER_BROKEN = set[tuple[str, str]]()


WHISPERED: Whispered = (
    3,
    {"practice": True, **BEGUN},
    (
        {"move": "lay_card", "seat": "red", "quarry": "Q1", "card": "low", "value": 5},
        {"move": "lay_card", "seat": "blue", "quarry": "Q1", "card": "high", "value": 8},
    ),
)


def at_start(seats: int = 3, box: dict[str, Any] | None = None, **options: Any) -> Position:
    told = msgspec.convert(box or {}, game.box)
    return game.setup(game.colours[:seats], msgspec.convert(options, game.options), told)


def situated(position: Position, situation: dict[str, Any]) -> Position:
    """The position with what is told of it."""
    return arranged(game, position, situation)


def start(vector: Vector) -> Position:
    """The position in which the first move is judged."""
    position = at_start(vector.get("seats", 3), vector.get("box"), **vector.get("options", {}))
    for situation in told(vector):
        position = situated(position, situation)
    return position


def told(vector: Vector) -> list[dict[str, Any]]:
    """What is told of the table before the first move, one thing after the other."""
    if vector.get("untold"):
        return []
    begun = BEGUN if vector.get("box") else {"practice": True, **BEGUN}
    return [begun, vector["situation"]]
