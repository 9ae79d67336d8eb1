"""Doors for lines: what other programs ask the referee, records of matches, journals."""

import io
import json
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

from companion.kernel import Accepted, begin, census, completions
from companion.match import record
from companion.match.check import check_command
from companion.match.entries import Entry, Reason, Started, decode, encode
from companion.match.match import Match
from companion.referee.player import Player
from companion.referee.session import Session
from companion.text import LANGUAGES
from tests.games.mesopotamien.vectors import VECTORS
from tests.proofs._door import GAME, Door, Parts, salt, started
from tests.proofs._noise import PIECES, nearly, noise, torn, torn_bytes, torn_lines, value


def _conversation(rng: Random) -> list[dict[str, Any]]:
    """A vector as a program would try it, and everything else that can be asked."""
    vector = rng.choice(VECTORS)
    moves = vector["moves"]
    draft = dict(list(moves[-1].items())[: rng.randint(1, 3)])
    asked: list[dict[str, Any]] = [
        {"do": "start", "seats": vector["players"], "options": vector.get("options", {})},
        {"do": "set", "situation": vector["situation"]},
        *({"do": "move", "move": move} for move in moves),
    ]
    more: list[dict[str, Any]] = [
        {"do": "judge", "move": moves[-1], "by": rng.choice(vector["players"])},
        {"do": "move", "move": moves[-1], "allow": True},
        {"do": "start", "seats": rng.randint(-1, 6), "strictness": "advise"},
        {"do": "offers", "draft": draft, "more": rng.random() < 0.5},
        {"do": "needs", "draft": draft},
        {"do": "view", "seat": rng.choice([None, "red", "nobody"])},
        {"do": "legal", "most": rng.choice((-1, 0, 3, 20))},
        *({"do": plain} for plain in ("position", "asked", "undo", "redo")),
    ]
    asked += rng.choices(more, k=rng.randint(1, 6))
    return [{"id": number, **one} for number, one in enumerate(asked)]


def _make_lines(rng: Random) -> Parts:
    lines = []
    for one in _conversation(rng):
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
    session = Session(GAME)
    for part in parts:
        for line in part.split(b"\n"):
            if line.strip():
                reply = session.line(line)
                assert b"\n" not in reply
                found = json.loads(reply)
                assert isinstance(found["ok"], bool) and "id" in found
                assert found["ok"] or found.get("error") or found.get("result"), found
    assert json.loads(session.line(b'{"id": "next", "do": "asked"}'))["ok"], "the next line fails"


def _evening(rng: Random) -> Match:
    """A short match with some of everything that a journal can hold."""
    seats = tuple(rng.sample(GAME.game.colours, rng.randint(2, 4)))
    names = {seat: rng.choice(PIECES) if rng.random() < 0.3 else "Ada" for seat in seats}
    match = started(seats=seats, players=names)
    player = Player(GAME.game, rng, 0.3)
    while len(match.entries) < 40 and not match.over:
        tried = player.careless(match.position)
        if tried is not None and (isinstance(tried[2], Accepted) or rng.random() < 0.3):
            answer = match.submit(tried[0], tried[1])
            if answer.allowable and rng.random() < 0.3:
                match.allow(tried[0], tried[1])
        what, steps = rng.random(), match.timeline.steps
        if what < 0.05 and steps:
            match.undo(steps[-1].by, seats, rng.choice(get_args(Reason)))
        elif what < 0.08 and steps:
            match.redo(steps[-1].by)
        elif what < 0.12 and steps:
            match.amend(steps[-1].line)
        elif what < 0.15:
            match.correct({})
        elif what < 0.17:
            match.hand_over(seats[0], rng.choice(PIECES))
        elif what < 0.19:
            match.pause()
        elif what < 0.3:
            _tell_in_private(match, rng)
    if rng.random() < 0.3:
        match.resign(seats[-1])
    return match


def _tell_in_private(match: Match, rng: Random) -> None:
    """Something hidden, if there is anything: its value is sealed in the journal."""
    kind = rng.choice([kind for kind in GAME.game.kinds if kind.hidden and kind.role == "fix"])
    draft = begin(GAME.game, kind.name, rng.choice(match.seats))
    moves = list(islice(completions(GAME.game, match.position, draft), 20))
    if moves:
        match.submit(rng.choice(moves))


@cache
def _one_of_some(number: int) -> Match:
    return _evening(Random(number))


def _make_record(rng: Random) -> Parts:
    text = record.write(
        _one_of_some(rng.randrange(8)), rng.choice(LANGUAGES), rng.choice((True, False))
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
    lines = [encode(entry).decode() for entry in _one_of_some(rng.randrange(8)).entries]
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
    if not isinstance(first, Started) or first.game != GAME.game.name:
        return
    match = Match.reopen(GAME, entries, clock=lambda: 0.0, salt=salt)
    assert match.entries == tuple(entries)
    assert len(match.lines()) == len(entries)
    assert match.read_only or census(GAME.game.layout(match.public))
    assert match.over or match.outcome is None
    record.write(match)


DOORS = (
    Door("referee lines", _make_lines, _ask_the_referee),
    Door("record files", _make_record, _check_record),
    Door("journals", _make_journal, _open_journal),
)
