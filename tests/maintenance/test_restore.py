"""What a restore takes of a backup that somebody has changed, and what it says of the rest."""

import json
import resource
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.maintenance.backup import READY, Restored, finish
from companion.maintenance.texts import left_out, phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store import Library
from companion.store.keys import KEY_FILE
from companion.text import LANGUAGES
from firmware_bridge.settings_file import read_settings
from printables import printer
from tests.maintenance.conftest import now
from tests.proofs._forged import ATTACKS
from tests.proofs._parts import Parts, changed_store, parts_of, put, whole
from tests.proofs._restored import Table, table
from ui.maintenance import restore
from ui.pin_lock import FILE as PIN_FILE
from ui.session import settings
from ui.session.session import Session


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, Parts]:
    """A machine with matches that go on and one that is over, and a backup of it."""
    place = tmp_path_factory.mktemp("evening")
    made = table(place / "data", 1)
    (file,) = place.glob("*.backup.zip")
    return made, parts_of(file, made.running, small=True)


@pytest.fixture
def data(evening: tuple[Table, Parts], tmp_path: Path) -> Path:
    """A copy of its folder."""
    shutil.copytree(evening[0].folder, tmp_path / "data")
    return tmp_path / "data"


def bring(backup: bytes, data: Path) -> Restored:
    file = data.parent / "a.backup.zip"
    file.write_bytes(backup)
    return restore(file, data)


def refusal(backup: bytes, data: Path) -> str:
    with pytest.raises(MaintenanceError) as caught:
        bring(backup, data)
    assert not (data / READY).exists()
    return caught.value.reason


def left(restored: Restored) -> dict[str, Mapping[str, Any]]:
    return {one.key: one.values for one in restored.left}


def opened(data: Path) -> dict[str, int]:
    """How many hidden things each match hands out, to those who go on or look back."""
    library = Library(data, now)
    try:
        names = [one.match for one in library.matches()]
        found = {name: len(library.look_back(name)[1]) for name in names}
        return {name: found[name] + len(library.resume(name).secrets) for name in names}
    finally:
        library.close()


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ATTACKS)
def test_a_forged_backup_is_never_taken_without_a_word(
    evening: tuple[Table, Parts], data: Path, name: str
) -> None:
    backup = ATTACKS[name](Random(name), evening[1])
    try:
        restored = bring(backup, data)
    except MaintenanceError as error:
        assert all(sentence(error, phrasebook(language)) for language in LANGUAGES)
        return
    for language in LANGUAGES:
        assert all(left_out(restored.left, phrasebook(language)))


def test_a_sound_backup_loses_nothing(evening: tuple[Table, Parts], data: Path) -> None:
    made, parts = evening
    before = opened(data)
    restored = bring(whole(parts, parts.members), data)
    assert restored.left == () and restored.made == now()
    finish(data, now())
    assert opened(data) == before and any(before.values())
    assert settings.read(data) == settings.read(made.folder)


@pytest.mark.no_cover
def test_no_row_opens_what_an_unfinished_match_hides(
    evening: tuple[Table, Parts], data: Path
) -> None:
    made, parts = evening
    for name in ("a result of a match that goes on", "an end that nobody made"):
        restored = bring(ATTACKS[name](Random(1), parts), data)
        assert left(restored)["hidden"]["count"] >= 2
        finish(data, now())
        found = opened(data)
        hiding = [one for one in made.running if opened(made.folder)[one]]
        assert hiding and not set(hiding) & set(found)
        assert len(found) == len(made.lines)
        assert not any(found[one] for one in found.keys() - made.lines.keys())
        shutil.rmtree(data)
        shutil.copytree(made.folder, data)


def test_a_match_that_goes_on_is_not_over_because_a_row_says_so(
    evening: tuple[Table, Parts], tmp_path: Path
) -> None:
    """Where nothing of it lies yet, and what it hid is not needed to go through it again."""
    made, parts = evening

    def ended(opened: sqlite3.Connection) -> None:
        for match in made.lines:
            put(opened, "result", match, b'{"how": "agreed", "places": []}')

    backup = changed_store(parts.members["matches.db"], ended)
    restored = bring(whole(parts, parts.members | {"matches.db": backup}), tmp_path)
    finish(tmp_path, now())
    library = Library(tmp_path, now)
    going = {one.match for one in library.matches() if not one.ended}
    library.close()
    assert left(restored)["results"]["count"] == len(going) > 0 and going <= set(made.running)


