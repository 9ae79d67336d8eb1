"""Situations with moves and their verdicts, one a line, as data; and how they are read.

A line has an ``id``, a ``title``, the ``players`` in turn order, perhaps ``options``, a
``situation`` over the start position, the ``moves`` of which all but the last are accepted, who
makes the last one (``by``, if it matters), its ``verdict`` (L legal, X refused), the numbers of
the ``rules`` it breaks, and what is so ``after`` it, in the words of a situation; ``asked`` is the
seat whose turn it is then, "" for nobody's.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.rules import game
from companion.kernel import Accepted, Move, judge

Vector = dict[str, Any]


def lines(name: str) -> list[Vector]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


VECTORS = [
    vector
    for name in ("mesopotamien.jsonl", "refusals.jsonl", "options.jsonl")
    for vector in lines(name)
]


def at_start(players: tuple[str, ...] | list[str], **options: Any) -> Position:
    return game.setup(tuple(players), msgspec.convert(options, game.options), game.box())


def situated(position: Position, situation: dict[str, Any]) -> Position:
    return game.arrange(position, msgspec.convert(situation, game.situation))


def before_last(vector: Vector) -> tuple[Position, Move]:
    """The position in which the last move is judged, and that move."""
    position = situated(
        at_start(vector["players"], **vector.get("options", {})), vector["situation"]
    )
    assert game.impossible(position) == ()
    *before, last = [game.move(data) for data in vector["moves"]]
    for move in before:
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        position = verdict.position
    return position, last
