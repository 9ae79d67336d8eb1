"""What holds for every position and every move of every game, tried with some of both.

Every change tries few; `script/prove properties` tries many.
"""

import os
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.kernel import (
    TABLE,
    UNKNOWN,
    Accepted,
    Refused,
    alternatives,
    answer,
    asked_for,
    begin,
    broken,
    candidates,
    carry_out,
    census,
    changes,
    completions,
    fill,
    judge,
    legal,
    maker,
    masked,
    next_blank,
    offers,
    ticks,
)
from companion.kernel.drafts import steps
from companion.kernel.judge import all_faults, sight
from companion.referee.composing import Composing, possible
from companion.referee.player import Player
from companion.text import LANGUAGES
from tests.games.tried import EACH_GAME, EACH_SECRETIVE_GAME, Tried

TIMES = "TIMES"
"""Name of the environment variable that says how many times as many are tried."""

SEEDS = st.integers(0, 2**32)


def some(count: int) -> settings:
    """So many tries, or as many times that as is wanted."""
    return settings(
        max_examples=count * int(os.environ.get(TIMES, "1")),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def drawn(tried: Tried, seed: int) -> tuple[Any, Random]:
    """A position from anywhere in the game, and chance to go on with."""
    rng = Random(seed)
    return rng.choice(tried.positions), rng


@EACH_GAME
@given(seed=SEEDS)
@some(40)
def test_every_accepted_move_was_on_offer(tried: Tried, seed: int) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    for _ in range(12):
        move = tried.drawing.any_move(position, rng)
        verdict = judge(game, position, move)
        if isinstance(verdict, Refused):
            continue
        kind = game.kind(move)
        own = kind.role == "play" and not kind.hidden
        view = sight(game, position, (own and maker(game, position, move)) or "")
        for draft, value in steps(move):
            blank = next_blank(type(move), draft)
            assert blank is not None
            if blank.type in tried.drawing.NOT_ON_OFFER:
                continue
            if game.kind_of(draft).by and not draft.values:
                continue  # who makes it is not asked for
            assert value in offers(game, view, draft), (move, draft, value)
        position = verdict.position


@EACH_GAME
@given(seed=SEEDS)
@some(20)
def test_nothing_on_offer_is_refused(tried: Tried, seed: int) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    moves = list(islice(legal(game, position), 200))
    for move in rng.sample(moves, min(20, len(moves))):
        assert isinstance(judge(game, position, move), Accepted), move


@EACH_GAME
@given(seed=SEEDS)
@some(40)
def test_no_piece_is_lost_or_made_by_moves_allowed_or_overruled(tried: Tried, seed: int) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    pieces = census(game.layout(position))
    for _ in range(12):
        move = tried.drawing.any_move(position, rng)
        try:
            done = carry_out(game, position, move)
        except ValueError:
            continue  # a fact failed: there is nothing to carry out
        assert done.events
        before = position
        for after in done.positions:
            changes(game.layout(before), game.layout(after))
            changes(game.layout(game.public(before)), game.layout(game.public(after)))
            before = after
        position = done.position
        assert census(game.layout(position)) == pieces
        assert tried.drawing.sound(position), move
        game.asked(position)
        game.outcome(position)
        game.evaluate(position, position.setup.seats[0])


@EACH_SECRETIVE_GAME
def test_what_a_view_takes_over_from_its_position_rests_on_nothing_hidden(tried: Tried) -> None:
    game, kind = tried.game, tried.game.position
    names = [name for name, one in vars(kind).items() if isinstance(one, cached_property)]
    hiding = 0
    for number, position in enumerate(tried.positions):
        secret = tried.drawing.hiding(position, Random(number))
        for name in names:
            getattr(secret, name)  # everything is noted
        for seat in ("", *secret.setup.seats):
            view = sight(game, secret, seat)
            anew = msgspec.json.decode(msgspec.json.encode(view), type=kind)
            assert [getattr(view, one) for one in names] == [getattr(anew, one) for one in names]
            hiding += view is not secret
    assert hiding


@EACH_SECRETIVE_GAME
def test_nobody_is_found_under_a_colour_that_does_not_play(tried: Tried) -> None:
    with pytest.raises(KeyError):
        tried.positions[0].player("nobody")


@EACH_GAME
@given(seed=SEEDS, one_seed=SEEDS, other_seed=SEEDS)
@some(20)
def test_nothing_hidden_shows_before_it_is_brought_to_light(
    tried: Tried, seed: int, one_seed: int, other_seed: int
) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    one, two = (tried.drawing.hiding(position, Random(each)) for each in (one_seed, other_seed))
    assert game.public(one) == game.public(two)
    assert game.public(game.public(one)) == game.public(one)
    assert game.violations(one) == game.violations(two)
    assert game.asked(one) == game.asked(two)
    assert game.outcome(one) == game.outcome(two)
    assert game.layout(game.public(one)) == game.layout(game.public(two))
    for _ in range(8):
        view = game.public(one)
        move = tried.drawing.any_move(view, rng)
        kind = game.kind(move)
        assert alternatives(game, view, move) == alternatives(game, game.public(two), move)
        verdict, twin = answer(game, one, move), answer(game, two, move)
        if isinstance(verdict, Accepted) and isinstance(twin, Accepted):
            seen, also = game.public(verdict.position), game.public(twin.position)
            if tried.drawing.tells(move, seen, also):
                return  # from here on they differ
            assert seen == also
            if not kind.hidden:
                assert verdict.events == twin.events
                one, two = verdict.position, twin.position
        elif not (kind.hidden or tried.drawing.tells(move)):
            assert verdict == twin


@EACH_GAME
@given(seed=SEEDS)
@some(30)
def test_every_refusal_has_its_languages_and_values(tried: Tried, seed: int) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    speakers = [tried.phrasebook(language, game.public(position)) for language in LANGUAGES]
    for _ in range(15):
        move = tried.drawing.any_move(position, rng)
        verdict = judge(game, position, move, rng.choice(position.setup.seats))
        for fault in verdict.faults if isinstance(verdict, Refused) else ():
            for phrasebook in speakers:
                said = phrasebook.fault(fault)
                assert said and not set("{}@") & set(said), (fault, said)


@EACH_GAME
@given(seed=SEEDS)
@some(40)
def test_an_unfinished_move_can_be_looked_at(tried: Tried, seed: int) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    view = game.public(position)
    for draft, value in steps(tried.drawing.any_move(position, rng)):
        assert len(candidates(game, view, draft)) <= 200
        if value in offers(game, view, draft):
            filled = fill(game.kind_of(draft).move, draft, value)
            assert not broken(game, view, filled)
        assert {tick.clause for tick in ticks(game, view, draft)} <= set(game.rulebook)


@EACH_SECRETIVE_GAME
@given(seed=SEEDS)
@some(40)
def test_what_holds_on_the_table_as_it_lies_nobody_who_knows_less_refuses(
    tried: Tried, seed: int
) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    position = tried.drawing.hiding(tried.drawing.secretive(position, rng), rng)
    for _ in range(12):
        move = tried.drawing.any_move(position, rng)
        kind = game.kind(move)
        if all_faults(game, position, move):
            continue
        for seat in ("", *position.setup.seats):
            known = masked(kind, move) if kind.hidden and seat else move
            assert not all_faults(game, sight(game, position, seat), known), (seat, move)


@EACH_SECRETIVE_GAME
@given(seed=SEEDS)
@some(20)
def test_nobody_is_offered_what_is_unknown(tried: Tried, seed: int) -> None:
    """Unless it is a word of that blank: that nobody told."""
    game, (position, rng) = tried.game, drawn(tried, seed)
    position = tried.drawing.hiding(tried.drawing.secretive(position, rng), rng)
    private = [kind.name for kind in game.kinds if kind.hidden]
    for _ in range(3):
        verdict = judge(game, position, tried.drawing.any_move(position, rng, rng.choice(private)))
        position = verdict.position if isinstance(verdict, Accepted) else position
    for view in (position, *(sight(game, position, seat) for seat in ("", *position.setup.seats))):
        told = game.chance(view, rng) if TABLE in {one.seat for one in game.asked(view)} else None
        for move in (told, *(tried.drawing.any_move(view, rng) for _ in range(8))):
            for draft, value in steps(move) if move else ():
                blank = next_blank(type(move), draft)
                if blank is not None and UNKNOWN not in blank.choices:
                    assert UNKNOWN not in candidates(game, view, draft)
                    assert UNKNOWN not in offers(game, view, draft)
                    assert move is not told or value != UNKNOWN


@EACH_GAME
@given(seed=SEEDS)
@some(40)
def test_no_position_or_move_changes_on_its_way_through_json(tried: Tried, seed: int) -> None:
    game, (position, rng) = tried.game, drawn(tried, seed)
    position = tried.drawing.hiding(position, rng)
    assert msgspec.json.decode(msgspec.json.encode(position), type=type(position)) == position
    move = tried.drawing.any_move(position, rng)
    assert game.move(msgspec.json.decode(msgspec.json.encode(game.plain(move)))) == move


@EACH_GAME
def test_each_seat_that_is_asked_may_make_the_moves_it_is_asked_for(tried: Tried) -> None:
    for position in tried.positions:
        for one in tried.game.asked(position):
            assert one.kinds
            for kind in one.kinds:
                assert asked_for(tried.game, position, kind, one.seat) == one


@EACH_GAME
@given(seed=SEEDS)
@some(6)
def test_random_play_never_gets_stuck_or_shows_what_is_hidden(tried: Tried, seed: int) -> None:
    game, rng = tried.game, Random(seed)
    seats = game.colours[: rng.randint(2, min(4, len(game.colours)))]
    position = game.setup(seats, game.options(), game.box())
    pieces = census(game.layout(position))
    for _ in range(40):
        asked = game.asked(position)
        assert asked == game.asked(game.public(position))
        assert (game.outcome(position) is None) == bool(asked)
        if not asked:
            return
        one = rng.choice(asked)
        move = game.chance(position, rng) if one.seat == TABLE else None
        if move is None:
            draft = begin(game, rng.choice(one.kinds), one.seat)
            ways = list(islice(completions(game, position, draft), 20))
            if not ways:
                continue
            move = rng.choice(ways)
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), (move, verdict)
        position, view = verdict.position, game.public(verdict.position)
        for seat in seats:
            assert game.public(game.seen_by(position, seat)) == view
        assert census(game.layout(position)) == census(game.layout(view)) == pieces
        assert game.violations(position) == ()


