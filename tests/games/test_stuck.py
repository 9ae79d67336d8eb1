"""Nobody is ever stuck: somebody can do something, or the match is over; and where only closing a
step is left, that happens by itself, without telling what is hidden."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.kernel import TABLE, Move, closing, drawn, legal
from companion.match.entries import Played, decode, encode
from companion.match.match import Match
from tests.games.tried import EACH_GAME, EACH_SECRETIVE_GAME, Tried
from tests.proofs._curious import pairs

MOVES = 90


def evening(tried: Tried, rng: Random, **more: Any) -> Match:
    game = tried.game
    seats = game.colours[: rng.randint(*game.players)]
    return Match.start(tried.package, seats, clock=lambda: 0.0, salt=lambda: b"0" * 16, **more)


def any_move(match: Match, rng: Random) -> tuple[Move, str | None] | None:
    """Something that somebody who is asked can do now, by chance."""
    game, position = match.game, match.position
    for one in rng.sample(match.asked, len(match.asked)):
        told = game.chance(position, rng) if one.seat == TABLE else None
        if told is not None:
            return told, None
        view = match.public if one.seat == TABLE else game.seen_by(position, one.seat)
        move = drawn(game, view, rng, one.seat)
        if move is not None:
            return move, one.seat
    return None


def played(tried: Tried, seed: int, **more: Any) -> Iterator[Match]:
    """A match before each of its moves."""
    rng = Random(seed)
    match = evening(tried, rng, **more)
    for _ in range(MOVES):
        yield match
        if match.over:
            return
        made = any_move(match, rng)
        assert made is not None, (match.asked, match.public)
        assert match.submit(*made).done


@EACH_GAME
@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_stuck(tried: Tried, seed: int) -> None:
    for match in played(tried, seed):
        assert match.over or match.asked
        assert match.over or closing(tried.game, match.public) is None


@EACH_GAME
def test_nobody_who_could_act_is_passed_over(tried: Tried) -> None:
    """Each step that ended by itself, seen by whose it was, who knows more than all."""
    game = tried.game
    for match in played(tried, 4):
        steps = match.timeline.steps
    for step in steps:
        if match.timeline.joins(step) == "itself":
            own = game.seen_by(step.before, step.by)
            assert list(islice(legal(game, own, step.by), 2)) == [step.move]
            assert game.layout(game.public(step.after)) == game.layout(game.public(step.before))


@EACH_GAME
def test_what_ended_by_itself_is_undone_alone_or_told_otherwise_when_reopened(tried: Tried) -> None:
    for match in played(tried, 5):
        last = match.timeline.entries[-1]
        if isinstance(last, Played) and last.joins == "itself":
            steps = match.timeline.steps
            first = next(match.timeline.by_hand(reversed(steps)))
            by = first.by if first.by != TABLE else match.seats[0]
            undone = match.undo(by, match.seats, "entered wrongly")
            assert undone.done and "What came by itself after it is back, too." in undone.said("en")
            assert match.public == tried.game.public(first.before)
            assert match.redo(by).done
            assert match.timeline.steps[-1].line == steps[-1].line
    journal = [decode(encode(entry)) for entry in match.entries]
    again = Match.reopen(
        tried.package, journal, clock=lambda: 0.0, salt=bytes, secrets=match.secrets()
    )
    assert again.entries == match.entries and again.position == match.position


@EACH_GAME
def test_no_step_ends_by_itself_where_the_house_ends_each_by_hand(tried: Tried) -> None:
    *_, match = played(tried, 4, by_itself=False)
    assert list(match.timeline.by_hand(match.timeline.steps)) == list(match.timeline.steps)


@EACH_SECRETIVE_GAME
def test_a_step_that_ends_by_itself_tells_nothing_hidden(tried: Tried) -> None:
    for _, (one, two) in zip(range(20), pairs(tried, 13), strict=False):
        ends = [closing(tried.game, tried.game.public(position)) for position in (one, two)]
        assert ends[0] == ends[1]
