"""What would go wrong without them: a light that leads to a refusal, a legal move in the dark, a
light that tells a secret."""

from itertools import islice
from typing import Annotated, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta
from msgspec.structs import replace

from companion.kernel import (
    DONE,
    UNKNOWN,
    Accepted,
    Asked,
    Draft,
    Move,
    MoveKind,
    all_legal,
    alternatives,
    answer,
    begin,
    broken,
    candidates,
    completions,
    draft_of,
    event,
    fill,
    judge,
    legal,
    offers,
    rule,
    some_legal,
    ticks,
    whole,
)
from companion.kernel.drafts import steps
from tests.kernel.toy import (
    GAME,
    KINDS,
    START,
    Gift,
    Item,
    Parcel,
    Pass,
    Position,
    Shelf,
    Smell,
    Stack,
    Take,
    Vote,
    asked,
    toy,
)


def lit(kind: str, *values: Any, position: Position = START) -> tuple[Any, ...]:
    draft = Draft(kind)
    for value in values:
        draft = fill(GAME.by_name[kind].move, draft, value)
    return offers(GAME, position, draft)


def test_only_what_breaks_no_need_lights_up() -> None:
    assert lit("take") == ("left", "right")
    assert lit("take", "right") == ("apple", "pear")  # whether there are any shows with the count
    assert lit("take", "left", "apple") == (1, 2, 3)
    assert lit("take", "left", "pear") == (1,)
    assert lit("take", "left", "pear", 1) == ()
    assert lit("take", position=replace(START, locked="yes")) == ("right",)
    assert lit("take", position=replace(START, locked=UNKNOWN)) == ("left", "right")


def test_candidates_include_illegal_values() -> None:
    assert candidates(GAME, START, Draft("take", ("left", "pear"))) == (1, 2, 3, 4, 5)
    assert candidates(GAME, START, Draft("take", ("left", "pear", 1))) == ()
    assert candidates(GAME, START, Draft("smell", ("left", "flower"))) == (1, 2)
    assert broken(GAME, START, Draft("take", ("left", "pear", 2))) == 1
    assert broken(GAME, START, Draft("take", ("nowhere", "pear", 5))) == 1


def test_a_list_lights_up_item_by_item_and_may_end_when_it_can_be_right() -> None:
    assert lit("parcel", "pear") == ("left",)
    assert lit("parcel", "pear", "left") == ("apple", "pear")  # one is odd: no end yet
    two = ("pear", "left", "apple", "right")
    assert lit("parcel", *two) == ("apple", "pear", DONE)
    assert lit("parcel", *two, "pear") == ("left",)
    assert lit("parcel", *two, "pear", "left", "pear") == ()  # there is no third
    assert lit("parcel", *two, DONE) == ("red", "blue")


def test_candidates_that_need_an_open_blank_are_empty() -> None:
    class Look(Move, frozen=True, tag="look"):
        at: Shelf
        of: Shelf

    kind = MoveKind[Position, Look](
        move=Look,
        needs=(),
        apply=lambda p, m: iter([event(p, "looked", "R1")]),
        candidates={"at": lambda p, m: (m.of,), "of": lambda p, m: (m.at, m.at)},
    )
    game = toy(kinds=(kind,))
    assert candidates(game, START, Draft("look")) == ()
    assert candidates(game, START, Draft("look", ("left",))) == ("left",)


def test_a_ticked_list_shows_how_each_need_stands() -> None:
    draft = fill(Parcel, fill(Parcel, Draft("parcel"), "pear"), "left")
    states = {one.clause: one.state for one in ticks(GAME, START, draft)}
    assert states == {"no_such_shelf": "met", "not_so_many": "met", "R4": "open", "R2": "open"}
    draft = draft_of(Parcel((Item("pear", "left"),), "red"))
    found = {one.clause: one for one in ticks(GAME, START, draft)}
    assert (found["R4"].state, found["R4"].values) == ("broken", {"items": 1})


def test_an_early_need_on_an_unfinished_list_refuses_what_cannot_become_right() -> None:
    assert lit("stack") == ("apple", "pear")
    assert lit("stack", "apple", "apple") == ("apple", "pear")
    verdict = answer(GAME, START, Stack(("pear", "apple", "apple")))
    assert not isinstance(verdict, Accepted)
    assert (Stack(("apple", "apple", "apple")),) in verdict.alternatives


