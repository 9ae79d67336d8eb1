"""What is drawn at random, see ``tests.games.tried``: moves with every blank filled with any token,
word or number it takes. Nothing in Backgammon is hidden."""

import re
from random import Random
from typing import Any

from companion.games.backgammon.position import (
    CHECKERS,
    COLOURS,
    DICE,
    FACES,
    POINTS,
    Position,
    place,
)
from companion.games.backgammon.rules import game
from companion.kernel import Blank, Move, begin, fill, next_blank, whole

RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]|\b[pd]\d|cube\d")
"""What tokens look like, and people shall never read."""

UNSAID = set[str]()
"""What neither the vectors nor some turns of play have said: nothing."""

NAMES: tuple[str, ...] = tuple(f"cube{face}" for face in FACES)
"""Tokens that are names themselves."""

NOT_ON_OFFER: tuple[str, ...] = ()
"""Types of blanks that take more than can be on offer."""


def any_value(position: Position, blank: Blank, rng: Random) -> Any:
    if blank.picker == "choice":
        return rng.choice(blank.choices)
    if blank.picker == "number":
        return rng.randint(blank.least or 0, 9)
    if blank.type == "source" and rng.random() < 0.7:
        lies = position.mover.lies
        return rng.choice(
            [place(position.active, at) for at in range(1, 26) if lies[at]] or ["bar"]
        )
    return rng.choice(
        {
            "die": DICE,
            "seat": COLOURS,
            "source": (*POINTS, "bar"),
            "target": (*POINTS, "off"),
            "place": (*POINTS, "bar", "off"),
        }[blank.type]
    )


def any_move(position: Position, rng: Random, name: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    kind = game.by_name[name or rng.choice([kind.name for kind in game.kinds])]
    draft = begin(game, kind.name, rng.choice(COLOURS))
    while (blank := next_blank(kind.move, draft)) is not None:
        draft = fill(kind.move, draft, any_value(position, blank, rng))
    made = whole(kind.move, draft)
    assert made is not None
    return made


def hiding(position: Position, rng: Random) -> Position:
    """The position itself: nothing is hidden."""
    return position


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw: none does."""
    return False


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return all(sum(side.lies) == CHECKERS and min(side.lies) >= 0 for side in position.sides)
