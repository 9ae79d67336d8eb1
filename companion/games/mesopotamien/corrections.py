"""Corrections: one fact of the table each, set to what the table shows.

What comes onto the board comes from the supply, what leaves it goes back there. Needs are facts
throughout: whatever the pieces can show can be set.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.mesopotamien.holy_stone import LOWEST_CEILING
from companion.games.mesopotamien.needs import NO_QUEST, AnyNeed
from companion.games.mesopotamien.pieces import with_player, with_turn
from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.temple import TOP
from companion.games.mesopotamien.tokens import Seat
from companion.games.mesopotamien.turns import begun
from companion.kernel import UNKNOWN, Move, MoveKind, correction, fact, plays, seats, so
from companion.kernel.events import Transition

Mana = Annotated[int, msgspec.Meta(ge=0, le=TOP)]
Ceiling = Annotated[int, msgspec.Meta(ge=LOWEST_CEILING, le=TOP)]
Hand = Annotated[int, msgspec.Meta(ge=0, le=18)]
Points = Annotated[int, msgspec.Meta(ge=0, le=20)]


class FixMana(Move, frozen=True, tag="fix_mana"):
    """The cylinder of a player stands on this field."""

    seat: Seat
    mana: Mana


class FixCeiling(Move, frozen=True, tag="fix_ceiling"):
    """The bar of a player stands behind this field."""

    seat: Seat
    ceiling: Ceiling


class FixHand(Move, frozen=True, tag="fix_hand"):
    """How many cards a player holds."""

    seat: Seat
    count: Hand


class FixTurn(Move, frozen=True, tag="fix_turn"):
    """It is this player's turn; it begins anew."""

    seat: Seat


class FixPhase(Move, frozen=True, tag="fix_phase"):
    """The turn is in this phase."""

    phase: Literal["move", "act", "mana"]


class FixMovement(Move, frozen=True, tag="fix_movement"):
    """How many movement points are left."""

    left: Points


def _mana(position: Position, move: FixMana) -> Iterator[Transition[Position]]:
    position = with_player(position, move.seat, mana=move.mana)
    yield so(position, "mana_fixed", seat=move.seat, mana=move.mana)


def _ceiling(position: Position, move: FixCeiling) -> Iterator[Transition[Position]]:
    mana = min(position.player(move.seat).mana, move.ceiling)
    position = with_player(position, move.seat, ceiling=move.ceiling, mana=mana)
    yield so(position, "ceiling_fixed", seat=move.seat, ceiling=move.ceiling, mana=mana)


def _hand(position: Position, move: FixHand) -> Iterator[Transition[Position]]:
    player = position.player(move.seat)
    notes = sorted(player.hand, key=lambda name: name == UNKNOWN)[: move.count]
    missing = [UNKNOWN] * (move.count - len(notes))
    hand = tuple(sorted((*notes, *missing)))
    pile = position.pile + len(player.hand) - move.count
    locked = min(player.locked, move.count)
    position = with_player(replace(position, pile=pile), move.seat, hand=hand, locked=locked)
    yield so(position, "hand_fixed", seat=move.seat, count=move.count)


def _turn(position: Position, move: FixTurn) -> Iterator[Transition[Position]]:
    seats = position.setup.seats
    earlier = (position.turn.number - 1) // len(seats) * len(seats)
    position = begun(position, earlier + seats.index(move.seat) + 1)
    yield so(position, "turn_fixed", seat=move.seat, left=position.turn.movement)


def _phase(position: Position, move: FixPhase) -> Iterator[Transition[Position]]:
    position = with_turn(position, phase=move.phase)
    yield so(position, "phase_fixed", phase=move.phase)


def _movement(position: Position, move: FixMovement) -> Iterator[Transition[Position]]:
    position = with_turn(position, movement=move.left)
    yield so(position, "movement_fixed", left=move.left)


_UP_TO_CEILING: AnyNeed = fact(
    "mana_above_ceiling",
    lambda p, m: m.mana <= p.player(m.seat).ceiling,
    lambda p, m: {"seat": m.seat, "mana": m.mana, "ceiling": p.player(m.seat).ceiling},
)
_ENOUGH_CARDS: AnyNeed = fact(
    "supply_short",
    lambda p, m: p.pile + len(p.player(m.seat).hand) >= m.count,
    lambda p, m: {"what": "card", "short": m.count - p.pile - len(p.player(m.seat).hand)},
)


FIXES: tuple[MoveKind[Position, Any], ...] = (
    correction(FixMana, _mana, plays(), _UP_TO_CEILING, candidates={"seat": seats}),
    correction(FixCeiling, _ceiling, plays(), candidates={"seat": seats}),
    correction(FixHand, _hand, plays(), _ENOUGH_CARDS, candidates={"seat": seats}),
    correction(FixTurn, _turn, plays(), NO_QUEST, candidates={"seat": seats}),
    correction(FixPhase, _phase, NO_QUEST),
    correction(FixMovement, _movement),
)
"""Corrections of scales, hands and the turn."""
