"""What is won, in the cell of whoever won it."""

import pytest

from companion.scene.results import Column, Results, Share
from tests.ui.stage import Stage
from tests.ui.widgets import scenes
from tests.ui.widgets.test_instruments import extent
from ui.screens.table.compared import Compared


@pytest.mark.parametrize("wide", [134, 240])
@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_what_is_won_lies_upon_no_number_however_narrow_its_cell(stage: Stage, wide: int) -> None:
    share = Share(4, (3, 1), "won")
    results = Results("", (Column("haggling", {"red": share}, "native"),))
    shown = Compared(scenes.art())
    stage.put(shown)
    shown.stand((0, 0, wide, 130), ((0, 0, wide, 105),), signs=False)
    shown.show(results, ("red",), lambda text, values: text, ("gewinnt", "gleich"))
    (won,) = shown.won
    figure = shown._easel.figure
    assert figure is not None
    said = {one.text: one for one in figure.words if one.text in ("4", "3 + 1", "gewinnt")}
    assert len(said) == 3
    for one in said.values():
        left, _, right, top = extent(one)
        beside = right <= won.at[0] - won.size / 2 or left >= won.at[0] + won.size / 2
        assert beside or top <= won.at[1] - won.size / 2, one.text
