"""What holds for every move and position, tried on very many drawn at random."""

from importlib.resources import files
from itertools import islice
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.games.pyramidion
from companion.games.pyramidion.phrases import phrase
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.kernel import (
    TABLE,
    Accepted,
    Move,
    Refused,
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
    next_blank,
    offers,
    ticks,
)
from companion.kernel.drafts import steps
from companion.text import LANGUAGES, Speaker, Texts
from tests.games.pyramidion.drawing import SOME_POSITIONS, any_move

SEEDS = st.integers(0, 2**32)
TEXTS = Texts(files(companion.games.pyramidion).joinpath("texts.toml").read_text("utf-8"))
POSITIONS = st.sampled_from(SOME_POSITIONS)


@given(POSITIONS, SEEDS)
@settings(max_examples=80, deadline=None)
def test_an_accepted_move_was_never_on_offer(position: Position, seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        move = any_move(position, rng)
        verdict = judge(game, position, move)
        if isinstance(verdict, Refused):
            continue
        for draft, value in steps(move):
            blank = next_blank(type(move), draft)
            assert blank is not None
            if blank.type in ("text", "name"):
                continue  # typed freely
            assert value in offers(game, position, draft), (move, draft, value)
        position = verdict.position


@given(POSITIONS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_something_on_offer_is_refused(position: Position, seed: int) -> None:
    moves = list(legal(game, position, 300))
    for move in Random(seed).sample(moves, min(20, len(moves))):
        assert isinstance(judge(game, position, move), Accepted), move


@given(POSITIONS, SEEDS)
@settings(max_examples=80, deadline=None)
def test_a_piece_is_lost_or_made_by_moves_allowed_or_overruled(
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
        position = done.position
        assert census(game.layout(position)) == pieces
        assert game.impossible(position) == (), move
        game.outcome(position)


@given(SEEDS)
@settings(max_examples=30, deadline=None)
def test_random_play_gets_stuck(seed: int) -> None:
    rng = Random(seed)
    position = game.setup(game.colours[: rng.randint(2, 4)], game.options(), game.box())
    for _ in range(40):
        asked = game.asked(position)
        if not asked:
            assert game.outcome(position) is not None
            return
        assert game.outcome(position) is None
        one = rng.choice(asked)
        move = game.chance(position, rng) if one.seat == TABLE else None
        if move is None:
            kind = rng.choice(one.kinds)
            move = next(iter(_some(position, kind, one.seat, rng)), None)
            if move is None:
                continue
        verdict = judge(game, position, move)
        assert isinstance(verdict, Accepted), verdict
        position = verdict.position


def _some(position: Position, kind: str, seat: str, rng: Random) -> list[Move]:
    moves = list(islice(completions(game, position, begin(game, kind, seat)), 20))
    return rng.sample(moves, min(1, len(moves)))


def dealt_out(position: Position, rng: Random) -> Position:
    """The position with the boats won in other hands, as many to each."""
    boats = [boat for player in position.players for boat in player.boats]
    rng.shuffle(boats)
    for player in position.players:
        count = len(player.boats)
        position = position.with_player(player.seat, boats=tuple(boats[:count]))
        boats = boats[count:]
    return position


@given(POSITIONS, SEEDS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_something_hidden_shows_before_it_is_brought_to_light(
    position: Position, seed: int, other: int
) -> None:
    one, two = dealt_out(position, Random(seed)), dealt_out(position, Random(other))
    assert game.impossible(one) == game.impossible(two) == ()
    assert game.public(one) == game.public(two)
    assert game.asked(one) == game.asked(two)
    assert game.public(game.public(one)) == game.public(one)
    rng = Random(seed)
    for _ in range(10):
        kind = rng.choice([kind for kind in game.kinds if not kind.hidden]).name
        at_once = position.options.end_mode == "at_once"
        if kind == "end_round" or (kind == "load" and at_once):
            continue  # these tell that somebody has enough points, and the end shows them
        move = any_move(game.public(one), rng, kind)
        verdict, twin = answer(game, one, move), answer(game, two, move)
        if isinstance(verdict, Refused):
            assert verdict == twin
            continue
        assert isinstance(twin, Accepted)
        assert verdict.happenings == twin.happenings
        one, two = verdict.position, twin.position
        assert game.public(one) == game.public(two)
        assert game.layout(game.public(one)) == game.layout(game.public(two))


@given(POSITIONS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_refusal_lacks_a_language_or_a_value(position: Position, seed: int) -> None:
    rng = Random(seed)
    speakers = [
        Speaker(language, (TEXTS,), game.rulebook, phrase, game.public(position))
        for language in LANGUAGES
    ]
    for _ in range(15):
        verdict = judge(game, position, any_move(position, rng), rng.choice(position.setup.seats))
        for fault in verdict.faults if isinstance(verdict, Refused) else ():
            for speaker in speakers:
                said = speaker.fault(fault)
                assert said and not set("{}@") & set(said), (fault, said)


@given(POSITIONS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_an_unfinished_move_cannot_be_looked_at(position: Position, seed: int) -> None:
    rng = Random(seed)
    view = game.public(position)
    for draft, value in steps(any_move(position, rng)):
        assert len(candidates(game, view, draft)) <= 200
        lit = offers(game, view, draft)
        if value in lit:
            whole = fill(game.by_name[draft.kind].move, draft, value)
            assert not broken(game, view, whole)
        assert {tick.clause for tick in ticks(game, view, draft)} <= set(game.rulebook)


@given(POSITIONS, SEEDS)
@settings(max_examples=60, deadline=None)
def test_a_position_or_move_changes_on_its_way_through_json(position: Position, seed: int) -> None:
    assert msgspec.json.decode(msgspec.json.encode(position), type=Position) == position
    move = any_move(position, Random(seed))
    assert game.move(msgspec.json.decode(msgspec.json.encode(game.plain(move)))) == move


@given(POSITIONS)
@settings(max_examples=100, deadline=None)
def test_the_seat_that_is_asked_is_not_the_one_that_may(position: Position) -> None:
    for one in game.asked(position):
        assert one.kinds
        for kind in one.kinds:
            assert asked_for(game, position, kind, one.seat) == one
