"""What a club needs, by touch: a PIN, matches that wait and are deleted, and names."""

import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from companion.match import record
from companion.match.entries import Started
from companion.store import Library
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.pin_lock import FILE
from ui.screens.home.home import Home
from ui.screens.home.saved import DeleteSheet, ShelfSheet
from ui.screens.service.settings import SettingsPage
from ui.shell.numbers import NumbersSheet
from ui.widgets.button import ActionButton

SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
PIN = "2749"


def type_pin(table: Table, digits: str) -> None:
    assert isinstance(table.page.sheet, NumbersSheet)
    for digit in digits:
        table.press(table.labelled(digit))
    table.button("done")


def parked(table: Table, count: int) -> None:
    """So many matches were begun, by people with names."""
    session = table.app.session
    package = session.package(GAME)
    for number in range(count):
        seats = package.game.colours[: 2 + number % 3]
        players = {
            seat: f"{name}{number}" for seat, name in zip(seats, ("Ada", "Bo"), strict=False)
        }
        session.start(package, seats, players)
        time.sleep(0.01)  # when a match was played last is known to a few milliseconds
    assert session.library.journal.flush()
    table.root.home()
    table.stage.settle()


def found(folder: Path, text: str) -> list[str]:
    having = list[str]()
    for file in folder.rglob("*"):
        with suppress(FileNotFoundError, IsADirectoryError):  # it has got its own name meanwhile
            if text.encode() in file.read_bytes():
                having.append(file.name)
    return having


def test_a_pin_keeps_others_out_and_is_asked_for_once(stage: Stage, tmp_path: Path) -> None:
    seconds = [0.0]
    table = Table(stage, tmp_path, now=lambda: seconds[0])
    table.root.pin_lock.set(PIN)
    table.button("settings")
    assert not isinstance(table.page, SettingsPage)
    for _ in range(3):
        type_pin(table, "1111")
    wait = table.app.session.words().say("pin", "wait", {"seconds": 8})
    assert wait in table.words()
    type_pin(table, PIN)  # too early
    assert isinstance(table.page, Home)
    seconds[0] += 8
    type_pin(table, PIN)
    assert isinstance(table.page, SettingsPage)
    table.press(table.labelled("Hell"))  # built anew, and still trusted
    assert isinstance(table.page, SettingsPage)
    table.root.go("devices", table.page)
    table.stage.frames(2)
    table.button("devices_near")
    assert not isinstance(table.page.sheet, NumbersSheet)
    table.page.close()
    table.page.left()
    table.stage.settle()
    table.root.go("devices", table.page)  # from home, strangers get no further
    table.stage.frames(2)
    table.button("devices_near")
    assert isinstance(table.page.sheet, NumbersSheet)
    table.page.close()
    table.root.go("printing", GAME)
    table.stage.frames(2)
    assert isinstance(table.page.sheet, NumbersSheet)
    table.page.close()
    table.begin_seats()  # playing needs no PIN
    table.button("start")
    assert table.open_match.match.seats
    table.close()


def test_a_pin_is_typed_twice_and_can_be_removed(table: Table) -> None:
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "pin_set"))))
    type_pin(table, "12")
    assert not table.root.pin_lock.locked
    type_pin(table, PIN)
    type_pin(table, "9999")
    assert not table.root.pin_lock.locked
    for _ in range(2):
        table.press(table.labelled("1"))
        table.press(table.labelled("⌫"))
        type_pin(table, PIN)
    assert table.root.pin_lock.locked
    table.press(table.reached(table.labelled(table.say("button", "pin_change"))))
    table.button("pin_remove")
    assert not table.root.pin_lock.locked