def test_a_backup_of_an_earlier_version_leaves_hidden_things_with_who_may_see_them(
    evening: tuple[Table, Parts], data: Path
) -> None:
    made, parts = evening
    before, (over,) = opened(data), made.lines.keys() - set(made.running)
    unsealed = Parts(parts.told | {"seal": "ü"}, parts.members, parts.running, small=True)
    bring(whole(unsealed, parts.members), data)
    finish(data, now())
    assert opened(data)[over] == before[over]


def test_a_lost_file_of_secrets_opens_nothing(evening: tuple[Table, Parts], data: Path) -> None:
    made, parts = evening
    unsealed = Parts(parts.told | {"seal": ""}, parts.members, parts.running, small=True)
    (data / "secrets.db").write_bytes(b"ruins")
    restored = bring(whole(unsealed, parts.members), data)
    assert left(restored)["hidden"]["count"] == len(made.lines)
    shutil.rmtree(data)
    restored = bring(whole(unsealed, parts.members), data)  # on another machine
    assert restored.left == ()


@pytest.mark.no_cover
def test_rows_that_do_not_follow_each_other_never_come_back(
    evening: tuple[Table, Parts], data: Path
) -> None:
    made, parts = evening
    over = (made.lines.keys() - set(made.running)).pop()
    changes = (
        "UPDATE entry SET seal = x'00' WHERE number = 9",
        "UPDATE entry SET seal = zeroblob(5000) WHERE number = 9",
        "UPDATE entry SET body = zeroblob(2000000) WHERE number = 9",
        "UPDATE entry SET number = 0 WHERE number = 1",
        "UPDATE entry SET number = 'x' WHERE number = 9",
        "UPDATE player SET key = x'ff00' WHERE key = 'Ada'",
        "UPDATE player SET key = CAST(x'ff00' AS TEXT) WHERE key = 'Ada'",
    )
    found = []
    for change in changes:

        def changed(opened: sqlite3.Connection, change: str = change) -> None:
            opened.execute(change + (f" AND key = '{over}'" if "entry" in change else ""))

        backup = changed_store(parts.members["matches.db"], changed)
        restored = bring(whole(parts, parts.members | {"matches.db": backup}), data)
        found.append(left(restored).keys() - {"hidden"})
    cut, gone, other = {"entries"}, {"matches", "rest"}, {"rest"}
    assert found[0] in (cut, {"entries", "results"})
    assert found[1:5] == [gone, gone, gone, found[0]], found
    assert found[5:] == [other, other]


def _row(parts: Parts, table: str, key: str, row: Any) -> bytes:
    return whole(parts, _with(parts, table, key, row).members)


def _with(parts: Parts, table: str, key: str, row: Any) -> Parts:
    body = json.dumps(row).encode()
    data = changed_store(parts.members["matches.db"], lambda it: put(it, table, key, body))
    return replace(parts, members=parts.members | {"matches.db": data})


