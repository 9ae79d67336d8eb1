"""What is possible instead of a refused move: ways that can be gone, with one undo for all."""

from itertools import cycle, islice
from random import Random
from typing import Any

import msgspec

from companion.kernel import (
    Accepted,
    Move,
    MoveKind,
    Open,
    Refused,
    ahead,
    alternatives,
    answer,
    asked_for,
    begin,
    completions,
)
from companion.kernel.judge import outside
from companion.match.match import Match
from companion.match.registry import game_package
from tests.games.tried import EACH_GAME, Tried, possible

LONGEST = 5
"""Moves of a way: four that lead on, and the refused one."""

FEWEST = 40
"""Moves that are tried also where a game has few vectors: some of so many are refused."""


@EACH_GAME
def test_every_way_out_can_be_gone_and_there_are_at_most_three(tried: Tried) -> None:
    rng, refusals, some = Random(3), 0, tried.positions[::3]
    for position in islice(cycle(some), max(FEWEST, len(some))):
        move = tried.drawing.any_move(position, rng)
        verdict = answer(tried.game, position, move)
        if isinstance(verdict, Accepted):
            continue
        refusals += 1
        assert len(verdict.alternatives) == len(set(verdict.alternatives)) <= 3
        for way in verdict.alternatives:
            assert way != (move,)
            assert 0 < len(way) <= LONGEST
            possible(tried.game, tried.game.public(position), way)
    assert refusals


@EACH_GAME
def test_a_refused_kind_that_could_be_made_offers_a_way_out(tried: Tried) -> None:
    """One changed blank gives nothing where two are wrong: then whole moves are offered."""
    for vector, position, move in tried.refusals():
        game, kind = tried.game, tried.game.kind(move)
        view, by = game.public(position), vector.get("by")
        if kind.hidden or kind.role != "play" or outside(game, view, kind, move, by) is not None:
            continue
        asked = asked_for(game, view, kind.name, by)
        assert asked is not None
        draft = begin(game, kind.name, asked.seat)
        if any(_seen_possible(kind, view, one) for one in completions(game, view, draft)):
            assert alternatives(game, view, move, by), vector["id"]


def _seen_possible(kind: MoveKind[Any, Any], view: Any, move: Move) -> bool:
    """Whether everybody can see that a move has all it cannot do without."""
    try:
        return all(need.test(view, move) for need in kind.needs if need.fact)
    except Open:
        return False


MESOPOTAMIEN = game_package("mesopotamien")


def evening() -> Match:
    return Match.start(MESOPOTAMIEN, ("green", "yellow"), clock=lambda: 0.0, salt=lambda: b"0" * 16)


def test_it_is_known_before_walking_what_could_be_explored_this_turn() -> None:
    match, game = evening(), MESOPOTAMIEN.game
    found = {str(value) for value in ahead(game, match.public)}
    laid = {tile.at for tile in match.public.tiles}
    assert found and not found & laid
    near = msgspec.structs.replace(match.position.turn, movement=0)
    tired = msgspec.structs.replace(match.public, turn=near)
    assert not set(ahead(game, tired))


def test_exploring_too_far_away_offers_to_walk_there_and_one_undo_takes_both_back() -> None:
    match, game = evening(), MESOPOTAMIEN.game
    native = next(one.token for one in match.position.natives if one.seat == "green")
    far = game.move({"move": "explore", "native": native, "to": "-1,2"})
    refused = match.submit(far)
    assert isinstance(refused.verdict, Refused)
    way = refused.verdict.alternatives[0]
    assert [game.kind(move).name for move in way][-1] == "explore" and len(way) > 1
    assert game.plain(way[-1])["to"] == "-1,2"
    before = match.public
    for number, move in enumerate(way):
        assert match.submit(move, goes_on=number > 0).done
    assert match.undo("green").done
    assert match.public == before
    assert match.redo("green").done and match.public != before
    assert len(match.undo("green").changes) >= 1 and match.public == before
