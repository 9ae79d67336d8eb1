"""The doors through which something comes in from outside, and what must hold at each.

An input is a tuple of parts (lines, pieces, signals), so that a failure can be shown with as few
of them as it takes. ``enter`` raises whatever goes wrong there; what a door states that it raises
is caught.
"""

import io
import json
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, get_args

from companion.kernel import Accepted, census
from companion.match import record
from companion.match.check import check_command
from companion.match.entries import Entry, Reason, Started, decode, encode
from companion.match.match import Match
from companion.match.shelf import title
from companion.referee.player import Player
from companion.referee.session import Session
from companion.table import Pressed, Scanned, Touched, Turned, Typed
from companion.text import LANGUAGES
from firmware_bridge import read_settings, wording
from firmware_bridge.lines import LONGEST_LINE, Garbage, Line, LineCutter
from tests.games.mesopotamien.drawing import SOME_POSITIONS, tokens
from tests.games.mesopotamien.vectors import VECTORS
from tests.proofs._noise import nearly, noise, torn, torn_bytes, torn_lines, value, word
from ui import settings as screen_settings
from ui.desk import Desk
from ui.words import of_screens

GAME = title("mesopotamien")
SETTINGS_PAGE = Path(__file__).parents[2] / "docs" / "hardware-settings.md"

Parts = tuple[Any, ...]


@dataclass(frozen=True)
class Door:
    """make: an input from chance. enter: what happens to it; raises what must not happen."""

    name: str
    make: Callable[[Random], Parts]
    enter: Callable[[Parts], None]


def _salt() -> bytes:
    return bytes(16)


def _started(**more: Any) -> Match:
    seats = more.pop("seats", ("red", "blue", "green"))
    return Match.start(GAME, seats, clock=lambda: 0.0, salt=_salt, **more)


# Lines for the referee -----------------------------------------------------------------------


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


# Records and journals ------------------------------------------------------------------------


def _evening(rng: Random) -> Match:
    """A short match with some of everything that a journal can hold."""
    seats = tuple(rng.sample(GAME.game.colours, rng.randint(2, 4)))
    names = {seat: word(rng) if rng.random() < 0.3 else "Ada" for seat in seats}
    match = _started(seats=seats, players=names)
    player = Player(GAME.game, rng, 0.3)
    while len(match.entries) < 40 and not match.over:
        tried, _ = player.turn(match.position)
        for move, verdict in tried:
            answer = match.submit(move)
            if not isinstance(verdict, Accepted) and answer.allowable and rng.random() < 0.2:
                match.allow(move)
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
            match.hand_over(seats[0], word(rng))
        elif what < 0.19:
            match.pause()
    if rng.random() < 0.3:
        match.resign(seats[-1])
    return match


class _Shelf:
    """Some evenings, made once."""

    def __init__(self) -> None:
        self._matches: list[Match] = []

    def one(self, rng: Random) -> Match:
        if not self._matches:
            self._matches = [_evening(Random(seed)) for seed in range(12)]
        return rng.choice(self._matches)


_shelf = _Shelf()


def _make_record(rng: Random) -> Parts:
    text = record.write(_shelf.one(rng), rng.choice(LANGUAGES), rng.choice((True, False)))
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
    out, err = (one.flush() or one.buffer.getvalue() for one in said)
    assert (code, bool(out), bool(err)) in ((0, True, False), (1, True, False), (2, False, True))


def _make_journal(rng: Random) -> Parts:
    lines = [encode(entry).decode() for entry in _shelf.one(rng).entries]
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
    match = Match.reopen(GAME, entries, clock=lambda: 0.0, salt=_salt)
    assert match.entries == tuple(entries)
    assert len(match.lines()) == len(entries)
    assert match.read_only or census(GAME.game.layout(match.public))
    assert match.asked is not None and match.outcome is None or match.over
    record.write(match)


# Settings ------------------------------------------------------------------------------------


def _example_settings() -> list[str]:
    """The examples of the documentation."""
    blocks = SETTINGS_PAGE.read_text("utf-8").split("```")[1::2]
    return [block.partition("\n")[2] for block in blocks if block.startswith("toml")]


