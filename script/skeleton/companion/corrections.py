"""Corrections: one fact of the table each, set to what the table shows."""

from msgspec.structs import replace

from companion.games.skeleton.position import HEAPS, Heap, Position, Seat, Stones
from companion.games.skeleton.taking import with_heap
from companion.kernel import Effects, Move, correction, fact, plays, seats, so


class FixHeap(Move, frozen=True, tag="fix_heap"):
    """So many stones lie on a heap."""

    heap: Heap
    stones: Stones


class FixTurn(Move, frozen=True, tag="fix_turn"):
    """It is this player's turn."""

    seat: Seat


def _fix_heap(position: Position, move: FixHeap) -> Effects[Position]:
    after = with_heap(position, move.heap, move.stones)
    yield so(after, "heap_fixed", heap=move.heap, stones=move.stones)
    return after


def _fix_turn(position: Position, move: FixTurn) -> Effects[Position]:
    after = replace(position, active=move.seat)
    yield so(after, "turn_fixed", seat=move.seat)
    return after


FIX_HEAP = correction(
    FixHeap,
    _fix_heap,
    fact(
        "too_many_stones",
        lambda p, m: m.stones <= p.stones(m.heap) + p.aside,
        lambda p, m: {"most": p.stones(m.heap) + p.aside},
    ),
    fact("last_stone", lambda p, m: m.stones > 0 or p.left > p.stones(m.heap)),
    candidates={"heap": lambda p, m: HEAPS},
)

FIX_TURN = correction(FixTurn, _fix_turn, plays(), candidates={"seat": seats})
