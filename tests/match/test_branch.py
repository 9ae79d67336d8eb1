"""Trying out: a branch in which nothing counts, and what is kept of it."""

from random import Random

import pytest

from companion.match import entries
from companion.match.branch import branch, keep, take_back, tried
from companion.match.match import Match
from companion.referee.player import Player
from tests.games.tried import GAMES
from tests.records.reading import opened, taken_up

LATEST = [one.recorded.RECORDS[-1].file for one in GAMES if one.recorded.RECORDS]
"""The last recorded match of each game that has any."""


def off(match: Match) -> Match:
    return branch(match, clock=lambda: 0.0, salt=lambda: bytes(16))


def played(one: Match, seed: int, moves: int) -> None:
    """Moves that need nothing hidden, as long as there are some."""
    player = Player(one.game, Random(seed), 0.0)
    for _ in range(moves):
        _, move = player.turn(one.position)
        if move is None or one.game.kind(move).hidden or not one.submit(move).done:
            return


@pytest.mark.parametrize("file", LATEST)
def test_a_branch_knows_what_everybody_does_and_leaves_the_match_alone(file: str) -> None:
    match = taken_up(file, 120)
    before = match.entries
    trial = off(match)
    assert trial.public == match.public and trial.position == match.public
    assert trial.asked == match.asked and not trial.steps and not trial.secrets()
    played(trial, 3, 6)
    assert match.entries == before


def test_what_is_kept_is_appended_move_by_move_like_any_other() -> None:
    match = taken_up("backgammon-evening", 122)
    trial = off(match)
    played(trial, 1, 5)
    moves = tried(trial)
    assert len(moves) > 2
    told = len(match.entries)
    for number, one in enumerate(moves, 1):
        assert keep(match, one).done
        standing = [step for step in match.steps if step.line > told]
        by_hand = match.timeline.by_hand(standing)
        assert [step.move for step in by_hand] == [one.move for one in moves[:number]]
    assert match.public == trial.public
    assert all(type(entry) is entries.Played for entry in match.entries[told:])


def test_a_move_that_the_match_refuses_is_not_kept() -> None:
    match = taken_up("backgammon-evening", 122)
    trial = off(match)
    played(trial, 1, 4)
    last = tried(trial)[-1]
    answer = keep(match, last)
    assert not answer.done and type(match.entries[-1]) is entries.Refused


def test_a_trial_is_taken_back_alone_as_far_as_it_is_not_kept() -> None:
    match = taken_up("backgammon-evening", 122)
    trial = off(match)
    played(trial, 1, 5)
    kept = len(tried(trial))
    assert take_back(trial, kept) is None
    while take_back(trial, 1) is not None:
        pass
    assert len(tried(trial)) >= 1 and take_back(trial, 0) is not None


def test_nothing_hidden_is_in_a_branch() -> None:
    match = taken_up("night-3", 122)
    assert match.secrets() and match.position != match.public
    trial = off(match)
    assert trial.secrets() == {} and trial.position == match.public


def test_nothing_is_tried_once_a_match_is_over() -> None:
    told = opened("backgammon-evening")
    match = taken_up("backgammon-evening", len(told.entries))
    assert match.over
    with pytest.raises(ValueError, match="nothing can be tried"):
        off(match)