@EACH_GAME
@given(seed=SEEDS)
@some(4)
def test_a_table_that_let_a_move_stand_against_the_rules_can_be_set_as_it_stands(
    tried: Tried, seed: int
) -> None:
    game = tried.game
    position, rng = drawn(tried, seed)
    composing = Composing(game, rng)
    for kind in rng.sample(game.kinds, min(8, len(game.kinds))):
        draft = begin(game, kind.name, rng.choice(position.setup.seats))
        move = next(composing.whole(possible(kind), position, draft, strange=True), None)
        if kind.role == "play" and move is not None:
            done = carry_out(game, position, move)
            assert game.violations(done.position) == ()


@EACH_GAME
@given(seed=SEEDS)
@some(1)
def test_a_game_played_greedily_reaches_its_end(tried: Tried, seed: int) -> None:
    game, rng = tried.game, Random(seed)
    position = game.setup(game.colours[:2], game.options(), game.box())
    player, moves = Player(game, rng), 0
    for _ in range(60):
        asked = game.asked(position)
        if not asked:
            assert game.outcome(position) is not None
            return
        told = game.chance(position, rng)
        assert told is None or TABLE in {one.seat for one in asked}
        tries, move = player.turn(position)
        if move is not None:
            moves += 1
            verdict = tries[-1][1]
            assert isinstance(verdict, Accepted)
            position = verdict.position
    assert moves > 30
