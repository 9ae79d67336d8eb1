"""What a touch on the table means that leads nowhere."""

import pytest

from companion.kernel import MOVE, begin, completions
from companion.table import Pressed
from tests.records.reading import taken_up
from tests.ui.test_narration import presenter
from tests.ui.test_now import at_a_table
from ui.presenter import Presenter


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


def test_a_button_that_comes_to_nothing_says_so() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.signal(Pressed(1, 0.0, "gpio", "confirm", 1))
    assert one.notice == "Nothing is chosen yet." and not one.composer.begun
    one.touch("red@-1,0")
    assert one.notice == ""


def test_a_space_that_a_worker_could_go_to_says_that_the_worker_is_touched_first() -> None:
    one = presenter(taken_up("sakkara-evening", 136))
    (asked,) = one.asked
    steps = completions(one.game, one.view, begin(one.game, "step", asked.seat))
    goals = {str(one.game.plain(move)["to"]) for move in steps}
    said = set()
    for goal in sorted(goals):
        one.touch(goal)
        said.add(one.notice)
        assert not one.composer.begun or one.refusal is None
        one.take_back()
    assert "First touch what goes there." in said
    assert "Nothing can be done here now." not in said


def about_to_pick_up(native: str) -> Presenter:
    """Red touches *Pick up*, then a native of Blue's; Red's own could pick up stone or wood."""
    one = at_a_table("mesopotamien", "red", "blue")
    natives = [
        {"seat": seat, "at": at, "count": count}
        for seat, at, count in (("red", "1,0", 2), ("red", "1,-1", 2), ("blue", "-1,1", 3))
    ] + [{"seat": "blue", "at": "1,0"}]
    assert one.match.correct({"natives": natives, "movement": 5}).done
    one.touch(f"{MOVE}pickup")
    one.touch(native)
    return one


def test_a_touch_after_which_no_answer_can_be_right_is_answered_before_anything_is_asked() -> None:
    one = about_to_pick_up("blue@-1,1")
    blank = one.composer.blank()
    assert "Blue’s native" in one.notice and blank is not None and blank.name == "native"
    one.touch("red@1,0")
    assert not one.composer.begun and one.refusal is None, "another touch leads on"


def test_what_breaks_a_rule_is_refused_with_it_as_soon_as_one_answer_is_left_to_give() -> None:
    one = about_to_pick_up("blue@1,0")
    assert one.refusal is not None and one.refusal.allowable
    assert [fault.number for fault in one.refusal.faults] == ["M19"]
    one.allow()
    assert one.refusal is None and one.match.position.group("blue@1,0+stone")


def test_numbers_that_are_told_one_after_the_other_end_where_somebody_says_so() -> None:
    one = at_a_table("maya", "red", "blue", "yellow")
    for token in (
        f"{MOVE}tell_quarry",
        "Q1",
        "1",
        "2",
    ):  # how many cards it takes, then the stones for each rank
        one.touch(token)
    picker = one.offers.picker
    assert picker is not None and picker.done is not None and picker.done.offered
    assert picker.picked == ("2",)


def test_a_key_that_is_no_answer_to_a_list_of_numbers_is_answered_and_leaves_the_list_begun() -> (
    None
):
    one = at_a_table("maya", "red", "blue")
    for token in ("move:tell_quarry", "Q1", "5"):
        one.touch(token)
    begun = one.composer.drafts
    assert one.offers.too_much("0") is None
    one.touch("0")
    assert one.notice and one.composer.drafts == begun
