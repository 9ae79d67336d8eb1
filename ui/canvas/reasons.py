"""Why not, drawn over the place that it is about: what is there and what it takes, or two stacks
side by side."""

from collections.abc import Sequence

from companion.scene import Shape
from companion.scene.why import Why
from ui import theme
from ui.canvas.figures import Figure, Words
from ui.canvas.geometry import Polyline, box, filling
from ui.canvas.mesh import Triangles

LINE, LETTER = 4.0, 0.56
"""Millimetres of a line of words, and how wide a letter is in heights of a line."""

STACK, TILE, MOST = 5.0, 1.3, 9
"""Millimetres across a stack and of a tile of it, and the tiles that are drawn at most."""

EDGE = 1.2
"""Millimetres round what stands on a plate."""


def plate(figures: Sequence[Figure], why: Why, scale: float) -> Figure | None:
    """What stands over the last thing that a refusal is about; None where nothing is said of it, or
    it is not on the table. scale: pixels of a unit of the table."""
    at = [one for one in figures if why.at and one.shape.token == why.at[-1]]
    at = [one for one in at if one.inside] or at
    if not at or not why.lines:
        return None
    boxes = [one.reach.bounds() for one in at]
    x = (min(one[0] for one in boxes) + max(one[2] for one in boxes)) / 2
    y = (min(one[1] for one in boxes) + max(one[3] for one in boxes)) / 2
    return _Plate(why, x, y, theme.mm(1) / scale).figure()


class _Plate:
    """One plate. unit: of the table in a millimetre."""

    def __init__(self, why: Why, x: float, y: float, unit: float) -> None:
        self.why, self.x, self.y, self.unit = why, x, y, unit
        self.triangles, self.words = Triangles(), list[Words]()
        self.line = LINE * unit * 0.92 if theme.compact() else LINE * unit
        tall = max((min(MOST, one) for one in why.heights), default=0) * TILE * unit
        said = max(map(len, why.lines)) * LETTER * self.line * 0.8
        self.stacks = tall + EDGE * unit if why.heights else 0.0
        self.wide = max(said, len(why.heights) * (STACK + 1) * unit) + 2 * EDGE * unit
        self.high = self.stacks + len(why.lines) * self.line + 2 * EDGE * unit

    def figure(self) -> Figure:
        """All of it."""
        around = self._box(self.x, self.y, self.wide, self.high, 1.2 * self.unit)
        self.triangles.fill(filling((around,)), theme.colour("background"))
        self.triangles.band(around, -0.5 * self.unit, 0.0, theme.colour("red"))
        top = self.y + self.high / 2 - EDGE * self.unit
        if self.why.heights:
            self._stacks(top - self.stacks + EDGE * self.unit)
            top -= self.stacks
        for number, text in enumerate(self.why.lines):
            last = number == len(self.why.lines) - 1
            ink = theme.colour("red_text" if last else "ink")
            at, room = top - (number + 0.5) * self.line, self.wide - EDGE * self.unit
            self.words.append(Words(text, self.x, at, self.line * 0.8, room, ink))
        left, bottom = self.x - self.wide / 2, self.y - self.high / 2
        bounds = (left, bottom, left + self.wide, bottom + self.high)
        bare = Shape(form="piece", x=self.x, y=self.y, size=self.high)
        return Figure(bare, self.triangles, tuple(self.words), around, (), False, bounds)

    def _stacks(self, foot: float) -> None:
        """The stacks beside each other, what is too high of the last one in red."""
        count, least = len(self.why.heights), self.why.heights[0]
        across = (STACK + 1) * self.unit
        for number, height in enumerate(self.why.heights):
            x = self.x + (number - (count - 1) / 2) * across
            for tile in range(min(MOST, height)):
                role = "red" if number and tile >= least else "ink2"
                y = foot + (tile + 0.5) * TILE * self.unit
                one = self._box(x, y, STACK * self.unit, TILE * 0.8 * self.unit, 0.3 * self.unit)
                self.triangles.fill(filling((one,)), theme.colour(role))

    def _box(self, x: float, y: float, wide: float, high: float, round_by: float) -> Polyline:
        return box(wide, high, min(round_by, wide / 2, high / 2)).moved(x, y, 1.0)
