"""Well-formed moves drawn at random: every blank filled with any token, word or number it takes."""

from random import Random
from typing import Any

from companion.games.pyramidion.box import RESOURCES, SITES
from companion.games.pyramidion.position import COLOURS, NOBODY, Position
from companion.games.pyramidion.rules import game
from companion.kernel import DONE, Blank, Draft, Move, candidates, fill, next_blank, whole
from tests.games.pyramidion.vectors import VECTORS, before_last

SOME_POSITIONS = [before_last(vector)[0] for vector in VECTORS]
"""Positions from everywhere in the game: those of the vectors."""

LIKELY = 0.6
"""How often a value is one that the game finds worth trying."""


def tokens(position: Position) -> dict[str, list[str]]:
    """Tokens by type: all that are on the table, and some that are not."""
    seats = list(position.order)
    cards = [card.id for card in position.box.cards] + ["MD9"]
    laid = [f"{seat}:{card}" for seat in seats for card in ("MB1", "MD4", "SD5")]
    boats = [boat.id for boat in position.box.boats]
    return {
        "seat": [*seats, "green"],
        "site": list(SITES),
        "card": cards,
        "boat": boats,
        "distribution": [card.id for card in position.box.distribution],
        "winner": [*seats, NOBODY, "green"],
        "target": [*RESOURCES, *laid, NOBODY],
        "means": [*RESOURCES, *SITES],
        "where": [*SITES, *COLOURS, "supply"],
        "thing": [*SITES, *cards],
        "text": ["a", "b"],
        "name": ["Dendera"],
    }


def any_value(position: Position, draft: Draft, blank: Blank, rng: Random) -> Any:
    likely = [value for value in candidates(game, position, draft) if value != DONE]
    if likely and rng.random() < LIKELY:
        return rng.choice(likely)
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
        ends = blank.listed and not draft.item and rng.random() < 0.3
        try:
            draft = fill(move, draft, DONE if ends else any_value(position, draft, blank, rng))
        except ValueError:  # a list with a fixed length does not end yet
            continue
    made = whole(move, draft)
    assert made is not None
    return made
