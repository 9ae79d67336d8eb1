"""What lies on the table of Skeleton, and what it is called.

Tokens are short ASCII texts and are the values of moves: a seat is its colour, ``red``; a heap is
``heap:1``.
"""

from typing import Annotated, Literal

import msgspec

from companion import kernel
from companion.kernel import NoBox

COLOURS = ("red", "blue", "green", "yellow")
HEAPS = ("heap:1", "heap:2", "heap:3")
BEGUN = (3, 4, 5)
"""Stones on the heaps at first (S1)."""

Seat = Annotated[str, msgspec.Meta(title="seat", pattern=r"^(red|blue|green|yellow)\Z")]
Heap = Annotated[str, msgspec.Meta(title="heap", pattern=r"^heap:[1-3]\Z")]
Stones = Annotated[int, msgspec.Meta(title="stones", ge=0, le=sum(BEGUN))]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a group may agree on. ``most``: how many stones are taken at once (S3)."""

    most: Literal["three", "any"] = "three"


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a match starts from; the first seat begins."""

    options: Options
    box: NoBox


class Position(msgspec.Struct, frozen=True):
    """All that is known of a match.

    heaps: stones on each of HEAPS. taken: stones that each of the seats has. active: whose turn it
    is; when no stone is left, who took the last one.
    """

    setup: Setup
    heaps: tuple[Stones, ...]
    taken: tuple[Stones, ...]
    active: Seat

    def stones(self, heap: str) -> int:
        """How many stones lie on a heap."""
        return self.heaps[HEAPS.index(heap)]

    @property
    def left(self) -> int:
        """How many stones lie on all heaps."""
        return sum(self.heaps)

    @property
    def aside(self) -> int:
        """How many stones lie beside the table; negative when the box has fewer than are told."""
        return sum(BEGUN) - self.left - sum(self.taken)

    @property
    def next_seat(self) -> str:
        """Who comes after the active one."""
        seats = self.setup.seats
        return seats[(seats.index(self.active) + 1) % len(seats)]