def _make_toml(rng: Random, right: list[str]) -> Parts:
    text = rng.choice(right)
    what = rng.random()
    if what < 0.05:
        return (noise(rng),)
    if what < 0.5:
        text = "\n".join(torn_lines(rng, text.splitlines()))
    elif what < 0.9:
        text = torn(rng, text)
    else:
        key = rng.choice(("language", "names", "seats", "button", "scanner", "debounce_ms"))
        text = f"{key} = {json.dumps(value(rng))}\n{text}"
    return tuple(torn_bytes(rng, line) for line in text.splitlines())


def _make_hardware(rng: Random) -> Parts:
    return _make_toml(rng, _example_settings())


def _read_hardware(parts: Parts) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "hardware.toml")
        file.write_bytes(b"\n".join(parts))
        _, faults = read_settings(file)
    for fault in faults:
        assert all(wording(fault, language) for language in LANGUAGES)


SCREEN = """language = "de"
theme = "dark"

[names]
"red" = "Ann-Kathrin"
"blue" = "Zoë"

[seats]
"mesopotamien" = ["red", "blue"]
"""


def _make_screen(rng: Random) -> Parts:
    return _make_toml(rng, [SCREEN])


def _read_screen(parts: Parts) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Path(folder, screen_settings.FILE).write_bytes(b"\n".join(parts))
        found = screen_settings.read(folder)
        screen_settings.write(folder, found)
        assert screen_settings.read(folder) == found, "they are not kept"


# The scanner ---------------------------------------------------------------------------------


def _make_bytes(rng: Random) -> Parts:
    ends = (b"\r", b"\n", b"\r\n", b"")
    return tuple(
        (b"0,0" if rng.random() < 0.3 else noise(rng)) + rng.choice(ends)
        for _ in range(rng.randint(1, 12))
    )


def _scan(parts: Parts) -> None:
    whole, pieces = LineCutter(), LineCutter()
    found: list[Line | Garbage] = []
    for part in parts:
        found += pieces.feed(part)
    assert found == whole.feed(b"".join(parts)), "it depends on how the bytes arrive"
    assert pieces.drop() == whole.drop() and not pieces.begun
    for one in found:
        if isinstance(one, Line):
            assert one.text.isprintable() and 0 < len(one.text.encode()) <= LONGEST_LINE


# Signals at the table ------------------------------------------------------------------------


def _make_signals(rng: Random) -> Parts:
    vector = rng.randrange(len(VECTORS))
    near = [one for some in tokens(SOME_POSITIONS[vector]).values() for one in some]
    near += [str(v) for move in VECTORS[vector]["moves"] for v in move.values()]
    near += ["done", *(f"move:{kind.name}" for kind in GAME.game.kinds)]
    parts: list[Any] = [vector]
    for _ in range(rng.randint(1, 14)):
        what = rng.random()
        said = rng.choice(near)
        if what < 0.15:
            said = word(rng)
        elif what < 0.35:
            said = torn(rng, said)
        if what < 0.8:
            parts.append((rng.choice(("scan", "type", "touch")), said))
        elif what < 0.85:
            parts.append(("turn", rng.choice((1, -1, 3, -1000, 10**9))))
        else:
            parts.append((rng.choice(("press", "settle", "allow", "redo")), rng.randint(-1, 5)))
    return tuple(parts)


def _play(parts: Parts) -> None:
    vector = VECTORS[parts[0]] if parts and isinstance(parts[0], int) else VECTORS[0]
    match = _started(
        seats=vector["players"],
        options=vector.get("options"),
        situation=vector["situation"],
        strictness="confirm",
    )
    desk = Desk(GAME, match, of_screens(), "de")
    pieces = census(GAME.game.layout(match.position))
    for number, part in enumerate(parts):
        if isinstance(part, tuple):
            _signal(desk, number, *part)
            desk.language = LANGUAGES[number % 2]
            _look(desk)
    assert census(GAME.game.layout(match.position)) == pieces, "a piece was lost or made"


