"""The game as one value: who wins, what the table tells, and whole matches with secrets in them."""

import re
from itertools import count
from random import Random
from typing import Any

import pytest

from companion.games.maya.rules import game
from companion.games.maya.scoring import coins
from companion.kernel import TABLE, UNKNOWN, Draft, carry_out, census, next_blank
from companion.match import record
from companion.match.check import check
from companion.match.match import Match
from companion.match.registry import game_package
from companion.referee.player import Player
from companion.referee.simulate import Table, Tally, play
from tests.games.matches import everything_shared
from tests.games.maya.tables import after, table
from tests.games.maya.vectors import at_start

PACKAGE = game_package("maya")
SEATS = ("green", "yellow", "red")
SEAL = re.compile(r"(?:sealed|seal)=\w+")


# --- the end ------------------------------------------------------------------------------------


def ended(gold: dict[str, int], stones: dict[str, dict[str, int]]) -> Any:
    position = table(phase="building", turn="", round=3, gold=gold, stones=stones)
    return game.outcome(after(position, move="go_on"))


def test_most_gold_wins() -> None:
    found = ended({"red": 5, "blue": 9}, {})
    assert found.rule == "Y100" and found.places == (("blue",), ("red",), ("yellow",))


def test_a_tie_is_broken_by_stones_in_pyramids_and_explained() -> None:
    found = ended({"blue": 2}, {"P1.L1": {"red": 2, "blue": 1}})
    assert found.places[0] == ("red",) and found.rule == "Y101"
    gold, supply = found.levels
    assert (gold.rule, gold.figures["red"], gold.figures["blue"]) == ("Y100", 3, 3)
    assert (supply.rule, supply.figures["red"], supply.figures["blue"]) == ("Y101", 26, 27)


def test_players_equal_in_everything_share_the_victory() -> None:
    found = ended({"red": 40, "blue": 40}, {"P1.L1": {"yellow": 1}})
    assert found.rule == "Y102" and found.places == (("red", "blue"), ("yellow",))


def test_nobody_has_won_before_the_third_scoring() -> None:
    assert game.outcome(table()) is None


@pytest.mark.parametrize(
    ("gold", "paid"), [(0, ()), (1, (1,)), (38, (20, 10, 5, 2, 1)), (44, (20, 20, 2, 2))]
)
def test_gold_is_paid_in_few_coins(gold: int, paid: tuple[int, ...]) -> None:
    assert coins(gold) == paid


# --- what a touch means -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "filled", "token", "values"),
    [
        ("lay_worker", ("red", "Q1"), "7", ["high"]),
        ("lay_worker", ("red", "Q1"), "3", ["low"]),
        ("lay_worker", ("red", "Q1"), "Q1", []),
        ("lay_worker", ("red",), "7", []),
        ("name_pyramid", (), "P2.L1", ["P2"]),
    ],
)
def test_a_touched_token_means_the_values_that_fit_the_next_blank(
    kind: str, filled: tuple[str, ...], token: str, values: list[str]
) -> None:
    blank = next_blank(game.by_name[kind].move, Draft(kind, filled))
    assert blank is not None
    assert list(game.meanings(table(), blank, token)) == values


# --- what the table tells -----------------------------------------------------------------------


def test_the_table_tells_only_what_it_is_asked_for() -> None:
    rng = Random(3)
    assert game.chance(at_start(), rng) == game.move({"move": "practice_board"})
    assert game.chance(table(), rng) is None
    going = table(phase="awarding", done=["Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7"])
    assert game.chance(going, rng) == game.move({"move": "go_on"})
    minus = table(phase="awarding", laid={"Q1": ["red:low", "red:-3", "blue:low"]}, open="Q1")
    assert game.chance(minus, rng) is None


def test_chance_knows_cards_that_came_to_light_or_were_noted() -> None:
    laid = {"Q1": ["red:3", "red:4"], "Q2": ["red:low"], "Q3": ["red:5"]}
    position = table(phase="awarding", laid=laid, done=["Q1"])
    told = game.chance(position, Random(1))
    # 3 and one 4 were seen and 5 is noted: only the other 4 is left.
    assert told == game.move({"move": "reveal", "quarry": "Q2", "values": [4]})


