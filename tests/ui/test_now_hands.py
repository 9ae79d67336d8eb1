"""What hands do next or still have to do, as it is pictured beside the board."""

import pytest

from companion.kernel import Change
from companion.scene.pictures import hands
from tests.records.reading import taken_up
from tests.ui.test_now import at_a_table, presenter
from ui.presenter.hands import Sight, net
from ui.presenter.now import now_card

LAST_STONES = [("maya-2", 64, "P3.L3"), ("maya-3", 117, "P4.L3"), ("maya-4", 82, "P4.L3")]
"""Lines after which one stone is left: with it a round is scored, and its levels wear."""


def test_a_walk_of_two_fields_is_one_picture_and_one_that_comes_back_none() -> None:
    shown = at_a_table("mesopotamien", "blue", "yellow")
    way = (("blue@-1,0", "0,0"), ("blue@0,0", "1,-1"))
    steps = [{"move": "step", "native": one, "to": to} for one, to in way]
    shown.go(tuple(map(shown.game.move, steps)))
    assert [one.done for one in shown.answers] == [True, True]
    card = now_card(shown)
    assert card.picture is not None
    (hand,) = card.picture.hands
    assert (hand.template, hand.source.look.look) == ("lift", "plain")
    assert hand.target.look.look == "forest"
    sight = Sight(hands(shown.package.art), shown.scene, shown.match.seats)
    there, back = Change("native:blue", 1, "-1,0", "0,0"), Change("native:blue", 1, "0,0", "-1,0")
    other = Change("native:red", 1, "0,0", "1,0")
    assert net([there, back], sight) == () and net([there, other], sight) == (there, other)
    assert net([there, other, back], sight) == (there, other, back), "it lay there meanwhile"


@pytest.mark.parametrize(("name", "line", "level"), LAST_STONES, ids=str)
def test_the_last_stone_of_a_round_is_one_touch_and_hands_place_it_before_it_is_cleared_away(
    name: str, line: int, level: str
) -> None:
    one = presenter(taken_up(name, line))
    before = now_card(one).picture
    assert before is not None and [hand.template for hand in before.hands] == ["lift"]
    one.touch(level)
    done = now_card(one).picture
    assert one.match.public.phase == "laying" and done is not None
    stones = [hand.template for hand in done.hands if hand.piece.look in ("cube", "coin")]
    gold = stones.count("give")
    assert stones[: gold + 1] == ["lift", *["give"] * gold] and gold
    assert set(stones[gold + 1 :]) == {"return"}
