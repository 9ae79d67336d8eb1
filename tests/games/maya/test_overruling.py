"""A move that stands although it breaks a rule: it goes as far as it can, and no piece is lost."""

from typing import Any

from companion.games.maya.box import (
    Box,
)
from companion.games.maya.rules import game
from companion.kernel import carry_out, census
from tests.games.made import keys
from tests.games.maya.tables import after, allowed, made, table
from tests.games.maya.vectors import at_start


def test_a_minus_3_allowed_against_an_absent_player_hits_somebody() -> None:
    cards = ["red:4", "blue:7", "blue:-3"]
    position = table(phase="awarding", laid={"Q1": cards, "Q2": ["red:low"]}, open="Q1")
    done = allowed(position, move="assign_minus3", target="yellow")
    assert keys(done)[0] == "minus3_hits_nobody"
    assert done.position.count("awarded:blue") == 3


def test_a_pass_allowed_without_paying_costs_a_stone() -> None:
    position = table(
        phase="building", turn="red", stones={"stock:red": {"red": 2}, "stock:blue": {"blue": 1}}
    )
    done = allowed(position, move="pass", pay="nothing")
    assert keys(done) == ["passed_for_nothing", "next_builder"]
    assert done.position.stock("red") == 2


def test_a_stone_of_others_among_the_own_ends_the_match_of_who_must_pass() -> None:
    """Hands mix up stones, and the table is told so: it is given back like an own one."""
    empty = table()
    full = {level: {"red": empty.room(level)} for level in empty.levels()}
    stones = full | {"stock:red": {"blue": 1}, "stock:blue": {"blue": 1}}
    position = table(phase="building", turn="red", stones=stones)
    for move in ({"move": "pass", "pay": "stone"}, {"move": "forced_pass"}):
        done = carry_out(game, position, game.move(move))
        assert keys(done)[0] == "passed_forced"
        assert not done.position.left("red")
        assert census(game.layout(done.position)) == census(game.layout(position))


def test_a_stone_allowed_on_a_full_level_brings_a_bonus_stone() -> None:
    position = table(
        phase="building",
        turn="red",
        stones={"P2.L1": {"red": 3}, "stock:red": {"red": 2}, "stock:blue": {"blue": 1}},
    )
    done = allowed(position, move="build", level="P2.L1")
    assert keys(done) == ["built", "next_builder"]
    assert done.position.room("P2.L1") == -1


def test_a_card_allowed_out_of_turn_takes_the_turn_away() -> None:
    done = allowed(table(), move="lay_worker", seat="blue", quarry="Q1", card="high")
    assert done.position.turn == "red" and len(done.position.at("Q1").cards) == 1


def test_stones_allowed_beyond_what_is_carried_are_lost() -> None:
    laid = {"Q1": ["red:3", "red:4", "red:4", "red:5"], "Q2": ["blue:4", "red:6", "red:8"]}
    position = table(
        phase="transport", laid=laid, done=["Q1", "Q2"], stones={"awarded:red": {"red": 9}}
    )
    done = allowed(position, move="transport", keep=9)
    assert keys(done)[0] == "carried" and done.position.stock("red") == 9


def test_odd_boards_are_not_played_on_even_when_allowed() -> None:
    pyramid = {"name": "tikal", "levels": [{"spaces": 3, "first": 2, "second": 2}]}
    quarry = {"limit": 9, "stones": [2], "marker": "NONE"}
    board = {"players": 3, "quarries": [quarry], "pyramids": [pyramid] * 4}
    done = allowed(at_start(3, {"boards": [board]}), move="confirm_board")
    assert done.position.phase == "opening"
    opened = after(done.position, move="opening_stone", level="P1.L1")
    assert opened.count("P1.L1") == 1


def test_a_quarry_without_a_marker_gives_one() -> None:
    pyramid = {"name": "tikal", "levels": [{"spaces": 9, "first": 3, "second": 1}]}
    quarry = {"limit": 5, "stones": [2], "marker": "NONE"}
    board = {"players": 3, "confirmed": True, "quarries": [quarry], "pyramids": [pyramid] * 4}
    start = at_start(3, {"boards": [{"players": 5}, board]})
    told: dict[str, Any] = {"bare": True, "phase": "awarding", "laid": {"Q1": ["red:low"]}}
    position = game.arrange(start, game.situation(**told))
    done = made.accepted(position, move="reveal", quarry="Q1", values=[4])
    assert "marker_won" not in keys(done) and done.position.stock("red") == 2


def test_boards_that_no_box_can_hold_are_never_played_on() -> None:
    box = {"boards": [{"players": 3, "confirmed": True}]}
    assert at_start(3, box).phase == "profile"
    assert Box().text("BLUE1") == ""
