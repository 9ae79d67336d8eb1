"""Corrections: the table is set to what it shows, one fact at a time, and nothing else moves."""

from typing import Any

import pytest

from companion.games.mesopotamien.position import Hut, Position
from companion.games.mesopotamien.rules import game
from companion.kernel import census
from tests.games.mesopotamien.tables import after, clauses, natives, table
from tests.games.mesopotamien.vectors import at_start, situated

HUT = [{"at": "-1,0", "owner": "green", "marker": True}]


def fixed(position: Position, **move: Any) -> Position:
    found = after(position, **move)
    assert game.violations(found) == ()
    assert census(game.layout(found)) == census(game.layout(position))
    return found


@pytest.mark.parametrize(
    "before, move, shows",
    [
        ({}, {"move": "fix_mana", "seat": "red", "mana": 3}, {"mana": {"red": 3}}),
        (
            {"mana": {"red": 6}, "ceiling": {"red": 7}},
            {"move": "fix_ceiling", "seat": "red", "ceiling": 5},
            {"mana": {"red": 5}, "ceiling": {"red": 5}},
        ),
        (
            {},
            {"move": "fix_tile", "at": "2,-1", "terrain": "forest"},
            {
                "tiles": {"2,-1": "forest"},
                "stack": {"plain": 20, "forest": 4, "quarry": 6, "volcano": 3},
            },
        ),
        (
            {},
            {"move": "fix_tile", "at": "1,0", "terrain": "plain"},
            {"tiles": {"1,0": "plain"}, "goods": {"1,0": {"stone": 0}}, "supply": {"stone": 20}},
        ),
        (
            {},
            {"move": "fix_tile", "at": "1,0", "terrain": "none"},
            {"tiles": {"1,0": "none"}, "supply": {"stone": 20}},
        ),
        (
            {},
            {"move": "fix_natives", "seat": "green", "at": "0,0", "load": "wood", "count": 2},
            {
                "natives": [natives("-1,0", count=3), natives("0,0", load="wood", count=2)],
                "supply": {"wood": 14},
            },
        ),
        (
            {},
            {"move": "fix_goods", "at": "-1,0", "good": "stone", "count": 2},
            {"goods": {"-1,0": {"stone": 2}}, "supply": {"stone": 14}},
        ),
        (
            {},
            {"move": "fix_cult", "at": "-1,0", "owner": "red"},
            {"cults": {"-1,0": "red"}},
        ),
        (
            {"cults": {"-1,0": "red"}},
            {"move": "fix_cult", "at": "-1,0", "owner": "neutral"},
            {"cults": {"-1,0": "neutral"}},
        ),
        ({}, {"move": "fix_hand", "seat": "red", "count": 2}, {"hands": {"red": 2}}),
        ({}, {"move": "fix_movement", "left": 2}, {"movement": 2}),
        ({}, {"move": "fix_phase", "phase": "mana"}, {"phase": "mana", "movement": 5}),
    ],
)
def test_a_correction_sets_nothing_else(
    before: dict[str, Any], move: dict[str, Any], shows: dict[str, Any]
) -> None:
    position = fixed(table(**before), **move)
    assert situated(position, shows) == position


def test_a_hut_is_removed_with_its_marker() -> None:
    position = fixed(table(huts=HUT), move="fix_huts", at="-1,0", owner="green", count=0)
    player = position.player("green")
    assert (player.huts, player.markers_left) == (5, 4)


def test_a_hut_with_a_marker_goes_before_one_without() -> None:
    huts = [*HUT, {"at": "-1,0", "owner": "green"}]
    position = fixed(table(huts=huts), move="fix_huts", at="-1,0", owner="green", count=1)
    assert Hut("green", 1) in position.laid("-1,0").huts


def test_a_neutral_hut_never_comes_out_of_a_players_supply() -> None:
    position = situated(at_start(("green", "red")), {"turn": 3})
    more = fixed(position, move="fix_huts", at="-1,0", owner="neutral", count=2)
    assert more.players == position.players
    assert more.laid("-1,0").huts.count(Hut("neutral")) == 2


def test_a_robber_is_never_remembered_where_the_table_shows_none() -> None:
    position = table(
        natives("1,0", count=2),
        {**natives("1,0", count=1), "robbed": True},
    )
    more = fixed(position, move="fix_natives", seat="green", at="1,0", load="none", count=2)
    assert [group.token for group in more.groups_at("1,0")] == ["green@1,0"]


def test_a_shrinking_hand_loses_its_notes_first() -> None:
    position = table(hands={"green": ["land", "?", "priest"]})
    less = fixed(position, move="fix_hand", seat="green", count=2)
    assert less.player("green").hand == ("land", "priest")


def test_a_corrected_turn_forgets_what_was_used_in_the_other() -> None:
    position = table(natives("-1,0"), movement=1, explorations=2)
    turned = fixed(position, move="fix_turn", seat="red")
    assert turned.active == "red"
    assert (turned.turn.movement, turned.turn.explorations) == (5, 0)


@pytest.mark.parametrize("onto", ["green@-1,0", "hut:green@-1,0", "green"])
def test_a_corrected_marker_lies_in_one_place(onto: str) -> None:
    position = table(
        natives("-1,0"),
        natives("0,0", load="marker"),
        tiles={"-2,1": "plain"},
        huts=[{"at": "-1,0", "owner": "green"}, {"at": "-2,1", "owner": "green", "marker": True}],
    )
    for marker in ("green:m1", "green:m2"):
        position = fixed(position, move="fix_marker", marker=marker, onto=onto)
        # The place is free again for the next one.
        assert clauses(position, move="fix_marker", marker=marker, onto=onto) == [
            "already_so" if onto == "green" else "marker_does_not_fit"
        ]
        position = (
            fixed(position, move="fix_marker", marker=marker, onto="green")
            if (onto != "green")
            else position
        )
    assert position.player("green").markers_left == 4


def test_a_noted_marker_that_already_lies_so_is_not_corrected_once_more() -> None:
    huts = [{"at": "-1,0", "owner": "green"}]
    position = table(natives("-1,0"), natives("-1,0", load="marker"), huts=huts)
    noted = after(position, move="tell_marker", seat="green", marker="green:m1", value=4)
    native, hut = {"onto": "green@-1,0"}, {"onto": "hut:green@-1,0"}
    for known in (noted, game.public(noted)):
        fix = {"move": "fix_marker", "marker": "green:m1"}
        assert clauses(known, **fix, **native) == ["already_so"]
        after(known, **fix, **hut)
    moved = fixed(noted, move="fix_marker", marker="green:m1", **hut)
    assert moved.player("green").markers[0].value == 4


def test_a_fourth_offering_that_is_corrected_wins() -> None:
    position = table(shown={"green": [2, 4, 6]})
    won = fixed(position, move="fix_offered", marker="green:m4", value=7)
    assert game.outcome(won) is not None
    assert game.asked(won) == ()
    back = fixed(won, move="fix_marker", marker="green:m4", onto="green")
    assert game.outcome(back) is None
    assert game.asked(back)[0].seat == "green"


def test_a_shown_value_cannot_be_read_better() -> None:
    position = table(shown={"green": [2]})
    again = fixed(position, move="fix_offered", marker="green:m1", value=6)
    assert again.player("green").offered == (6,)