def test_every_legal_move_of_the_seats_that_are_asked_is_listed_once() -> None:
    moves = list(legal(GAME, START))
    assert len(moves) == len(set(moves))
    assert Pass() in moves and Gift("blue") not in moves
    assert {type(move) for move in legal(GAME, START, by="table")} == {Smell}


def test_a_list_that_is_cut_says_so_and_leaves_no_kind_of_move_out() -> None:
    every = all_legal(GAME, START)
    assert some_legal(GAME, START, len(every)) == (every, False)
    some, cut = some_legal(GAME, START, 7)
    assert cut and len(some) == 7 and Pass() in some
    assert {type(move) for move in some} == {type(move) for move in every}
    assert some_legal(GAME, START, 0) == ([], True)
    assert some_legal(GAME, START, 1000, "table") == ([*legal(GAME, START, "table")], False)


def test_several_who_vote_at_once_are_each_offered_their_own_vote() -> None:
    voting = replace(START, voting=True)
    assert begin(GAME, "vote", "blue") == Draft("vote", ("blue",))
    assert list(legal(GAME, voting, by="blue")) == [Vote("blue", "more"), Vote("blue", "enough")]
    assert len(list(legal(GAME, voting))) == 4


def test_a_draft_has_only_completions_that_break_nothing() -> None:
    assert list(completions(GAME, START, draft_of(Take("left", "pear", 2)))) == []
    assert list(completions(GAME, START, Draft("take", ("left", "pear")))) == [
        Take("left", "pear", 1)
    ]


# Instead of a refused move


def test_alternatives_change_one_blank_before_they_try_another_kind() -> None:
    found = alternatives(GAME, START, Take("left", "pear", 2))
    assert found[:2] == ((Take("left", "pear", 1),), (Take("left", "apple", 2),))
    assert len(found) == 3
    assert found[-1] in ((Pass(),), (Smell("left", "flower", 1),))


def test_at_most_three_alternatives_are_offered_and_none_twice() -> None:
    for move in (Take("left", "apple", 5), Parcel((Item("pear", "left"),), "red")):
        found = alternatives(GAME, START, move)
        assert len(found) == len(set(found)) <= 3


def test_an_alternative_leaves_everything_but_the_blanks_as_it_was() -> None:
    found = alternatives(GAME, START, Take("left", "pear", 2, aloud=True))
    assert all(one.aloud for (one,) in found if isinstance(one, Take))


def test_an_alternative_keeps_what_can_stay_of_a_list_and_completes_it() -> None:
    pears = Parcel((Item("pear", "left"),) * 3, "blue")
    ((nearest,), *_) = alternatives(GAME, START, pears)
    assert isinstance(nearest, Parcel)
    assert nearest.items[:2] == pears.items[:2]
    assert len(nearest.items) == 4


def test_nothing_is_offered_instead_that_is_not_asked_for() -> None:
    owing = replace(START, owes=True)
    assert alternatives(GAME, owing, Take("left", "pear", 1)) == ()
    assert alternatives(GAME, START, Take("left", "pear", 1), "blue") == ()
    assert alternatives(GAME, START, Gift("blue"), "table") == ()
    assert alternatives(GAME, START, Gift("blue"), "red") == ((Pass(),),)


def test_a_token_that_does_not_fit_another_kind_is_not_forced_into_it() -> None:
    assert (Smell("left", "flower", 1),) in alternatives(GAME, START, Take("left", "pear", 5))
    everywhere = toy(asked=lambda p: (Asked("red", ("take", "smell"), "turn"),))
    found = alternatives(everywhere, START, Smell("nowhere", "flower", 1))
    assert (Smell("left", "flower", 1),) in found


def test_a_kind_with_a_list_of_the_same_tokens_is_offered_as_a_whole() -> None:
    class Dust(Move, frozen=True, tag="dust"):
        shelves: Annotated[tuple[Shelf, ...], Meta(max_length=2)]

    dust = MoveKind[Position, Dust](
        move=Dust,
        needs=(),
        apply=lambda p, m: iter([event(p, "dusted", "R1")]),
        candidates={"shelves": lambda p, m: ("left", "right")},
    )
    game = toy(kinds=(*KINDS, dust), asked=lambda p: (Asked("red", ("take", "dust"), "turn"),))
    assert (Dust(("left",)),) in alternatives(game, START, Take("left", "pear", 2))


