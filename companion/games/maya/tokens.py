"""The tokens of a table of Maya: how each is written, read, and known from others.

Short ASCII strings, the values of moves:

* a seat is its colour, ``red``; the third colour of the game for two is ``neutral``;
* quarries are ``Q1``, ``Q2``, … from right to left, as they are awarded;
* pyramids are ``P1`` to ``P4`` from left to right, a level ``P2.L1`` counts from the bottom;
* markers are ``SHIELD``, ``MOVE``, ``ADD``, ``START``, ``PLUS2``, ``FREEPASS``, ``FREEDOUBLE``, and
  ``BLUE1`` to ``BLUE4`` of the advanced game;
* a card at a quarry is ``red:low``, a neutral one that red laid ``neutral:red``.
"""

import re
from functools import cache
from typing import Annotated

import msgspec

COLOURS = ("red", "blue", "yellow", "green", "purple")
NEUTRAL = "neutral"

_SEAT = f"({'|'.join(COLOURS)})"
_COLOUR = f"({'|'.join((*COLOURS, NEUTRAL))})"
_QUARRY = "Q([1-9])"
_PYRAMID = "P([1-4])"
_LEVEL = rf"{_PYRAMID}\.L([1-5])"
_CARD, _NEUTRAL_CARD = f"{_SEAT}:(low|high)", f"{NEUTRAL}:{_SEAT}"

Seat = Annotated[str, msgspec.Meta(title="seat", pattern=rf"^{_SEAT}\Z")]
Colour = Annotated[str, msgspec.Meta(title="colour", pattern=rf"^{_COLOUR}\Z")]
MaybeColour = Annotated[str, msgspec.Meta(pattern=rf"^({_COLOUR}|)\Z")]
QuarryId = Annotated[str, msgspec.Meta(title="quarry", pattern=rf"^{_QUARRY}\Z")]
MaybeQuarry = Annotated[str, msgspec.Meta(pattern=rf"^({_QUARRY}|)\Z")]
PyramidId = Annotated[str, msgspec.Meta(title="pyramid", pattern=rf"^{_PYRAMID}\Z")]
LevelId = Annotated[str, msgspec.Meta(title="level", pattern=rf"^{_LEVEL}\Z")]
Pile = Annotated[str, msgspec.Meta(title="pile", pattern=rf"^({_LEVEL}|(stock|awarded):{_SEAT})\Z")]
"""Where stones lie, but for the supply."""

MarkerPlace = Annotated[
    str, msgspec.Meta(title="marker_place", pattern=rf"^({_QUARRY}|seat:{_SEAT}|spent)\Z")
]
LaidCard = Annotated[str, msgspec.Meta(title="laid_card", pattern=rf"^({_CARD}|{_NEUTRAL_CARD})\Z")]
"""A card at a quarry: its owner and its back, or a neutral one and who laid it."""

A_LEVEL, A_QUARRY, A_PYRAMID = re.compile(_LEVEL), re.compile(_QUARRY), re.compile(_PYRAMID)
A_CARD, A_NEUTRAL_CARD = re.compile(_CARD), re.compile(_NEUTRAL_CARD)
OWNED = re.compile(f"(?:stone|card):{_COLOUR}")
"""A piece of somebody's in a change."""

IN_FRONT = re.compile(f"(stock|awarded|hand|seat|gold):{_SEAT}")


def level_token(pyramid: int, height: int) -> LevelId:
    """What a level is called; both numbers from 1."""
    return f"P{pyramid}.L{height}"


@cache
def numbers(level: str) -> tuple[int, int]:
    """Pyramid and height of a level, both from 1."""
    return int(level[1]), int(level[4:])
