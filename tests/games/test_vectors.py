"""The vectors: one situation, some moves, one verdict each, through the door of the table."""

from typing import Any

from companion.kernel import (
    TABLE,
    Accepted,
    Move,
    Refused,
    answer,
    census,
    faults,
)
from companion.kernel.judge import all_faults, outside
from tests.games.tried import EACH_GAME, Tried, possible
from tests.games.vectors import Vector


def broken(tried: Tried, vector: Vector, position: Any, last: Move) -> list[str]:
    """All clauses that the last move breaks, the frame first. Who is not asked hears only that."""
    found = all_faults(tried.game, position, last, vector.get("by"))
    return [fault.clause for fault in found]


def judged(tried: Tried, vector: Vector, position: Any, last: Move) -> None:
    """The verdict on the last move of a vector is the one that it wants."""
    game = tried.game
    pieces = census(game.layout(position))
    verdict = answer(game, position, last, vector.get("by"))
    if vector["verdict"] == "X":
        assert isinstance(verdict, Refused), "accepted"
        found = broken(tried, vector, position, last)
        numbers = [game.rulebook[clause].number for clause in found]
        assert list(dict.fromkeys(numbers)) == vector["rules"]
        away = outside(game, position, game.kind(last), last, vector.get("by"))
        assert [fault.clause for fault in verdict.faults] == (found if away is None else found[:1])
        for way in verdict.alternatives:
            possible(game, game.public(position), way)
        return
    assert isinstance(verdict, Accepted), verdict
    after = verdict.position
    assert game.violations(after) == ()
    assert census(game.layout(after)) == pieces
    # To set what is so already changes nothing.
    assert tried.vectors.situated(after, vector.get("after", {})) == after
    happened = [one.key for one in verdict.events]
    in_order = iter(happened)
    assert [key for key in vector.get("happens", ()) if key not in in_order] == []
    assert not set(vector.get("not", ())) & set(happened)
    if "asked" in vector:
        assert next((one.seat for one in game.asked(after)), "") == vector["asked"]
    if "ended" in vector:
        assert (game.outcome(after) is not None) == vector["ended"]


@EACH_GAME
def test_every_vector_is_judged_as_the_rules_say(tried: Tried) -> None:
    for vector, position, last in tried.lasts:
        try:
            judged(tried, vector, position, last)
        except Exception as error:
            error.add_note(f"in vector {vector['id']}: {vector['title']}")
            raise


@EACH_GAME
def test_a_token_with_a_new_line_behind_it_is_none(tried: Tried) -> None:
    """What somebody may type as they like also takes a blank there."""

    def takes(told: dict[str, Any]) -> bool:
        try:
            tried.game.move(told)
        except ValueError:
            return False
        return True

    each = {one["moves"][-1]["move"]: one["moves"][-1] for one in tried.vectors.VECTORS}
    for told in each.values():
        for name, token in told.items():
            if isinstance(token, str):
                broken = takes(told | {name: f"{token}\n"})
                assert not broken or takes(told | {name: f"{token} "}), (told, name)


@EACH_GAME
def test_nobody_who_is_not_asked_hears_more_than_that(tried: Tried) -> None:
    game, tries = tried.game, 0
    for vector, position, last in tried.refusals():
        kind, asked = game.kind(last), game.asked(position)
        if kind.role != "play" or kind.by or "by" in vector or not asked:
            continue
        if kind.name not in asked[0].kinds or asked[0].seat == TABLE:
            continue
        strangers = set(position.setup.seats) - {one.seat for one in asked}
        alone = faults(game, position, last)
        for stranger in sorted(strangers)[:1]:
            heard = faults(game, position, last, stranger)
            turn = kind.out_of_turn or game.turn
            assert alone and [fault.clause for fault in heard] == [turn], vector["id"]
            tries += 1
    assert tries >= tried.vectors.FLOORS.strangers


@EACH_GAME
def test_each_clause_is_broken_alone_and_with_another(tried: Tried) -> None:
    game, never_alone = tried.game, tried.vectors.NEVER_ALONE
    alone, together = set[str](), set[str]()
    for vector, position, last in tried.lasts:
        found = set(broken(tried, vector, position, last))
        if not found:
            continue
        if len(found) == 1:
            alone |= found
        else:
            together |= found
            for clause in found & set(never_alone):
                assert not never_alone[clause] or never_alone[clause] & found, vector["id"]
        if game.kind(last).role == "play":
            # With anything else that is wrong, as the test above shows for all of them.
            together |= found
    refusable = {need.clause for kind in game.kinds for need in kind.needs}
    frames = {game.over, game.phase, game.turn, *tried.vectors.FRAMES}
    for kind in game.kinds:
        frames |= {kind.out_of_phase, kind.out_of_turn} - {""}
    assert (refusable | frames) - alone == set(never_alone)
    corrections = {need.clause for kind in game.kinds if kind.role != "play" for need in kind.needs}
    assert (refusable | frames) - together <= corrections


@EACH_GAME
def test_every_need_of_every_kind_of_move_is_broken_somewhere(tried: Tried) -> None:
    met = {
        (tried.game.kind(last).name, clause)
        for vector, position, last in tried.lasts
        for clause in broken(tried, vector, position, last)
    }
    needs = {(kind.name, need.clause) for kind in tried.game.kinds for need in kind.needs}
    assert needs - met == tried.vectors.NEVER_BROKEN


@EACH_GAME
def test_every_kind_of_move_is_carried_out(tried: Tried) -> None:
    made = {
        move["move"]
        for vector in tried.vectors.VECTORS
        for move in vector["moves"][: None if vector["verdict"] == "L" else -1]
    }
    assert {kind.name for kind in tried.game.kinds} - made == {
        # Only with a box told in full: tests of that game tell one.
        *({"confirm_box"} if "confirm_box" in tried.game.by_name else ()),
    }


@EACH_GAME
def test_every_piece_keeps_its_printed_code(tried: Tried) -> None:
    assert len(tried.package.catalogue.pieces) >= tried.vectors.FLOORS.codes


@EACH_GAME
def test_no_two_vectors_share_an_id(tried: Tried) -> None:
    assert len({vector["id"] for vector in tried.vectors.VECTORS}) == len(tried.vectors.VECTORS)
