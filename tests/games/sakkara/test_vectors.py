"""The vectors: one situation, some moves, one verdict each, through the door of the table."""

import pytest

from companion.games.sakkara.rules import game
from companion.kernel import TABLE, Accepted, Refused, answer, census, faults, judge
from tests.games.sakkara.vectors import VECTORS, Vector, before_last, situated

REFUSALS = [vector for vector in VECTORS if vector["verdict"] == "X"]


def name(vector: Vector) -> str:
    return str(vector["id"])


@pytest.mark.parametrize("vector", VECTORS, ids=name)
def test_a_vector_is_judged_otherwise_than_the_rules_say(vector: Vector) -> None:
    position, last = before_last(vector)
    pieces = census(game.layout(position))
    verdict = answer(game, position, last, vector.get("by"))
    if vector["verdict"] == "X":
        assert isinstance(verdict, Refused), "accepted"
        numbers = [game.rulebook[fault.clause].number for fault in verdict.faults]
        assert list(dict.fromkeys(numbers)) == vector["rules"]
        for move in verdict.instead:
            assert isinstance(judge(game, game.public(position), move), Accepted), move
        return
    assert isinstance(verdict, Accepted), verdict
    after = verdict.position
    assert game.impossible(after) == ()
    assert census(game.layout(after)) == pieces
    # To set what is so already changes nothing.
    assert situated(after, vector["after"]) == after
    if "asked" in vector:
        asked = game.asked(after)
        assert (asked[0].seat if asked else "") == vector["asked"]


@pytest.mark.parametrize("vector", REFUSALS, ids=name)
def test_a_refusal_forgets_its_reason_when_it_is_also_out_of_turn(vector: Vector) -> None:
    position, last = before_last(vector)
    kind = game.kind(last)
    asked = game.asked(position)
    if kind.role != "play" or not asked or kind.name not in asked[0].kinds or "by" in vector:
        return
    alone = faults(game, position, last)
    stranger = "white" if asked[0].seat in (TABLE, "black") else "black"
    both = faults(game, position, last, stranger)
    assert [fault.clause for fault in both] == [
        kind.out_of_turn or game.turn,
        *(fault.clause for fault in alone),
    ]


def test_a_clause_is_never_broken_alone_or_never_with_another() -> None:
    alone, together = set(), set()
    for vector in REFUSALS:
        position, last = before_last(vector)
        found = {fault.clause for fault in faults(game, position, last, vector.get("by"))}
        if len(found) == 1:
            alone |= found
        else:
            together |= found
        if game.kind(last).role == "play":
            # With anything else that is wrong, as the test above shows for all of them.
            together |= found
    refusable = {need.clause for kind in game.kinds for need in kind.needs}
    frames = {game.over, game.phase, game.turn, "K30b", "untold_first"}
    for kind in game.kinds:
        frames |= {kind.out_of_phase, kind.out_of_turn} - {""}
    # These say more of what another clause says, too: nobody is asked to tell what is told or to
    # put back where nothing was used, supply is short, a stack of five has no two parts of three.
    by_nature = {"nothing_untold", "K91", "K54a", "K85a", "K70a"}
    assert (refusable | frames) - alone == by_nature
    corrections = {need.clause for kind in game.kinds if kind.role != "play" for need in kind.needs}
    assert (refusable | frames) - together <= corrections


def test_two_vectors_share_an_id() -> None:
    assert len({name(vector) for vector in VECTORS}) == len(VECTORS)


def test_a_need_of_some_kind_of_move_is_never_broken() -> None:
    met = {
        (game.kind(last).name, fault.clause)
        for position, last, by in ((*before_last(vector), vector.get("by")) for vector in REFUSALS)
        for fault in faults(game, position, last, by)
    }
    assert {(kind.name, need.clause) for kind in game.kinds for need in kind.needs} - met == set()
