"""The table as it stands: what is named is set, the rest balanced, what cannot be is told."""

from string import Formatter
from typing import Any

import msgspec
import pytest

from companion.games.mesopotamien.position import Group, Position, Tile
from companion.games.mesopotamien.rules import game
from companion.kernel import UNKNOWN, census
from tests.games.mesopotamien.tables import FOUR, after, natives, table
from tests.games.mesopotamien.vectors import at_start, situated


def violations(position: Position) -> list[str]:
    """What cannot be, each with a sentence for it."""
    for fault in game.violations(position):
        for said in game.rulebook[fault.clause].fault.values():
            assert {name for _, name, *_ in Formatter().parse(said) if name} <= set(fault.values)
    return [fault.clause for fault in game.violations(position)]


def test_a_situation_that_names_nothing_changes_nothing() -> None:
    position = at_start(FOUR)
    assert situated(position, {}) == position


def test_named_natives_leave_others_of_their_seat_on_the_board() -> None:
    position = table(natives("1,0", load="stone", count=2), natives("0,0", load="marker"))
    again = situated(position, {"natives": [natives("-1,0", count=4)]})
    assert again.groups_at("-1,0", "green") == (Group("-1,0", "green", count=4),)
    assert again.groups_at("1,0") == again.groups_at("0,0") == ()
    player = again.player("green")
    assert (player.natives, player.markers_left, again.stone) == (4, 4, 16)
    assert again.groups_at("-1,1", "yellow") == position.groups_at("-1,1", "yellow")


def test_named_huts_leave_others_of_their_owner_on_the_board() -> None:
    position = table(huts=[{"at": "-1,0", "owner": "green", "marker": True}])
    again = situated(position, {"huts": [{"at": "-1,1", "owner": "green"}]})
    assert again.player("green").markers_left == 4
    assert [hut.owner for hut in again.laid("-1,0").huts] == ["blue"]


def test_a_removed_tile_takes_along_what_lay_on_it() -> None:
    position = table(
        tiles={"-2,1": "plain"},
        natives=[natives("-1,1")],
        huts=[{"at": "-2,1", "owner": "green", "marker": True}],
        cults={"-2,1": "yellow"},
        goods={"-2,1": {"wood": 2}},
    )
    again = situated(position, {"tiles": {"-2,1": "none"}})
    assert again.tile("-2,1") is None
    assert (again.stack.plain, again.wood) == (20, 16)
    assert (again.player("green").huts, again.player("green").markers_left) == (5, 4)
    assert again.player("yellow").cults == 3
    assert violations(again) == []


def test_a_tile_that_is_not_there_is_never_taken_away() -> None:
    assert situated(at_start(FOUR), {"tiles": {"5,5": "none"}}) == at_start(FOUR)


def test_shown_values_are_added_to_those_before() -> None:
    position = table(shown={"green": [2, 7]})
    again = situated(position, {"shown": {"green": [4]}})
    assert again.player("green").offered == (4,)
    assert again.player("green").markers_left == 3


def test_the_fourth_value_ends_the_match() -> None:
    won = table(shown={"green": [2, 4, 6, 7]})
    assert won.turn.phase == "over" and game.asked(won) == ()
    back = situated(won, {"shown": {"green": [2]}})
    assert back.turn.phase == "move" and game.asked(back)


def test_no_turn_begins_with_what_the_last_one_used() -> None:
    position = table(action="hut", used=["-1,0"], phase="act")
    assert (position.turn.action, position.turn.used) == ("hut", ("-1,0",))
    again = situated(position, {"active": "red"})
    assert (again.active, again.turn.number, again.turn.movement) == ("red", 7, 5)
    assert (again.turn.action, again.turn.phase) == ("", "move")
    first = situated(again, {"round": 1})
    assert (first.active, first.turn.movement) == ("red", 4)
    assert situated(first, {"phase": "act"}).turn.movement == 0
    assert situated(first, {"phase": "act", "movement": 2}).turn.movement == 2
    assert situated(at_start(FOUR), {"turn": 7, "active": "red"}).turn.number == 7


