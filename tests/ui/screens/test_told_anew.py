"""An earlier line is put right by showing at the table what really happened there."""

import pytest

from companion.match.entries import Amended
from tests.ui.screens.table import Table
from ui.screens.table.play import Play
from ui.screens.table.told_anew import ToldAnew
from ui.screens.table.turn_row import TurnRow
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
MINE = "blue@-1,0"
TWO = (MINE, "0,0", "0,0", "1,0")


def shown_anew(table: Table, *steps: str) -> ToldAnew:
    """Steps are made, and the last of them is said to be wrong: what happened is shown instead."""
    table.begin()
    table.touch(*steps)
    table.press(table.play.last)
    table.press(table.reached(next(one for one in table.all(TurnRow) if one.turn.standing)))
    table.button("put_right")
    assert table.page.sheet is not None
    if table.say("label", "which_wrong") in table.words():
        table.press(table.reached(table.all(ActionButton, table.page.sheet)[len(steps) // 2 - 1]))
    assert not table.faults()
    table.press(table.reached(table.labelled(table.say("button", "show_it"))))
    assert isinstance(table.page, ToldAnew)
    return table.page


def walk(table: Table) -> None:
    """A piece of whoever is asked walks where one touch leads, but not as in the match."""
    piece = next(one for one in sorted(table.play.board.lit) if one not in (MINE, "blue@0,0"))
    table.touch(piece)
    table.touch(next(one for one in sorted(table.play.board.lit) if "@" not in one))


@SMALL
def test_what_is_shown_at_the_table_stands_instead_of_an_earlier_line(table: Table) -> None:
    page = shown_anew(table, *TWO)
    told, line = table.told, page.trial.line
    assert page.trial.match.public != table.open_match.match.public
    assert table.say("anew", "title") in [name for name, now, _ in page.steps() if now]
    assert not table.faults()
    walk(table)
    done = [one.move for one in page.trial.waiting]
    assert done and not table.faults()
    table.next_language()
    table.stage.settle()
    assert not table.faults()
    table.press(table.labelled(table.say("anew", "instead")))
    assert type(table.page) is Play and table.told == [*told, "Amended"]
    steps = table.open_match.match.steps
    assert [one.move for one in steps if one.line == line] == done


def test_what_was_forgotten_before_a_line_is_put_in_and_the_line_stays(table: Table) -> None:
    page = shown_anew(table, *TWO[:2])
    was = [one.move for one in table.open_match.match.steps if one.line == page.trial.line]
    table.touch(MINE, "0,0")
    done = [one.move for one in page.trial.waiting]
    table.press(table.labelled(table.say("anew", "before")))
    steps = table.open_match.match.steps
    assert [one.move for one in steps if one.line == page.trial.line] == [*done, *was]
    (entry,) = [one for one in table.open_match.match.entries if isinstance(one, Amended)]
    assert len(entry.moves) == 2


def test_a_line_stays_as_it_was_where_putting_it_right_is_broken_off(table: Table) -> None:
    shown_anew(table, *TWO)
    told, view = table.told, table.open_match.match.public
    walk(table)
    table.press(table.labelled(table.say("anew", "drop")))
    assert type(table.page) is Play
    assert table.told == told and table.open_match.match.public == view
