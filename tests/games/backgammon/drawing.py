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
from companion.kernel import Blank, Draft, Move
from tests.games import by_chance

TOKENS = {
    "die": DICE,
    "seat": COLOURS,
    "source": (*POINTS, "bar"),
    "target": (*POINTS, "off"),
    "place": (*POINTS, "bar", "off"),
}
"""What a blank takes, by its type."""

RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]|\b[pd]\d|cube\d")
"""What tokens look like, and people shall never read."""

UNSAID = set[str]()
"""What neither the vectors nor some turns of play have said: nothing."""

NAMES: tuple[str, ...] = tuple(f"cube{face}" for face in FACES)
"""Tokens that are names themselves."""

NOT_ON_OFFER: tuple[str, ...] = ()
"""Types of blanks that take more than can be on offer."""


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""

    def value(_: Draft, blank: Blank) -> Any:
        if blank.type == "source" and rng.random() < 0.7:
            lies = position.mover.lies
            own = [place(position.active, at) for at in range(1, 26) if lies[at]]
            return rng.choice(own or ["bar"])
        return by_chance.any_value(blank, rng, TOKENS)

    return by_chance.any_move(game, rng, kind, rng.choice(COLOURS), value)


def hiding(position: Position, rng: Random) -> Position:
    """The position itself: nothing is hidden."""
    return position


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw: none does."""
    return False


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return all(sum(side.lies) == CHECKERS and min(side.lies) >= 0 for side in position.sides)
