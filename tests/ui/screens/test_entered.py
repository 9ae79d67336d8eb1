"""What was half entered beside the table is there after whatever ended the companion."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.ui.screens.table import Table, reopened
from ui.screens.table.compare import Compare
from ui.screens.table.count_box import CountBox
from ui.screens.table.fix import Fix
from ui.screens.table.make_layout import MakeLayout
from ui.screens.table.play import Play
from ui.screens.table.read_boards import ReadBoards
from ui.screens.table.read_values import Spot
from ui.screens.table.set_up import SetUp
from ui.session import resume_point
from ui.session.entered import Count, Entered, Laying, Place, Reading
from ui.shell.page import Page
from ui.widgets.button import ActionButton
from ui.widgets.pieces import PictureButton
from ui.widgets.ticked import TickedPieces


def entered(table: Table, game: str) -> Page:
    """The page on which the table of a game is entered before its first move."""
    table.begin_seats(game)
    table.button("start")
    return table.page


def test_a_half_told_correction_goes_on_where_it_was(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.menu("fix_table")
    table.press(table.reached(table.labelled(table.say_game("kind", "fix_hand"))))
    page = table.page
    assert isinstance(page, Fix) and page.presenter.composer.begun
    table.answer("green")
    asked = page.presenter.offers.prompt
    table.stage.frames(2)
    again = reopened(table, tmp_path)
    page = again.page
    assert isinstance(page, Fix) and page.purpose == "fix_table"
    assert page.presenter.offers.prompt == asked and asked in again.words()
    again.button("cancel")
    again.button("to_table")
    third = reopened(again, tmp_path)
    assert isinstance(third.page, Play)
    third.close()
    again.close()


def test_a_board_that_was_half_read_is_read_on(table: Table, tmp_path: Path) -> None:
    page = entered(table, "maya")
    assert isinstance(page, ReadBoards)
    page._add()
    page._ask(Spot(1, "second", 0))
    table.press(table.labelled("4"))
    table.stage.frames(2)
    again = reopened(table, tmp_path)
    read = again.page
    assert isinstance(read, ReadBoards) and read.high == page.high
    assert read.values == page.values and read.values[0][1]["second"] == (4,)
    again.close()


def test_a_layout_that_was_half_told_or_copied_is_gone_on_with(
    table: Table, tmp_path: Path
) -> None:
    page = entered(table, "sakkara")
    assert isinstance(page, MakeLayout)
    page._to_row(2)
    shown = page.board.scene
    ticked = table.labelled("Reihe 6")
    assert ticked.look == "sign-yes", "it lies there"
    table.press(ticked)
    table.stage.frames(2)
    again = reopened(table, tmp_path)
    copied = again.page
    assert isinstance(copied, MakeLayout) and copied.shuffling and copied.row == page.row
    assert copied.board.scene == shown, "the board that was shuffled, and no other"
    again.press(again.labelled(again.say("layout", "lies")))
    tiles = [one for one in again.all(PictureButton, copied) if one.offered]
    for _ in range(len(copied.layout.rows[0][1]) + 2):
        again.press(tiles[0])
        tiles = [one for one in again.all(PictureButton, copied) if one.offered]
    told, field = copied.told, copied.field
    assert [len(row) for row in told] == [len(copied.layout.rows[0][1]), 2]
    again.stage.frames(2)
    third = reopened(again, tmp_path)
    lying = third.page
    assert isinstance(lying, MakeLayout) and not lying.shuffling
    assert (lying.told, lying.field) == (told, field)
    third.press(third.labelled(third.say("layout", "back")))
    assert len(lying.told[-1]) == 1
    third.close()
    again.close()


def test_a_box_that_was_half_counted_is_counted_on(table: Table, tmp_path: Path) -> None:
    page = entered(table, "sakkara")
    table.press(table.labelled(table.say("button", "box")))
    page = table.page
    assert isinstance(page, CountBox)
    table.press(next(one for one in table.all(ActionButton, page) if one.label == "+"))
    counts = dict(page.counts)
    table.stage.frames(2)
    again = reopened(table, tmp_path)
    counted = again.page
    assert isinstance(counted, CountBox) and counted.counts == counts
    assert counted.unfinished()
    again.close()


def test_a_table_that_is_set_up_or_compared_goes_on_at_its_step(
    table: Table, tmp_path: Path
) -> None:
    table.begin_seats()
    table.button("lay_out")
    page = table.page
    assert isinstance(page, SetUp)
    assert page.bright is not None
    table.press(page.bright)
    table.stage.frames(2)
    again = reopened(table, tmp_path)
    assert type(again.page) is SetUp and again.page.at == 1
    again.root.play(again.open_match)
    again.menu("check_table")
    compared = again.page
    assert isinstance(compared, Compare)
    first = again.all(TickedPieces, compared)[0]
    again.press(first)
    again.stage.frames(2)
    third = reopened(again, tmp_path)
    page = third.page
    assert isinstance(page, Compare) and page.purpose == "check_table"
    assert page.ticked == compared.ticked != set()
    third.close()
    again.close()


@pytest.mark.parametrize(
    "changed",
    [
        {"at": Place("another match", 0)},
        {"at": Place("", 1000)},
        {"high": (9,), "values": ((),)},
        {"board": 77},
    ],
    ids=str,
)
def test_what_was_entered_elsewhere_or_otherwise_begins_anew(
    table: Table, tmp_path: Path, changed: dict[str, Any]
) -> None:
    """In a branch, before another move, or in a version that asked for something else."""
    page = entered(table, "maya")
    assert isinstance(page, ReadBoards)
    page._add()
    table.app.session.note("play", page.entered)
    table.app.session.where.flush()
    point = resume_point.read(tmp_path)
    assert point.entered is not None
    told = msgspec.structs.replace(point.entered, **changed)
    resume_point.write(tmp_path, msgspec.structs.replace(point, entered=told))
    again = Table(table.stage, tmp_path)
    assert isinstance(again.page, ReadBoards) and again.page.high[0] == page.high[0] - 1
    again.close()


@pytest.mark.parametrize(
    "page",
    [
        partial(Count, counts={"ox": 3}),
        partial(Laying, shuffling=True, seed=1, row=1),
        partial(Reading, board=7, high=(3,), values=()),
    ],
)
def test_what_was_entered_on_a_page_that_the_game_has_no_more_leads_to_the_table(
    table: Table, tmp_path: Path, page: Callable[..., Entered]
) -> None:
    table.begin()
    entered = page(at=table.open_match.place)
    point = msgspec.structs.replace(table.app.session.where.point, entered=entered)
    assert table.app.session.library.journal.flush()
    table.app.session.where.flush()
    resume_point.write(tmp_path, point)
    again = Table(table.stage, tmp_path)
    assert isinstance(again.page, Play)
    again.close()


def test_nobody_is_caught_in_a_match_by_a_file_that_counts_its_tries_from_below_nothing(
    tmp_path: Path,
) -> None:
    (tmp_path / resume_point.FILE).write_text('{"match":"a","tries":-1000000}')
    for _ in range(resume_point.MOST_TRIES):
        resume_point.count_crash(tmp_path)
    assert resume_point.read(tmp_path).tries >= resume_point.MOST_TRIES
