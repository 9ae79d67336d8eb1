"""The whole way by touch alone: from the first screen through a short game to its replay."""

from itertools import pairwise

from tests.ui.screens.table import Table
from ui.screens.home.past_match import PastMatch
from ui.screens.table.end import End


def test_a_game_is_begun_played_ended_and_looked_back_on(table: Table) -> None:
    table.begin_seats()
    table.button("start")
    table.touch("blue@-1,0", "0,0")
    table.touch("blue@0,0", "0,-1")  # a volcano
    table.button("never_mind")
    table.touch("blue@0,0", "1,-1")
    say = table.open_match.presenter.phrasebook
    for seat in table.open_match.match.seats[1:]:
        table.button("menu")
        table.button("players")
        table.press(table.labelled(say.name(seat)))
        table.button("resign")
        table.answer(seat)
    assert isinstance(table.page, End)
    journal = table.open_match.match.timeline.entries
    assert [type(one).__name__ for one in journal][:4] == ["Started", "Played", "Refused", "Played"]

    page = table.look_back()
    scenes = [page.board.scene.shapes]
    while not table.labelled("▶").disabled and len(scenes) < len(journal):
        table.press(table.labelled("▶"))
        scenes.append(page.board.scene.shapes)
    moved = [one != other for one, other in pairwise(scenes)]
    assert moved.count(True) == 2
    page.left()
    assert isinstance(table.page, PastMatch)
