"""What holds for every position and every move, tried with many of both."""

from collections import Counter
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.maya.position import HAND, Position, back_of
from companion.games.maya.rules import game
from companion.kernel import (
    TABLE,
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
from tests.games.maya.drawing import SOME_POSITIONS, any_move

SEEDS = st.integers(0, 2**32)
POSITIONS = st.sampled_from(SOME_POSITIONS)
PLAY = [kind.name for kind in game.kinds if kind.role == "play"]


@given(POSITIONS, SEEDS)
@settings(max_examples=80, deadline=None)
def test_an_accepted_move_was_never_on_offer(position: Position, seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        move = any_move(position, rng)
        # A note is typed: not all texts can be on offer.
        if game.kind(move).name == "note_marker":
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
@settings(max_examples=80, deadline=None)
def test_a_piece_is_lost_or_made_by_moves_allowed_or_overruled(
    position: Position, seed: int
) -> None:
    rng = Random(seed)
    pieces = census(game.layout(position))
    for _ in range(12):
        move = any_move(position, rng)
        try:
            done = carry_out(game, position, move)
        except ValueError:
            continue  # a fact failed: there is nothing to carry out
        before = position
        for after in done.positions:
            changes(game.layout(before), game.layout(after))
            changes(game.layout(game.public(before)), game.layout(game.public(after)))
            before = after
        position = done.position
        assert census(game.layout(position)) == pieces
        game.asked(position)
        game.outcome(position)
        game.worth(position, position.setup.seats[0])


def holding(position: Position, rng: Random) -> Position:
    """The position with other cards where nobody sees them."""
    left = {seat: Counter(HAND) for seat in position.setup.seats}
    for quarry in position.quarries:
        for card in quarry.cards:
            if quarry.state != "covered" and isinstance(card.value, int) and card.owner in left:
                left[card.owner][card.value] -= 1
    quarries = []
    for quarry in position.quarries:
        cards = []
        for card in quarry.cards:
            if quarry.state == "covered" and card.noted and card.owner in left:
                fitting = [v for v in left[card.owner].elements() if back_of(v) == card.back]
                value = rng.choice(fitting)
                left[card.owner][value] -= 1
                card = replace(card, value=value)
            cards.append(card)
        quarries.append(replace(quarry, cards=tuple(cards)))
    return replace(position, quarries=tuple(quarries))


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
    assert game.layout(one) == game.layout(two)
    rng = Random(seed)
    for _ in range(8):
        view = game.public(one)
        move = any_move(view, rng, rng.choice(PLAY))
        assert instead(game, view, move) == instead(game, game.public(two), move)
        if game.kind(move).reveals or game.kind(move).hidden:
            continue  # these bring to light, or hide, what differs
        verdict, twin = answer(game, one, move), answer(game, two, move)
        assert isinstance(verdict, Accepted) == isinstance(twin, Accepted)
        if isinstance(verdict, Accepted) and isinstance(twin, Accepted):
            assert verdict.happenings == twin.happenings
            one, two = verdict.position, twin.position
            assert game.public(one) == game.public(two)


@given(POSITIONS, SEEDS)
@settings(max_examples=60, deadline=None)
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
@settings(max_examples=60, deadline=None)
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
@settings(max_examples=60, deadline=None)
def test_a_position_or_move_changes_on_its_way_through_json(position: Position, seed: int) -> None:
    position = holding(position, Random(seed))
    assert msgspec.json.decode(msgspec.json.encode(position), type=Position) == position
    move = any_move(position, Random(seed))
    assert game.move(msgspec.json.decode(msgspec.json.encode(game.plain(move)))) == move


@given(POSITIONS)
@settings(max_examples=60, deadline=None)
def test_the_seat_that_is_asked_is_not_the_one_that_may(position: Position) -> None:
    for one in game.asked(position):
        for kind in one.kinds:
            assert asked_for(game, position, kind) == one


@given(SEEDS)
@settings(max_examples=6, deadline=None)
def test_random_play_gets_stuck_or_shows_what_is_hidden(seed: int) -> None:
    rng = Random(seed)
    position = game.setup(game.colours[: rng.choice([2, 3, 4, 5])], game.options(), game.box())
    pieces = census(game.layout(position))
    for _ in range(60):
        view = game.public(position)
        asked = game.asked(view)
        assert asked == game.asked(position)
        if not asked:
            return
        told = game.chance(position, rng) if asked[0].seat == TABLE else None
        ways = [told] if told else list(legal(game, view, 60))
        verdict = judge(game, position, rng.choice(ways))
        if isinstance(verdict, Refused):
            continue
        position = verdict.position
        assert census(game.layout(position)) == pieces
        assert game.impossible(position) == ()


@given(SEEDS)
@settings(max_examples=2, deadline=None)
def test_a_greedy_game_loses_pieces_or_asks_nobody_before_its_end(seed: int) -> None:
    rng = Random(seed)
    position = game.setup(game.colours[: rng.choice([2, 3, 4])], game.options(), game.box())
    player = Player(game, rng)
    for _ in range(120):
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
