"""Pieces as a game may keep them in its position: how many of which lie where.

A position that keeps its pieces so conserves them by itself, and its layout is a by-product.
"""

from bisect import insort
from collections.abc import Mapping

import msgspec

from companion.kernel.changes import Layout
from companion.kernel.memo import memo_last


class Lies(msgspec.Struct, frozen=True, order=True):
    """``count`` pieces of a kind lie at a place."""

    at: str
    piece: str
    count: int


Pieces = tuple[Lies, ...]
"""In order, without places where there is nothing: equal tables are equal values."""


def pieces(layout: Layout) -> Pieces:
    """The pieces of a layout. Raises ValueError for less than none."""
    if any(count < 0 for count in layout.values()):
        raise ValueError(f"less than no pieces: {layout}")
    return tuple(sorted(Lies(at, piece, n) for (at, piece), n in layout.items() if n))


def layout_of(lying: Pieces) -> dict[tuple[str, str], int]:
    """The layout of pieces, see ``changes``."""
    return {(one.at, one.piece): one.count for one in lying}


@memo_last
def _by_place(lying: Pieces) -> dict[str, dict[str, int]]:
    places: dict[str, dict[str, int]] = {}
    at, there = "", {}
    for one in lying:  # what lies at a place comes together
        if one.at != at:
            at = one.at
            there = places.setdefault(at, {})
        there[one.piece] = one.count
    return places


def lying_at(lying: Pieces, at: str) -> Mapping[str, int]:
    """What lies at a place: each piece with its count."""
    return _by_place(lying).get(at, {})


def how_many(lying: Pieces, at: str, piece: str) -> int:
    """How many of a piece lie at a place."""
    return lying_at(lying, at).get(piece, 0)


def moved(lying: Pieces, piece: str, source: str, target: str, count: int = 1) -> Pieces:
    """The pieces with some of them elsewhere. Raises ValueError when there are fewer there."""
    left = {source: 0, target: 0}
    rest: list[Lies] = []
    for one in lying:
        if one.piece == piece and one.at in left:
            left[one.at] = one.count
        else:
            rest.append(one)
    left[source] -= count
    left[target] += count
    if min(left.values()) < 0:
        raise ValueError(f"less than no pieces: {left[source]} {piece} at {source}")
    for at, here in left.items():
        if here:
            insort(rest, Lies(at, piece, here))  # the rest is in order
    return tuple(rest)
