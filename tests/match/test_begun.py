"""What was begun and is no move yet is kept for the next start, but nothing that is secret."""

from random import Random
from typing import Any

import msgspec
import pytest

from companion.kernel import Draft, fields, fill, offers
from companion.match.begun import Begun, Filled, kept, take_up
from companion.match.composer import Composer, Composing
from companion.match.match import Match
from tests.games.tried import EACH_GAME, Tried
from tests.proofs._match import SALT

MANY = 40
"""Situations that something is begun in."""


def begun_at(tried: Tried, position: Any) -> Match:
    setup = position.setup
    match = Match.start(
        tried.package, setup.seats, options=setup.options, clock=float, salt=lambda: SALT
    )
    match.timeline.start = match.timeline.position = position
    return match


def written(begun: Begun | None) -> Begun | None:
    """As the next start reads it."""
    return msgspec.json.decode(msgspec.json.encode(begun), type=Begun | None)


@EACH_GAME
def test_whatever_is_begun_is_gone_on_with_where_it_was(tried: Tried) -> None:
    rng, compared = Random(1), 0
    for position in rng.sample(tried.positions, min(MANY, len(tried.positions))):
        match, composer = begun_at(tried, position), Composer(tried.game)
        view = match.public
        while choices := composer.choices(view):
            if not isinstance(composer.take(view, rng.choice(choices).token), Composing):
                break
            begun, again = written(kept(match, composer)), Composer(tried.game)
            if begun is None:
                continue
            take_up(match, again, begun)
            assert again.drafts == composer.drafts and again.detours == composer.detours
            assert again.choices(view) == composer.choices(view)
            compared += 1
    assert compared > MANY / 4


@EACH_GAME
def test_nothing_is_kept_that_only_its_owner_may_know(tried: Tried) -> None:
    hiding = [kind for kind in tried.game.kinds if kind.hidden and kind.role == "play"]
    found = 0
    for position in tried.positions:
        match, composer = begun_at(tried, position), Composer(tried.game)
        for kind in hiding:
            draft = Draft(kind.name)
            for value in _answers(tried, position, draft):
                draft = fill(kind.move, draft, value)
            secret = next(at for at, one in enumerate(fields(kind.move)) if one.name in kind.hidden)
            if len(draft.values) > secret or (len(draft.values) == secret and draft.parts):
                composer.start(draft)
                assert kept(match, composer) is None
                found += 1
    assert found or not hiding


def _answers(tried: Tried, position: Any, draft: Draft) -> list[Any]:
    """The first values that lead on, as far as they lead."""
    move, found = tried.game.kind_of(draft).move, list[Any]()
    for _ in range(6):
        value = next(iter(offers(tried.game, position, draft)), None)
        if value is None or len(draft.values) == len(fields(move)):
            break
        found.append(value)
        draft = fill(move, draft, value)
    return found


@pytest.mark.parametrize(
    "drafts",
    [
        (Filled("nothing_like_it"),),
        (Filled("step", ("green@0,0", "1,0", "2,0", "3,0", "4,0")),),
        (Filled("step", (7,)),),
    ],
)
def test_what_is_no_draft_of_the_game_is_put_away(drafts: tuple[Filled, ...]) -> None:
    tried = Tried("mesopotamien")
    match, composer = begun_at(tried, tried.positions[0]), Composer(tried.game)
    take_up(match, composer, Begun(0, drafts))
    assert not composer.begun
    take_up(match, composer, Begun(7, (Filled("step"),)))
    assert not composer.begun
