"""How many touches a turn takes that nobody mistakes."""

from tests.ui.screens.table import Table
from ui.widgets.button import ActionButton

MINE = "blue@-1,0"


def test_the_shortest_turn_takes_two_touches(table: Table) -> None:
    table.begin()
    before = table.touches
    for _ in range(2):
        table.press(table.play.main)
    assert table.moves() == ["end_move", "end_action", "income"]
    assert table.touches - before == 2 and table.open_match.presenter.seat == "yellow"


def test_a_stone_at_a_quarry_is_picked_up_with_two_touches(table: Table) -> None:
    table.begin()
    table.touch(MINE, "1,0")
    before = table.touches
    table.touch("blue@1,0")
    table.press(next(one for one in table.all(ActionButton) if one.token == "move:pickup"))
    assert table.moves() == ["step", "step", "pickup"] and table.touches - before == 2
