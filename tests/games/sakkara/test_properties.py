"""What holds for every position and every move, tried with many of both."""

from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.sakkara.motifs import MOTIFS
from companion.games.sakkara.position import Position
from companion.games.sakkara.rules import game
from companion.kernel import (
    TABLE,
    UNKNOWN,
    Accepted,
    Refused,
    answer,
    asked_for,
    broken,
    candidates,
    carry_out,
    census,
    changes,
    fill,
    instead,
    judge,
    legal,
    offers,
    ticks,
)
from companion.kernel.drafts import steps
from companion.referee.player import Player
from companion.text import LANGUAGES, Speaker
from tests.games.sakkara.drawing import SOME_POSITIONS, any_move

SEEDS = st.integers(0, 2**32)
POSITIONS = st.sampled_from(SOME_POSITIONS)
PLAY = [kind.name for kind in game.kinds if kind.role == "play"]


@given(POSITIONS, SEEDS)
@settings(max_examples=200, deadline=None)
def test_an_accepted_move_was_never_on_offer(position: Position, seed: int) -> None:
    rng = Random(seed)
    for _ in range(20):
        move = any_move(position, rng)
        # A name is typed, and any seed will do; of neither all values can be on offer.
        if game.kind(move).name in ("name_motif", "deal"):
            continue
        verdict = judge(game, position, move)
        if isinstance(verdict, Refused):
            continue
        for draft, value in steps(move):
            if game.by_name[draft.kind].by and not draft.values:
                continue
            assert value in offers(game, position, draft), (move, draft, value)
        position = verdict.position