def test_a_player_who_cannot_lay_is_asked_to_pass() -> None:
    laid = {"Q1": ["red:3", "red:4", "red:4", "red:5"], "Q2": ["blue:low"] + ["red:high"] * 4}
    (asked,) = game.asked(table(laid=laid))
    assert (asked.prompt, asked.kinds[0]) == ("must_pass", "pass_workers")


def test_a_public_view_can_be_played_on_without_knowing_what_was_noted() -> None:
    laid = {"Q1": ["red:3", "blue:7"], "Q2": ["red:low"]}
    position = table(phase="awarding", laid=laid)
    view = game.public(position)
    shown = carry_out(game, view, game.move({"move": "reveal", "quarry": "Q1", "values": []}))
    assert shown.position.at("Q1").cards[0].value == UNKNOWN


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_simulated_game_ends_by_the_rules(seats: int) -> None:
    tally = Tally()
    position = play(game, Table(5, seats), 0.1, tally)
    assert tally.by_the_rules(game) == 1
    assert all(one.gold for one in position.ledger)
    for seat in position.setup.seats:
        assert position.gold(seat) >= 0


def test_a_card_is_never_worth_less_than_gold() -> None:
    assert game.evaluate(table(gold={"red": 3}), "red") > game.evaluate(table(), "red")
    assert game.evaluate(table(phase="over", gold={"red": 3}), "red") > 0


# --- whole matches ------------------------------------------------------------------------------


def begin() -> Match:
    ticking = count()
    return Match.start(
        PACKAGE,
        SEATS,
        {"green": "Ada", "yellow": "Ben", "red": "Cleo"},
        clock=lambda: float(next(ticking)),
        salt=lambda: bytes(16),
    )


def do(match: Match, **data: Any) -> None:
    answer = match.submit(game.move(data))
    assert answer.done, answer.says


def noted(value: int) -> Match:
    """A card is told in private, and play goes on."""
    match = begin()
    match.correct({"practice": True, "bare": True, "round": 1, "phase": "laying"})
    do(match, move="lay_worker", seat="green", quarry="Q1", card="low")
    do(match, move="lay_card", seat="yellow", quarry="Q1", card="high", value=value)
    do(match, move="pass_workers")
    return match


def test_two_matches_that_differ_only_in_a_noted_card_show_say_and_export_the_same() -> None:
    one, other = noted(6), noted(-3)
    assert one.position != other.position
    assert everything_shared(one) == everything_shared(other)
    texts = [record.write(match) for match in (one, other)]
    shown = [SEAL.sub("sealed", text) for text in texts]
    assert shown[0] == shown[1]
    assert SEAL.findall(texts[0]) != SEAL.findall(texts[1])
    assert check(texts[0]) is None
    seen = game.seen_by(one.position, "yellow")
    assert seen.at("Q1").cards[1].value == 6
    assert one.public.at("Q1").cards[1].value == UNKNOWN


def test_a_noted_card_turns_up_by_itself_and_a_wrong_reveal_can_be_amended() -> None:
    match = noted(6)
    do(match, move="lay_worker", seat="green", quarry="Q2", card="low")
    do(match, move="pass_workers")
    do(match, move="pass_workers")
    assert match.asked[0].seat == TABLE
    do(match, move="reveal", quarry="Q1", values=[5])
    told = match.entries[-1].number
    assert [card.value for card in match.position.at("Q1").cards] == [5, 6]
    assert match.position.count("awarded:yellow") == 3
    amended = match.amend(
        told,
        game.move({"move": "reveal", "quarry": "Q1", "values": [3]}),
        by="red",
        consent=match.seats,
        reason="entered wrongly",
    )
    assert amended.done
    assert [card.value for card in match.position.at("Q1").cards] == [3, 6]


def test_undo_to_the_start_and_redo_to_the_end_lead_to_both() -> None:
    rng = Random(4)
    match, player = begin(), Player(game, rng, 0.0)
    start = match.position
    for _ in range(60):
        tried, made = player.turn(match.position)
        assert made is not None and tried
        match.submit(made)
    end = match.position
    steps = len(match.timeline.steps)
    for _ in range(steps):
        match.undo(match.seats[0], match.seats, "taken back")
    assert match.position == start
    for _ in range(steps):
        match.redo(match.seats[0])
    assert match.position == end
    assert census(game.layout(end)) == census(game.layout(start))
