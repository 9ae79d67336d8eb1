"""What is cut out of a sheet: the line round it, for a knife, for a plotter, for a picture."""

from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Literal

Form = Literal["card", "hexagon", "round", "square"]
"""A card has right angles and two lengths; a hexagon stands on a corner."""

CORNERS = 6

TALL = 2 / sqrt(3)
"""Height of a hexagon that stands on a corner, in widths."""


@dataclass(frozen=True)
class Outline:
    """A line to cut along; millimetres from the upper left of its page.

    form: of the line.
    x, y: upper left corner of the box round it.
    width, height: of that box.
    """

    form: Form
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Of the box."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> "Outline":
        """The same that much further out on every side; a hexagon on each of its six."""
        up = by * TALL if self.form == "hexagon" else by
        x, y = self.x - by, self.y - up
        return Outline(self.form, x, y, self.width + 2 * by, self.height + 2 * up)

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Where the line turns; none for a round one."""
        if self.form == "round":
            return ()
        if self.form == "hexagon":
            x, y = self.middle
            far = self.height / 2
            turns = [pi / 2 + number * 2 * pi / CORNERS for number in range(CORNERS)]
            return tuple((x + far * cos(turn), y + far * sin(turn)) for turn in turns)
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


@dataclass(frozen=True)
class CutOut:
    """A piece on a page.

    page: counted from 0.
    name: of its picture: the sheet, and what tells it from others there.
    outline: where it lies and what it is cut along.
    bleed: how far its ground goes beyond that, in millimetres, 0 where its neighbour begins there.
    cut: whether it is cut along this line; a back is not.
    """

    page: int
    name: str
    outline: Outline
    bleed: float
    cut: bool
