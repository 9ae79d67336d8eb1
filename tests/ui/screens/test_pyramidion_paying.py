"""A payment in Pyramidion: taken at once where there is one way to pay, else piece by piece."""

from pathlib import Path

import pytest

from companion.games.pyramidion.loading import Load
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)

EACH_KIND = {"stone": 3, "wood": 2, "urn": 2, "camel": 2, "stonecutter": 3}
"""A store that pays the longest order of the box in one way alone, and a stone is left."""


@BOTH
def test_what_can_be_paid_in_one_way_alone_is_filled_in_and_paid_with_one_bright_touch(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "pyramidion-2", 101)
    match, main = table.open_match.match, table.play.main
    before = len(match.steps)
    table.touch("B06")  # two of wood, an urn, two camels; an urn comes from Karnak alone
    assert (main.role, main.label) == ("bright", table.say_game("only_way", "load"))
    assert main.detail == "2 wood, 2 camels and Karnak" and not table.faults()
    table.press(main)
    table.complete()
    assert table.touches == 2 and not table.faults()
    made = match.steps[before].move
    assert isinstance(made, Load) and sorted(made.pay) == [
        "camel",
        "camel",
        "karnak",
        "wood",
        "wood",
    ]
    table.press(table.play.keys.undo)
    assert len(match.steps) == before
    table.close()


@BOTH
def test_the_same_is_paid_piece_by_piece_and_what_a_boat_has_no_use_for_is_answered(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "pyramidion-2", 101)
    presenter, main = table.open_match.presenter, table.play.main
    table.touch("B06")
    table.answer("camel")
    table.complete()
    assert main.role == "bright" and "1 camel" in main.detail
    table.answer("stonecutter")
    table.complete()
    assert presenter.refusal is not None or presenter.denied
    table.press(table.play.keys.undo)
    assert not table.faults()
    table.close()


def test_where_there_are_two_ways_to_pay_nothing_is_filled_in(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "pyramidion-2", 143)
    table.touch("B03")  # two stones and a camel: with the statue for it, from the store or Aswan
    assert table.open_match.presenter.composer.begun and table.play.main.role != "bright"
    table.close()


@BOTH
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_longest_payment_is_read_whole_in_the_largest_letters(
    stage: Stage, tmp_path: Path, language: str
) -> None:
    table = Table(stage, tmp_path, language)
    table.root.choose(letters="largest")
    table.root.home()
    table.begin("pyramidion")
    match = table.open_match.match
    seat = match.seats[0]
    table_told = {"display": ["B20"], "stores": {seat: EACH_KIND}, "turn": seat}
    assert match.correct({**table_told, "phase": "loading"}).done
    table.root.refresh()
    table.complete()
    table.touch("B20")
    assert table.play.main.detail.count("2 ") == 4 and not table.faults()
    table.close()
