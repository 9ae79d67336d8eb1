"""Trying something out at the table, and bookmarks in the history, by touch."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.match.entries import Bookmarked
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.table.history import History
from ui.screens.table.play import Play
from ui.screens.table.try_out import TryOut
from ui.screens.table.turn_row import TurnRow
from ui.widgets.text import Paragraph

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


@pytest.fixture
def table(stage: Stage, tmp_path: Path) -> Iterator[Table]:
    table = at_line(stage, tmp_path, "evening-4", 14)
    yield table
    table.close()


def trial(table: Table) -> TryOut:
    assert isinstance(table.page, TryOut)
    return table.page


def walk(table: Table) -> None:
    """The seat that is asked moves a piece of its own, wherever one touch leads."""
    page = table.play
    table.complete()
    piece = sorted(page.board.lit)[0]
    table.touch(piece)
    table.complete()
    table.touch(sorted({*page.board.lit, *page.board.costs} - {piece})[0])
    table.complete()


@SMALL
def test_what_is_tried_is_said_to_be_and_thrown_away_without_a_trace(table: Table) -> None:
    before, view = table.told, table.open_match.match.public
    table.menu("try_out")
    page = trial(table)
    assert table.say("trial", "title") in [name for name, now, _ in page.steps() if now]
    assert not table.faults()
    walk(table)
    assert page.trial.waiting and page.board.scene is not None and not table.faults()
    assert table.say("trial", "title") in [name for name, now, _ in page.steps() if now]
    table.press(page.keys.undo)
    assert not page.trial.waiting
    walk(table)
    table.press(table.labelled(table.say("trial", "drop")))
    assert type(table.page) is Play
    assert table.told == before and table.open_match.match.public == view


def test_what_was_tried_is_kept_move_by_move_or_all_at_once(table: Table) -> None:
    before = len(table.told)
    table.menu("try_out")
    page = trial(table)
    walk(table)
    walk(table)
    waiting = len(page.trial.waiting)
    assert waiting >= 2
    table.root.rebuild()  # as in a window that became larger
    page = trial(table)
    assert len(page.trial.waiting) == waiting
    table.press(table.labelled(table.say("trial", "keep_next")))
    assert page.trial.moves_kept == 1 and len(table.told) > before
    table.press(page.keys.undo)
    assert len(page.trial.waiting) < waiting - 1 or page.trial.moves_kept == 1
    if page.trial.waiting:
        table.press(table.labelled(table.say("trial", "keep_all")))
    else:
        table.press(table.labelled(table.say("trial", "leave")))
    assert type(table.page) is Play
    assert table.open_match.match.public == page.trial.match.public
    assert set(table.told[before:]) == {"Played"}


def test_a_trial_that_a_plug_ends_is_forgotten(table: Table, stage: Stage, tmp_path: Path) -> None:
    before = table.told
    table.menu("try_out")
    walk(table)
    assert trial(table).trial.waiting
    table.close()
    again = Table(stage, tmp_path, "en")
    assert type(again.page) is Play and again.told == before
    table.app = again.app


def test_a_turn_is_found_again_under_its_name(table: Table) -> None:
    table.press(table.play.last)
    page = table.page
    assert isinstance(page, History)
    first = [one for one in table.all(TurnRow) if one.turn.standing][-1]
    table.press(table.reached(first))
    chosen = page.chosen
    table.button("find")
    table.button("bookmark_here")
    for letter in ("U", "r"):
        table.press(table.labelled(letter))
    table.button("done")
    entry = table.open_match.match.entries[-1]
    assert isinstance(entry, Bookmarked) and entry.name == "Ur"
    rows = [one for one in table.all(TurnRow) if one.turn.bookmarks]
    assert len(rows) == 1
    assert any("Ur" in one.text for one in table.all(Paragraph, rows[0]))
    table.press(table.reached(table.all(TurnRow)[0]))
    assert page.chosen != chosen
    table.button("find")
    table.press(table.labelled("Ur"))
    assert page.chosen == chosen and not table.faults()
