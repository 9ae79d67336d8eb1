"""Matches of another table come in from a stick, by touch."""

import shutil
from pathlib import Path

import pytest

from companion.archive.export import files, write
from companion.maintenance.texts import phrasebook
from companion.store import drives
from tests.ui.screens.table import Table
from tests.ui.screens.test_afterwards import SIZES, finished, finished_by_agreement
from tests.ui.screens.test_club import PIN, type_pin
from tests.ui.stage import Stage
from ui.screens.home.past import Past
from ui.screens.home.past_match import PastMatch
from ui.screens.table.replay import Replay
from ui.session.past import past, past_count
from ui.widgets.button import ActionButton

EVERY = pytest.mark.parametrize("stage", SIZES, indirect=True, ids=str)


@pytest.fixture
def stick(stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With what another table wrote onto it."""
    place = tmp_path / "media" / "user" / "STICK"
    place.mkdir(parents=True)
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    other = Table(stage, tmp_path / "other table")
    finished(other, blue="Ada")
    library = other.app.session.library
    write(place, files(library, past(other.app.session), ("json", "record"), "en"))
    other.close()
    return place


@EVERY
def test_matches_come_in_by_touch_with_the_pin_and_are_marked(stick: Path, table: Table) -> None:
    finished_by_agreement(table)  # another match than the stick's, however fast both are played
    table.root.pin_lock.set(PIN)
    table.root.go("past")
    table.button("take_in")
    type_pin(table, PIN)
    (file,) = stick.glob("*.record")
    table.offered(file.name)
    assert table.faults() == []
    every = table.app.session.words().say("button", "take_in_all", {"count": 2})
    table.press(table.reached(table.labelled(every)))
    table.stage.until(lambda: not table.page.working)
    said = phrasebook("de").say("done", "taken_in", {"matches": 1, "results": 0})
    assert said in table.words()
    assert isinstance(table.page, Past) and len(table.page.chosen) == 2
    (one,) = [one for one in table.page.chosen if one.foreign]
    details = "\n".join(one.detail for one in table.all(ActionButton))
    assert "Ada" in details and table.say("label", "foreign") in details
    assert table.faults() == []
    table.button("take_in")
    type_pin(table, PIN)
    table.press(table.offered(file.name))
    table.stage.until(lambda: not table.page.working)
    table.stage.settle()
    assert phrasebook("de").say("left", "record_known", {"file": file.name}) in table.words()
    assert table.faults() == []
    table.button("close")
    table.page._open(one)
    table.stage.settle()
    assert isinstance(table.page, PastMatch) and table.faults() == []
    assert table.say("notice", "foreign") in table.words()
    table.button("replay")
    assert isinstance(table.page, Replay) and table.faults() == []


def test_results_that_came_alone_are_shown_as_far_as_they_go(stick: Path, table: Table) -> None:
    for one in stick.glob("*.record"):
        one.unlink()
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "care"))))
    table.button("backups")
    table.button("take_in")
    table.press(table.offered("matches.json"))
    table.stage.until(lambda: past_count(table.app.session))
    table.root.home()
    table.button("past")
    (one,) = table.page.chosen
    assert one.foreign
    table.page._open(one)
    table.stage.settle()
    assert table.faults() == []
    assert table.say("notice", "no_course") in table.words()
    table.root.go("past")
    table.button("statistics")
    assert "Ada" in table.words() and table.faults() == []
    shutil.rmtree(stick)
    table.root.go("past")
    table.button("take_in")
    table.stage.until(lambda: table.say("notice", "nothing_to_take_in") in table.words())
