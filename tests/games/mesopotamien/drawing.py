"""Well-formed moves drawn at random: every blank filled with any token, word or number it takes."""

from random import Random
from typing import Any

from companion.games.mesopotamien.position import Position, hut_token, marker_token, neighbours
from companion.games.mesopotamien.rules import game
from companion.kernel import DONE, Blank, Draft, Move, fill, next_blank, whole
from tests.games.mesopotamien.vectors import VECTORS, before_last

SOME_POSITIONS = [before_last(vector)[0] for vector in VECTORS]
"""Positions from everywhere in the game: those of the vectors."""


def tokens(position: Position) -> dict[str, list[str]]:
    """Tokens by type: all that are on the table, and some that are not."""
    near = {at for tile in position.tiles for at in (tile.at, *neighbours(tile.at))}
    natives = [group.token for group in position.natives]
    huts = [hut_token(tile.at, hut) for tile in position.tiles for hut in tile.huts]
    seats = list(position.setup.seats)
    return {
        "hex": [*sorted(near), "9,9"],
        "native": [*natives, "green@9,9", "blue@0,0+wood"],
        "hut": [*huts, "hut:red@9,9", "hut:neutral@-1,0"],
        "seat": [*seats, "blue"],
        "owner": [*seats, "neutral", "blue"],
        "marker": [marker_token(seat, number) for seat in (*seats, "blue") for number in (1, 2, 4)],
        "thing": [*seats, *natives, *sorted(near), "9,9"],
        "carrier": [*seats, *natives, *huts, "9,9"],
    }


def any_value(position: Position, blank: Blank, rng: Random) -> Any:
    if blank.picker == "choice":
        return rng.choice(blank.choices)
    if blank.picker == "number":
        assert blank.least is not None and blank.most is not None, blank
        return rng.randint(blank.least, blank.most)
    return rng.choice(tokens(position)[blank.type])


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    kind = kind or rng.choice([kind.name for kind in game.kinds])
    move, draft = game.by_name[kind].move, Draft(kind)
    while (blank := next_blank(move, draft)) is not None:
        if blank.listed and not draft.item and rng.random() < 0.3:
            draft = fill(move, draft, DONE)
        else:
            draft = fill(move, draft, any_value(position, blank, rng))
    made = whole(move, draft)
    assert made is not None
    return made
