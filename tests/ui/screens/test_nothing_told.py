"""What is told of nobody where all tell the same: what comes of it stands on the button."""

from typing import Literal

import pytest

from companion.kernel import MOVE
from tests.ui.screens.table import Table
from tests.ui.screens.test_together import BOTH, at_a_site, moves, row

Way = Literal["reveal_totals", "results"]


def choose(table: Table, way: Way) -> tuple[str, ...]:
    """Everybody is asked for totals or winners at a site; the seats in turn order."""
    seats = at_a_site(table)
    table.answer(f"together:{MOVE}{way}")
    table.complete()
    return seats


@BOTH
@pytest.mark.parametrize("way", ["reveal_totals", "results"])
def test_done_says_what_comes_of_it_while_nobody_has_anything_and_is_quiet(
    table: Table, way: Way
) -> None:
    choose(table, way)
    main, none = table.play.main, table.say_game("none_told", way)
    more = row(table, 0)[1 if way == "reveal_totals" else 0]
    assert main.detail == none and main.role != "bright" and main.offered
    table.press(more)
    assert main.detail != none and main.role == "bright"
    table.press(row(table, 0)[0])  # one less, or touched again
    assert main.detail == none and main.role != "bright"
    assert table.faults() == []
    table.press(main)  # and so it may be
    assert moves(table)[-1] == way


@BOTH
def test_done_names_who_has_0_of_all_totals(table: Table) -> None:
    seats = choose(table, "reveal_totals")
    main, say = table.play.main, table.open_match.presenter.phrasebook
    for number, seat in enumerate(seats, 1):
        table.press(row(table, number - 1)[5])  # the last of three pairs of keys: one more
        last = seats[number:]
        named = say.say("button_detail", "at_zero", {"seats": last}) if 0 < len(last) <= 2 else ""
        assert main.detail == named and main.role == "bright", seat
        assert table.faults() == []
