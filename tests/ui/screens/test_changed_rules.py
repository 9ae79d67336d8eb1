"""A match that began under other rules, after an update: what the table is told, and chooses."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.match import entries
from companion.store import Library
from tests.records.reading import opened
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.session import resume_point
from ui.session.open_match import now
from ui.session.resume_point import ResumePoint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A match with a line that older rules had refused, and the table had allowed."""
    told = list(opened("by-hand-2").entries[:6])
    assert isinstance(told[0], entries.Started) and isinstance(told[2], entries.Played)
    told[0] = msgspec.structs.replace(told[0], version=0)
    told[2] = msgspec.structs.replace(told[2], overruled=("M15",))
    library = Library(tmp_path, now)
    sink = library.begin()
    for entry in told:
        sink.keep(entry)
    assert library.close()
    resume_point.write(tmp_path, ResumePoint(sink.match))
    return tmp_path


@pytest.fixture
def table(stage: Stage, folder: Path) -> Iterator[Table]:
    table = Table(stage, folder, "en")
    yield table
    table.close()


SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


@SMALL
def test_the_rules_are_named_and_the_match_goes_on_as_it_was_told(table: Table) -> None:
    match = table.open_match.match
    assert match.read_only and table.say("changed_rules", "title") in table.words()
    assert "M15" in table.words() and match.game.rulebook["M15"].rule["en"] in table.words()
    assert not table.faults()
    table.press(table.labelled(table.say("changed_rules", "go_on")))
    assert not match.read_only and table.told[-1] == "Kept"
    table.touch("blue@1,0+stone")
    assert table.open_match.presenter.composer.begun or table.play.notice


def test_it_ends_there_if_the_table_wants_that(table: Table) -> None:
    table.press(table.labelled(table.say("changed_rules", "end")))
    assert table.told[-2:] == ["Kept", "Ended"] and table.open_match.match.over


def test_it_can_only_be_looked_at_until_somebody_chooses(table: Table) -> None:
    before = table.told
    table.press(table.labelled(table.say("changed_rules", "look")))
    assert table.open_match.match.read_only and table.told == before
    assert "some of what was told would be different" in table.words() and not table.faults()
    for way in ("try_out", "fix_table", "pause"):
        table.play.notice = ""
        table.menu(way)
        assert table.play.notice == table.say("notice", "only_looked_at"), "nothing is begun"


@SMALL
def test_the_page_of_updates_names_the_matches_that_are_concerned(table: Table) -> None:
    table.press(table.labelled(table.say("changed_rules", "look")))
    table.root.home()
    table.root.go("maintenance")
    table.stage.settle()
    table.press(table.reached(table.labelled(table.say("button", "update"))))
    table.stage.until(lambda: table.say("changed_rules", "update") in table.words())
    assert "Ada" in table.words() and "Mesopotamia" in table.words() and not table.faults()
