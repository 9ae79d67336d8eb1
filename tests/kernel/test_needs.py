"""What would go wrong without them: a refusal that hides faults, a fact that is overruled, a
hidden value that refuses."""

import dataclasses
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.kernel import (
    TABLE,
    UNKNOWN,
    Accepted,
    Draft,
    Fault,
    Move,
    MoveKind,
    Need,
    Open,
    Refused,
    Rulebook,
    Tick,
    asked_for,
    carry_out,
    census,
    event,
    every,
    fact,
    faults,
    judge,
    known,
    maker,
    moved,
    rule,
    ticks,
)
from companion.kernel.judge import sight
from tests.kernel.toy import GAME, START, Gift, Lock, Parcel, Pass, Position, Take, Vote, toy


def clauses(position: Position, move: Move, by: str | None = None) -> list[str]:
    return [fault.clause for fault in faults(GAME, position, move, by)]


def test_a_legal_move_is_carried_out_step_by_step() -> None:
    verdict = judge(GAME, START, Take("right", "apple", 2), "red")
    assert isinstance(verdict, Accepted)
    assert [one.key for one in verdict.events] == ["took", "next"]
    assert [position.turn for position in verdict.positions] == ["red", "blue"]
    assert verdict.position.held("red") == 2


def test_changes_after_the_last_event_are_kept() -> None:
    verdict = judge(GAME, START, Take("left", "pear", 1))
    assert isinstance(verdict, Accepted)
    assert verdict.position.owes and verdict.position.turn == "red"


def test_every_broken_rule_is_told_with_the_numbers_compared() -> None:
    held = moved(START.pieces, "apple", "right", "basket:red", 3)
    position = replace(START, pieces=held, locked="yes")
    assert judge(GAME, position, Take("left", "pear", 2)) == Refused(
        (Fault("R1"), Fault("R2", {"room": 1, "wanted": 2}), Fault("R3"))
    )


def test_needs_behind_a_failed_fact_are_not_evaluated() -> None:
    assert clauses(START, Take("nowhere", "pear", 2)) == ["no_such_shelf"]
    found = faults(GAME, START, Take("left", "pear", 3))
    assert found == (Fault("not_so_many", {"there": 2, "wanted": 3}),)


def test_a_hidden_value_neither_refuses_nor_approves() -> None:
    move, draft = Take("left", "apple", 1), Draft("take", ("left", "apple", 1))
    for locked, found, state in (("yes", ["R1"], "broken"), ("no", [], "met"), ("?", [], "open")):
        position = replace(START, locked=locked)
        assert clauses(position, move) == found
        assert {one.clause: one.state for one in ticks(GAME, position, draft)}["R1"] == state


def test_the_frame_says_why_the_move_is_not_asked_for() -> None:
    owing = replace(START, owes=True)
    over = replace(START, rounds=9)
    assert faults(GAME, START, Pass(), "blue") == (Fault("turn", {"asked": ("red", "table")}),)
    assert faults(GAME, START, Gift("blue"))[0] == Fault("phase", {"asked": ("red", "table")})
    assert faults(GAME, owing, Pass()) == (Fault("R6", {"asked": ("red",)}),)
    assert clauses(owing, Gift("blue"), "blue") == ["R6"]
    assert faults(GAME, over, Pass()) == (Fault("over", {"asked": ()}),)
    assert clauses(START, Vote("red", "more")) == ["R7"]


def test_a_seat_that_is_not_asked_hears_only_that() -> None:
    assert clauses(START, Gift("red")) == ["phase"]
    assert clauses(START, Take("left", "pear", 2), "blue") == ["turn"]


def test_a_move_is_held_against_what_its_seat_knows_itself() -> None:
    locked, take = replace(START, locked="yes"), Take("left", "apple", 1)
    assert clauses(locked, take, "red") == ["R1"]
    assert clauses(replace(locked, turn="blue"), take, "blue") == []
    carry_out(GAME, replace(locked, turn="blue"), take)


def test_a_correction_is_held_against_what_everybody_knows_whoever_makes_it() -> None:
    lock = next(kind for kind in GAME.kinds if kind.move is Lock)
    unless_so: Need[Position, Any] = fact("not_so_many", lambda p, m: known(p.locked) != m.locked)
    game = toy(kinds=(dataclasses.replace(lock, needs=(unless_so,)),))
    for by in ("red", "blue", None):
        for before in ("yes", "no"):
            assert faults(game, replace(START, locked=before), Lock("yes"), by) == ()


def test_what_is_told_in_private_is_not_held_against_what_only_its_owner_knows() -> None:
    """Told twice it would be refused, and everybody heard what red knows."""
    count = next(kind for kind in GAME.kinds if kind.move is Take)
    secret = dataclasses.replace(
        count,
        hidden=("fruit",),
        needs=(
            fact("not_so_many", lambda p, m: (known(p.locked), known(m.fruit)) != ("yes", "pear")),
            rule("R1", lambda p, m: known(p.locked) == "no"),
            rule("R3", lambda p, m: known(m.fruit) == "apple"),
        ),
    )
    game, locked = toy(kinds=(secret,)), replace(START, locked="yes")
    assert [one.clause for one in faults(game, locked, Take("left", "pear", 1))] == ["R1", "R3"]
    assert [one.clause for one in faults(game, START, Take("left", "pear", 1))] == ["R3"]
    assert [one.clause for one in faults(game, locked, Take("left", "apple", 1))] == ["R1"]