def _signal(desk: Desk, number: int, what: str, said: Any) -> None:
    roles = ("confirm", "undo", "pass", "confirm", "nothing")
    match what:
        case "scan":
            desk.signal(Scanned(number, 0.0, "scanner", said))
        case "type":
            desk.signal(Typed(number, 0.0, "screen", said))
        case "touch":
            desk.signal(Touched(number, 0.0, "screen", said))
        case "turn":
            desk.signal(Turned(number, 0.0, "gpio", said, 0))
        case "press":
            desk.signal(Pressed(number, 0.0, "gpio", roles[said], said))
        case "settle":
            question = desk.question
            if question is not None:
                desk.settle(question.answers[said % len(question.answers)].token)
        case "allow":
            desk.allow()
        case "redo":
            desk.redo()


def _look(desk: Desk) -> None:
    """Everything that a screen would show."""
    offered = desk.offered
    assert offered.prompt
    shown = (offered.lit, offered.chosen, offered.picker, offered.actions, offered.menu())
    assert None not in shown[:2]
    said = (*desk.told, *desk.hands, desk.notice)
    assert all(isinstance(one, str) for one in said)
    refusal = desk.refusal
    assert refusal is None or all(fault.sentence for fault in refusal.faults)
    assert desk.scene.shapes and desk.wrong is not None


# Names ---------------------------------------------------------------------------------------


def _make_names(rng: Random) -> Parts:
    return tuple(word(rng) for _ in range(3))


def _call_by_name(parts: Parts) -> None:
    seats = ("red", "blue", "green")
    names = dict(zip(seats, parts, strict=False))
    match = _started(players=names)
    match.submit(GAME.game.move({"move": "end_move"}))
    match.submit(GAME.game.move({"move": "end_move"}))
    match.hand_over("blue", names.get("red", ""))
    match.pause()
    for language in LANGUAGES:
        speaker = match.speaker(language)
        for seat in names:
            assert speaker.name(seat) == match.players[seat], "the name is taken for something"
        desk = Desk(GAME, match, of_screens(), language)
        assert desk.offered.prompt
        for entry in match.entries:
            assert all(entry.sentences[language])
    assert [decode(encode(entry)) for entry in match.entries] == list(match.entries)
    read = record.read(record.write(match)).entries
    assert [_plain(one) for one in read] == [_plain(one) for one in match.entries]
    with tempfile.TemporaryDirectory() as folder:
        kept = screen_settings.Settings(names=names)
        screen_settings.write(Path(folder), kept)
        assert screen_settings.read(Path(folder)) == kept, "the names are not kept"


def _plain(entry: Entry) -> dict[str, Any]:
    """An entry without what a record does not hold."""
    data: dict[str, Any] = json.loads(encode(entry))
    for left_out in ("sentences", "snapshot", "at"):
        data.pop(left_out, None)
    for fault in data.get("faults", ()):
        fault.pop("values", None)
    return data


# What a match begins with --------------------------------------------------------------------

BOX = {
    "printed": [
        {"card": "endurance", "what": "movement", "number": 2},
        {"card": "mana_robbery", "what": "mana", "number": 1},
        {"card": "land", "what": "wood", "number": 1},
    ]
}


def _make_beginning(rng: Random) -> Parts:
    vector = rng.choice(VECTORS)
    parts = [
        {"seats": vector["players"]},
        {"options": vector.get("options", {})},
        {"box": BOX},
        {"situation": vector["situation"]},
    ]
    at = rng.randint(1, 3)  # the seats come from the screen
    parts[at] = {key: nearly(rng, right) for key, right in parts[at].items()}
    return tuple(parts)


def _begin(parts: Parts) -> None:
    given = {key: said for part in parts for key, said in part.items()}
    try:
        match = _started(**given)
    except ValueError as error:
        assert str(error), "nothing is said"
        return
    again = Match.reopen(GAME, match.entries, clock=lambda: 0.0, salt=_salt)
    assert again.position == match.position and not again.read_only
    for language in LANGUAGES:
        assert Desk(GAME, match, of_screens(), language).offered.prompt


DOORS = (
    Door("referee lines", _make_lines, _ask_the_referee),
    Door("record files", _make_record, _check_record),
    Door("journals", _make_journal, _open_journal),
    Door("hardware settings", _make_hardware, _read_hardware),
    Door("screen settings", _make_screen, _read_screen),
    Door("scanner bytes", _make_bytes, _scan),
    Door("signals", _make_signals, _play),
    Door("names", _make_names, _call_by_name),
    Door("options, boxes, tables", _make_beginning, _begin),
)
