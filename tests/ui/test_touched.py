"""What a touch on the table means that leads nowhere."""

import pytest

from tests.ui.test_now import at_a_table


@pytest.mark.parametrize("again", ["red@-1,0", "-1,0"])
def test_what_is_chosen_and_touched_again_is_put_down_and_walks_nowhere_and_back(
    again: str,
) -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    assert one.match.correct({"movement": 5}).done
    lines = len(one.match.entries)
    one.touch("red@-1,0")
    one.touch(again)
    assert not one.composer.begun and one.refusal is None
    assert len(one.match.entries) == lines


def test_a_place_that_is_touched_first_says_that_something_else_is() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.touch("0,0")
    assert one.notice == "First touch what goes there." and not one.composer.begun
    one.touch("blue@-1,1")
    assert "Blue’s" in one.notice
    one.passing()
    one.touch("0,0")
    assert "2 natives" in one.notice, "what stops an action there"
