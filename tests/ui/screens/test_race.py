"""The race at the end of a match: lines and marks that can be told apart."""

import pytest
from kivy.graphics import Line

from companion.archive.summary import result_of, summary_of
from companion.archive.tally import best_move, happenings
from tests.records.reading import taken_up
from tests.ui.stage import Stage
from tests.ui.test_narration import presenter
from ui import theme
from ui.canvas.art import Art
from ui.presenter.turns import turns
from ui.screens.table.figures import BestPicture, FigureTable
from ui.screens.table.photo import Photo
from ui.screens.table.race import Race, RacePicture, race
from ui.widgets.instruments import SeatMark
from ui.widgets.text import TextLine


def test_the_lines_and_marks_of_a_long_race_lie_apart(stage: Stage) -> None:
    ends = {"red": 62, "blue": 66, "yellow": 45, "green": 47, "purple": 45}
    shown = Race("gold", 66, {seat: (0, end) for seat, end in ends.items()})
    picture = RacePicture(shown)
    picture.size_hint, picture.size = (None, None), (theme.mm(60), theme.mm(26))
    stage.put(picture)
    across = [one for one in picture._lines.children if isinstance(one, Line)]
    assert picture._numbers.figure is not None
    assert picture._numbers.figure.words[-1].text == "70", "no line ends above the highest number"
    assert len(across) <= len(ends) + 11
    marks = [one for one in picture.children if isinstance(one, SeatMark)]
    drawn = max(x for line in across for x in line.points[::2])
    assert all(one.x > drawn for one in marks), "no line ends below a mark"
    for number, one in enumerate(marks):
        assert picture.x <= one.x and one.right <= picture.right + 1
        for other in marks[number + 1 :]:
            beside = abs(one.x - other.x) >= one.width - 1
            assert beside or abs(one.y - other.y) >= one.height - 1


@pytest.mark.parametrize("stage", [(800, 480), (1024, 600)], indirect=True, ids=str)
def test_a_race_of_five_is_more_high_than_its_margins_on_the_smallest_card(stage: Stage) -> None:
    ends = {"red": 62, "blue": 66, "yellow": 0, "green": 47, "purple": 45}
    picture = RacePicture(Race("gold", 66, {seat: (0, end) for seat, end in ends.items()}))
    picture.size_hint, picture.size = (None, None), (theme.mm(50), theme.mm(11))
    stage.put(picture)
    lines = [one.points for one in picture._lines.children if isinstance(one, Line)]
    ups = [y for points in lines for y in points[1::2]]
    assert max(ups) - min(ups) > 0.6 * picture.height
    assert picture.y <= min(ups) and max(ups) <= picture.top
    for one in (one for one in picture.children if isinstance(one, SeatMark)):
        assert picture.y - 1 <= one.y and one.top <= picture.top + 1


def test_the_best_move_is_told_with_its_round_and_the_marker_that_was_offered(stage: Stage) -> None:
    match = taken_up("night-4")
    shown = presenter(match, "en")
    photo = Photo(shown, summary_of(match, "night", result_of(match)), Art(match.package.art))
    stage.put(photo)
    (best,) = (one for one in photo.walk() if isinstance(one, BestPicture))
    assert best._sign == "offering_7"
    happened = best_move(happenings(match), match.seats, match.package.tally)
    assert happened is not None
    (turn,) = (one for one in turns(match, "en") if happened.line in one.standing)
    told = [one.text for one in photo.walk() if isinstance(one, TextLine)]
    assert f"Round {turn.round}" in told


def test_the_race_counts_for_each_what_stands_on_their_own_panel_wherever_it_stands() -> None:
    match = taken_up("pyramidion-3")
    shown = race(presenter(match, "en"))
    assert shown is not None and shown.text == "panel.boats"
    boats = {one.seat: len(one.boats) for one in match.public.players}
    assert {seat: line[-1] for seat, line in shown.lines.items()} == boats
    assert len(set(boats.values())) > 1


def test_where_nobody_was_placed_figures_tell_how_far_everybody_came(stage: Stage) -> None:
    match = taken_up("pyramidion-3", 160)
    match.agree_end(match.seats[0], frozenset(match.seats))
    photo = Photo(
        presenter(match, "en"), summary_of(match, "m", result_of(match)), Art(match.package.art)
    )
    stage.put(photo)
    (table,) = (one for one in photo.walk() if isinstance(one, FigureTable))
    assert table._easel.figure is not None
    said = [one.text for one in table._easel.figure.words]
    boats = [str(len(one.boats)) for one in match.public.players]
    assert "boats" in " ".join(said) and set(boats) <= set(said) and set(boats) != {"0"}


def test_figures_begin_with_what_is_counted_and_a_race_with_the_least_of_it(stage: Stage) -> None:
    match = taken_up("maya-3")
    won = summary_of(match, "m", result_of(match))
    photo = Photo(presenter(match, "en"), won, Art(match.package.art))
    stage.put(photo)
    (table,) = (one for one in photo.walk() if isinstance(one, FigureTable))
    (said, gold), *_, (last, _) = table._columns
    assert (said, last) == ("gold", "minutes")
    assert gold == {one.seat: one.score for one in won.players}
    begun = taken_up("backgammon-by-hand", 14)
    pips = race(presenter(begun, "en"))
    assert pips is not None and pips.low == min(min(line) for line in pips.lines.values()) > 150
    picture = stage.put(RacePicture(pips))
    assert picture._numbers.figure is not None
    numbers = [int(one.text) for one in picture._numbers.figure.words]
    assert 150 < numbers[0] <= pips.low and numbers[-1] >= pips.top
