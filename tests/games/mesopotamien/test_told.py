"""What happened is told whole: each thing once, also what does not come, and why."""

from typing import Any

import pytest

from companion.games.mesopotamien.position import CARDS, Position
from companion.games.mesopotamien.turns import allowance, begun
from tests.games.mesopotamien.tables import FOUR, after, clauses, happened, made, natives, table
from tests.games.mesopotamien.vectors import at_start, situated


def said(position: Position, key: str, **move: Any) -> Any:
    """The values of the one event with that key."""
    found = made.accepted(position, **move).events
    (values,) = [one.values for one in found if one.key == key]
    return values


SITES = {
    "tiles": {"1,0": "quarry", "2,-1": "forest", "1,-2": "quarry"},
    "cults": {"1,0": "green", "2,-1": "yellow", "1,-2": "yellow"},
}


def test_a_site_that_brings_nothing_goes_by_without_a_word() -> None:
    position = table(natives("2,-1"), natives("1,-2", count=2), phase="mana", **SITES)
    assert happened(position, move="income") == [
        "site_pays",
        "own_site_empty",
        "site_needs_two",
        "mana_gained",
        "next_turn",
    ]


def test_a_second_foreign_site_of_the_same_owner_goes_by_without_a_word() -> None:
    position = table(natives("2,-1", count=2), natives("1,-2", count=2), phase="mana", **SITES)
    found = happened(position, move="income")
    assert found.count("site_pays") == 1 + position.options.mana_per_site
    assert ("site_not_counted" in found) is not position.options.mana_per_site


def test_an_empty_draw_pile_is_renewed_with_a_word() -> None:
    everything = tuple(card for card, count in CARDS.items() for _ in range(count))
    position = table(natives("0,-1"), phase="act", discard=everything)
    assert happened(position, move="draw_card")[0] == "reshuffled"


def test_a_robbed_player_hears_what_is_left() -> None:
    position = table(natives("0,-1"), hands={"green": ["mana_robbery"]}, mana={"red": 3})
    move = {"move": "mana_robbery", "victim": "red", "number": 2}
    assert said(position, "mana_robbed", **move) == {"seat": "red", "count": 2, "mana": 1}


def test_a_tile_without_goods_is_discovered_without_saying_so() -> None:
    position = at_start(FOUR)
    first = made.accepted(position, move="explore", native="green@-1,0", to="-1,-1")
    assert happened(first.position, move="draw", terrain="plain") == ["discovered", "nothing_found"]


def test_the_last_of_three_begins_with_as_many_points_as_everybody_later() -> None:
    position = at_start(FOUR[:3])
    assert [allowance(begun(position, turn)) for turn in (1, 2, 3, 4)] == [2, 3, 4, 5]


def test_cards_drawn_in_a_turn_are_free_in_the_next() -> None:
    position = table(natives("0,-1"), hands={"green": 2}, locked=2)
    assert position.player("green").locked == 2
    assert begun(position, 9).player("green").locked == 0


def test_correcting_whose_turn_it_is_changes_the_round() -> None:
    position = table(natives("0,-1"), turn=7)
    assert after(position, move="fix_turn", seat="yellow").turn.number == 6


def test_fewer_cards_in_a_hand_leave_no_more_locked_than_there_are() -> None:
    position = table(natives("0,-1"), hands={"green": 3}, locked=3)
    left = after(position, move="fix_hand", seat="green", count=1)
    assert left.player("green").locked == 1


def test_a_corrected_cult_site_is_told_as_one_taken_away() -> None:
    position = situated(table(natives("0,-1")), {"tiles": {"1,0": "quarry"}})
    assert happened(position, move="fix_cult", at="1,0", owner="red") == ["cult_fixed"]
    with_one = situated(position, {"cults": {"1,0": "red"}})
    assert happened(with_one, move="fix_cult", at="1,0", owner="neutral") == ["cult_removed"]


@pytest.mark.parametrize(
    ("phase", "move", "clause"),
    [
        ("act", {"move": "end_move"}, "M2"),
        ("mana", {"move": "end_action"}, "M2"),
        ("move", {"move": "income"}, "M2"),
    ],
)
def test_closing_another_step_is_refused_with_another_rule(
    phase: str, move: dict[str, Any], clause: str
) -> None:
    assert clauses(table(natives("0,-1"), phase=phase), **move) == [clause]


@pytest.mark.parametrize(
    ("card", "move"),
    [
        ("expel", {"hut": "hut:yellow@0,-1", "to": "0,-1"}),
        ("priest", {"site": "1,0"}),
        ("fertility", {"tile": "0,-1"}),
        ("endurance", {"number": 2}),
        ("land", {"number": 2}),
        ("mana_robbery", {"victim": "red", "number": 1}),
    ],
)
def test_a_card_of_a_waiting_player_is_refused_with_the_rule_about_it(
    card: str, move: dict[str, Any]
) -> None:
    position = table(natives("0,-1"), hands={"yellow": [card]}, **SITES)
    assert made.clauses(position, "yellow", move=card, **move)[0] == "M91"
