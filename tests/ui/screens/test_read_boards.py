"""Boards are read once, with a guide: a pyramid after the other, and then the quarries."""

from pathlib import Path

import pytest

from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.table.play import Play
from ui.screens.table.read_boards import ReadBoards
from ui.screens.table.read_example import Example
from ui.screens.table.read_values import Spot

GAME = "maya"
SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def begun(table: Table) -> ReadBoards:
    table.begin_seats(GAME)
    table.button("start")
    page = table.page
    assert isinstance(page, ReadBoards)
    return page


def gold(page: ReadBoards, level: int, *coins: int) -> None:
    for name, count in zip(("first", "second"), coins, strict=True):
        page._ask(Spot(level, name, 0))
        page._set(count)


def test_practising_begins_with_three_touches_from_home(table: Table) -> None:
    before = table.touches
    begun(table)
    table.press(table.labelled(table.say("boards", "practise")))
    assert isinstance(table.page, Play) and table.touches - before == 3
    assert table.open_match.match.public.practice


@SMALL
def test_from_the_table_one_touch_leads_back_to_the_boards_that_are_still_to_be_read(
    table: Table,
) -> None:
    begun(table).left()
    table.complete()
    assert table.play.bright is table.play.main and not table.faults()
    table.press(table.play.main)
    assert isinstance(table.page, ReadBoards)


@SMALL
def example(page: ReadBoards) -> Example:
    """The board as it is seen so far."""
    return next(one for one in page.walk() if isinstance(one, Example))


def test_boards_are_read_with_touches_and_told_board_by_board(table: Table) -> None:
    page = begun(table)
    assert page.bright is None and page.missing(0) == 2
    table.press(table.labelled(table.say("boards", "next")))
    assert page.at == 0 and table.page.notice
    page._ask(Spot(0, "first", 0))
    for key in ("+10", "4"):  # ten, and then four instead
        table.press(table.labelled(key))
    assert page.values[0][0]["first"] == (4,)
    for at in range(4):
        assert page.at == at
        for _ in range(3):
            page._space(0, 1)
        assert example(page)._spaces() == [4, 3, 2]
        gold(page, 0, 3, 1)
        page._add()
        page._space(1, 1)
        assert example(page)._spaces() == [4, 2, 1]
        gold(page, 1, 5, 2)
        page._add()
        table.press(table.labelled("Stufe 3"))  # one too many goes again
        assert page.high[at] == 2 and page.bright is not None
        table.press(page.bright)
    board = table.open_match.match.public.setup.box.board(5)
    assert [len(one.levels) for one in board.pyramids] == [2] * 4
    level = board.pyramids[0].levels[0]
    assert (level.spaces, level.first, level.second) == (4, 3, 1)
    for number, marker in enumerate(("SHIELD", "MOVE", "ADD", "START", "PLUS2")):
        if number:
            page._add()
        page._ask(Spot(number, "limit", 0))
        page._set(5)
        page._ask(Spot(number, "stones", 0))
        page._set(3)
        page._more("stones")
        page._more("stones")
        page._less("stones")
        page._word("marker", marker)
    assert page.bright is not None
    while isinstance(table.page, ReadBoards):  # what is odd about such boards is asked back once
        assert page.bright is not None
        table.press(page.bright)
    board = table.open_match.match.public.board
    assert board.confirmed and [one.stones for one in board.quarries] == [(3, 1)] * 5
    assert isinstance(table.page, Play)


@SIZES
def test_the_guide_is_whole_with_as_many_levels_as_there_can_be(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    page = begun(table)
    found = [*table.faults()]
    for _ in range(4):
        page._add()
    for _ in range(19):
        page._space(0, 1)
    page._ask(Spot(4, "second", 0))
    found += table.faults()
    page._to(4)
    for _ in range(8):
        page._add()
    page._ask(Spot(8, "stones", 0))
    for _ in range(4):
        page._more("stones")
    found += table.faults()
    table.next_language()
    found += table.faults()
    assert not found
    table.close()
