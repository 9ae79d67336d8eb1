"""Doors for lines: what other programs ask the referee, records of matches, journals."""

import io
import json
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.kernel import census
from companion.match import record, registry
from companion.match.check import check_command
from companion.match.entries import Entry, Started, decode, encode
from companion.match.match import Match
from companion.referee.session import Session
from companion.text import LANGUAGES
from tests.games.tried import GAMES, Tried
from tests.proofs._door import GAME, Door, Parts, salt
from tests.proofs._match import some_match
from tests.proofs._noise import PIECES, nearly, noise, torn, torn_bytes, torn_lines, value

SOME = 16
"""Matches whose records and journals are torn."""


def _conversation(rng: Random, tried: Tried) -> list[dict[str, Any]]:
    """A vector as a program would try it, and everything else that can be asked."""
    vector = rng.choice(tried.vectors.VECTORS)
    moves = vector["moves"]
    seats = tried.game.colours[: tried.game.players[1]]
    draft = dict(list(moves[-1].items())[: rng.randint(1, 3)])
    given = {name: vector.get(name, {}) for name in ("options", "box")}
    begun = getattr(tried.vectors, "BEGUN", {})
    asked: list[dict[str, Any]] = [
        {"do": "start", "seats": vector.get("players", vector.get("seats")), **given},
        {"do": "set", "situation": begun | vector["situation"]},
        *({"do": "move", "move": move} for move in moves),
    ]
    more: list[dict[str, Any]] = [
        {"do": "judge", "move": moves[-1], "by": rng.choice(seats)},
        {"do": "move", "move": moves[-1], "allow": True},
        {"do": "start", "seats": rng.randint(-1, 6), "strictness": "advise"},
        {"do": "offers", "draft": draft, "more": rng.random() < 0.5},
        {"do": "needs", "draft": draft},
        {"do": "view", "seat": rng.choice([None, "nobody", *seats])},
        {"do": "legal", "most": rng.choice((-1, 0, 3, 20))},
        *({"do": plain} for plain in ("position", "asked", "undo", "redo")),
    ]
    asked += rng.choices(more, k=rng.randint(1, 6))
    return [{"id": number, **one} for number, one in enumerate(asked)]


def _make_lines(rng: Random) -> Parts:
    tried = rng.choice(GAMES)
    lines: list[Any] = [tried.name]
    for one in _conversation(rng, tried):
        what = rng.random()
        if what < 0.5:
            lines.append(json.dumps(one).encode())
        elif what < 0.7:
            lines.append(json.dumps(nearly(rng, one)).encode())
        elif what < 0.8:
            lines.append(torn_bytes(rng, torn(rng, json.dumps(one))))
        elif what < 0.9:
            lines.append(json.dumps(value(rng)).encode())
        else:
            lines.append(noise(rng))
    return tuple(lines)


def _ask_the_referee(parts: Parts) -> None:
    named = parts and isinstance(parts[0], str)  # what is left out to be smaller, may be the name
    session = Session(registry.game_package(parts[0]) if named else GAME)
    for part in parts[1:] if named else parts:
        for line in part.split(b"\n"):
            if line.strip():
                reply = session.line(line)
                assert b"\n" not in reply
                found = json.loads(reply)
                assert isinstance(found["ok"], bool) and "id" in found
                assert found["ok"] or found.get("error") or found.get("result"), found
    assert json.loads(session.line(b'{"id": "next", "do": "asked"}'))["ok"], "the next line fails"


@cache
def _one_of_some(number: int) -> Match:
    """A short match; the games by turns."""
    rng = Random(number)
    names = registry.names()
    package = registry.game_package(names[number % len(names)])
    return some_match(package, rng, 40, lambda: rng.choice(PIECES) if rng.random() < 0.3 else "Ada")


def _make_record(rng: Random) -> Parts:
    text = record.write(
        _one_of_some(rng.randrange(SOME)), rng.choice(LANGUAGES), rng.choice((True, False))
    )
    lines = torn_lines(rng, text.split("\n")[: rng.randint(2, 45)])
    if rng.random() < 0.03:
        return tuple(noise(rng) for _ in range(3))
    return tuple(torn_bytes(rng, line) for line in lines)


def _check_record(parts: Parts) -> None:
    said = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.record")
        file.write_bytes(b"\n".join(parts))
        with redirect_stdout(said[0]), redirect_stderr(said[1]):
            code = check_command([str(file)])
    out, err = (one.tell() > 0 for one in said)
    assert (code, out, err) in ((0, True, False), (1, True, False), (2, False, True))


def _make_journal(rng: Random) -> Parts:
    lines = [encode(entry).decode() for entry in _one_of_some(rng.randrange(SOME)).entries]
    lines = lines[: rng.randint(1, len(lines))]
    if rng.random() < 0.5:
        at = rng.randrange(len(lines))
        lines[at] = json.dumps(nearly(rng, json.loads(lines[at])))
    else:
        lines = torn_lines(rng, lines)
    if rng.random() < 0.03:
        return tuple(noise(rng) for _ in range(3))
    return tuple(torn_bytes(rng, line) for line in lines)


def _open_journal(parts: Parts) -> None:
    entries: list[Entry] = []
    for part in parts:
        try:
            entries.append(decode(part))
        except ValueError:
            continue
        assert decode(encode(entries[-1])) == entries[-1]
    first = entries[0] if entries else None
    if not isinstance(first, Started) or first.game not in registry.names():
        return
    package = registry.game_package(first.game)
    match = Match.reopen(package, entries, clock=lambda: 0.0, salt=salt)
    assert match.entries == tuple(entries)
    assert len(match.lines()) == len(entries)
    assert match.read_only or census(package.game.layout(match.public))
    assert match.over or match.outcome is None
    record.write(match)


DOORS = (
    Door("referee lines", _make_lines, _ask_the_referee),
    Door("record files", _make_record, _check_record),
    Door("journals", _make_journal, _open_journal),
)