def test_a_secret_vote_is_neither_repeated_nor_hinted_at() -> None:
    voting = replace(START, voting=True, votes=("red",))
    assert alternatives(GAME, voting, Vote("red", "more")) == ()
    refused_vote = MoveKind[Position, Vote](
        move=Vote,
        needs=(rule("R1", lambda p, m: m.ballot == "enough"),),
        apply=lambda p, m: iter([event(p, "voted", "R1")]),
        by="seat",
        hidden=("ballot",),
        candidates={"seat": lambda p, m: p.setup.seats},
    )
    game = toy(kinds=(refused_vote, *(kind for kind in KINDS if kind.name == "pass")))
    game = toy(kinds=game.kinds, asked=lambda p: (Asked("red", ("vote", "pass"), "vote"),))
    assert alternatives(game, START, Vote("red", "more"), "red") == ((Pass(),),)


def test_nobody_is_offered_the_move_of_another_seat() -> None:
    count = MoveKind[Position, Any](
        move=Vote,
        needs=(rule("R1", lambda p, m: m.ballot == "enough"),),
        apply=lambda p, m: iter([event(p, "voted", "R1")]),
        by="seat",
        candidates={"seat": lambda p, m: p.setup.seats},
    )
    game = toy(kinds=(count,), asked=lambda p: (Asked("red", ("vote",), "vote"),))
    assert alternatives(game, START, Vote("red", "more"), "red") == ((Vote("red", "enough"),),)


def test_the_answer_is_the_same_for_tables_that_differ_only_in_secrets() -> None:
    """The left shelf is locked or not: until somebody tries it, nothing on a shared surface may
    tell, not even what is offered instead of something else."""
    locked, free = replace(START, locked="yes"), replace(START, locked="no")
    assert GAME.public(locked) == GAME.public(free)
    for move in (Take("right", "apple", 5), Take("left", "pear", 3), Take("left", "apple", 1)):
        verdicts = [answer(GAME, position, move) for position in (locked, free)]
        for verdict in verdicts:
            if not isinstance(verdict, Accepted):
                assert verdict.alternatives == alternatives(GAME, GAME.public(START), move)
    tried = answer(GAME, locked, Take("left", "apple", 1))
    assert not isinstance(tried, Accepted)
    assert [one.clause for one in tried.faults] == ["R1"]
    assert (Take("left", "apple", 2),) in tried.alternatives  # the others know no better


# Properties

SHELF = st.sampled_from(("left", "right", "nowhere"))
FRUIT = st.sampled_from(("apple", "pear"))
SEAT = st.sampled_from(("red", "blue"))
MOVE: st.SearchStrategy[Move] = st.one_of(
    st.builds(Take, SHELF, FRUIT, st.integers(1, 5)),
    st.builds(
        Parcel,
        st.lists(st.builds(Item, FRUIT, SHELF), min_size=1, max_size=4).map(tuple),
        SEAT,
    ),
    st.builds(Stack, st.tuples(FRUIT, FRUIT, FRUIT)),
    st.builds(Gift, SEAT),
    st.just(Pass()),
)


@st.composite
def played(draw: st.DrawFn) -> Position:
    """A position after some legal moves."""
    position = START
    for move in draw(st.lists(MOVE, max_size=8)):
        verdict = judge(GAME, position, move)
        if isinstance(verdict, Accepted):
            position = verdict.position
    return position


@settings(max_examples=150, deadline=None)
@given(played(), MOVE)
def test_whatever_is_accepted_is_on_offer_blank_by_blank(position: Position, move: Move) -> None:
    on_offer = all(value in offers(GAME, position, head) for head, value in steps(move))
    accepted = isinstance(judge(GAME, position, move), Accepted)
    if accepted:
        assert on_offer
    elif any(GAME.kind(move).name in one.kinds for one in asked(position)):
        assert not on_offer


@settings(max_examples=40, deadline=None)
@given(played())
def test_whatever_is_legal_is_accepted(position: Position) -> None:
    for move in islice(legal(GAME, position), 60):
        assert isinstance(judge(GAME, position, move), Accepted)
        assert whole(type(move), draft_of(move)) == move


@settings(max_examples=100, deadline=None)
@given(played(), MOVE, st.sampled_from(("yes", "no", UNKNOWN)))
def test_whatever_is_offered_instead_is_possible_as_far_as_everybody_knows(
    position: Position, move: Move, locked: Any
) -> None:
    verdict = answer(GAME, replace(position, locked=locked), move)
    if not isinstance(verdict, Accepted):
        assert len(verdict.alternatives) <= 3
        for (other,) in verdict.alternatives:
            assert other != move
            assert isinstance(judge(GAME, GAME.public(position), other), Accepted)
