"""What a telephone may do, and what not; what holds for all of it is proved in
``tests.proofs.phones``."""

from random import Random
from typing import Any

import pytest

from companion.match import entries
from companion.match.match import Match
from companion.match.registry import game_package
from companion.sight.hand import Done, Offered, Said, Sorry, Stale
from companion.sight.wishes import Agree, End, TakeBack
from tests.ui.hands import at_table, hand, wish
from ui.session.open_match import OpenMatch


@pytest.fixture
def river() -> OpenMatch:
    """Two people at a table that has begun, and the first of them is asked."""
    package = game_package("mesopotamien")
    names = {"blue": "Ada", "red": "Bruno"}
    salts = Random(1)
    return at_table(
        Match.start(
            package, ("blue", "red"), names, clock=lambda: 0.0, salt=lambda: salts.randbytes(16)
        )
    )


def first_deed(at: OpenMatch, seat: str) -> tuple[str, ...]:
    """What comes of choosing whatever is offered, until it is a deed."""
    chosen: tuple[str, ...] = ()
    while True:
        offered = hand(at, seat).begin(chosen)
        assert isinstance(offered, Offered) and not offered.wrong
        if offered.deed:
            return chosen
        chosen += (next(one.token for one in offered.options if one.at or chosen),)


def test_nothing_is_done_at_a_table_that_its_author_has_not_seen(river: OpenMatch) -> None:
    seen = len(river.match.entries)
    chosen = first_deed(river, "blue")
    assert isinstance(hand(river, "blue").wish(wish(river, chosen)), Done)
    for seat in river.match.seats:
        assert isinstance(hand(river, seat).wish(wish(river, chosen, seen)), Stale)
        assert isinstance(hand(river, seat).take_back(TakeBack("b" * 20, seen)), Stale)
    assert len(river.match.entries) == seen + 1


def test_a_telephone_does_nothing_for_another_seat_out_of_turn_or_against_the_rules(
    river: OpenMatch,
) -> None:
    chosen, before = first_deed(river, "blue"), len(river.match.entries)
    for tokens in (chosen, (), ("x",), ("move:nothing",), ("move:step", "0,0", "5,5"), chosen[:1]):
        for seat in ("red", "blue"):
            if (seat, tokens) == ("blue", chosen):
                continue
            assert isinstance(hand(river, seat).wish(wish(river, tokens)), Sorry)
            assert isinstance(hand(river, seat).begin(tokens), Offered)
    for may in ("look", "tell"):
        assert isinstance(hand(river, "blue", may).wish(wish(river, chosen)), Sorry)
    assert len(river.match.entries) == before and river.presenter.refusal is None


def test_one_takes_back_ones_own_move_and_another_agrees_on_a_telephone_of_theirs(
    river: OpenMatch,
) -> None:
    hand(river, "blue").wish(wish(river, first_deed(river, "blue")))
    lines = len(river.match.entries)
    back = TakeBack("c" * 20, lines)
    assert isinstance(hand(river, "red").take_back(back), Sorry)
    offered = hand(river, "blue").begin(())
    assert isinstance(offered, Offered) and offered.back
    assert isinstance(hand(river, "blue").take_back(back), Done)
    assert type(river.match.entries[-1]) is entries.Undone
    # At the table somebody else wants it back: whoever made it is asked on a telephone.
    hand(river, "blue").wish(wish(river, first_deed(river, "blue")))
    river.presenter.undo("red")
    asked = [hand(river, seat).begin(()) for seat in ("red", "blue")]
    assert isinstance(asked[0], Offered) and isinstance(asked[1], Offered)
    assert not asked[0].question and asked[1].question
    steps_before = len(river.match.steps)
    assert isinstance(hand(river, "red").agree(Agree("d" * 20, asked[1].asking, True)), Stale)
    assert isinstance(hand(river, "blue").agree(Agree("d" * 20, "something", True)), Stale)
    assert len(river.match.steps) == steps_before
    assert isinstance(hand(river, "blue").agree(Agree("d" * 20, asked[1].asking, True)), Done)
    assert len(river.match.steps) < steps_before


def test_a_draw_is_agreed_on_and_whoever_resigns_is_asked_once_more(river: OpenMatch) -> None:
    match = river.match

    def end(seat: str, how: Any, may: Any = "all", lines: int | None = None) -> Said:
        told = len(match.entries) if lines is None else lines
        return hand(river, seat, may).end(End("e" * 20, told, how))

    def question(seat: str) -> str:
        offered = hand(river, seat).begin(())
        assert isinstance(offered, Offered)
        return offered.question

    def answer(seat: str, yes: bool, read: Said) -> Said:
        assert isinstance(read, Offered)
        return hand(river, seat).agree(Agree(str(yes) * 10, read.asking, yes))

    assert isinstance(end("blue", "draw", "tell"), Sorry) and river.presenter.question is None
    assert isinstance(end("blue", "draw", lines=0), Stale)
    river.presenter.touch(first_deed(river, "blue")[0])
    assert isinstance(end("red", "draw"), Sorry), "somebody is about to move"
    river.presenter.take_back()
    late = None
    for how in ("draw", "draw", "agreed"):
        said = end("blue", how)
        assert isinstance(said, Done) and said.sentence == question("red") and not question("blue")
        assert "Ada" in said.sentence and "Bruno" in said.sentence
        assert isinstance(end("red", "resigned"), Sorry), "one question after the other"
        if late is not None:
            assert isinstance(answer("red", True, late), Stale), "it answers the asking before"
        late = hand(river, "red").begin(())
        answer("red", False, late)
        assert not match.over and not question("red")
    assert isinstance(end("blue", "resigned"), Done) and not match.over
    assert question("blue") and not question("red")
    answer("blue", True, hand(river, "blue").begin(()))
    ended = match.entries[-1]
    assert isinstance(ended, entries.Ended) and (ended.how, ended.by) == ("resigned", "blue")
    assert isinstance(end("red", "draw"), Sorry), "it is over"


def test_what_is_begun_at_the_table_stays_or_is_dropped_with_a_sentence(river: OpenMatch) -> None:
    chosen = first_deed(river, "blue")
    river.presenter.touch(chosen[0])
    begun = river.presenter.composer.drafts
    assert begun
    hand(river, "blue").wish(wish(river, chosen))
    presenter = river.presenter
    assert presenter.composer.begun or presenter.notice