DAY = "2026-11-20T20:00:00Z"
BEGUN = {"event": "begun", "at": DAY, "game": "Go", "players": [["red", "Ada"], ["blue", "Ben"]]}
EVERY: tuple[tuple[str, str, Any, str], ...] = (
    ("player", "Cleo", {"last": "2026-11-20T20:00:00"}, "rest"),
    ("player", "C" * 81, {"last": DAY}, "rest"),
    ("player", "Cleo", {"last": "9999-12-31T23:59:59Z"}, "rest"),
    ("player", "Cleo", {"last": DAY, "likes": {"letters": "gigantic"}}, "rest"),
    ("player", "Cleo", {"last": DAY, "likes": {"colour": "x" * 81}}, "rest"),
    ("box", "maya/own", {"boards": "many"}, "rest"),
    ("box", "sakkara/own", {"spells": []}, "rest"),  # no later match could begin with it
    ("box", "pyramidion/own", {"sites": []}, "rest"),
    ("box", "sakkara/own", {"names": [{"motif": "ox", "name": "Ox\u202e"}]}, "rest"),
    ("box", "maya/remarks", {"Y1": "x" * 241}, "rest"),
    ("box", "maya/remarks", {"Y1": ["x"]}, "rest"),
    ("box", "some game/own", {"x": "y" * 70_000}, "rest"),
    ("score", "s", BEGUN | {"players": [["red", "Ada"]] * 17}, "sheets"),
    ("score", "s", BEGUN | {"categories": ["a"] * 21}, "sheets"),
    ("score", "s", BEGUN | {"teams": [0]}, "sheets"),
    ("score", "s", BEGUN | {"teams": [0, -1]}, "sheets"),
    ("score", "s", BEGUN | {"categories": ["a" * 81]}, "sheets"),
    ("score", "s", BEGUN | {"at": "0001-01-01T00:00:00Z"}, "sheets"),
    ("score", "s", {"event": "ended", "at": DAY}, "sheets"),
    ("result", "nobody", {"how": "agreed"}, "rest"),
    ("entry", "nobody", {"entry": "paused", "number": 1, "at": 0.0}, "matches"),
    ("summary", "over", {"match": "another", "game": "x", "how": "rules", "players": []}, "rest"),
    ("match", "over", {"game": "another", "seats": ["red"]}, "rest"),
    ("result", "over", {"how": "somehow"}, "rest"),
    ("entry", "over", {"entry": "paused", "number": 99, "at": 0.0}, "entries"),
    ("entry", "over", {"entry": "of a later version"}, "entries"),
    ("entry", "m" * 401, {"entry": "paused", "number": 1, "at": 0.0}, "rest"),
)


@pytest.mark.parametrize(("table", "key", "row", "kind"), EVERY)
def test_an_impossible_row_stays_out(
    evening: tuple[Table, Parts], data: Path, table: str, key: str, row: Any, kind: str
) -> None:
    over = (evening[0].lines.keys() - set(evening[0].running)).pop()
    backup = _row(evening[1], table, over if key == "over" else key, row)
    restored = bring(backup, data)
    assert left(restored)[kind] == {"count": 1}
    for language in LANGUAGES:
        assert "1 " in " ".join(left_out(restored.left, phrasebook(language)))


@pytest.mark.parametrize(
    "row",
    [
        {"entry": "corrected", "situation": {"a": []}, "snapshot": {"x": "y"}},
        {"entry": "amended", "line": -1, "moves": []},
        {"entry": "undone", "by": "red", "lines": [1, 10**18]},
    ],
    ids=lambda row: row["entry"],
)
def test_a_match_that_nothing_can_be_shown_of_does_not_come_back(
    evening: tuple[Table, Parts], data: Path, row: dict[str, Any]
) -> None:
    made, parts = evening
    for name in made.running:
        last = {"number": len(made.lines[name]) + 1, "at": 0.0}
        parts = _with(parts, "entry", name, row | last)
    bring(whole(parts, parts.members), data)
    finish(data, now())
    session = Session(data)
    for one in session.running():
        assert session.resume(one.match).match.public is not None
        session.leave()
    session.close()


def test_everything_that_may_come_back_does(evening: tuple[Table, Parts], data: Path) -> None:
    parts = evening[1]
    entered = {"event": "entered", "at": DAY, "round": 0, "player": 0, "points": 9}
    good: tuple[tuple[str, str, Any], ...] = (
        *(("score", "s", BEGUN), ("score", "s", entered)),
        ("score", "too many", BEGUN),
        ("score", "too many", entered | {"points": 10**9}),
        *(
            ("box", "some game/own", {"told": 1}),
            ("player", "Cleo", {"last": DAY, "likes": {"side": "back"}}),
        ),
    )

    def more(opened: sqlite3.Connection) -> None:
        for name, key, row in good:
            put(opened, name, key, json.dumps(row).encode())

    backup = changed_store(parts.members["matches.db"], more)
    restored = bring(whole(parts, parts.members | {"matches.db": backup}), data)
    assert {key: it["count"] for key, it in left(restored).items() if key != "hidden"} == {
        "sheets": 1
    }
    finish(data, now())
    library = Library(data, now)
    assert library.scores().keys() == {"s"} and "Cleo" in library.players()
    assert library.likes()["Cleo"].side == "back"
    assert library.boxes("some game") == {"own": {"told": 1}} and library.summaries()
    library.close()


STARTED = {"entry": "started", "number": 1, "at": 0, "game": "gone", "version": 1, "seats": ["red"]}


