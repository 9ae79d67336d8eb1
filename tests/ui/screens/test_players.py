"""Who plays, and the end that all agree on."""

from tests.ui.screens.table import Table


def test_nobody_agrees_to_an_end_by_the_touch_of_another(table: Table) -> None:
    table.begin()
    for key in ("menu", "ending", "end_draw"):
        table.button(key)
    say = table.open_match.presenter.phrasebook
    first, other = map(say.name, table.open_match.match.seats[:2])
    at = table.labelled(first).pos
    table.press(table.labelled(first))
    assert table.labelled(first).pos == at and table.labelled(first).chosen
    assert not table.labelled(other).chosen
    table.press(table.labelled(first))
    assert not table.labelled(first).chosen and not table.open_match.match.over
