"""Doors at the table: signals, what people call themselves, what a match begins with."""

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from companion.kernel import census
from companion.match import record
from companion.match.entries import Entry, decode, encode
from companion.match.match import Match
from companion.match.renaming import LONGEST_NAME
from companion.table import Pressed, Scanned, Touched, Turned, Typed
from companion.text import LANGUAGES
from tests.games.mesopotamien.drawing import tokens
from tests.games.mesopotamien.vectors import VECTORS
from tests.games.tried import tried
from tests.proofs._door import GAME, Door, Parts, salt, started
from tests.proofs._noise import nearly, torn, word
from ui.presenter import Presenter
from ui.session import settings as screen_settings
from ui.texts import of_screens


def _make_signals(rng: Random) -> Parts:
    vector = rng.randrange(len(VECTORS))
    at = tried(GAME.game.name).positions[vector]
    near = [one for some in tokens(at).values() for one in some]
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
    match = started(
        seats=vector["players"],
        options=vector.get("options"),
        situation=vector["situation"],
        strictness="confirm",
    )
    presenter = Presenter(GAME, match, of_screens(), "de")
    pieces = census(GAME.game.layout(match.position))
    for number, part in enumerate(parts):
        if isinstance(part, tuple):
            _signal(presenter, number, *part)
            presenter.language = LANGUAGES[number % 2]
            _look(presenter)
    assert census(GAME.game.layout(match.position)) == pieces, "a piece was lost or made"


def _signal(presenter: Presenter, number: int, what: str, said: Any) -> None:
    roles = ("confirm", "undo", "pass", "confirm", "nothing")
    match what:
        case "scan":
            presenter.signal(Scanned(number, 0.0, "scanner", said))
        case "type":
            presenter.signal(Typed(number, 0.0, "screen", said))
        case "touch":
            presenter.signal(Touched(number, 0.0, "screen", said))
        case "turn":
            presenter.signal(Turned(number, 0.0, "gpio", said, 0))
        case "press":
            presenter.signal(Pressed(number, 0.0, "gpio", roles[said % len(roles)], said))
        case "settle":
            question = presenter.question
            if question is not None:
                presenter.settle(question.answers[said % len(question.answers)].token)
        case "allow":
            presenter.allow()
        case "redo":
            presenter.agreeing.redo()


def _look(presenter: Presenter) -> None:
    """Everything that a screen would show."""
    offered = presenter.offers
    assert offered.prompt
    shown = (offered.lit, offered.chosen, offered.picker, offered.actions, offered.menu())
    assert None not in shown[:2]
    said = (*presenter.sentences, *presenter.hands, presenter.notice)
    assert all(isinstance(one, str) for one in said)
    refusal = presenter.refusal
    assert refusal is None or all(fault.sentence for fault in refusal.faults)
    assert presenter.scene.shapes and (presenter.refusal is None) == (presenter.why is None)


def _make_names(rng: Random) -> Parts:
    return tuple(word(rng) for _ in range(3))


def _call_by_name(parts: Parts) -> None:
    seats = ("red", "blue", "green")
    names = dict(zip(seats, parts, strict=False))
    match = started(players=names)
    match.submit(GAME.game.move({"move": "end_move"}))
    match.submit(GAME.game.move({"move": "end_move"}))
    match.hand_over("blue", names.get("red", ""))
    match.pause()
    for language in LANGUAGES:
        phrasebook = match.phrasebook(language)
        for seat in names:
            called = match.players[seat]  # nobody is called nothing: then the seat's name is said
            assert phrasebook.name(seat) == called or not called, "the name is taken for something"
        presenter = Presenter(GAME, match, of_screens(), language)
        assert presenter.offers.prompt
        for entry in match.entries:
            assert all(entry.sentences[language])
    assert [decode(encode(entry)) for entry in match.entries] == list(match.entries)
    read = record.read(record.write(match)).entries
    assert [_plain(one) for one in read] == [_plain(one) for one in match.entries]
    with tempfile.TemporaryDirectory() as folder:
        kept = screen_settings.Settings(names=names)
        screen_settings.write(Path(folder), kept)
        long = any(len(name) > LONGEST_NAME for name in names.values())
        kept = screen_settings.Settings() if long else kept
        assert screen_settings.read(Path(folder)).names == kept.names, "the names are not kept"


def _plain(entry: Entry) -> dict[str, Any]:
    """An entry without what a record does not hold."""
    data: dict[str, Any] = json.loads(encode(entry))
    for left_out in ("sentences", "snapshot", "at"):
        data.pop(left_out, None)
    for fault in data.get("faults", ()):
        fault.pop("values", None)
    return data


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
        match = started(**given)
    except ValueError as error:
        assert str(error), "nothing is said"
        return
    again = Match.reopen(GAME, match.entries, clock=lambda: 0.0, salt=salt)
    assert again.position == match.position and not again.read_only
    for language in LANGUAGES:
        assert Presenter(GAME, match, of_screens(), language).offers.prompt


DOORS = (
    Door("signals", _make_signals, _play),
    Door("names", _make_names, _call_by_name),
    Door("options, boxes, tables", _make_beginning, _begin),
)
