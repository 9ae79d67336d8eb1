"""A table that is compared with the screen, laid out again and packed away, in a real match."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.match.lying import LATEST
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.home.home import Home
from ui.screens.table.compare import Compare
from ui.screens.table.fix import Fix
from ui.screens.table.play import Play
from ui.widgets.button import ActionButton
from ui.widgets.ticked import TickedPieces

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
MIDDLE = {
    "backgammon-evening": 60,
    "evening-4": 160,
    "maya-4": 101,
    "pyramidion-4": 120,
    "sakkara-evening": 120,
}
Taken = Callable[[str], Table]


@pytest.fixture
def taken(stage: Stage, tmp_path: Path) -> Iterator[Taken]:
    """Takes up a record in its middle."""
    open_tables: list[Table] = []

    def take(name: str) -> Table:
        open_tables.append(at_line(stage, tmp_path, name, MIDDLE[name]))
        return open_tables[-1]

    yield take
    for one in open_tables:
        one.close()


def compared(table: Table) -> Compare:
    assert isinstance(table.page, Compare)
    return table.page


@SMALL
@pytest.mark.parametrize("name", MIDDLE)
def test_every_piece_on_the_table_is_compared_region_by_region(taken: Taken, name: str) -> None:
    table = taken(name)
    entries, match = table.told, table.open_match.match
    table.menu("check_table")
    page, seen = compared(table), set()
    for part in page.parts:
        assert page.region is part and not table.faults()
        rows = table.all(TickedPieces, page.side)
        assert len(rows) == len(page.region.rows) and all(one.label for one in rows)
        lit = page.board.lit
        assert lit == page.region.places
        if part.key != LATEST:
            seen |= {(one.at, one.piece, one.count) for one in page.region.lying}
        table.press(page.bright)
    assert isinstance(table.page, Play) and table.told == entries
    layout = match.game.layout(match.public)
    aside = {"box", "uncounted"}
    assert seen == {
        (at, piece, n) for (at, piece), n in layout.items() if n and at.split(":")[0] not in aside
    }


def test_where_the_last_moves_and_refusals_were_stands_first(taken: Taken) -> None:
    table = taken("evening-4")
    match = table.open_match.match
    table.menu("check_table")
    page = compared(table)
    assert page.region.key == LATEST
    last = match.steps[-1]
    after, before = (match.game.layout(match.game.public(one)) for one in (last.after, last.before))
    moved = {
        at.partition("/")[0]
        for at, piece in after.keys() | before.keys()
        if after.get((at, piece)) != before.get((at, piece))
    }
    assert moved and moved <= {one.at for one in page.region.rows}


def test_a_place_is_ticked_off_in_the_list_and_on_the_board(taken: Taken) -> None:
    table = taken("backgammon-evening")
    table.menu("check_table")
    page = compared(table)
    table.press(page.bright)
    first, second = page.region.rows[:2]
    table.press(table.all(TickedPieces, page.side)[0])
    assert first not in page.left_to_do and first.shown not in page.board.lit
    table.touch_board(page.board, second.shown)
    assert second not in page.left_to_do
    table.touch_board(page.board, second.shown)
    assert page.left_to_do[0] == second and page.board.chosen == {second.shown}
    chips = table.all(ActionButton)
    table.press(next(one for one in chips if one.label.startswith("3 ")))  # and not ticked
    chips = [one.label for one in table.all(ActionButton) if one.label[:3] in ("✓  ", "2  ")]
    assert [one[0] for one in chips] == ["✓", "2"]


def test_where_the_table_is_right_the_screen_is_set_right(taken: Taken) -> None:
    table = taken("maya-4")
    table.menu("check_table")
    table.press(table.labelled(table.say("compare", "otherwise")))
    assert isinstance(table.page, Fix) and table.page.purpose == "fix_table"


def test_in_the_middle_of_a_match_setting_up_shows_the_table_of_now(taken: Taken) -> None:
    table = taken("sakkara-evening")
    table.menu("lay_out")
    page = compared(table)
    assert page.purpose == "lay_out" and page.parts[0].key != LATEST
    view = table.open_match.match.public
    there = table.open_match.presenter.game.layout(view)
    assert all(there[one.at, one.piece] == one.count for part in page.parts for one in part.lying)


def test_a_match_is_packed_away_the_last_pieces_first_and_waits(taken: Taken) -> None:
    table = taken("evening-4")
    table.menu("lay_out")
    laid = [part.key for part in compared(table).parts]
    table.button("to_table")
    table.menu("pack_away")
    page = compared(table)
    assert [part.key for part in page.parts] == laid[::-1]
    for _ in page.parts:
        assert not table.faults()
        table.press(page.bright)
    assert isinstance(table.page, Home)
    assert table.say("compare", "packed") in table.page.toast_text()
    assert table.app.session.running()
