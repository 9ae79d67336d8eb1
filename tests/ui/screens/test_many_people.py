"""Points of more people than there are seats in any game."""

from pathlib import Path

import pytest

from companion.archive.score import MOST_PLAYERS
from tests.ui.screens.table import Table
from ui import theme
from ui.screens.home.past_match import PastMatch
from ui.screens.home.score_start import ScoreStart
from ui.screens.home.scorekeeper import Score
from ui.screens.table.podium import Podium
from ui.shell.controls import Scroll
from ui.widgets.button import ActionButton
from ui.widgets.instruments import SeatMark

SIZES = pytest.mark.parametrize("stage", [(800, 480), (720, 1280)], indirect=True, ids=str)


def begin(table: Table, number: int) -> Score:
    """So many people play, chosen by touch."""
    table.button("another_game")
    assert isinstance(table.page, ScoreStart)
    if theme.compact():  # the list has the room, and all numbers are behind the one that is
        less, more = (table.labelled(sign).spoken for sign in ("−", "+"))
        assert less != more, "who listens must hear which is which"
        table.press(table.labelled("4"))
    table.press(table.reached(table.labelled(str(number))))
    assert len(table.page.who.seats) == number and not table.faults()
    last = table.page.who.seats[-1]
    table.press(table.reached(table.labelled(table.say("name", last))))
    table.press(table.labelled("Z"))
    table.button("done")
    assert table.page.who.named[last] == "Z" and not table.faults()
    table.button("start")
    assert isinstance(table.page, Score)
    return table.page


def enter(table: Table, score: Score, points: int) -> None:
    """Whoever comes next is seen in the list, and gets the points."""
    table.stage.settle()
    (chosen,) = (one for one in table.all(ActionButton) if one.chosen)
    above = chosen.parent
    while not isinstance(above, Scroll):
        above = above.parent
    low, high = above.to_window(above.x, above.y)[1], above.to_window(above.x, above.top)[1]
    y = chosen.to_window(chosen.x, chosen.y)[1]
    assert low - 1 <= y and y + chosen.height <= high + 1, score.at
    assert chosen.height >= theme.mm(theme.TOUCH) - 1
    for digit in str(points):
        table.press(table.labelled(digit))
    table.button("enter")


@SIZES
def test_sixteen_people_are_chosen_counted_and_placed(table: Table, tmp_path: Path) -> None:
    score = begin(table, MOST_PLAYERS)
    assert not table.faults()
    for points in range(MOST_PLAYERS):
        enter(table, score, points)
    assert score.counting.sheet.totals == tuple(range(MOST_PLAYERS)) and score.at == (1, 0)
    assert not table.faults()
    table.button("finish")
    assert isinstance(table.page, PastMatch) and not table.faults()
    (podium,) = table.all(Podium)
    assert sorted(one.place for one in podium.steps) == [*range(1, 9)]
    below = [one.seat for one in table.all(SeatMark)]
    assert below == [seat for seat, _ in reversed(score.counting.sheet.begun.players)][8:]
    told = table.app.session.words().say("label", "total_place", {"count": 7, "place": 9})
    assert told in table.words()
    table.next_language()
    assert table.page.title() == table.say("button", "another_game"), "nobody has named it"


@SIZES
def test_of_more_equals_than_there_are_steps_nobody_stands_on_the_podium(table: Table) -> None:
    score = begin(table, 9)
    for player in range(9):
        score.counting.enter(0, player, 7)
    score._go()
    table.button("finish")
    assert not table.all(Podium) and not table.faults()
    assert len(table.all(SeatMark)) == 9