def test_cards_are_never_made_or_lost() -> None:
    position = table(
        hands={"green": ["land", "?"], "red": 3}, discard=["priest"], gone=["land"], locked=1
    )
    assert position.pile == 18 - 5 - 1 - 1
    assert position.player("green").hand == ("?", "land")
    assert position.player("green").locked == 1
    assert violations(position) == []
    # A hand that shrinks has not drawn more than it holds.
    assert situated(position, {"hands": {"green": 0}}).player("green").locked == 0


def test_values_noted_of_markers_are_kept_in_the_position() -> None:
    position = table(
        {**natives("0,0", load="marker"), "value": 7},
        {**natives("1,0", load="marker"), "value": 6},
        huts=[{"at": "-1,0", "owner": "green", "marker": True, "value": 4}],
    )
    values = [marker.value for marker in position.player("green").markers]
    assert values == [7, 6, 4, UNKNOWN]


@pytest.mark.parametrize(
    "named, stays",
    [({"mana": {"red": 1}}, True), ({"movement": 1}, True), ({"active": "red"}, False)],
)
def test_an_exploration_under_way_is_kept_and_can_be_ended(
    named: dict[str, Any], stays: bool
) -> None:
    position = table(natives("1,0"))
    position = after(position, move="explore", native="green@1,0", to="2,-1")
    assert (situated(position, named).quest is not None) == stays
    drawn = after(position, move="draw", terrain="volcano")
    pieces = census(game.layout(drawn))
    set_up = situated(drawn, named)
    assert (set_up.quest is not None) == stays
    assert census(game.layout(set_up)) == pieces


@pytest.mark.parametrize(
    "situation",
    [
        {"mana": {"red": 1}},
        {"ceiling": {"red": 4}},
        {"shown": {"red": [2]}},
        {"hands": {"red": 1}},
        {"natives": [natives("0,0", "red")]},
        {"huts": [{"at": "-1,0", "owner": "red"}]},
        {"cults": {"-1,0": "red"}},
        {"active": "red"},
    ],
)
def test_only_colours_that_play_are_set(situation: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="red does not play; there are: green, blue"):
        situated(at_start(("green", "blue")), situation)


