"""Setting the table as it stands: a situation names what must be so."""

from collections import Counter
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from companion.games.backgammon.position import (
    BAR,
    CHECKERS,
    OFF,
    Crawford,
    Number,
    Phase,
    Pips,
    Place,
    Position,
    Seat,
    Side,
    spot,
)
from companion.games.backgammon.turns import settled, with_dice

Count = Annotated[int, msgspec.Meta(ge=0, le=CHECKERS)]
Lying = dict[Place, Count]


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table described partly. What is not named stays.

    white, black: how many checkers of a side lie where; those named nowhere are borne off.
    active: whose turn it is; with it a turn begins, unless more of it is named.
    phase: what comes next in it.
    dice: what was rolled.
    left: those of them still to be played, if not all.
    cube: what the doubling cube shows.
    owner: who has the cube, "" for nobody.
    score: the points of the seats named.
    number: of the game.
    crawford: whether the game without the cube is still to come, is now, or was.
    """

    white: Lying | None = None
    black: Lying | None = None
    active: Seat | None = None
    phase: Phase | None = None
    dice: tuple[Pips, Pips] | None = None
    left: Annotated[tuple[Pips, ...], msgspec.Meta(max_length=4)] | None = None
    cube: Literal[1, 2, 4, 8, 16, 32, 64] | None = None
    owner: Literal["", "white", "black"] | None = None
    score: dict[Seat, Number] | None = None
    number: Number | None = None
    crawford: Crawford | None = None


def arrange(position: Position, situation: Situation) -> Position:
    """The position with what the situation names. It may be impossible: see ``validity``."""
    sides = tuple(_side(side, getattr(situation, side.seat)) for side in position.sides)
    score = tuple(
        (situation.score or {}).get(seat, points)
        for seat, points in zip(position.setup.seats, position.score, strict=True)
    )
    named = {
        name: value
        for name in ("cube", "owner", "number", "crawford")
        if (value := getattr(situation, name)) is not None
    }
    position = replace(position, sides=sides, score=score, **named)
    position = _turn(position, situation)
    if position.decided:
        return replace(position, phase="over", dice=(), left=())
    return settled(position)


def _side(side: Side, lying: Lying | None) -> Side:
    """The side with what lies where; the rest is borne off, less than none if too many are told."""
    if lying is None:
        return side
    lies = [0] * (BAR + 1)
    for place, count in lying.items():
        lies[spot(side.seat, place)] = count
    if "off" not in lying:
        lies[OFF] = CHECKERS - sum(lies)
    return Side(side.seat, tuple(lies))


def _turn(position: Position, situation: Situation) -> Position:
    begins = situation.active is not None and situation.active != position.active
    if situation.active is not None:
        position = replace(position, active=situation.active)
    if situation.dice is not None:
        position = with_dice(position, *situation.dice)
    elif begins or situation.phase not in (None, position.phase) or position.decided:
        untold = situation.phase in (None, "move")
        phase = "roll" if untold else situation.phase
        position = replace(position, phase=phase, dice=(), left=())
    if situation.left is not None:
        left = Counter(position.dice) & Counter(situation.left)
        position = replace(position, left=tuple(sorted(left.elements(), reverse=True)))
    if position.phase == "over" and not position.decided:
        position = replace(position, phase="roll")
    return position
