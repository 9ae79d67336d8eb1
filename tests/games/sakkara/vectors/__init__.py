"""Situations with moves and their verdicts, one a line, as data; and how they are read.

A line has an ``id``, a ``title``, perhaps ``options``, what is told of the ``box``, a
``situation`` over a bare board on which white is to move with workers on a1 and a7, black's on g1
and g7; the ``moves`` of which all but the last are accepted, who makes the last one (``by``, if it
matters), its ``verdict`` (L legal, X refused), the numbers of the ``rules`` it breaks, and what is
so ``after`` it, in the words of a situation; ``asked`` is the seat that is asked then.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.games.sakkara.position import Position
from companion.games.sakkara.rules import game
from companion.kernel import Accepted, Move, judge

Vector = dict[str, Any]

BEGUN = {
    "phase": "turn",
    "number": 1,
    "workers": {"white": ["a1", "a7"], "black": ["g1", "g7"]},
}


def lines(name: str) -> list[Vector]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


VECTORS = [
    vector
    for name in ("sakkara.jsonl", "refusals.jsonl", "options.jsonl")
    for vector in lines(name)
]


def at_start(box: dict[str, Any] | None = None, **options: Any) -> Position:
    told = msgspec.convert(box or {}, game.box)
    return game.setup(("white", "black"), msgspec.convert(options, game.options), told)


def situated(position: Position, situation: dict[str, Any]) -> Position:
    return game.arrange(position, msgspec.convert(situation, game.situation))


def before_last(vector: Vector) -> tuple[Position, Move]:
    """The position in which the last move is judged, and that move."""
    start = at_start(vector.get("box"), **vector.get("options", {}))
    position = situated(situated(start, BEGUN), vector["situation"])
    assert game.impossible(position) == ()
    *before, last = [game.move(data) for data in vector["moves"]]
    for move in before:
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        position = verdict.position
    return position, last