@pytest.mark.parametrize(
    "situation",
    [
        {"goods": {"5,5": {"wood": 1}}},
        {"cults": {"5,5": "red"}},
        {"huts": [{"at": "5,5", "owner": "red"}]},
    ],
)
def test_nothing_lies_where_no_tile_is(situation: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no tile lies on 5,5"):
        situated(at_start(FOUR), situation)


@pytest.mark.parametrize(
    "situation, faults",
    [
        ({"natives": [natives("5,5")]}, ["natives_without_tile"]),
        (
            {"natives": [natives("0,0", count=8), natives("1,0", count=2)]},
            ["pieces_wrong"],
        ),
        ({"natives": [natives("0,0", load="marker", count=5)]}, ["pieces_wrong"]),
        ({"tiles": {"0,0": "plain"}}, ["no_temple"]),
        ({"tiles": {"2,0": "temple"}}, ["too_many"]),
        ({"stack": {"plain": 21, "forest": 5, "quarry": 6, "volcano": 3}}, ["too_many"]),
        (
            {"tiles": {f"{q},3": "volcano" for q in range(4)}},
            ["too_many"],
        ),
        ({"goods": {"0,0": {"wood": 17}}}, ["goods_wrong"]),
        ({"hands": {"green": 19}}, ["too_many"]),
        ({"discard": ["land"] * 3}, ["too_many"]),
        ({"hands": {"green": ["land"] * 3}}, ["card_used_up"]),
        ({"mana": {"green": 4}}, ["mana_wrong"]),
        ({"ceiling": {"green": 9}}, ["ceiling_wrong"]),
        ({"shown": {"green": [2, 2]}}, ["offered_unknown"]),
        ({"locked": 1}, ["below_zero"]),
        ({"huts": [{"at": "-1,0", "owner": "green"}] * 6}, ["pieces_wrong"]),
        ({"huts": [{"at": "-1,0", "owner": "neutral"}]}, ["too_many"]),
        ({"used": ["5,5"]}, ["no_tile_there"]),
        ({"ceiling": {"green": 2}, "mana": {"red": 8}}, ["ceiling_wrong", "mana_wrong"]),
    ],
)
def test_an_impossible_table_is_noticed(situation: dict[str, Any], faults: list[str]) -> None:
    assert violations(situated(at_start(FOUR), situation)) == faults


def broken(**changes: Any) -> Position:
    return msgspec.structs.replace(at_start(FOUR), **changes)


def test_a_fault_counts_all_the_pieces_that_are_too_many() -> None:
    def counted(position: Position) -> list[Any]:
        return [fault.values["count"] for fault in game.violations(position)]

    placed = [natives("0,0", count=8), natives("1,0", count=2)]
    assert counted(situated(at_start(FOUR), {"natives": placed})) == [10]
    assert counted(situated(at_start(FOUR), {"goods": {"1,-1": {"wood": 22}}})) == [22]
    first, *others = at_start(FOUR).players
    fewer = msgspec.structs.replace(first, natives=first.natives - 1)
    assert counted(broken(players=(fewer, *others), wood=15)) == [19, 7]


@pytest.mark.parametrize(
    "position, fault",
    [
        (broken(tiles=(*at_start(FOUR).tiles, Tile("0,0", "temple"))), "hexes_shared"),
        (broken(natives=(Group("0,0", "green", count=0),)), "count_wrong"),
        (broken(players=at_start(FOUR).players[:2]), "players_wrong"),
        (
            situated(at_start(("green", "red"), out_land=1), {"gone": []}),
            "card_not_gone",
        ),
    ],
)
def test_a_broken_file_is_never_taken_for_a_table(position: Position, fault: str) -> None:
    assert fault in violations(position)


def test_strangers_on_the_board_are_never_taken_for_players() -> None:
    four = table(cults={"-1,0": "yellow"}, huts=[{"at": "-1,1", "owner": "yellow"}])
    setup = msgspec.structs.replace(four.setup, seats=("green", "red"))
    assert violations(msgspec.structs.replace(four, setup=setup)).count("no_such_seat") >= 3


def test_less_than_nothing_is_never_taken_for_a_number() -> None:
    position = at_start(FOUR)
    tiles = (Tile("0,0", "temple", wood=-1), *position.tiles[1:])
    assert "below_zero" in violations(msgspec.structs.replace(position, tiles=tiles))
    turn = msgspec.structs.replace(position.turn, movement=-1)
    assert violations(msgspec.structs.replace(position, turn=turn)) == ["below_zero"]


def test_a_value_noted_twice_or_a_lost_marker_is_noticed() -> None:
    position = table(natives("0,0", load="marker", count=2))
    player = position.player("green")

    def with_markers(count: int = 4, **change: Any) -> Position:
        some = tuple(msgspec.structs.replace(one, **change) for one in player.markers[:count])
        markers = (*some, *player.markers[count:])
        changed = msgspec.structs.replace(player, markers=markers)
        players = (changed, *position.players[1:])
        return msgspec.structs.replace(position, players=players)

    assert violations(with_markers(value=2)) == ["value_twice"]
    assert violations(with_markers(2, value=2)) == ["value_twice"]
    assert violations(with_markers(place="hut")) == ["marker_lost"] * 4


def test_an_unknown_word_in_a_situation_is_named() -> None:
    with pytest.raises(msgspec.ValidationError):
        situated(at_start(FOUR), {"manna": {"green": 1}})
