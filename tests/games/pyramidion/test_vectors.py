"""The vectors: one situation, some moves, one verdict each, through the door of the table."""

import pytest

from companion.games.pyramidion.rules import game
from companion.kernel import UNKNOWN, Accepted, Refused, answer, census, faults, judge
from tests.games.pyramidion.vectors import VECTORS, Vector, at_start, before_last, situated

REFUSALS = [vector for vector in VECTORS if vector["verdict"] == "X"]

NEVER_ALONE = {
    "no_cards_now": "P2",
    "round_goes_on": "P2",
    "no_tiles_to_take": "P2",
    "nobody_activates": "P2",
    "nobody_negotiates": "P2",
    "nobody_loads": "P2",
    "nothing_to_lay_at": "P29",
    "nothing_to_turn_up": "P29",
    "nothing_to_resolve": "P30",
    "already_resolving": "P25",
    "nobody_moves_over": "P55",
    "P74": "P5",
}
"""Answers to what nobody asked: the frame says so first, and the fact after it."""

FRAMES_WITH_FACTS = {"over", "P2", "P25", "P30", "P55"}
"""Frames of kinds that begin with such a fact."""

BEHIND_A_FACT = {"P16"}
"""The only rule of its kind of move: out of phase, a fact stands before it."""

BOX_ALONE = {"cards_full", "box_counts"}
"""What only comes up with a box told in full, see ``test_box``."""


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
    keys = {one.key for one in verdict.happenings}
    assert set(vector.get("happens", ())) <= keys
    assert not set(vector.get("not", ())) & keys
    # To set what is so already changes nothing.
    assert situated(after, vector.get("after", {})) == after
    if "asked" in vector:
        assert next((one.seat for one in game.asked(after)), "") == vector["asked"]
    if "ended" in vector:
        assert (game.outcome(after) is not None) == vector["ended"]


def test_a_clause_is_never_broken_alone_or_never_with_another() -> None:
    alone, together = set(), set()
    for vector in REFUSALS:
        position, last = before_last(vector)
        found = {fault.clause for fault in faults(game, position, last, vector.get("by"))}
        if len(found) == 1:
            alone |= found
        else:
            together |= found
            for fact, frame in NEVER_ALONE.items():
                assert fact not in found or found & {frame, "P25", "over"}
    refusable = {need.clause for kind in game.kinds for need in kind.needs}
    frames = {game.over, game.phase, game.turn, "P25"}
    frames |= {kind.out_of_phase for kind in game.kinds if kind.out_of_phase}
    frames |= {kind.out_of_turn for kind in game.kinds if kind.out_of_turn}
    assert (refusable | frames) - alone == set(NEVER_ALONE) | FRAMES_WITH_FACTS | BOX_ALONE
    facts = {clause for clause in refusable if game.rulebook[clause].strength == "fact"}
    of_corrections = {
        need.clause for kind in game.kinds if kind.role != "play" for need in kind.needs
    }
    assert (refusable | frames) - together <= facts | of_corrections | BEHIND_A_FACT


def test_a_need_of_some_kind_of_move_is_never_broken() -> None:
    met = {
        (game.kind(last).name, fault.clause)
        for position, last, by in ((*before_last(vector), vector.get("by")) for vector in REFUSALS)
        for fault in faults(game, position, last, by)
    }
    needs = {(kind.name, need.clause) for kind in game.kinds for need in kind.needs}
    assert {one for one in needs - met if one[1] not in BOX_ALONE} == {
        ("confirm_box", "already_so")
    }


def test_two_vectors_share_an_id() -> None:
    assert len({name(vector) for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_game_starts_with_too_few_or_too_many_players(count: int) -> None:
    """T54, P1."""
    with pytest.raises(ValueError, match="two to four"):
        at_start(("red", "blue", "yellow", "green", "white")[:count])


def test_somebody_sees_the_boats_of_another_before_the_end() -> None:
    """T51, P71."""
    position = situated(at_start(), {"round": 3, "boats": {"red": ["B05", "B20"], "blue": ["B01"]}})
    seen = game.seen_by(position, "blue")
    assert seen.player("red").boats == (UNKNOWN, UNKNOWN)
    assert seen.player("blue").boats == ("B01",)
    assert game.seen_by(position, "red").points("red") == 7
    assert game.public(position).player("blue").boats == (UNKNOWN,)
