"""The figures behind a game: a row for each person, a column for each thing counted."""

from itertools import pairwise

from tests.ui.stage import Stage
from ui import theme
from ui.screens.home.statistics import by_length
from ui.screens.table.figures import FigureTable
from ui.widgets.text import width_of


def test_headings_over_figures_stand_apart(stage: Stage) -> None:
    headings = ("stones won", "stones built", "bonus stones", "minutes")
    figures = {"yellow": 30, "green": 33}
    made = FigureTable({"yellow": "Ada", "green": "Bruno"}, [(one, figures) for one in headings])
    made.size_hint = (None, None)
    for wide in range(60, 90, 3):
        stage.put(made)
        made.size = theme.mm(wide), theme.mm(22)
        stage.settle()
        drawn = made._easel.figure
        assert drawn is not None
        words = [one for one in drawn.words if not one.text[-1].isdigit()]
        rows = {round(one.y) for one in words}
        for row in rows:
            line = sorted(
                (one.x, width_of(one.text, round(one.height)))
                for one in words
                if round(one.y) == row
            )
            for (x, width), (then, its) in pairwise(line):
                assert then - its / 2 - x - width / 2 > theme.mm(0.5), (wide, line)


def test_no_heading_takes_more_than_two_lines_and_none_reaches_into_the_figures(
    stage: Stage,
) -> None:
    headings = ("Mana geopfert", "Steine am Tempel", "Mana bekommen", "Entdeckungen")
    figures = {"yellow": 19, "blue": 12}
    made = FigureTable({"yellow": "Ben", "blue": "Ada"}, [(one, figures) for one in headings])
    made.size_hint = (None, None)
    stage.put(made)
    for wide in range(66, 90, 2):
        made.size = theme.mm(wide), theme.mm(22)
        stage.settle()
        drawn = made._easel.figure
        assert drawn is not None
        said = [one for one in drawn.words if any(one.text in text for text in headings)]
        assert len(said) <= 2 * len(headings) - 1, wide
        highest = max(one.y + one.height / 2 for one in drawn.words if one.text[-1].isdigit())
        assert min(one.y for one in said) > highest - theme.mm(0.5), wide


def test_lengths_of_matches_have_a_dozen_columns_at_most_whatever_a_result_tells() -> None:
    assert by_length({60: 3, 90: 1}) == {"60–75": 3, "75–90": 0, "90–105": 1}
    assert by_length({60: 3, 16_666_650: 1}) == {"60–75": 3, "16666650–16666665": 1}
    many = by_length({15 * step: step % 9 for step in range(999)})
    assert len(many) == 12 and set(many.values()) == {8}