def test_several_seats_asked_at_once_each_speak_for_themselves() -> None:
    voting = replace(START, voting=True)
    assert maker(GAME, voting, Vote("blue", "more")) == "blue"
    assert clauses(voting, Vote("blue", "more"), "blue") == []
    assert clauses(voting, Vote("blue", "more"), "red") == ["turn"]
    verdict = judge(GAME, voting, Vote("blue", "more"))
    assert isinstance(verdict, Accepted)
    assert clauses(verdict.position, Vote("blue", "enough")) == ["turn"]
    assert isinstance(asked_for(GAME, voting, "vote", "red"), type(asked_for(GAME, voting, "vote")))
    assert asked_for(GAME, verdict.position, "vote", "blue") is None
    assert maker(GAME, START, Pass()) == "red"
    assert maker(GAME, START, Gift("blue")) is None
    draft = Draft("vote")
    assert [tick.clause for tick in ticks(GAME, voting, draft, "red")] == ["voted_already"]


def test_what_the_table_really_shows_can_always_be_told() -> None:
    assert isinstance(judge(GAME, replace(START, owes=True), Lock("yes"), "blue"), Accepted)


def test_a_rule_can_be_overruled_a_fact_cannot() -> None:
    locked = replace(START, locked="yes")
    done = carry_out(GAME, locked, Take("left", "apple", 1))
    assert census(GAME.layout(done.position)) == census(GAME.layout(START))
    with pytest.raises(ValueError, match="not_so_many"):
        carry_out(GAME, locked, Take("left", "apple", 4))


def test_an_overruled_cost_is_paid_as_far_as_it_goes() -> None:
    owing = replace(START, owes=True)
    for to in ("red", "blue"):
        done = carry_out(GAME, owing, Gift(to))
        assert done.events[0].values["apples"] == 0
        assert census(GAME.layout(done.position)) == census(GAME.layout(START))


def test_a_fact_that_nobody_knows_does_not_keep_a_move_from_being_carried_out() -> None:
    sealed = MoveKind[Position, Pass](
        move=Pass,
        needs=(
            fact("not_so_many", lambda p, m: known(p.locked) == "no"),
            rule("R1", lambda p, m: False, lambda p, m: {"locked": known(p.locked)}),
        ),
        apply=lambda p, m: iter([event(p, "passed", "R1")]),
    )
    game = toy(kinds=(sealed,))
    unsure = replace(START, locked=UNKNOWN)
    assert carry_out(game, unsure, Pass()).events[0].key == "passed"
    assert faults(game, unsure, Pass()) == (Fault("R1"),)  # its values are not known either
    assert ticks(game, unsure, Draft("pass")) == (
        Tick("not_so_many", "open"),
        Tick("R1", "broken"),
    )


def test_a_kind_of_move_that_does_nothing_is_an_error() -> None:
    idle = MoveKind[Position, Pass](move=Pass, needs=(), apply=lambda p, m: iter(()))
    with pytest.raises(ValueError, match="pass: nothing happens"):
        judge(toy(kinds=(idle,)), START, Pass())


def test_needs_behind_a_broken_fact_are_left_out_of_the_ticked_list() -> None:
    found = ticks(GAME, START, Draft("take", ("nowhere",)))
    assert found == (Tick("no_such_shelf", "broken"),)
    elsewhere = ticks(GAME, START, Draft("gift"))
    assert elsewhere[0] == Tick("phase", "broken", {"asked": ("red", "table")})


def test_every_item_is_tried_before_one_that_is_not_known_decides() -> None:
    assert every(known, ("yes", "no"))
    assert not every(lambda value: known(value) == "no", (UNKNOWN, "yes"))
    with pytest.raises(Open):
        every(known, ("yes", UNKNOWN))
    assert every(known, ())


def test_how_a_seat_sees_a_position_is_worked_out_once() -> None:
    asked: list[str] = []

    def covered(position: Position, seat: str = "") -> Position:
        asked.append(seat)
        return position if seat == "red" else replace(position, locked=UNKNOWN)

    game, start = toy(public=covered, seen_by=covered), replace(START)
    for _ in range(3):
        assert isinstance(judge(game, start, Take("right", "apple", 1), "red"), Accepted)
        assert sight(game, start, TABLE) is sight(game, start, "")
        assert sight(game, start, "blue").locked == UNKNOWN
    assert asked.count("") == asked.count("blue") == 1
    assert sight(game, start, "red") is start
    assert sight(game, replace(start), "") is not sight(game, start, ""), "another position"


class Bare(msgspec.Struct, frozen=True):
    """A position on which nothing can be noted."""


def passing(**said: Any) -> tuple[MoveKind[Position, Any], ...]:
    parts: dict[str, Any] = {"move": Pass, "needs": (), "apply": lambda p, m: iter(())}
    return (MoveKind(**(parts | said)),)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"position": Bare}, "toy: views are noted with a position, which wants dict=True"),
        ({"rulebook": Rulebook.parse("")}, "toy: not in the rulebook: R1, R2, R3"),
        ({"kinds": passing(hidden=("x",))}, "pass has no such blank there: x"),
        ({"kinds": passing(by="seat")}, "pass has no such blank there: seat"),
        ({"kinds": passing(move=Vote, by="ballot")}, "vote has no such blank there: ballot"),
        (
            {"kinds": passing(move=Parcel, candidates={"items.what": lambda p, m: ()})},
            "parcel has no such blank there: items.what",
        ),
        (
            {"kinds": passing(needs=(fact("R1", lambda p, m: True),))},
            "R1 is a fact for pass, hard in the rulebook",
        ),
        (
            {"kinds": passing(needs=(rule("not_so_many", lambda p, m: True),))},
            "not_so_many is a rule for pass, fact in the rulebook",
        ),
    ],
)
def test_a_game_that_contradicts_itself_cannot_be_built(
    changed: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        toy(**changed)
