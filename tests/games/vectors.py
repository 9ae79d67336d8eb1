"""How the vectors of the games are read and played: one situation, some moves, one verdict each.

They lie as data in the folder of their game, one a line. A line has an ``id``, a ``title``, perhaps
``options``, a ``situation``, the ``moves`` of which all but the last are accepted, who makes the
last one (``by``, if it matters), its ``verdict`` (L legal, X refused), the numbers of the ``rules``
it breaks, which events it brings, in this order and perhaps among others (``happens``), and
which not (``not``), and what is so ``after`` it, in the words of a situation; ``asked`` is the seat
that is asked then, "" for nobody; ``ended`` says whether the match is over then. What else a line
has, and what its situation is laid over, the game's own module says.
"""

import json
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.kernel import Accepted, Game, Move, judge

P = TypeVar("P")

Vector = dict[str, Any]

Whispered = tuple[int, dict[str, Any], tuple[dict[str, Any], ...]]
"""How many play, how the table stands, and two moves that tell something in secret then."""


def read(module: str) -> list[Vector]:
    """The vectors beside that module."""
    text = Path(module).with_suffix(".jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def arranged(game: Game[P], position: P, situation: dict[str, Any]) -> P:
    """The position with what is told of it."""
    return game.arrange(position, msgspec.convert(situation, game.situation))


def played(game: Game[P], position: P, vector: Vector) -> tuple[P, Move]:
    """The position in which the last move is judged, and that move."""
    assert game.violations(position) == ()
    *before, last = [game.move(data) for data in vector["moves"]]
    for move in before:
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        position = verdict.position
    return position, last
