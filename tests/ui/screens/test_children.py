"""With children: fewer words, kinder refusals, larger buttons."""

import pytest

from tests.ui.screens.table import Table
from ui import theme

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
WRONG = ("blue@-1,0", "0,0", "blue@0,0", "0,-1")
"""What is touched one after the other until it is refused."""


@pytest.fixture
def refused(table: Table) -> Table:
    """A child plays, and something was refused."""
    table.root.choose(child=True)
    table.page.left()
    table.stage.settle()
    table.begin()
    table.touch(*WRONG)
    return table


@SMALL
def test_a_child_is_refused_kindly_and_cannot_get_around_a_rule(refused: Table) -> None:
    table = refused
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and refusal.alternatives and table.asked() == "ways"
    bright = table.play.bright
    assert bright is not None and bright.label == refusal.alternatives[0].sentence
    words, first = table.words(), refusal.faults[0]
    assert first.sentence in words and table.say("label", "not_yet") in words
    for fault in refusal.faults[1:]:
        assert fault.sentence not in words
    assert f"{first.number}" not in words.replace(refusal.move, "") and first.number
    assert table.say("button", "allow_once") not in words
    for _ in range(2):
        assert not table.faults()
        table.next_language()
    table.button("why")
    presenter = table.open_match.presenter
    assert presenter.refusal is not None and presenter.refusal.faults[0].rule in table.words()
    assert not table.faults()
    table.button("close")
    table.button("once_more")
    assert presenter.refusal is None


@pytest.mark.parametrize("stage", [(800, 480), (1280, 720)], indirect=True, ids=str)
def test_behind_help_a_grown_up_may_allow_it_once(refused: Table) -> None:
    table = refused
    table.press(table.play.keys.help)
    assert not table.faults()
    table.button("allow_once")
    assert table.told[-1] == "Played" and table.asked() == "offers" and table.play.sheet is None


def test_small_hands_find_larger_buttons(table: Table) -> None:
    table.begin()
    table.root.choose(child=True)
    table.root.play(table.open_match)
    table.stage.settle()
    assert table.play.keys.undo.height >= theme.mm(theme.TOUCH * theme.ROOMY)
    assert not table.faults()
    for way in ("menu", "clock"):
        table.button(way)
        assert not table.faults()
