"""The one kind of move in play: taking stones."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.games.skeleton.position import BEGUN, HEAPS, Heap, Position
from companion.kernel import Effects, Move, MoveKind, event, fact, rule

MOST = 3
"""Stones taken at once, unless any number was agreed on (S3)."""


class Take(Move, frozen=True, tag="take"):
    """Whoever's turn it is takes stones of one heap."""

    heap: Heap
    stones: Annotated[int, msgspec.Meta(title="stones", ge=1, le=max(BEGUN))]


def with_heap(position: Position, heap: str, stones: int) -> Position:
    """The position with that many stones on a heap."""
    heaps = zip(HEAPS, position.heaps, strict=True)
    return replace(position, heaps=tuple(stones if one == heap else had for one, had in heaps))


def _take(position: Position, move: Take) -> Effects[Position]:
    seat, seats = position.active, position.setup.seats
    had = zip(seats, position.taken, strict=True)
    taken = tuple(count + move.stones if one == seat else count for one, count in had)
    after = with_heap(position, move.heap, position.stones(move.heap) - move.stones)
    after = replace(after, taken=taken)
    yield event(after, "took", "S2", seat=seat, heap=move.heap, stones=move.stones)
    if after.left:
        after = replace(after, active=after.next_seat)
        yield event(after, "next_turn", "S2", seat=after.active)
    else:
        yield event(after, "took_last", "S4", seat=seat)
    return after


TAKE: MoveKind[Position, Take] = MoveKind(
    Take,
    needs=(
        fact(
            "too_few_stones",
            lambda p, m: m.stones <= p.stones(m.heap),
            lambda p, m: {"heap": m.heap, "left": p.stones(m.heap)},
        ),
        rule(
            "S3",
            lambda p, m: p.setup.options.most == "any" or m.stones <= MOST,
            lambda p, m: {"stones": m.stones, "most": MOST},
        ),
    ),
    apply=_take,
    candidates={"heap": lambda p, m: HEAPS},
)
