"""Well-formed moves drawn at random: every blank filled with any token, word or number it takes."""

from random import Random
from typing import Any

from companion.games.maya.position import COLOURS, HAND, NEUTRAL, Position
from companion.games.maya.rules import game
from companion.kernel import (
    DONE,
    Blank,
    Draft,
    Move,
    begin,
    candidates,
    fill,
    may_end,
    next_blank,
    whole,
)
from tests.games.maya.vectors import VECTORS, before_last

SOME_POSITIONS = [before_last(vector)[0] for vector in VECTORS]
"""Positions from everywhere in the game: those of the vectors."""

LEVELS = [f"P{pyramid}.L{height}" for pyramid in (1, 2, 3, 4) for height in (1, 2, 3, 4, 5)]
QUARRIES = [f"Q{number}" for number in range(1, 10)]
TOKENS = {
    "level": LEVELS,
    "quarry": QUARRIES,
    "seat": [*COLOURS],
    "colour": [*COLOURS, NEUTRAL],
    "pyramid": ["P1", "P2", "P3", "P4"],
    "text": ["Noch ein Zug", "Zwei Gold"],
    "pile": [*LEVELS, *(f"{pile}:{seat}" for pile in ("stock", "awarded") for seat in COLOURS)],
    "marker_place": [*QUARRIES, "spent", *(f"seat:{seat}" for seat in COLOURS)],
    "laid_card": [f"{seat}:{back}" for seat in COLOURS for back in ("low", "high")],
}


def any_value(position: Position, draft: Draft, blank: Blank, rng: Random) -> Any:
    likely = [one for one in candidates(game, position, draft) if one != DONE]
    if likely and rng.random() < 0.6:
        return rng.choice(likely)
    if blank.picker == "choice":
        return rng.choice(blank.choices)
    if blank.picker == "number":
        return rng.choice(HAND) if blank.type == "value" else rng.randint(blank.least or 0, 9)
    return rng.choice(TOKENS[blank.type])


def any_move(position: Position, rng: Random, name: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    kind = game.by_name[name or rng.choice([kind.name for kind in game.kinds])]
    draft = begin(game, kind.name, rng.choice(position.setup.seats))
    while (blank := next_blank(kind.move, draft)) is not None:
        ends = may_end(kind.move, draft) and rng.random() < 0.4
        value = DONE if ends else any_value(position, draft, blank, rng)
        draft = fill(kind.move, draft, value)
    made = whole(kind.move, draft)
    assert made is not None
    return made
