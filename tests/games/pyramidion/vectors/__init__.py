"""Situations with moves and their verdicts, one a line, as data; and how they are read.

A line has an ``id``, a ``title``, perhaps the ``players`` in turn order (else red, blue, yellow)
and ``options``, what is printed on some parts (``box``: by id), a ``situation`` over the start
position, the ``moves`` of which all but the last are accepted, who makes the last one (``by``, if
it matters), its ``verdict`` (L legal, X refused), the numbers of the ``rules`` it breaks, what
happens by the last move (``happens``: keys of happenings that are among them, ``not``: that are
not), and what is so ``after`` it, in the words of a situation; ``asked`` is the seat whose turn it
is then, "" for nobody's; ``ended`` says whether the game is over then.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.pyramidion.box import Box
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.kernel import Accepted, Move, judge

Vector = dict[str, Any]

SEATS = ("red", "blue", "yellow")


def lines(name: str) -> list[Vector]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


VECTORS = [
    vector
    for name in ("pyramidion.jsonl", "refusals.jsonl", "options.jsonl")
    for vector in lines(name)
]


def printed(**parts: dict[str, Any]) -> Box:
    """The shipped box with other things printed on some parts."""
    plain = msgspec.to_builtins(Box())
    for name in ("sites", "cards", "boats", "distribution"):
        plain[name] = [one | parts.get(one["id"], {}) for one in plain[name]]
    plain["supply"] = [one | parts.get(one["kind"], {}) for one in plain["supply"]]
    return msgspec.convert(plain, Box)


def at_start(
    players: tuple[str, ...] | list[str] = SEATS,
    box: dict[str, dict[str, Any]] | None = None,
    **options: Any,
) -> Position:
    chosen = msgspec.convert(options, game.options)
    return game.setup(tuple(players), chosen, printed(**(box or {})))


def situated(position: Position, situation: dict[str, Any]) -> Position:
    return game.arrange(position, msgspec.convert(situation, game.situation))


def before_last(vector: Vector) -> tuple[Position, Move]:
    """The position in which the last move is judged, and that move."""
    start = at_start(vector.get("players", SEATS), vector.get("box"), **vector.get("options", {}))
    position = situated(start, vector["situation"])
    for seat in vector.get("unsure", ()):
        position = position.with_player(seat, sure=False)
    if vector.get("deck") is not None:
        short = position.deck - vector["deck"]
        position = replace(position, deck=vector["deck"], discard=("?",) * short)
    assert game.impossible(position) == ()
    *before, last = [game.move(data) for data in vector["moves"]]
    for move in before:
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        position = verdict.position
    return position, last
