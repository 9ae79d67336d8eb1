"""What a club needs, by touch: a PIN, matches that wait and are deleted, and names."""

from pathlib import Path

import pytest

from companion.match import record
from companion.match.entries import Started
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.screens.home import DeleteSheet, Home, ShelfSheet
from ui.screens.numbers import NumbersSheet
from ui.screens.settings import SettingsPage
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
    room = table.app.room
    title = room.title(GAME)
    for number in range(count):
        seats = title.game.colours[: 2 + number % 3]
        players = {
            seat: f"{name}{number}" for seat, name in zip(seats, ("Ada", "Bo"), strict=False)
        }
        room.start(title, seats, players)
    assert room.library.journal.flush()
    table.glass.home()
    table.stage.settle()


def found(folder: Path, text: str) -> list[str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file.name for file in files if text.encode() in file.read_bytes()]


def test_a_pin_keeps_nobody_out_or_is_asked_for_again_and_again(table: Table) -> None:
    table.glass.staff.set(PIN)
    table.button("settings")
    assert not isinstance(table.page, SettingsPage)
    for _ in range(3):
        type_pin(table, "1111")
    wait = table.app.room.words().say("pin", "wait", {"seconds": 8})
    assert wait in table.words()
    type_pin(table, PIN)  # too early
    assert isinstance(table.page, Home)
    table.glass.staff._since -= 10
    type_pin(table, PIN)
    assert isinstance(table.page, SettingsPage)
    table.press(table.labelled("Hell"))  # built anew, and still trusted
    assert isinstance(table.page, SettingsPage)
    table.glass.devices_sheet()
    table.stage.frames(2)
    table.button("devices_near")
    assert not isinstance(table.page.sheet, NumbersSheet)
    table.page.close()
    table.page.left()
    table.stage.settle()
    table.glass.devices_sheet()  # from home, strangers get no further
    table.stage.frames(2)
    table.button("devices_near")
    assert isinstance(table.page.sheet, NumbersSheet)
    table.page.close()
    table.glass.printing(GAME)
    table.stage.frames(2)
    assert isinstance(table.page.sheet, NumbersSheet)
    table.page.close()
    table.begin_seats()  # playing needs no PIN
    table.button("start")
    assert table.sitting.desk.match.seats


def test_a_pin_is_set_that_was_mistyped_or_cannot_be_removed(table: Table) -> None:
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "pin_set"))))
    type_pin(table, "12")
    assert not table.glass.staff.locked
    type_pin(table, PIN)
    type_pin(table, "9999")
    assert not table.glass.staff.locked
    for _ in range(2):
        table.press(table.labelled("1"))
        table.press(table.labelled("⌫"))
        type_pin(table, PIN)
    assert table.glass.staff.locked
    table.press(table.reached(table.labelled(table.say("button", "pin_change"))))
    table.button("pin_remove")
    assert not table.glass.staff.locked


def test_what_those_in_charge_left_open_stays_open(table: Table) -> None:
    table.glass.staff.set(PIN)
    table.button("settings")
    type_pin(table, PIN)
    table.glass.rest(1200)
    assert isinstance(table.page, Home)
    table.tap(5, 5)
    table.button("settings")
    assert isinstance(table.page.sheet, NumbersSheet)


@SIZES
def test_a_parked_match_is_out_of_reach_or_cannot_be_told_from_others(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    table.glass.staff.set(PIN)
    table.button("settings")
    assert not table.faults()
    table.page.close()
    parked(table, 6)
    assert not table.faults()
    table.button("parked")
    assert not table.faults()
    sheet = table.page.sheet
    assert isinstance(sheet, ShelfSheet)
    rows = [one for one in table.all(ActionButton, sheet) if "Ada" in one.detail]
    assert [one.detail.partition(",")[0] for one in rows] == [f"Ada{n}" for n in reversed(range(6))]
    assert all("zuletzt am" in one.detail and not one.cut for one in rows)
    last = rows[-1]
    table.press(table.reached(last))
    first = table.sitting.desk.match.timeline.entries[0]
    assert isinstance(first, Started) and "Ada0" in first.players.values()
    table.close()


def test_a_deleted_match_is_left_on_the_disk(table: Table) -> None:
    folder = table.app.room.folder
    table.glass.staff.set(PIN)
    parked(table, 2)
    assert found(folder, "Ada1")
    table.app.room.library.rename_player("Ada1", "Zoe")  # so that only the match names somebody
    table.glass.home()
    table.stage.frames(2)
    table.button("parked")
    table.press(table.reached(table.labelled("✕")))
    type_pin(table, PIN)
    assert isinstance(table.page.sheet, DeleteSheet)
    assert not table.faults()
    table.button("keep")
    assert len(table.app.room.running()) == 2
    table.button("parked")
    table.press(table.reached(table.labelled("✕")))
    type_pin(table, PIN)
    table.button("delete")
    assert table.say("notice", "deleted") in table.words()
    (left,) = table.app.room.running()
    assert "Ada0" in left.heading.players.values()
    table.app.room.library._main.forget("Zoe")  # the list of players
    assert not [name for name in found(folder, "Zoe") if not name.endswith("-shm")]


def test_a_known_name_must_be_typed_again_or_cannot_be_forgotten(table: Table) -> None:
    parked(table, 1)
    folder = table.app.room.folder
    table.begin_seats()
    table.press(table.labelled("Blau"))
    assert not table.faults()
    table.press(table.labelled("Ada0"))
    table.press(table.labelled("Rot"))
    assert "Ada0" not in [one.label for one in table.all(ActionButton, table.page.sheet)]
    table.button("other_name")
    for letter in "Cleo":
        keys = table.all(ActionButton)
        table.press(next(one for one in keys if one.label.lower() == letter.lower()))
    table.button("done")
    table.button("start")
    assert set(table.sitting.desk.match.players.values()) == {"Ada0", "Cleo"}
    table.touch("blue@-1,0", "0,0")
    assert "Ada0" in "".join(table.sitting.desk.match.timeline.entries[-1].sentences["de"])
    assert table.app.room.library.journal.flush()
    assert set(table.app.room.players()) == {"Ada0", "Cleo", "Bo0"}
    assert {"settings.toml"} <= set(found(folder, "Ada0"))

    table.glass.home()
    table.stage.settle()
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "known"))))
    assert not table.faults()
    table.press(table.labelled(table.say("button", "forget")))  # the latest in the list
    asked = table.page.sheet._asked  # type: ignore[union-attr]
    assert asked in ("Ada0", "Cleo")
    assert not table.faults()
    table.button("forget")
    assert table.say("notice", "forgotten") in table.words()
    assert asked not in table.app.room.players()
    assert not [name for name in found(folder, asked) if not name.endswith("-shm")]

    for listed in table.app.room.running():
        match = table.app.room.resume(listed.match).desk.match
        assert asked not in record.write(match, "de")
        table.app.room.leave()

    other = ({"Ada0", "Cleo"} - {asked}).pop()
    table.press(table.labelled(table.say("button", "rename")))
    table.press(table.labelled("⌫"))
    table.button("done")
    assert other[:-1] in table.app.room.players()
    for listed in table.app.room.running():
        assert other not in listed.heading.players.values()
