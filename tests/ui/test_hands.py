"""What a telephone is answered: on what its seat may know and nothing else, and whatever it does
is in the journal as if it had been done at the table."""

import os
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.kernel import MOVE, TABLE, Move, faults
from companion.kernel.drafts import steps
from companion.match import entries
from companion.match.match import Match
from companion.match.registry import game_package
from companion.referee.player import Player
from companion.sight.hand import Done, Offered, Said, Sorry, Stale
from companion.sight.wishes import Agree, End, TakeBack, Wish
from tests.games.tried import EACH_SECRETIVE_GAME, Tried
from tests.records.reading import taken_up
from tests.ui.twins import Twins
from ui.guests.hand import Hand
from ui.guests.seated import Phone
from ui.presenter import Presenter
from ui.session.open_match import OpenMatch
from ui.texts import of_screens

LINES = int(os.environ.get("LINES_BY_PHONE", "30"))
"""Lines of each recorded match that are made by telephone."""

PAIRS = int(os.environ.get("PAIRS_BY_PHONE", "15"))
"""Pairs of tables of which a telephone may not know how they differ."""

RACES = int(os.environ.get("RACES_BY_PHONE", "120"))
"""Things that two telephones and the table do in any order."""

RECORDS = ("evening-3", "maya-3", "pyramidion-3", "sakkara-evening", "backgammon-evening")


def at_table(match: Match) -> OpenMatch:
    return OpenMatch("match", Presenter(match.package, match, of_screens(), "de"), None)


def hand(at: OpenMatch, seat: str, may: Any = "all", language: str = "en") -> Hand:
    return Hand(Phone("0" * 64, "match", seat, "", language, 0.0), at, may)


def wish(at: OpenMatch, tokens: tuple[str, ...], lines: int | None = None) -> Wish:
    return Wish("a" * 20, len(at.match.entries) if lines is None else lines, tokens)


@EACH_SECRETIVE_GAME
def test_two_tables_that_differ_in_what_others_know_answer_a_telephone_alike(
    tried: Tried, tmp_path: Path
) -> None:
    alike = told = apart = 0
    for seed in count():
        twins = Twins(tried, tmp_path / str(seed), seed)
        for lines in range(6, 46, 8):
            twins.play(lines)
            tables = [at_table(twin.match) for twin in twins.both]
            for seat in twins.both[0].match.seats:
                views = [tried.game.seen_by(one.match.position, seat) for one in tables]
                answers = [answered(one, seat) for one in tables]
                if views[0] == views[1]:
                    assert answers[0] == answers[1]
                    alike += 1
                else:
                    apart += 1
                    told += answers[0] != answers[1]
        twins.close()
        if alike > PAIRS:
            break
    assert told or not apart


def answered(at: OpenMatch, seat: str) -> list[bytes]:
    """What a telephone is answered that looks, and begins with each of the first things that it
    can choose."""
    own = hand(at, seat)
    begun = own.begin(())
    assert isinstance(begun, Offered)
    more = [own.begin((one.token,)) for one in begun.options[:1]]
    return [msgspec.json.encode(one) for one in (own.look(), begun, *more)]


def tokens_of(at: OpenMatch, seat: str, move: Move) -> tuple[str, ...] | None:
    """What somebody chooses for a move; None where it cannot be."""
    fills = {draft: str(value) for draft, value in steps(move)}
    chosen: tuple[str, ...] = (MOVE + at.match.game.kind(move).name,)
    while True:
        drafting = hand(at, seat)._drafting(chosen)
        if drafting.way:
            return chosen if drafting.way == (move,) and not drafting.wrong else None
        more = None if drafting.draft is None else fills.get(drafting.draft)
        if more is None or drafting.kept != chosen:
            return None
        options = drafting.offered().options
        if more not in [one.token for one in options]:
            return None
        chosen += (more,)


def as_at_table(at: OpenMatch, move: Move, by: str) -> None:
    """Make a move as the table does, also where all tell theirs together."""
    kind, together = at.match.game.kind(move), at.together
    if together.step and kind.name == together.way and together.form == "number":
        (_, value) = msgspec.structs.astuple(move)
        together.tell(by, 0, value)
    else:
        at.presenter.go((move,), by)


