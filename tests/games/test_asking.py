"""What is asked of a draft: never what has one answer, and never by what is hidden."""

from random import Random
from typing import Any

from companion.kernel import faults, next_blank
from companion.match.composer import Composer, Composing, Submit
from tests.games.tried import EACH_GAME, EACH_SECRETIVE_GAME, Tried
from tests.proofs._curious import pairs

TOUCHES = 6


def touched(composer: Composer, view: Any, rng: Random) -> list[tuple[str, Any]]:
    """Touch some of what is lit, one after the other; what came of each touch."""
    found = []
    for _ in range(TOUCHES):
        tokens = [choice.token for choice in composer.choices(view)]
        if not tokens:
            break
        token = rng.choice(tokens)
        found.append((token, composer.take(view, token)))
        if isinstance(found[-1][1], Submit):
            break
    return found


@EACH_GAME
def test_a_question_with_one_answer_is_answered_rightly_and_not_asked(tried: Tried) -> None:
    game, rng, made = tried.game, Random(5), 0
    for position in tried.positions[::2]:
        view, composer = game.public(position), Composer(game)
        taken = touched(composer, view, rng)
        last = taken[-1][1] if taken else None
        if isinstance(last, Submit):
            assert not faults(game, view, last.moves[0], openly=True)
            made += 1
        elif isinstance(last, Composing) and len(taken) > 1 and len(composer.drafts) == 1:
            (draft,) = composer.drafts
            kind = game.kind_of(draft)
            blank = next_blank(kind.move, draft)
            secret = blank is not None and blank.name.partition(".")[0] in kind.hidden
            if blank is not None and not secret and blank.picker != "text":
                assert blank.name == kind.destination or len(composer.values(view)) != 1, (
                    draft,
                    composer.values(view),
                )
    assert made


@EACH_SECRETIVE_GAME
def test_tables_that_differ_in_hidden_things_get_the_same_questions(tried: Tried) -> None:
    for number, (one, two) in zip(range(12), pairs(tried, 11), strict=False):
        asked = []
        for position in (one, two):
            view, composer = tried.game.public(position), Composer(tried.game)
            taken = touched(composer, view, Random(number))
            asked.append((taken, composer.drafts, composer.choices(view)))
        assert asked[0] == asked[1]
