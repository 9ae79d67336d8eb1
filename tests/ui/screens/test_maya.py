"""Quarries at the screen: whose card is told, and what a marker is used on."""

from pathlib import Path

import pytest

from tests.ui.screens.recorded import at_line
from tests.ui.stage import Stage
from ui import theme


def test_the_question_for_a_card_says_whose_it_is(stage: Stage, tmp_path: Path) -> None:
    table = at_line(stage, tmp_path, "maya-3", 139)
    match = table.open_match.match
    owners = [match.players[card.owner] for card in match.public.at("Q1").cards if not card.noted]
    assert len(set(owners)) == 2
    table.touch("Q1")
    for asked, answer in zip(owners, ("5", "-3"), strict=True):
        said = table.play.now.text.text
        assert [one for one in set(owners) if one in said] == [asked]
        labels = {one.label for one in table.play.middle.places.tiles}
        assert {"8", "−3"} <= labels and "-3" not in labels
        table.answer(answer)
    assert not table.faults()
    table.close()


@pytest.mark.parametrize("stage", [(1024, 600), (800, 480)], indirect=True, ids=str)
def test_a_marker_asks_for_a_level_of_large_pyramids_and_the_board_keeps_its_frame(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "maya-5", 62)  # before the cards that win it are turned up
    board = table.play.board
    before = board.viewport
    table.touch("Q5")
    for value in ("4", "3", "8"):
        table.answer(value)
    table.complete()
    assert table.open_match.match.public.won == "MOVE"
    assert board.viewport.scale == pytest.approx(before.scale, rel=0.03)
    levels = [one for one in board.scene.shapes if one.form == "beam" and one.token in board.lit]
    assert len(levels) > 1
    for one in levels:
        low, wide = sorted(side * board.viewport.scale / theme.mm(1) for side in one.touch)
        assert low >= 6 and wide >= 9, one.token
    assert not table.faults()
    table.close()
