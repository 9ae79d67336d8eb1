"""Moves by chance for any game: well formed, and good for nothing otherwise."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from companion.kernel import DONE, Blank, Draft, Game, Move, begin, fill, may_end, next_blank, whole

ENDS = 0.3
"""How often a list ends where it may."""

HIGH = 9
"""The highest number for a blank without a limit."""


def any_move(
    game: Game[Any], rng: Random, kind: str, seat: str, value: Callable[[Draft, Blank], Any]
) -> Move:
    """A well-formed move of that kind, or of any; by that seat, where it names whose it is.
    value: what fills a blank of a draft."""
    of = game.by_name[kind or rng.choice([one.name for one in game.kinds])]
    draft = begin(game, of.name, seat)
    while (blank := next_blank(of.move, draft)) is not None:
        ends = may_end(of.move, draft) and rng.random() < ENDS
        draft = fill(of.move, draft, DONE if ends else value(draft, blank))
    made = whole(of.move, draft)
    assert made is not None
    return made


def any_value(blank: Blank, rng: Random, tokens: Mapping[str, Sequence[Any]]) -> Any:
    """A word, a number or a token that a blank takes. tokens: by type of blank."""
    if blank.picker == "choice":
        return rng.choice(blank.choices)
    if blank.picker == "number":
        return rng.randint(blank.least or 0, HIGH if blank.most is None else blank.most)
    return rng.choice(tokens[blank.type])
