"""The player tries what people try, whatever the game, and leads games on."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.kernel import Accepted, Refused
from companion.match.registry import game_package
from companion.referee.player import Player
from companion.referee.simulate import Table, Tally, play


def start(name: str, seats: int, **situation: Any) -> Any:
    game = game_package(name).game
    told = msgspec.convert(situation, game.situation) if situation else None
    return Table(1, seats, situation=told).start(game)


def broken(name: str, position: Any, attempts: int) -> set[str]:
    """The clauses broken in so many attempts."""
    player = Player(game_package(name).game, Random(1), 1.0)
    found: set[str] = set()
    for _ in range(attempts):
        _, _, verdict = player.careless(position)
        if isinstance(verdict, Refused):
            found |= {fault.clause for fault in verdict.faults}
    return found


def made(name: str, position: Any, attempts: int) -> set[str]:
    """The kinds of move accepted in so many attempts."""
    game = game_package(name).game
    player = Player(game, Random(1), 1.0)
    tried = (player.careless(position) for _ in range(attempts))
    return {game.kind(move).name for move, _, found in tried if isinstance(found, Accepted)}


def test_optional_parts_of_a_move_are_named_rightly() -> None:
    tops = {f"{column}{row}": "grain" for column in "abcdefg" for row in range(1, 8)}
    position = start("sakkara", 2, phase="place", tops=tops)
    assert {"K7", "K8"} <= broken("sakkara", position, 300)


def test_what_is_typed_is_told_and_all_corrections_are_made() -> None:
    position = start("pyramidion", 3, notes=("a",))
    kinds = {"note", "strike_note", "name_thing", "tell_text", "tell_boat", "fix_hand", "fix_order"}
    assert kinds <= made("pyramidion", position, 300)


def test_a_rule_of_a_move_nobody_asks_for_is_not_called_broken() -> None:
    position = start("pyramidion", 3, phase="loading", display=("B01",))
    assert "P74" in broken("pyramidion", position, 300)


def test_needs_that_rest_on_a_fact_are_asked_where_the_fact_fails() -> None:
    position = start("maya", 3, practice=True, phase="laying", turn="red")
    assert "no_minus3_to_assign" in broken("maya", position, 400)


def test_no_table_is_stuck_with_what_the_rules_refuse() -> None:
    tops = {f"{column}{row}": "grain" for column in "abcdefg" for row in range(1, 8)}
    position = start("sakkara", 2, phase="layout", tops=tops)
    tried, move = Player(game_package("sakkara").game, Random(1), 0.0).turn(position)
    assert isinstance(tried[0][1], Refused) and move == tried[-1][0]
    assert isinstance(tried[-1][1], Accepted)


@pytest.mark.parametrize("number", range(3))
def test_a_question_asked_for_the_first_time_is_tried_out(number: int) -> None:
    game = game_package("maya").game
    position = start("maya", 3, practice=True, phase="opening", stones={"stock:red": {"red": 1}})
    tried, move = Player(game, Random(number), 0.01).turn(position)
    assert move is not None and len(tried) > 2


def test_a_game_can_start_from_a_table_that_stands() -> None:
    game = game_package("maya").game
    told = msgspec.convert({"practice": True, "phase": "building", "round": 3}, game.situation)
    tally = Tally()
    last = play(game, Table(1, 3, situation=told), 0.2, tally)
    assert last.round == 3 and tally.by_the_rules(game) == 1


def test_a_player_who_is_unlikely_to_act_seldom_acts() -> None:
    """Who may double before every roll does so when well ahead, and hardly ever behind."""
    game = game_package("backgammon").game
    ahead, behind = {"p1": 2, "p2": 2}, {"p13": 5, "p24": 10}
    doubled = {}
    for name, lies in (("ahead", ahead), ("behind", behind)):
        other = {"p1": 10, "p12": 5} if name == "ahead" else {"p24": 2, "p23": 2}
        told = {"white": lies, "black": other, "active": "white", "phase": "roll"}
        options = msgspec.convert({"cube": True, "length": "5"}, game.options)
        begun = game.setup(game.colours, options, game.box())
        position = game.arrange(begun, msgspec.convert(told, game.situation))
        assert len(game.asked(position)) == 2
        player = Player(game, Random(1), 0.0)
        moves = [made for _, made in (player.turn(position) for _ in range(200))]
        doubled[name] = sum(made is not None and game.kind(made).name == "double" for made in moves)
    assert doubled["behind"] < 20 < 100 < doubled["ahead"]
