"""A match keeps few of its positions, and each of them can be had again."""

import gc
from itertools import pairwise

from companion.match.history import EACH, LAST
from tests.match.evening import Evening
from tests.match.river import Position, Wait

LONG = 40 * EACH


def test_a_long_match_keeps_few_of_its_positions() -> None:
    evening = Evening("red", "blue", "green")
    gc.collect()
    before = sum(isinstance(one, Position) for one in gc.get_objects())
    for _ in range(LONG):
        assert evening.match.submit(Wait()).done
    gc.collect()
    kept = sum(isinstance(one, Position) for one in gc.get_objects()) - before
    assert LONG // EACH <= kept <= LONG // EACH + 2 * LAST


def test_a_step_of_long_ago_leads_on_from_the_one_before() -> None:
    evening = Evening("red", "blue", "green")
    for _ in range(LONG):
        assert evening.match.submit(Wait()).done
    steps = evening.match.steps
    assert steps[0].before == evening.match.timeline.start
    assert all(one.after == two.before for one, two in pairwise(steps))
    assert {one.after.turn for one in steps} == {"red", "blue", "green"}
