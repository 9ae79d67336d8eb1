"""What a finished match is told by in figures, on a recorded one."""

from companion.archive.tally import best_move, columns, happenings
from tests.match.evening import AGREED, Evening
from tests.match.river import Lay, Show, Wait
from tests.records.reading import taken_up


def test_figures_add_up_to_what_the_rules_compare_and_the_best_move_is_the_most_valuable() -> None:
    match = taken_up("night-4")
    happened = happenings(match)
    found = {one.key: one.figures for one in columns(happened, match.seats, match.package.tally)}
    assert match.outcome is not None
    compared = {level.key: level.figures for level in match.outcome.levels}
    assert found["mana_paid"] == compared["values"]
    assert sum(found["found"].values()) > 0
    best = best_move(happened, match.seats, match.package.tally)
    assert best is not None
    assert best.seat == "red"
    assert max(one.values.get("value", 0) for one in best.events) == 7


def test_a_line_is_told_as_it_stands_though_what_was_told_otherwise_speaks_against_it() -> None:
    """Red knows that it cannot have shown the stone; all saw it, and it stands."""
    match = Evening().match
    for move in (Lay("2"), Show("2"), Wait()):
        assert match.submit(move).done
    before = [(one.line, one.event) for one in happenings(match)]
    assert match.amend(2, Lay("1"), **AGREED).marked == ()
    assert [(one.line, one.event) for one in happenings(match)] == before
