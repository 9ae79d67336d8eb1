"""Which part of the table is in sight: what lies there, with room for what may come.

Places where nothing lies yet never enter into it, nor what is lit, asked or refused.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ui.canvas.figures import Figure
from ui.canvas.viewport import Bounds, around

NEAR, FAR, FAR_SMALL = 3.0, 9.0, 6.0
"""Millimetres round what lies on the table: on a side where nothing can be added, on one where a
place may be drawn beyond it, and there on a small screen."""

WHOLE_SMALL = 0.6
"""Round a table to which nothing is ever added, on a small screen."""

GLIDE = 0.25
"""Seconds in which the table comes to lie elsewhere."""


@dataclass(frozen=True)
class Frame:
    """table: bounds of what lies there. margins: millimetres left, below, right and above it."""

    table: Bounds
    margins: Bounds

    def holds(self, other: "Frame") -> bool:
        """Whether all of another frame's table lies within this one's."""
        return all(self.table[i] <= other.table[i] + 1e-6 for i in (0, 1)) and all(
            self.table[i] >= other.table[i] - 1e-6 for i in (2, 3)
        )

    def toward(self, other: "Frame", share: float) -> "Frame":
        """This frame with a share of the way to another; slow at both ends."""
        eased = share * share * (3 - 2 * share)

        def mixed(one: Bounds, two: Bounds) -> Bounds:
            low, left, high, right = (a + (b - a) * eased for a, b in zip(one, two, strict=True))
            return low, left, high, right

        return Frame(mixed(self.table, other.table), mixed(self.margins, other.margins))


def place_only(figure: Figure) -> bool:
    """Whether it is a place where something may come to lie, and nothing lies there."""
    return figure.shape.ghost and bool(figure.shape.token) and figure.inside


def frame(figures: Sequence[Figure], *, small: bool) -> Frame:
    """The frame of what lies on the table; of the places, where nothing does."""
    places = [one for one in figures if place_only(one)]
    things = [one for one in figures if one.shape.form != "label" and not place_only(one)]
    lying = [
        one for one in figures if not place_only(one) and not _written_on(one, things + places)
    ]
    if not (things and places):
        near = WHOLE_SMALL if small and things else NEAR
        return Frame(around([one.bounds for one in lying or figures]), (near,) * 4)
    table, whole = around([one.bounds for one in lying]), around([one.bounds for one in places])
    far = FAR_SMALL if small else FAR
    left, low = (far if whole[i] < table[i] else NEAR for i in (0, 1))
    right, high = (far if whole[i] > table[i] else NEAR for i in (2, 3))
    return Frame(table, (left, low, right, high))


def drawn(figures: Sequence[Figure], marked: Collection[str]) -> list[Figure]:
    """Without the places that nothing marks, and what is written on them."""
    bare = [one for one in figures if place_only(one) and one.shape.token not in marked]
    if not bare:
        return list(figures)
    hidden = {id(one) for one in bare}
    return [
        one
        for one in figures
        if id(one) not in hidden and (one.shape.token or not _written_on(one, bare))
    ]


def _written_on(one: Figure, things: Sequence[Figure]) -> bool:
    """Whether it is words in the midst of a thing, which may be wider than it; words beside things
    are a part of the table."""
    shape = one.shape
    return shape.form == "label" and any(thing.reach.contains(shape.x, shape.y) for thing in things)
