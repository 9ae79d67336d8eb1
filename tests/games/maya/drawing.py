"""What is drawn at random, see ``tests.games.tried``: moves with every blank filled with any token,
word or number it takes, and what nobody sees."""

import re
from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.maya.cards import HAND, back_of
from companion.games.maya.position import Position
from companion.games.maya.rules import game
from companion.games.maya.tokens import COLOURS, NEUTRAL
from companion.kernel import DONE, Blank, Draft, Move, candidates
from tests.games import by_chance

LIKELY = 0.6
"""How often a value is one that the game finds worth trying."""

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


RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]|\b[PQ]\d|[A-Z]{4}")
"""What tokens look like, and people shall never read."""

UNSAID = {
    "note_disproved",
    "minus3_hits_nobody",
    "passed_for_nothing",
}
"""What neither the vectors nor some turns of play have said."""

NAMES: tuple[str, ...] = ()
"""Tokens that are names themselves."""

NOT_ON_OFFER: tuple[str, ...] = ("text",)
"""Types of blanks that take more than can be on offer."""


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""

    def value(draft: Draft, blank: Blank) -> Any:
        likely = [one for one in candidates(game, position, draft) if one != DONE]
        if likely and rng.random() < LIKELY:
            return rng.choice(likely)
        if blank.type == "value":
            return rng.choice(HAND)
        return by_chance.any_value(blank, rng, TOKENS)

    return by_chance.any_move(game, rng, kind, rng.choice(position.setup.seats), value)


def hiding(position: Position, rng: Random, knows: str = "") -> Position:
    """The position with other cards where nobody sees them, nor the seat that ``knows``."""
    left = {seat: Counter(HAND) for seat in position.setup.seats}
    for quarry in position.quarries:
        for card in quarry.cards:
            stays = quarry.state != "covered" or card.owner == knows
            if stays and isinstance(card.value, int) and card.owner in left:
                left[card.owner][card.value] -= 1
    quarries = []
    for quarry in position.quarries:
        cards = []
        for card in quarry.cards:
            hides = quarry.state == "covered" and card.owner != knows
            if hides and card.noted and card.owner in left:
                fitting = [v for v in left[card.owner].elements() if back_of(v) == card.back]
                value = rng.choice(fitting)
                left[card.owner][value] -= 1
                card = replace(card, value=value)
            cards.append(card)
        quarries.append(replace(quarry, cards=tuple(cards)))
    return replace(position, quarries=tuple(quarries))


def secretive(position: Position, rng: Random) -> Position:
    """The position with more that only its owner may know: the owners told of cards."""
    quarries = (
        replace(
            quarry,
            cards=tuple(
                replace(card, noted=True) if rng.random() < 0.7 else card for card in quarry.cards
            ),
        )
        if quarry.state == "covered"
        else quarry
        for quarry in position.quarries
    )
    return replace(position, quarries=tuple(quarries))


def apart(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two situations that differ in nothing but what is hidden."""

    def laid() -> dict[str, Any]:
        low, high = (rng.choice(values) for values in ((3, 4, 5), (6, 7, 8, -3)))
        return {
            "practice": True,
            "phase": "laying",
            "laid": {"Q1": [f"red:{low}", f"red:{high}"], "Q2": [f"blue:{low}"]},
        }

    return laid(), laid()


def turns_up(move: Move, seen: Position, also: Position) -> bool:
    """Whether the table itself then shows what nobody saw."""
    return False


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw."""
    return game.kind(move).reveals or game.kind(move).role != "play"


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds: nothing beside the pieces."""
    return True
