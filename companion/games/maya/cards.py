"""The worker cards of Maya, their backs and numbers."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

import msgspec

from companion.games.maya.tokens import NEUTRAL, Colour
from companion.kernel import UNKNOWN

Value = Annotated[int, msgspec.Meta(title="value", ge=-3, le=8)]

Back = Literal["low", "high"]

HAND = (3, 4, 4, 5, 6, 7, 8, -3)
"""The worker cards of every player (Dutch translation of the rule booklet)."""

LOW = (3, 4, 5)
"""The cards with the low back."""

PER_BACK = 4
"""How many cards of every player have the low back; as many have the high one."""

MINUS = -3
"""The card that takes away."""

NEUTRAL_CARDS, NEUTRAL_VALUE = 3, 4
"""Neutral cards of each of two players, and what each is worth (V2, V4)."""

DOUBTED: Final = 0
"""The value of a card that was noted and cannot be right: no card has it, and nobody sees it."""


class Card(msgspec.Struct, frozen=True):
    """A worker at a quarry.

    owner: its colour, or NEUTRAL.
    back: what it shows face down, seen by all.
    value: the number on its face, UNKNOWN to all but its owner and until it was told.
    noted: whether the companion was told the value.
    by: who laid it, for a neutral one.
    """

    owner: Colour
    back: Back
    value: int | Literal["?"] = UNKNOWN
    noted: bool = False
    by: str = ""


def neutral_card(by: str) -> Card:
    """A neutral card, laid by that player: always worth the same, and a low one (V4)."""
    return Card(NEUTRAL, "low", NEUTRAL_VALUE, noted=True, by=by)


def back_of(value: int) -> Back:
    """The back of a card."""
    return "low" if value in LOW else "high"


def too_many(values: Iterable[int]) -> tuple[int, ...]:
    """The values of which nobody has that many cards, each once."""
    told = tuple(values)
    return tuple(one for one in dict.fromkeys(told) if told.count(one) > HAND.count(one))
