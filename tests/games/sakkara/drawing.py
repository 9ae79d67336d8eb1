"""Well-formed moves drawn at random: every blank filled with any token, word or number it takes."""

from random import Random
from typing import Any

from companion.games.sakkara.fixing import _places
from companion.games.sakkara.position import COLOURS, FIELDS, LINES, Position
from companion.games.sakkara.rules import game
from companion.kernel import DONE, Blank, Move, begin, fill, may_end, next_blank, whole
from tests.games.sakkara.vectors import VECTORS, before_last

SOME_POSITIONS = [before_last(vector)[0] for vector in VECTORS]
"""Positions from everywhere in the game: those of the vectors."""

WORKERS = ["white:1", "white:2", "black:1", "black:2"]


def near(position: Position, rng: Random) -> str:
    """A field: often one with tiles or a worker, sometimes beside the board."""
    busy = [field for field in FIELDS if position.height(field) or position.worker_on(field)]
    return rng.choice([rng.choice(FIELDS), rng.choice(busy or FIELDS), rng.choice((*FIELDS, "h8"))])


def any_value(position: Position, blank: Blank, rng: Random) -> Any:
    if blank.picker == "choice":
        held = [tile for tile in position.mover.holder if tile in blank.choices]
        return rng.choice(held if held and rng.random() < 0.6 else blank.choices)
    if blank.picker == "number":
        return rng.randint(blank.least or 0, blank.most if blank.most is not None else 9)
    if blank.type == "field":
        return near(position, rng)
    return rng.choice(
        {
            "worker": WORKERS,
            "line": list(LINES),
            "seat": list(COLOURS),
            "place": list(_places(position, None)),
            "name": ["Apis", "Horus"],
        }[blank.type]
    )


def any_move(position: Position, rng: Random, name: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    kind = game.by_name[name or rng.choice([kind.name for kind in game.kinds])]
    draft = begin(game, kind.name, rng.choice(COLOURS))
    while (blank := next_blank(kind.move, draft)) is not None:
        ends = may_end(kind.move, draft) and rng.random() < 0.3
        draft = fill(kind.move, draft, DONE if ends else any_value(position, blank, rng))
    made = whole(kind.move, draft)
    assert made is not None
    return made
