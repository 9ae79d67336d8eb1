"""Tables set as they stand, and what cannot be on any."""

from typing import Any

import msgspec
import pytest

from companion.games.maya.cards import Card
from companion.games.maya.position import Marker, Paid, Position, Quarry
from companion.games.maya.rules import game
from tests.games.maya.tables import table
from tests.games.maya.vectors import at_start, situated


def faults(position: Position) -> set[str]:
    return {fault.clause for fault in game.violations(position)}


@pytest.mark.parametrize(
    ("told", "clause"),
    [
        ({"stones": {"stock:red": {"red": 28}, "P1.L1": {"red": 2}}}, "stones_wrong"),
        ({"stones": {"P9.L1": {"red": 1}}}, "no_such_pile"),
        ({"stones": {"P1.L1": {"green": 1}}}, "no_such_seat"),
        ({"laid": {"Q4": ["red:low"] * 5}}, "cards_impossible"),
        ({"laid": {"Q1": ["green:low"]}}, "no_such_seat"),
        ({"laid": {"Q1": ["red:7", "red:7"]}, "done": ["Q1"]}, "not_in_one_hand"),
        ({"start": "green"}, "no_such_seat"),
        ({"phase": "awarding", "turn": "red"}, "cannot_be_next"),
        ({"won": "ADD", "markers": {"ADD": "seat:red"}}, "marker_not_in_play"),
        ({"markers": {"ADD": "nowhere"}}, "no_such_marker_place"),
    ],
)
def test_an_impossible_table_is_refused_with_a_reason(told: dict[str, Any], clause: str) -> None:
    assert clause in faults(table(**told))


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"quarries": (Quarry("Q1"),)}, "quarries_wrong"),
        ({"players": ()}, "players_wrong"),
        ({"ledger": (Paid(1, "red", "", "correction", -1),)}, "gold_below_zero"),
        ({"markers": (Marker("ADD", "Q1"),)}, "marker_not_in_play"),
    ],
)
def test_a_position_from_elsewhere_is_checked(changes: dict[str, Any], clause: str) -> None:
    assert clause in faults(msgspec.structs.replace(table(), **changes))


def test_a_possible_table_is_never_refused() -> None:
    assert faults(table(laid={"Q1": ["red:low", "blue:-3"]}, done=["Q1"])) == set()
    assert faults(at_start()) == set()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"laid": {"Q8": ["red:low"]}}, "there is no quarry Q8"),
        ({"open": "Q9"}, "there is no quarry Q9"),
        ({"laid": {"Q1": ["red:2"]}}, "red:2 is no card; they are told like red:7"),
        ({"laid": {"Q1": ["red:x"]}}, "red:x is no card"),
        ({"markers": {"BLUE1": "Q1"}}, "the marker BLUE1 is not in play"),
    ],
)
def test_what_is_not_on_the_board_is_not_set(told: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        table(**told)


def test_a_quarry_in_the_middle_of_its_reckoning_can_be_set() -> None:
    cards = ["red:-3", "blue:7", "yellow:-3"]
    position = table(phase="awarding", laid={"Q1": cards}, open="Q1", hits={"red": "blue"})
    assert game.asked(position)[0].seat == "yellow"
    again = situated(position, {"open": "Q1"})
    assert game.asked(again)[0].seat == "red"


def test_practice_is_never_set_over_a_match_that_has_begun() -> None:
    begun = table(stones={"P1.L1": {"red": 2}})
    assert situated(begun, {"practice": True}) == begun
    assert begun.at("Q1") == Quarry("Q1") and begun.at("Q9").cards == ()


def test_a_value_without_a_note_is_never_believed() -> None:
    position = table(laid={"Q1": ["red:7", "blue:low"]})
    assert position.at("Q1").cards == (Card("red", "high", 7, True), Card("blue", "low"))


@pytest.mark.parametrize("phase", ["opening", "building"])
def test_only_the_start_player_opens_a_phase_that_is_set(phase: str) -> None:
    stones = {f"stock:{seat}": {seat: 2} for seat in ("red", "blue", "yellow")}
    assert table(phase=phase, start="blue", stones=stones).turn == "blue"
    assert table(phase=phase, start="blue", stones=stones, turn="red").turn == "red"
