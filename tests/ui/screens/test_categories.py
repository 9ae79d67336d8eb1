"""Points of a game that nobody referees, by its categories, and of teams."""

import pytest

from tests.ui.screens.table import Table
from ui.screens.home.score_start import ScoreStart
from ui.screens.home.scorekeeper import Score
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def start(table: Table, game: str) -> ScoreStart:
    table.button("another_game")
    page = table.page
    assert isinstance(page, ScoreStart)
    table.press(table.reached(table.labelled(page.game or table.say("label", "which_game"))))
    sheet = table.page.sheet
    assert sheet is not None
    for letter in game:
        table.press(
            next(
                one
                for one in table.all(type(table.labelled("1")), sheet)
                if one.label.casefold() == letter
            )
        )
    table.button("done")
    return page


@SMALL
def test_a_game_that_the_data_know_is_counted_by_its_categories_in_any_order(
    table: Table,
) -> None:
    page = start(table, "catan")
    assert page.categories[0] == "Siedlungen" and not table.faults()
    table.press(table.reached(table.labelled(table.say("button", "categories"))))
    assert not table.faults()
    table.press(table.reached(table.labelled("Größte Rittermacht")))
    for _ in range(2):
        table.button("another_category")
        table.press(next(one for one in table.all(ActionButton) if one.label.casefold() == "x"))
        table.button("done")
    assert "„X“ steht schon da." in table.page.notice
    table.button("done")
    wanted = ("Siedlungen", "Städte", "Längste Straße", "Siegpunktkarten", "X")
    assert page.categories == wanted and not table.faults()
    table.press(table.reached(table.labelled(table.say("button", "zero_sum"))))
    assert table.page.notice == "Mit Rubriken gibt es keine Runden."
    table.button("start")
    score = table.page
    assert isinstance(score, Score) and "Siedlungen" in table.words() and not table.faults()
    table.button("undo")
    assert score.notice == "Es sind noch keine Punkte eingetragen."
    table.press(table.labelled("◀"))
    assert score.notice == "Davor kommt nichts."
    for _ in range(2):
        table.press(table.labelled("▶"))
    assert "Längste Straße" in table.words()
    table.press(table.labelled("2"))
    table.button("enter")
    assert score.counting.sheet.rounds[2][0] == 2 and score.at == (0, 0)
    assert score.counting.sheet.totals[0] == 2
    table.button("finish")
    assert "Längste Straße" in table.words() and "Siedlungen" not in table.words()
    table.root.home()
    table.stage.settle()
    again = start(table, "catan")
    assert again.categories == wanted, "as it was the last time"
    again.categories = ("Y",)
    table.press(table.reached(table.labelled(again.game)))
    table.button("done")
    assert again.categories == ("Y",), "naming the game leaves what somebody chose"


@SMALL
def test_teams_share_their_points(table: Table) -> None:
    table.button("another_game")
    assert not table.faults()
    table.press(table.reached(table.labelled(table.say("button", "teams"))))
    assert not table.faults()
    teams = [one for one in table.all(ActionButton) if one.label.startswith("Team ")]
    assert [one.label for one in teams] == ["Team 1", "Team 2"] * 2
    table.press(teams[1])
    table.press(next(one for one in table.all(ActionButton) if one.label == "Team 3"))
    assert [one.label for one in table.all(ActionButton)].count("Team 1") == 3
    table.button("start")
    score = table.page
    assert isinstance(score, Score) and not table.faults()
    table.press(table.labelled("7"))
    table.button("enter")
    assert score.counting.sheet.totals == (7, 7, 7, 0)
    assert "Team 1: 7 Punkte, Platz 1" in [one.detail for one in table.all(ActionButton)]
    assert not table.faults()
    table.next_language()
    table.stage.settle()
    assert not table.faults()
    table.button("finish")
    assert not table.faults()
    assert "Team 1 wins!" in table.words()
    assert "Team 1 (Red, Blue and Green): 7 points, place 1" in table.words()
