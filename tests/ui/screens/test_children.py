"""With children: fewer words, kinder refusals, larger buttons."""

from pathlib import Path

import pytest

from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui import theme

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
WRONG = ("blue@-1,0", "0,0", "blue@0,0", "0,-1")
"""What is touched one after the other until it is refused."""


@SMALL
def test_a_child_is_told_what_is_wrong_before_what_is_possible(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    table.root.choose(child=True)
    table.page.left()
    table.stage.settle()
    table.begin()
    table.touch(*WRONG)
    refusal, sheet = table.open_match.presenter.refusal, table.page.sheet
    assert refusal is not None and sheet is not None and refusal.alternatives
    bright = sheet.bright
    assert bright.label == refusal.alternatives[0][0]
    first = refusal.faults[0]
    (reason,) = [one for one in sheet.walk() if getattr(one, "text", "") == first.sentence]
    assert bright.to_window(*bright.pos)[1] >= reason.to_window(*reason.pos)[1] + reason.height
    words = table.words()
    for fault in refusal.faults[1:]:
        assert fault.sentence not in words
    assert table.say("label", "not_like_this") in words
    assert f"{first.number}" not in words.replace(refusal.move, "") and first.number
    for _ in range(2):
        assert not table.faults()
        table.next_language()
    table.button("why")
    presenter = table.open_match.presenter
    assert presenter.refusal is not None and presenter.refusal.faults[0].rule in table.words()
    assert not table.faults()
    table.button("once_more")
    assert presenter.refusal is None
    table.close()


def test_small_hands_find_no_larger_buttons(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    table.begin()
    before = table.play.bar.undo.height
    table.root.choose(child=True)
    table.root.play(table.open_match)
    table.stage.settle()
    assert table.play.bar.undo.height == pytest.approx(before * theme.ROOMY, abs=1)
    assert not table.faults()
    for way in ("menu", "clock"):
        table.button(way)
        assert not table.faults()
    table.close()