def test_a_damaged_pin_is_asked_for_without_a_hint(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{}")
    table = Table(stage, tmp_path)
    table.button("settings")
    assert isinstance(table.page, Home) and table.page.sheet is None
    assert table.say("pin", "damaged") in table.words()
    assert table.faults() == []
    table.close()


def test_what_the_pin_opened_is_closed_after_a_rest(table: Table) -> None:
    table.root.pin_lock.set(PIN)
    table.button("settings")
    type_pin(table, PIN)
    table.root.rest(1200)
    assert isinstance(table.page, Home)
    table.tap(5, 5)
    table.button("settings")
    assert isinstance(table.page.sheet, NumbersSheet)


@SIZES
def test_a_parked_match_is_within_reach_and_recognisable(stage: Stage, tmp_path: Path) -> None:
    began, minutes = datetime(2026, 11, 20, 18, tzinfo=UTC), count()
    library = Library(tmp_path, lambda: began + timedelta(minutes=next(minutes)))
    table = Table(stage, tmp_path, library=library)
    table.root.pin_lock.set(PIN)
    table.button("settings")
    assert not table.faults()
    table.page.close()
    parked(table, 6)
    assert not table.faults()
    table.press(table.labelled("6 gespeicherte Partien"))
    assert not table.faults()
    sheet = table.page.sheet
    assert isinstance(sheet, ShelfSheet)
    rows = [one for one in table.all(ActionButton, sheet) if "Ada" in one.detail]
    assert [one.detail.partition(",")[0] for one in rows] == [f"Ada{n}" for n in reversed(range(6))]
    assert all("zuletzt am" in one.detail and not one.cut for one in rows)
    last = rows[-1]
    table.press(table.reached(last))
    first = table.open_match.match.timeline.entries[0]
    assert isinstance(first, Started) and "Ada0" in first.players.values()
    table.close()


def test_a_deleted_match_is_never_left_on_the_disk(table: Table) -> None:
    folder = table.app.session.folder
    table.root.pin_lock.set(PIN)
    parked(table, 2)
    assert found(folder, "Ada1")
    table.app.session.library.rename_player("Ada1", "Zoe")  # so that only the match names somebody
    table.root.home()
    table.stage.frames(2)
    table.press(table.labelled("2 gespeicherte Partien"))
    table.press(table.reached(table.labelled("✕")))
    type_pin(table, PIN)
    assert isinstance(table.page.sheet, DeleteSheet)
    assert not table.faults()
    table.button("keep")
    assert len(table.app.session.running()) == 2
    table.press(table.labelled("2 gespeicherte Partien"))
    table.press(table.reached(table.labelled("✕")))
    type_pin(table, PIN)
    table.button("delete")
    assert table.say("notice", "deleted") in table.words()
    (left,) = table.app.session.running()
    assert "Ada0" in left.heading.players.values()
    table.app.session.library._main.forget("Zoe")  # the list of players
    assert not [name for name in found(folder, "Zoe") if not name.endswith("-shm")]


def test_a_known_name_is_offered_and_can_be_forgotten(table: Table) -> None:
    parked(table, 1)
    folder = table.app.session.folder
    table.begin_seats()
    table.press(table.labelled("Blau"))
    assert not table.faults()
    table.press(table.labelled("Ada0"))
    table.press(table.labelled("Rot"))
    assert "Ada0" not in [one.label for one in table.all(ActionButton, table.page.sheet)]
    table.button("other_name")
    for letter in ("c", "l", "é’", "é", "o", "é’", "’"):
        keys = table.all(ActionButton)
        table.press(next(one for one in keys if one.label.lower() == letter))
        assert letter != "é’" or not table.faults()
    table.button("done")
    table.button("start")
    assert set(table.open_match.match.players.values()) == {"Ada0", "Cléo’"}
    table.touch("blue@-1,0", "0,0")
    assert "Ada0" in "".join(table.open_match.match.timeline.entries[-1].sentences["de"])
    assert table.app.session.library.journal.flush()
    assert set(table.app.session.people.names()) == {"Ada0", "Cléo’", "Bo0"}
    assert {"settings.toml"} <= set(found(folder, "Ada0"))

    table.root.home()
    table.stage.settle()
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "known"))))
    assert not table.faults()
    table.press(table.labelled(table.say("button", "forget")))  # the latest in the list
    asked = table.page.sheet._asked  # type: ignore[union-attr]
    assert asked in ("Ada0", "Cléo’")
    assert not table.faults()
    table.button("forget")
    table.stage.until(lambda: table.say("notice", "forgotten") in table.words())
    assert asked not in table.app.session.people.names()
    assert not [name for name in found(folder, asked) if not name.endswith("-shm")]

    for listed in table.app.session.running():
        match = table.app.session.resume(listed.match).presenter.match
        assert asked not in record.write(match, "de")
        table.app.session.leave()

    other = ({"Ada0", "Cléo’"} - {asked}).pop()
    table.press(table.labelled(table.say("button", "rename")))
    table.press(table.labelled("⌫"))
    table.button("done")
    table.stage.until(lambda: table.say("notice", "renamed") in table.words())
    assert other[:-1] in table.app.session.people.names()
    for listed in table.app.session.running():
        assert other not in listed.heading.players.values()
