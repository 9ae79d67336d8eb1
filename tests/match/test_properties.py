"""Whatever is done in whatever order: what must hold of every match."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.kernel import Move, census, faults, masked
from companion.match import history, record
from companion.match.check import check
from companion.match.match import Match
from tests.match.evening import AGREED, Evening
from tests.match.ferry import FERRY, PACKAGE
from tests.match.river import STONES, Draw, Fish, Give, Lay, Row, Show, Wait

pytestmark = pytest.mark.no_cover

SEATS = ("red", "blue", "green")

MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Row, st.integers(-1, 4)),
    st.just(Fish()),
    st.builds(Draw, st.sampled_from(("trout", "boot"))),
    st.builds(Give, st.sampled_from(SEATS)),
    st.builds(Lay, st.sampled_from(STONES)),
    st.builds(Show, st.sampled_from(STONES)),
    st.just(Wait()),
)
SITUATIONS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "at": st.dictionaries(st.sampled_from(SEATS), st.integers(0, 9)),
        "coins": st.dictionaries(st.sampled_from(SEATS), st.integers(0, 6)),
        "turn": st.sampled_from(SEATS),
    },
)
PLAYED = st.tuples(st.just("play"), MOVES, st.booleans())
WENT_ON = st.tuples(st.just("go on"), st.integers(0, 9))
OTHERS: tuple[st.SearchStrategy[tuple[Any, ...]], ...] = (
    PLAYED,
    st.tuples(st.just("undo"), st.sampled_from(SEATS), st.booleans()),
    st.tuples(st.just("redo"), st.sampled_from(SEATS)),
    st.tuples(st.just("back"), st.integers(1, 40)),
    st.tuples(st.just("amend"), st.integers(2, 20), st.lists(MOVES, max_size=2)),
    st.tuples(st.just("correct"), SITUATIONS),
    st.tuples(st.just("catch up"), st.sampled_from(SEATS), SITUATIONS),
    st.tuples(st.just("end"), st.sampled_from(("agreed", "draw"))),
    st.tuples(st.just("resign"), st.sampled_from(SEATS)),
    st.tuples(st.just("strictness"), st.sampled_from(("advise", "confirm", "enforce"))),
    st.tuples(st.just("pause"), st.booleans()),
)
DEEDS = st.lists(
    st.integers(0, 30).flatmap(lambda n: OTHERS[n] if n < len(OTHERS) else WENT_ON), max_size=30
)


def _next(match: Match, choice: int) -> Move:
    """A move that somebody is asked for."""
    asked = [kind for one in match.asked for kind in one.kinds]
    if "draw" in asked:
        return Draw("boot" if choice % 2 else "trout")
    if "give" in asked:
        return Give(SEATS[choice % 3])
    laid = match.position.boat(match.position.turn).laid
    return (Row(1), Row(2), Fish(), Lay(STONES[choice % 3]), Show(laid or "1"), Wait())[choice % 6]


def do(evening: Evening, deed: tuple[Any, ...]) -> None:
    match = evening.match
    evening.time += 1.5
    kind, *what = deed
    if kind == "play":
        move, allow = what
        (match.allow if allow else match.submit)(move)
    elif kind == "go on":
        match.allow(_next(match, what[0]))
    elif kind == "undo":
        match.undo(what[0], SEATS, "entered wrongly" if what[1] else "taken back")
    elif kind == "redo":
        match.redo(what[0])
    elif kind == "back":
        match.back_to(what[0], "red", SEATS)
    elif kind == "amend":
        match.amend(what[0], *what[1], allow=True, **AGREED)
    elif kind == "correct":
        match.correct(what[0])
    elif kind == "catch up":
        match.catch_up(*what)
    elif kind == "end":
        (match.draw if what[0] == "draw" else match.agree_end)("red", SEATS)
    elif kind == "resign":
        match.resign(what[0])
    elif kind == "strictness":
        match.set_strictness(what[0])
    else:
        (match.pause if what[0] else match.resume)()


def _evening(deeds: list[tuple[Any, ...]]) -> Evening:
    evening = Evening(*SEATS)
    for deed in deeds:
        do(evening, deed)
    return evening


@settings(max_examples=100, deadline=None)
@given(DEEDS)
def test_a_reopened_match_equals_the_remembered_one(deeds: list[tuple[Any, ...]]) -> None:
    evening = _evening(deeds)
    again = evening.reopened()
    assert not again.read_only
    assert again.timeline == evening.match.timeline
    assert again.lines() == evening.match.lines()
    assert list(again.entries) == evening.kept
    blind = evening.reopened(blind=True)
    assert [e.number for e in blind.entries] == [e.number for e in evening.kept]


@settings(max_examples=100, deadline=None)
@given(DEEDS, st.integers(0, 3), st.integers(1, 4))
def test_steps_of_which_only_the_moves_are_kept_are_what_they_were(
    deeds: list[tuple[Any, ...]], last: int, each: int
) -> None:
    whole = _evening(deeds).match
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history, "LAST", last)
        patch.setattr(history, "EACH", each)
        thin = _evening(deeds).match
        assert list(thin.entries) == list(whole.entries)
        assert list(reversed(thin.steps)) == list(reversed(whole.steps))
        assert [thin.steps[place] for place in range(len(whole.steps))] == list(whole.steps)


@settings(max_examples=100, deadline=None)
@given(DEEDS)
def test_every_piece_stays_whatever_is_done(deeds: list[tuple[Any, ...]]) -> None:
    evening = _evening(deeds)
    start = census(FERRY.layout(evening.match.timeline.start))
    for step in evening.match.timeline.steps:
        assert census(FERRY.layout(FERRY.public(step.after))) == start


@settings(max_examples=100, deadline=None)
@given(DEEDS)
def test_undo_to_the_start_equals_the_start_and_redo_the_end(deeds: list[tuple[Any, ...]]) -> None:
    evening = _evening(deeds)
    match = evening.match
    steps = list(match.timeline.steps)
    undone = []
    while (answer := match.undo("red", SEATS, "taken back")).done:
        undone.append(answer.changes)
    assert match.timeline.steps == [] and match.position == match.timeline.start
    redone = [match.redo("red").changes for _ in undone]
    assert match.timeline.steps == steps
    assert [len(hands) for hands in redone] == [len(hands) for hands in reversed(undone)]
    assert evening.reopened().timeline == match.timeline


@settings(max_examples=100, deadline=None)
@given(DEEDS)
def test_a_record_tells_the_same_match_and_holds_when_checked(
    deeds: list[tuple[Any, ...]],
) -> None:
    evening = _evening(deeds)
    text = record.write(evening.match, opened=True)
    assert check(text, lambda name: PACKAGE) is None
    read = record.read(text)
    again = Match.reopen(
        PACKAGE, read.entries, clock=lambda: 0.0, salt=evening.salt, secrets=read.secrets
    )
    assert again.timeline.steps == evening.match.timeline.steps
    assert record.write(again, opened=True) == "\n".join(
        line.split(" # ")[0] for line in text.split("\n")
    )
    assert check(record.write(evening.match, opened=False), lambda name: PACKAGE) is None


@settings(max_examples=100, deadline=None)
@given(
    st.lists(PLAYED, min_size=1, max_size=12),
    st.integers(0, 11),
    st.tuples(st.just("play"), MOVES, st.just(True)),
)
@example([("play", Lay("2"), False), ("play", Show("2"), False)], 0, ("play", Lay("1"), True))
@example([("play", Lay("1"), True)] * 3, 1, ("play", Show("1"), True))
def test_an_amendment_equals_having_entered_it_rightly(
    deeds: list[tuple[Any, ...]], place: int, meant: tuple[Any, ...]
) -> None:
    """As far as what comes later is as lawful after it as it was before.

    Lines that are judged again are held against what everybody knows: a stone that was shown stays
    shown, though its owner now says that another lay there; one that was laid in private, and
    cannot be since, counts as untold. Entered anew both are refused, for that alone.
    """
    evening = Evening(*SEATS)
    numbers = []
    for deed in deeds:
        do(evening, deed)
        if evening.match.lines()[-1].status in ("standing", "overruled"):
            numbers.append((len(evening.kept), deed))
    if not numbers:
        return
    place %= len(numbers)
    answer = evening.match.amend(numbers[place][0], meant[1], allow=True, **AGREED)
    if not answer.done or answer.marked:
        return
    rightly = [*(deed for _, deed in numbers)]
    rightly[place] = meant
    other = Evening(*SEATS)
    for deed in rightly:
        before = other.match.position
        do(other, deed)
        if other.match.lines()[-1].status == "refused":
            assert faults(FERRY, before, deed[1])
            open_part = masked(FERRY.kind(deed[1]), deed[1])
            assert not faults(FERRY, before, open_part, openly=True)
            return
    assert evening.match.position == other.match.position
    ours, others = evening.match.timeline.steps, other.match.timeline.steps
    assert [step.events for step in ours] == [step.events for step in others]


def _deed(random: Random, match: Match) -> tuple[Any, ...]:
    """What might be done next at a lively table."""
    last = len(match.entries)
    seat = random.choice(SEATS)
    move = random.choice((Row(random.randint(-1, 4)), Fish(), Give(seat), Lay("2"), Wait()))
    situation = {"at": {seat: random.randint(0, 60)}, "coins": {seat: random.randint(0, 5)}}
    go_on = ("go on", random.randint(0, 9))
    deeds: list[tuple[int, tuple[Any, ...]]] = [
        (60, go_on),
        (8, ("play", move, random.random() < 0.3)),
        (9, ("undo", seat, random.random() < 0.5)),
        (6, ("redo", seat)),
        (2, ("back", max(1, last - random.randint(1, 9)))),
        (6, ("amend", max(2, last - random.randint(0, 9)), random.choices((move, Wait()), k=1))),
        (1, ("amend", max(2, last - random.randint(0, 9)), [])),
        (1, ("correct", situation)),
        (1, ("catch up", seat, situation)),
        (3, ("strictness", random.choice(("advise", "confirm", "enforce")))),
        (1, ("pause", random.random() < 0.5)),
    ]
    weights, choices = zip(*deeds, strict=True)
    chosen: tuple[Any, ...] = random.choices(choices, weights)[0]
    return go_on if match.over else chosen


def test_whole_evenings_keep_all_these_promises() -> None:
    """Longer than hypothesis likes, with everything that happens at a lively table."""
    seen: Counter[str] = Counter()
    for seed in range(8):
        random = Random(seed)
        evening = Evening(*SEATS, options={"last": 60, "trouts": 30, "boots": 20})
        match = evening.match
        start = census(FERRY.layout(match.timeline.start))
        for _ in range(150):
            do(evening, _deed(random, match))
            assert census(FERRY.layout(match.public)) == start
        seen.update(line.status for line in match.lines())
        seen.update(type(entry).__name__ for entry in match.entries)
        assert evening.reopened().timeline == match.timeline
        assert not evening.reopened(blind=True).read_only
        for opened in (True, False):
            assert check(record.write(match, opened=opened), lambda name: PACKAGE) is None
    wanted = ("standing", "overruled", "marked", "illegal", "left out", "refused", "struck")
    assert not [name for name in (*wanted, "amended", "Redone") if not seen[name]], seen