def begun_like(told: Match) -> Match:
    begun, rng = told.entries[0], Random(7)
    assert isinstance(begun, entries.Started)
    return Match.start(
        game_package(begun.game),
        begun.seats,
        begun.players,
        begun.options,
        begun.box,
        clock=lambda: 0.0,
        salt=lambda: rng.randbytes(16),
        strictness=begun.strictness,
        situation=begun.situation,
        by_itself=begun.by_itself,
    )


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_that_is_played_by_telephone_has_the_same_journal(name: str) -> None:
    told = taken_up(name)
    ours, theirs = at_table(begun_like(told)), at_table(begun_like(told))
    made: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for step in list(told.steps)[:LINES]:
        if step.move is None or step.by not in (TABLE, *told.seats):
            break  # the table was set right there: that is no telephone's
        if told.timeline.joins(step) == "itself":
            continue  # it comes again by itself
        game, kind = told.game, told.game.kind(step.move)
        if getattr(told.entries[step.entry_number - 1], "overruled", ()):
            for at in (ours, theirs):  # the table let it stand: that is no telephone's, either
                at.match.allow(step.move, step.by)
            continue
        if faults(game, theirs.match.position, step.move, step.by):
            continue  # what went before it was told otherwise later, or it came by itself
        as_at_table(theirs, step.move, step.by)
        chosen = None if step.by == TABLE else tokens_of(ours, step.by, step.move)
        if chosen is None:
            left[kind.name] += step.by != TABLE and kind.role == "play"
            as_at_table(ours, step.move, step.by)
        else:
            assert isinstance(hand(ours, step.by).wish(wish(ours, chosen)), Done)
            made[kind.name] += 1
        assert game.public(ours.match.position) == game.public(theirs.match.position)
    assert list(map(msgspec.json.encode, ours.match.entries)) == list(
        map(msgspec.json.encode, theirs.match.entries)
    )
    assert +left == Counter() and made, (made, left)


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
    assert isinstance(hand(river, "red").agree(Agree("d" * 20, asked[1].question, True)), Stale)
    assert isinstance(hand(river, "blue").agree(Agree("d" * 20, "something", True)), Stale)
    assert len(river.match.steps) == steps_before
    assert isinstance(hand(river, "blue").agree(Agree("d" * 20, asked[1].question, True)), Done)
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

    assert isinstance(end("blue", "draw", "tell"), Sorry) and river.presenter.question is None
    assert isinstance(end("blue", "draw", lines=0), Stale)
    river.presenter.touch(first_deed(river, "blue")[0])
    assert isinstance(end("red", "draw"), Sorry), "somebody is about to move"
    river.presenter.take_back()
    for how in ("draw", "agreed"):
        said = end("blue", how)
        assert isinstance(said, Done) and said.sentence == question("red") and not question("blue")
        assert "Ada" in said.sentence and "Bruno" in said.sentence
        assert isinstance(end("red", "resigned"), Sorry), "one question after the other"
        hand(river, "red").agree(Agree("f" * 20, question("red"), False))
        assert not match.over and not question("red")
    assert isinstance(end("blue", "resigned"), Done) and not match.over
    assert question("blue") and not question("red")
    hand(river, "blue").agree(Agree("g" * 20, question("blue"), True))
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


def test_of_touches_and_telephones_that_race_each_wish_is_done_on_the_table_it_was_seen_on(
    river: OpenMatch,
) -> None:
    """Two telephones and the table, each with pictures that may be old, ask in any order."""
    rng, match = Random(5), river.match
    player = Player(match.game, rng, 0.0)
    seen: dict[str, tuple[int, tuple[str, ...]]] = {}
    done = stale = 0
    for _ in range(RACES):
        who = rng.choice([*match.seats, "look", "table"])
        before, made = len(match.entries), player.turn(match.position)[1]
        if who == "table" and made is not None:
            river.presenter.go((made,))
        elif who == "look" and made is not None:
            for seat in match.seats:
                chosen = tokens_of(river, seat, made)
                seen[seat] = before, chosen or ()
        elif who in seen:
            lines, chosen = seen[who]
            said = hand(river, who).wish(wish(river, chosen, lines))
            if lines != before:
                assert isinstance(said, Stale) and len(match.entries) == before
                stale += 1
            done += isinstance(said, Done)
    assert match.over or (done and stale)
