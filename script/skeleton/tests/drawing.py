"""What is drawn at random, see ``tests.games.tried``. Nothing is hidden in this game."""

import re
from random import Random
from typing import Any

from companion.games.skeleton.position import COLOURS, HEAPS, Position
from companion.games.skeleton.rules import game

from companion.kernel import Blank, Move, begin, fill, next_blank, whole

RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]")
"""What tokens look like, and people shall never read."""

NAMES: tuple[str, ...] = ()
UNSAID = set[str]()
NOT_ON_OFFER: tuple[str, ...] = ()


def any_value(blank: Blank, rng: Random) -> Any:
    if blank.picker == "number":
        return rng.randint(blank.least or 0, blank.most or 9)
    return rng.choice({"heap": HEAPS, "seat": COLOURS}[blank.type])


def any_move(position: Position, rng: Random, name: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    kind = game.by_name[name or rng.choice([kind.name for kind in game.kinds])]
    draft = begin(game, kind.name, position.active)
    while (blank := next_blank(kind.move, draft)) is not None:
        draft = fill(kind.move, draft, any_value(blank, rng))
    made = whole(kind.move, draft)
    assert made is not None
    return made


def hiding(position: Position, rng: Random) -> Position:
    """The position with other things where nobody sees them."""
    return position


def secretive(position: Position, rng: Random) -> Position:
    """The position with more that only its owner may know."""
    return position


def apart(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two situations that differ in nothing but what is hidden."""
    return {}, {}


def turns_up(move: Move, seen: Position, also: Position) -> bool:
    """Whether the table itself then shows what nobody saw."""
    return False


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw."""
    return False


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return position.aside >= 0
