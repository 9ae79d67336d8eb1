"""Doors for files that people bring along: box profiles, backups; and exports that go to others."""

import csv
import io
import json
import tempfile
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import msgspec

from companion.archive.export import Exported, as_csv, as_json
from companion.archive.summary import Player, Summary
from companion.kernel import census
from companion.maintenance.backup import back, finish, write_backup
from companion.maintenance.contents import LIST
from companion.maintenance.texts import phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.match import registry
from companion.match.match import Match
from companion.store import BoxFileError, DiskError, Library, read_box, text_key, write_box
from companion.text import LANGUAGES
from tests.games.tried import GAMES
from tests.proofs._door import Door, Parts, salt
from tests.proofs._noise import nearly, noise, torn, torn_bytes, word
from ui.maintenance import restore
from ui.texts import words as of_screens


def now() -> datetime:
    return datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def _make_profile(rng: Random) -> Parts:
    tried = rng.choice(GAMES)
    boxes = [vector["box"] for vector in tried.vectors.VECTORS if vector.get("box")]
    whole = msgspec.to_builtins(tried.game.box())
    right = {"game": tried.name, "box": whole | rng.choice([{}, *boxes])}
    text = json.dumps(nearly(rng, right) if rng.random() < 0.6 else right)
    if rng.random() < 0.4:
        text = torn(rng, text)
    return tried.name, noise(rng) if rng.random() < 0.05 else torn_bytes(rng, text)


def _bring_profile(parts: Parts) -> None:
    name, data = parts if len(parts) == 2 else (GAMES[0].name, b"".join(map(_bytes, parts)))
    package = registry.game_package(name if name in registry.names() else GAMES[0].name)
    game = package.game
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "ours.box.json")
        file.write_bytes(_bytes(data))
        try:
            box = read_box(file, game.name)
        except BoxFileError as error:
            assert all(of_screens(language).say(*text_key(error)) for language in LANGUAGES)
            return
        written = write_box(Path(folder), "again", game.name, box)
        assert read_box(written, game.name) == box
    seats = game.colours[: game.players[0]]
    match = Match.start(package, seats, clock=lambda: 0.0, salt=salt)
    pieces = census(game.layout(match.position))
    answer = match.correct({"box": box})
    assert all(answer.says.get(language) for language in LANGUAGES) or answer.done
    assert answer.done or census(game.layout(match.position)) == pieces
    try:
        Match.start(package, seats, box=box, clock=lambda: 0.0, salt=salt)
    except ValueError as error:
        assert str(error), "nothing is said"


def _bytes(part: Any) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode("utf-8", "replace")


@cache
def _backup() -> bytes:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "data")
        library = Library(folder, now)
        sink = library.begin()
        package = registry.game_package(GAMES[0].name)
        seats = package.game.colours[: package.game.players[0]]
        Match.start(package, seats, clock=lambda: 0.0, salt=salt, sink=sink)
        (folder / "settings.toml").write_text('language = "de"\n')
        write_box(folder / "boxes", "ours", package.game.name, {})
        assert library.journal.flush()
        made = write_backup(Path(place), folder, library, now()).read_bytes()
        library.close()
        return made


def _make_backup(rng: Random) -> Parts:
    data = _backup()
    what = rng.random()
    if what < 0.5:
        return (_forged(rng, data),)
    if what < 0.6:
        return (noise(rng),)
    if what < 0.75:
        return (data[: rng.randrange(len(data))],)
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 30))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return (bytes(changed),)


def _forged(rng: Random, data: bytes) -> bytes:
    """Other members, with the right sums; or other things said of them."""
    with ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    told = json.loads(members.pop(LIST))
    name = rng.choice(list(members))
    if rng.random() < 0.5:
        changed = bytearray(members[name] or b"x")
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        members[name] = bytes(changed)
    else:
        other = rng.choice(("../evil", "/evil", "secrets.db", "boxes/../evil.box.json", word(rng)))
        members[other.replace("\x00", "")[:60000] or "x"] = members.pop(name)
    told["files"] = {one: sha256(content).hexdigest() for one, content in members.items()}
    if rng.random() < 0.4:
        told = nearly(rng, told)
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr(LIST, json.dumps(told))
        for one, content in members.items():
            archive.writestr(one.encode("utf-8", "replace").decode(), content)
    return packed.getvalue()


def _bring_backup(parts: Parts) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder, file = Path(place, "data"), Path(place, "a.backup.zip")
        folder.mkdir()
        (folder / "settings.toml").write_text("sound = 1\n")
        file.write_bytes(b"".join(map(_bytes, parts)))
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        try:
            restore(file, folder)
        except MaintenanceError as error:
            assert all(sentence(error, phrasebook(language)) for language in LANGUAGES)
            assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
            return
        finish(folder, now())
        assert {path.name for path in Path(place).iterdir()} == {"data", file.name}
        library = Library(folder, now, pauses=(60.0,))
        try:
            for one in library.matches():
                library.read(one.match)
        except DiskError:
            pass  # it is said, and play goes on
        library.close()
        back(folder)
        finish(folder, now())
        assert (folder / "settings.toml").read_text() == "sound = 1\n", "there is no way back"


def _make_summary(rng: Random) -> Parts:
    return tuple(word(rng) for _ in range(rng.randint(2, 6)))


def _export(parts: Parts) -> None:
    game, *names = (str(part) for part in parts) if parts else ("",)
    players = tuple(Player(f"seat{n}", name, 1, n) for n, name in enumerate(names))
    one = Summary(match="0" * 32, game=game, how="counted", players=players)
    table = as_csv([one]).decode("utf-8-sig")
    _, *rows = csv.reader(io.StringIO(table, newline=""))
    assert len(rows) == len(players), "a name breaks the table"
    for row, player in zip(rows, players, strict=True):
        assert player.name in row[9] and len(row[9]) <= len(player.name) + 1
        for cell in (row[1], row[9]):
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), "it is a formula"
    assert msgspec.json.decode(as_json([one]), type=Exported).matches == (one,)


DOORS = (
    Door("box profiles", _make_profile, _bring_profile),
    Door("backups", _make_backup, _bring_backup),
    Door("exports", _make_summary, _export),
)
