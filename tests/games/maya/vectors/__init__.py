"""Situations with moves and their verdicts, one a line, as data; and how they are read.

A line has an ``id``, a ``title``, perhaps ``seats``, ``options`` and what is told of the ``box``, a
``situation`` over the practice board without any stone, in the first round, red to lay workers
(``untold``: over a box of which nothing is known); the ``moves`` of which all but the last are
accepted, who makes the last one (``by``, if it matters), its ``verdict`` (L legal, X refused), the
numbers of the ``rules`` it breaks, what is so ``after`` it, in the words of a situation, what
``happens`` in this order, perhaps among other things; ``asked`` is the seat that is asked then.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.games.maya.position import Position
from companion.games.maya.rules import game
from companion.kernel import Accepted, Move, judge

Vector = dict[str, Any]

BEGUN = {"bare": True, "round": 1, "phase": "laying", "turn": "red"}


def lines(name: str) -> list[Vector]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


VECTORS = [
    vector
    for name in ("maya.jsonl", "refusals.jsonl", "options.jsonl", "two.jsonl")
    for vector in lines(name)
]


def at_start(seats: int = 3, box: dict[str, Any] | None = None, **options: Any) -> Position:
    told = msgspec.convert(box or {}, game.box)
    return game.setup(game.colours[:seats], msgspec.convert(options, game.options), told)


def situated(position: Position, situation: dict[str, Any]) -> Position:
    return game.arrange(position, msgspec.convert(situation, game.situation))


def before_last(vector: Vector) -> tuple[Position, Move]:
    """The position in which the last move is judged, and that move."""
    position = at_start(vector.get("seats", 3), vector.get("box"), **vector.get("options", {}))
    if not vector.get("untold"):
        begun = BEGUN if vector.get("box") else {"practice": True, **BEGUN}
        position = situated(situated(position, begun), vector["situation"])
    assert game.impossible(position) == ()
    *before, last = [game.move(data) for data in vector["moves"]]
    for move in before:
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        position = verdict.position
    return position, last
