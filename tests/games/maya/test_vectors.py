"""The vectors: one situation, some moves, one verdict each, through the door of the table."""

import pytest

from companion.games.maya.rules import game
from companion.kernel import Accepted, Refused, answer, census, judge
from tests.games.maya.vectors import VECTORS, Vector, before_last, situated

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
    happened = iter(one.key for one in verdict.happenings)
    assert [key for key in vector.get("happens", ()) if key not in happened] == []
    if "asked" in vector:
        asked = game.asked(after)
        assert (asked[0].seat if asked else "") == vector["asked"]


def test_two_vectors_share_an_id() -> None:
    assert len({name(vector) for vector in VECTORS}) == len(VECTORS)