@given(POSITIONS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_something_on_offer_is_refused(position: Position, seed: int) -> None:
    moves = list(legal(game, position, 200))
    for move in Random(seed).sample(moves, min(20, len(moves))):
        assert isinstance(judge(game, position, move), Accepted), move


@given(POSITIONS, SEEDS)
@settings(max_examples=200, deadline=None)
def test_a_tile_is_lost_or_made_by_moves_allowed_or_overruled(
    position: Position, seed: int
) -> None:
    rng = Random(seed)
    pieces = census(game.layout(position))
    for _ in range(20):
        move = any_move(position, rng)
        try:
            done = carry_out(game, position, move)
        except ValueError:
            continue  # a fact failed: there is nothing to carry out
        assert done.happenings
        changes(game.layout(position), game.layout(done.position))
        changes(game.layout(game.public(position)), game.layout(game.public(done.position)))
        position = done.position
        assert census(game.layout(position)) == pieces
        assert position.boxed >= 0
        assert not set(fresh := list(position.fresh)) - set(position.mover.holder), fresh
        game.outcome(position)


def holding(position: Position, rng: Random) -> Position:
    """The position with other tiles wherever nobody sees them."""
    players = []
    for player in position.players:
        fresh = position.fresh if player.seat == position.active else ()
        tiles = [rng.choice([*MOTIFS, UNKNOWN]) for _ in range(len(player.holder) - len(fresh))]
        players.append(replace(player, holder=tuple(sorted((*tiles, *fresh)))))
    stacks = position.stacks
    if position.phase != "layout":
        stacks = tuple(
            (*(rng.choice([*MOTIFS, UNKNOWN]) for _ in tiles[:-1]), *tiles[-1:]) for tiles in stacks
        )
    return replace(position, players=tuple(players), stacks=stacks)


@given(POSITIONS, SEEDS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_something_hidden_shows_before_it_is_brought_to_light(
    position: Position, seed: int, other: int
) -> None:
    one, two = holding(position, Random(seed)), holding(position, Random(other))
    assert game.public(one) == game.public(two)
    assert game.public(game.public(one)) == game.public(one)
    assert game.impossible(one) == game.impossible(two)
    assert game.asked(one) == game.asked(two)
    assert game.outcome(one) == game.outcome(two)
    assert game.layout(game.public(one)) == game.layout(game.public(two))
    rng = Random(seed)
    for _ in range(5):
        view = game.public(one)
        move = any_move(view, rng, rng.choice(PLAY))
        assert instead(game, view, move) == instead(game, game.public(two), move)
        verdict, twin = answer(game, one, move), answer(game, two, move)
        if isinstance(verdict, Accepted) and isinstance(twin, Accepted):
            seen, also = game.public(verdict.position), game.public(twin.position)
            if seen.stacks != also.stacks:
                return  # a tile came to light that was covered: from here on they differ
            assert seen == also
            if game.kind(move).hidden:
                return
            one, two = verdict.position, twin.position


@given(POSITIONS, SEEDS)
@settings(max_examples=120, deadline=None)
def test_a_refusal_lacks_a_language_or_a_value(position: Position, seed: int) -> None:
    rng = Random(seed)
    speakers = [
        Speaker(language, (), game.rulebook, lambda view, token: (token, {}), None)
        for language in LANGUAGES
    ]
    for _ in range(15):
        verdict = judge(game, position, any_move(position, rng), rng.choice(position.setup.seats))
        for fault in verdict.faults if isinstance(verdict, Refused) else ():
            for speaker in speakers:
                said = speaker.fault(fault)
                assert said and not set("{}") & set(said), (fault, said)


@given(POSITIONS, SEEDS)
@settings(max_examples=120, deadline=None)
def test_an_unfinished_move_cannot_be_looked_at(position: Position, seed: int) -> None:
    rng = Random(seed)
    view = game.public(position)
    for draft, value in steps(any_move(position, rng)):
        assert len(candidates(game, view, draft)) <= 200
        lit = offers(game, view, draft)
        if value in lit:
            filled = fill(game.by_name[draft.kind].move, draft, value)
            assert not broken(game, view, filled)
        assert {tick.clause for tick in ticks(game, view, draft)} <= set(game.rulebook)


@given(POSITIONS, SEEDS)
@settings(max_examples=100, deadline=None)
def test_a_position_or_move_changes_on_its_way_through_json(position: Position, seed: int) -> None:
    position = holding(position, Random(seed))
    assert msgspec.json.decode(msgspec.json.encode(position), type=Position) == position
    move = any_move(position, Random(seed))
    assert game.move(msgspec.json.decode(msgspec.json.encode(game.plain(move)))) == move


@given(POSITIONS)
@settings(max_examples=100, deadline=None)
def test_the_seat_that_is_asked_is_not_the_one_that_may(position: Position) -> None:
    for one in game.asked(position):
        for kind in one.kinds:
            assert asked_for(game, position, kind) == one


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_random_play_gets_stuck_or_shows_what_is_hidden(seed: int) -> None:
    rng = Random(seed)
    position = game.setup(game.colours, game.options(), game.box())
    player = Player(game, rng, 1.0)
    pieces = census(game.layout(position))
    for _ in range(60):
        _, move = player.turn(position)
        if move is None:
            continue
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        view = game.public(verdict.position)
        for seat in ("white", "black"):
            own = game.seen_by(verdict.position, seat)
            assert own.player(seat) == verdict.position.player(seat)
            assert game.public(own) == view
        position = verdict.position
        assert census(game.layout(position)) == census(game.layout(view)) == pieces
        assert game.impossible(position) == ()


@given(SEEDS)
@settings(max_examples=3, deadline=None)
def test_a_greedy_game_loses_tiles_or_asks_nobody_before_its_end(seed: int) -> None:
    rng = Random(seed)
    position = game.setup(("black", "white"), game.options(), game.box())
    player = Player(game, rng)
    for _ in range(250):
        asked = game.asked(position)
        if not asked:
            assert game.outcome(position) is not None
            return
        assert (asked[0].seat == TABLE) == (game.chance(position, rng) is not None)
        tried, move = player.turn(position)
        if move is not None:
            verdict = tried[-1][1]
            assert isinstance(verdict, Accepted)
            position = verdict.position