def test_a_match_of_a_game_that_is_not_here_is_kept(
    evening: tuple[Table, Parts], data: Path
) -> None:
    restored = bring(_row(evening[1], "entry", "m", STARTED), data)
    assert "matches" not in left(restored)
    finish(data, now())
    library = Library(data, now)
    assert "m" in {one.match for one in library.matches()}
    library.close()
    for wrong in ({"game": "g" * 81}, {"at": -1.0}, {"number": 2}, {"at": 1e12}):
        restored = bring(_row(evening[1], "entry", "m", STARTED | wrong), data)
        assert left(restored)["matches"] == {"count": 1}


FILES: tuple[tuple[str, str, str, Callable[[Path], bool]], ...] = (
    (
        "settings.toml",
        'poweroff = ["touch", "mark"]\nsound = 2\n"\x41\\u0007" = 1\n'
        "touch = [1.0, 0.0, 1.4, 0.0, 1.0, 0.0]\n"
        "[television]\non = true\n",
        "keys",
        lambda data: (it := settings.read(data)).sound == 2 and not (it.touch or it.television.on),
    ),
    ("settings.toml", "sound = [", "file", lambda data: settings.read(data).sound == 1),
    (
        "hardware.toml",
        '[scanner]\nports = ["/home/somebody/matches.db"]\n',
        "file",
        lambda data: read_settings(data / "hardware.toml")[0].debounce_ms == 30,
    ),
    ("printing.toml", "down = nan\n", "file", lambda data: not printer.kept(data).down),
    (KEY_FILE, "00" * 15, "file", lambda data: len((data / KEY_FILE).read_text().strip()) == 32),
    ("boxes/x.box.json", "[]", "file", lambda data: not (data / "boxes/x.box.json").exists()),
    (PIN_FILE, "{}", "pin", lambda data: (data / PIN_FILE).read_text() != "{}"),
)


@pytest.mark.parametrize(("name", "text", "kind", "holds"), FILES)
def test_no_small_file_decides_what_no_backup_may(
    evening: tuple[Table, Parts],
    data: Path,
    name: str,
    text: str,
    kind: str,
    holds: Callable[[Path], bool],
) -> None:
    parts = evening[1]
    restored = bring(whole(parts, parts.members | {name: text.encode()}), data)
    said = left_out(restored.left, phrasebook("en"))
    assert kind in left(restored) and (kind == "pin" or name.rpartition("/")[2] in " ".join(said))
    finish(data, now())
    assert holds(data)


def test_what_a_restore_leaves_out_of_an_earlier_version_is_told() -> None:
    old = b'sound = 1\npoweroff = ["systemctl", "poweroff"]\nreboot = ["systemctl", "reboot"]\n'
    own = settings.Settings(brightness=40, television=settings.Television(on=True))
    kept = b"sound = 1\nbrightness = 40\ntouch = []\n"
    found, left = settings.judged(old, own)
    assert found.startswith(kept) and b'"on" = true' in found and not left, "its own stays"


def test_every_setting_is_either_restored_or_left_out_on_purpose() -> None:
    every = settings.RESTORABLE | set(settings.OF_THIS_MACHINE)
    assert set(settings.Settings.__struct_fields__) == every


def test_no_small_file_fills_the_disk(evening: tuple[Table, Parts], data: Path) -> None:
    for seed in range(5):
        backup = ATTACKS["small files that unpack to large ones"](Random(seed), evening[1])
        assert len(backup) < 500_000
        assert refusal(backup, data) in ("too_large", "damaged")
    assert refusal(ATTACKS["a list of many names"](Random(1), evening[1]), data) == "too_large"
    (data.parent / "large").touch()
    with (data.parent / "large").open("r+b") as file:
        file.truncate(300_000_000)
    with pytest.raises(MaintenanceError) as caught:
        restore(data.parent / "large", data)
    assert caught.value.reason == "too_large"


def test_a_disk_that_gets_full_meanwhile_keeps_no_half_restore(
    evening: tuple[Table, Parts], data: Path
) -> None:
    parts = evening[1]
    file = data.parent / "a.backup.zip"
    file.write_bytes(whole(parts, parts.members))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for room in (10, 40_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
        try:
            with pytest.raises(MaintenanceError) as caught:
                restore(file, data)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert caught.value.reason in ("no_room", "damaged")
        assert not (data / READY).exists() and not (data / "restore.part").exists()
