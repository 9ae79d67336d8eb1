"""What cannot be on a table, and where it begins; and a table told in every respect."""

from typing import Any

import msgspec
import pytest

from companion.games.maya.cards import Card
from companion.games.maya.position import Hit, Paid, Player, Position, Quarry
from companion.games.maya.rules import game
from companion.kernel import UNKNOWN, Fault, Lies
from tests.games.maya.tables import table
from tests.games.maya.vectors import situated


def faults(position: Position, **changes: Any) -> list[Fault]:
    return list(game.violations(msgspec.structs.replace(position, **changes)))


def test_a_stone_too_many_or_too_few_is_noticed() -> None:
    position = table(stones={"P1.L1": {"red": 2}})
    supply = Lies("supply", "stone:red", 26)
    assert supply in position.pieces
    others = tuple(one for one in position.pieces if one != supply)
    for count, stones in ((25, 27), (27, 29)):
        pieces = (*others, msgspec.structs.replace(supply, count=count))
        wrong = Fault("stones_wrong", {"colour": "red", "stones": stones, "most": 28})
        assert faults(position, pieces=pieces) == [wrong]
    nowhere = (*others, Lies("P5.L1", "stone:red", 26))
    assert faults(position, pieces=nowhere) == [Fault("no_such_pile", {"at": "P5.L1"})]
    strange = (*position.pieces, Lies("stock:red", "stone:green", 1))
    assert faults(position, pieces=strange) == [Fault("no_such_seat", {"seat": "green"})]


def test_a_table_may_let_more_stones_or_cards_lie_than_there_is_room_for() -> None:
    assert faults(table(stones={"P1.L1": {"red": 3, "blue": 2}})) == []
    assert faults(table(laid={"Q1": ["red:low", "blue:low"] * 2 + ["yellow:low"]})) == []


def test_no_hand_has_more_cards_than_it_can() -> None:
    assert faults(table(laid={"Q4": ["red:low"] * 4 + ["red:high"]})) == []
    low = {"seat": "red", "card": "low", "count": 5, "most": 4}
    assert faults(table(laid={"Q4": ["red:low"] * 5})) == [Fault("cards_impossible", low)]
    high = {"seat": "red", "card": "high", "count": 5, "most": 4}
    assert faults(table(laid={"Q4": ["red:high"] * 5})) == [Fault("cards_impossible", high)]
    neutral = table(2, laid={"Q4": ["neutral:red"] * 4})
    found = faults(neutral)
    assert [(one.clause, one.values["card"]) for one in found] == [("cards_impossible", "neutral")]
    assert found[0].values["count"] == found[0].values["most"] + 1


def test_a_value_is_never_shown_more_often_than_a_hand_holds_it() -> None:
    twice = Fault("not_in_one_hand", {"seat": "red", "value": 7, "most": 1})
    laid = {"Q1": ["red:7"], "Q2": ["red:7"], "Q3": ["blue:7"]}
    assert faults(table(laid=laid, done=["Q1", "Q2", "Q3"], phase="awarding")) == [twice]
    assert faults(table(laid=laid, done=["Q1"], phase="awarding")) == []
    assert faults(table(laid={"Q1": ["red:4", "red:4"]}, done=["Q1"])) == []


def test_nobody_has_anything_without_playing() -> None:
    position = table()
    nobody = [Fault("no_such_seat", {"seat": "green"})]
    for changes in (
        {"start": "green"},
        {"next_start": "green"},
        {"turn": "green"},
        {"ledger": (Paid(1, "green", "", "correction", 1),)},
    ):
        assert faults(position, **changes) == nobody
    assert faults(table(laid={"Q1": ["green:low"]})) == nobody
    winner = table(phase="awarding", won="ADD", markers={"ADD": "seat:red"})
    assert faults(winner) == [] and faults(winner, winner="green") == nobody
    assert faults(position, players=position.players[:2]) == [Fault("players_wrong")]


def test_turns_and_markers_are_only_where_they_can_be() -> None:
    for phase in ("awarding", "over"):
        cannot = [Fault("cannot_be_next", {"seat": "red"})]
        assert faults(table(), phase=phase) == cannot
    for phase in ("opening", "laying", "transport", "building"):
        assert faults(table(), phase=phase) == []
    won = table(phase="awarding", won="ADD", markers={"ADD": "seat:red"})
    lost = [Fault("marker_not_in_play", {"marker": "ADD"})]
    assert faults(won, winner="") == faults(won, phase="laying") == lost
    assert faults(won, won="") == [Fault("marker_not_in_play", {"marker": "NONE"})]
    below = table(gold={"blue": 3})
    assert faults(below) == []
    debts = (*below.ledger, Paid(1, "blue", "", "correction", -4))
    assert faults(below, ledger=debts) == [Fault("gold_below_zero", {"seat": "blue"})]
    lying = table(markers={"ADD": "spent", "MOVE": "seat:blue"})
    assert faults(lying) == []
    away = tuple(one for one in lying.markers if one.name != "MOVE")
    assert faults(lying, markers=away) == [Fault("marker_not_in_play", {"marker": "MOVE"})]


