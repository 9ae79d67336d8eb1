"""The rules of Stacks7, played against the plain reference that knows nothing of needs."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.peers import stacks7 as plain
from bench.stacks7 import PACKAGE, game
from bench.stacks7.moves import Step, Wait
from bench.stacks7.ours import after, move, same, start
from bench.stacks7.position import FIELDS, SEATS, WORKERS, Position
from companion.kernel import Accepted, census, judge, legal
from companion.match.match import Match
from companion.text import Texts
from tests.bench.verdicts import accepted, refused


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_a_benched_game_follows_the_same_rules_as_those_it_is_compared_with(seed: int) -> None:
    """Every legal list and the last position are those of the reference."""
    position, reference = start(seed, 60), plain.Stacks7(seed)
    for told in plain.played(seed, 60)[1]:
        assert list(legal(game, position)) == [move(one) for one in reference.legal()]
        position = after(position, move(told))
        reference.move(*told)
    assert same(position, seed, 60)
    assert game.asked(position) == ()
    assert game.outcome(position) is not None


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 500), st.integers(0, 100), st.sampled_from(WORKERS), st.sampled_from(FIELDS))
def test_any_move_is_judged_as_by_the_reference(
    seed: int, plies: int, worker: str, to: str
) -> None:
    position, reference = start(seed), plain.Stacks7(seed)
    for told in plain.played(seed, plies)[1]:
        position = after(position, move(told))
        reference.move(*told)
    verdict = judge(game, position, Step(worker, to))
    allowed = reference.can(WORKERS.index(worker), FIELDS.index(to))
    assert isinstance(verdict, Accepted) == allowed
    waits = isinstance(judge(game, position, Wait()), Accepted)
    assert waits == (reference.legal() == [plain.WAIT])


def test_taking_back_leads_where_it_does_in_the_reference() -> None:
    reference = plain.Stacks7(3)
    sums = [reference.sum()]
    for told in plain.played(3)[1]:
        reference.move(*told)
        sums.append(reference.sum())
    for wanted in reversed(sums[:-1]):
        reference.undo()
        assert reference.sum() == wanted


def test_no_step_makes_or_loses_a_tile() -> None:
    position = start(1)
    later, happened = accepted(game, position, Step("white:1", "d1"))
    assert happened == ["stepped S1"]
    assert census(game.layout(later)) == census(game.layout(position))
    assert later.height("d1") == position.height("d1") - 1
    assert later.height("c1") == position.height("c1") + 1


def _with(position: Position, **stacks: str) -> Position:
    return game.arrange(position, game.situation(stacks=stacks))


@pytest.mark.parametrize(
    ("worker", "to", "stacks", "clauses"),
    [
        ("white:1", "z9", {}, ["no_such_field"]),
        ("black:1", "c6", {}, ["S1"]),
        ("white:1", "d2", {}, ["S2"]),
        ("white:1", "e1", {}, ["S2", "S3"]),
        ("white:1", "d1", {"c1": "abc", "d1": "abcdef"}, ["S4"]),
        ("white:1", "d1", {"c1": "ab", "d1": ""}, ["S5"]),
        ("black:2", "a1", {"e7": "a", "a1": ""}, ["S1", "S2", "S5"]),
    ],
)
def test_every_fault_is_told(
    worker: str, to: str, stacks: dict[str, str], clauses: list[str]
) -> None:
    refused(game, _with(start(1), **stacks), Step(worker, to), *clauses)


def test_waiting_is_only_allowed_when_no_step_is_possible() -> None:
    refused(game, start(1), Wait(), "S6")
    stuck = _with(
        start(1), c1="a" * 9, e1="a" * 9, **dict.fromkeys(("b1", "d1", "f1", "c2", "e2"), "a")
    )
    later, happened = accepted(game, stuck, Wait())
    assert happened == ["waited S6"] and later.ply == 1


def test_no_move_after_the_end_or_out_of_turn_is_allowed() -> None:
    position = start(1, 0)
    outcome = game.outcome(position)
    assert outcome is not None and {seat for place in outcome.places for seat in place} == {*SEATS}
    refused(game, position, Step("white:1", "d1"), "S7")


def test_a_match_says_what_happened_in_both_languages() -> None:
    match = Match.start(PACKAGE, SEATS, clock=lambda: 0.0, salt=lambda: b"")
    assert match.submit(Step("white:1", "d1")).says["de"] == ("Arbeiter (d1): c1 nach d1.",)
    assert "S8" not in str(match.submit(Step("white:1", "c1"), "white").says["en"])
    assert Texts(PACKAGE.texts).get("kind", "wait", "en") == "Wait"
