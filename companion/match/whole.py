"""A whole position, as the referee writes it, in place of one that a situation describes partly.

Everything of it is told, also what a situation leaves to be worked out; so all of it is looked at
before it counts: its form, the match it belongs to, its pieces, and that it can be played on.
"""

from typing import Any

import msgspec

from companion.kernel import Game, Open, census

SETUP = "setup"
"""What every position has, and no situation."""


def is_whole(told: dict[str, Any]) -> bool:
    """Whether that is a whole position and no situation."""
    return SETUP in told


def whole(game: Game[Any], start: Any, told: dict[str, Any]) -> Any:
    """The position that is told, in a match that began so.

    Raises ValueError in words when it is none, or not one of this match.
    """
    made = msgspec.convert(told, game.position)
    if msgspec.json.decode(msgspec.json.encode(made)) != told:
        raise ValueError("no position as `position` writes it: something is left out or new")
    if made.setup != start.setup:
        raise ValueError("this position belongs to other seats, options or another box")
    if not _belongs_together(game, start, made):
        raise ValueError("this position cannot be: pieces are new or missing, or parts do not fit")
    return made


def _belongs_together(game: Game[Any], start: Any, made: Any) -> bool:
    """Whether it has the pieces of its match, and the rules do not stumble over it."""
    try:
        same = census(game.layout(made)) == census(game.layout(start))
        public = game.public(made)
        for view in (public, *(game.seen_by(made, seat) for seat in made.setup.seats)):
            game.layout(view)
            game.outcome(view)
            game.asked(view)
    except (ArithmeticError, AssertionError, LookupError, Open, ValueError):
        return False
    return same