NAMED: dict[str, Any] = {
    "round": 2,
    "phase": "awarding",
    "start": "blue",
    "next_start": "yellow",
    "turn": "",
    "passed": ["red", "blue"],
    "laid": {"Q1": ["red:low", "blue:-3"], "Q2": ["red:7", "blue:-3", "yellow:8"], "Q5": ["red:4"]},
    "done": ["Q1"],
    "open": "Q2",
    "shields": {"Q5": ["red"]},
    "hits": {"blue": "red"},
    "stones": {"P1.L1": {"red": 2, "blue": 1}, "stock:yellow": {"yellow": 3}},
    "gold": {"red": 7, "blue": 12},
    "markers": {"ADD": "spent", "FREEPASS": "seat:red"},
}


def test_a_table_told_in_every_respect_is_never_set_otherwise() -> None:
    position = table(**NAMED)
    assert (position.round, position.phase, position.turn) == (2, "awarding", "")
    assert (position.start, position.next_start) == ("blue", "yellow")
    assert position.players == (Player("red", True), Player("blue", True), Player("yellow"))
    assert position.at("Q1") == Quarry(
        "Q1", (Card("red", "low", UNKNOWN), Card("blue", "high", -3, True)), (), "done"
    )
    assert [card.value for card in position.at("Q2").cards] == [7, -3, 8]
    assert position.at("Q2").state == "open" and position.at("Q3").state == "covered"
    assert position.at("Q5") == Quarry("Q5", (Card("red", "low", 4, True),), ("red",))
    assert position.hits == (Hit("blue", "red"),)
    assert position.count("P1.L1", "red") == 2 and position.count("P1.L1") == 3
    assert position.count("supply", "red") == 26 and position.count("supply", "yellow") == 25
    assert (position.gold("red"), position.gold("blue"), position.gold("yellow")) == (7, 12, 0)
    assert (position.marker_at("ADD"), position.marker_at("FREEPASS")) == ("spent", "seat:red")
    assert (position.winner, position.won) == ("", "")


def test_what_is_not_named_stays() -> None:
    position = table(**NAMED)
    assert situated(position, {}) == position
    assert situated(position, {"open": ""}).at("Q2").state == "covered"
    assert situated(position, {"open": "Q3"}).hits == ()
    assert situated(position, {"gold": {"red": 5}}).gold("red") == 5
    stones = situated(position, {"stones": {"P1.L1": {"yellow": 1}}})
    assert stones.count("P1.L1", "red") == 0 and stones.count("P1.L1") == 1
    assert stones.count("supply", "red") == 28 and stones.count("stock:yellow") == 3
    bare = situated(position, {"bare": True, "stones": {"P2.L1": {"red": 1}}})
    assert bare.count("P1.L1") == 0 and bare.count("supply", "red") == 27
    won = situated(position, {"won": "FREEPASS"})
    assert (won.winner, won.won) == ("red", "FREEPASS")
    assert situated(won, {"won": ""}).winner == ""
    laying = situated(position, {"phase": "laying"})
    assert laying.turn == "blue"
    assert situated(laying, {"phase": "awarding"}).turn == ""
    assert situated(position, {"phase": "laying", "turn": "yellow"}).turn == "yellow"
    assert situated(laying, {"phase": "laying"}).turn == "blue"


@pytest.mark.parametrize("seat", ["red", "blue", ""])
def test_views_show_nothing_that_is_hidden_and_all_that_is_open(seat: str) -> None:
    position = situated(table(**NAMED), {"laid": {"Q5": ["red:4", "blue:7", "yellow:low"]}})
    view = game.seen_by(position, seat)
    own = {"red": [4, "?", "?"], "blue": ["?", 7, "?"], "": ["?", "?", "?"]}
    assert [card.value for card in view.at("Q5").cards] == own[seat]
    assert [card.value for card in view.at("Q2").cards] == [7, -3, 8]
    assert game.public(view) == game.public(position)
    layout = dict(game.layout(view))
    assert layout["Q5", "card:red"] == 1 and layout["hand:red", "card:red"] == 8 - 3
    assert layout["bank", "gold"] == 380 - 19 and layout["gold:blue", "gold"] == 12
    assert layout["seat:red", "marker:FREEPASS"] == layout["Q5", "marker:MOVE"] == 1
    assert layout["spent", "marker:ADD"] == 1 and ("hand:red", "card:neutral") not in layout


def test_neutral_cards_lie_in_hands_and_are_open_once_laid() -> None:
    position = table(2, laid={"Q1": ["neutral:red", "blue:low"], "Q2": ["red:low"]})
    layout = dict(game.layout(position))
    assert layout["hand:red", "card:neutral"] == 2 and layout["hand:blue", "card:neutral"] == 3
    assert layout["Q1", "card:neutral"] == 1
    assert game.public(position).at("Q1").cards[0].value != UNKNOWN
