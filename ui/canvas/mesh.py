"""Coloured triangles being collected, ready for the graphics card.

Each corner is eight floats: x, y in the caller's units, an offset x, y in pixels of the screen,
and its colour. The offset makes edges smooth and lights equally wide at any zoom.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, radians, sin

from ui.canvas.geometry import Filling, Polyline
from ui.theme import Colour

CORNER = 8
"""Floats for one corner."""

OURS, LETTERED = 2.0, 2.0
"""Added to the opacity of each corner, for the shader to know it by, and again to that of a corner
of words: its offset is a spot on the sheet they stand on."""

FRINGE = 1.0
"""Pixels over which an edge fades out."""


SLANT = 0.3
"""How much more light comes from the left than from straight above."""


class Triangles:
    """corners: their floats. triples: three numbers of corners for each triangle."""

    def __init__(self) -> None:
        self.corners = array("f")
        self.triples = array("H")

    def __len__(self) -> int:
        return len(self.corners) // CORNER

    def add(self, others: Iterable["Triangles"]) -> None:
        """Take in all triangles of others."""
        for other in others:
            self.triples.frombytes(_raised(other.triples, len(self)))
            self.corners.extend(other.corners)

    def moved(self, x: float, y: float, scale: float = 1.0) -> "Triangles":
        """The same triangles elsewhere, and larger; what is in pixels stays as it is."""
        other = Triangles()
        other.triples, other.corners = self.triples[:], self.corners[:]
        for axis, by in ((0, x), (1, y)):
            places = [at * scale + by for at in self.corners[axis::CORNER]]
            other.corners[axis::CORNER] = array("f", places)
        return other

    def faded(self, share: float) -> "Triangles":
        """The same triangles with a share of their opacity."""
        other = Triangles()
        other.triples, other.corners = self.triples[:], self.corners[:]
        opacities = self.corners[CORNER - 1 :: CORNER]
        other.corners[CORNER - 1 :: CORNER] = array(
            "f", [OURS + (opacity - OURS) * share for opacity in opacities]
        )
        return other

    def turned(self, degrees: float, x: float, y: float) -> "Triangles":
        """The same triangles turned anticlockwise round a point."""
        other = Triangles()
        other.triples, other.corners = self.triples[:], self.corners[:]
        long, wide = cos(radians(degrees)), sin(radians(degrees))
        for at, (about_x, about_y) in ((0, (x, y)), (2, (0.0, 0.0))):
            xs, ys = self.corners[at::CORNER], self.corners[at + 1 :: CORNER]
            pairs = [(one - about_x, two - about_y) for one, two in zip(xs, ys, strict=True)]
            other.corners[at::CORNER] = array(
                "f", [about_x + one * long - two * wide for one, two in pairs]
            )
            other.corners[at + 1 :: CORNER] = array(
                "f", [about_y + one * wide + two * long for one, two in pairs]
            )
        return other

    def fill(
        self,
        filling: Filling,
        top: Colour,
        bottom: Colour | None = None,
        at: tuple[float, float, float] = (0.0, 0.0, 1.0),
    ) -> None:
        """Triangles moved to ``at`` (x, y, scale); the colour runs from top to bottom over the
        unit box, for light comes from the upper left."""
        points, triples = filling
        x, y, scale = at
        first = len(self)
        self.triples.fromlist([first + number for number in triples])
        floats: list[float] = []
        for px, py in points:
            colour = top
            if bottom is not None:
                share = min(1.0, max(0.0, 0.5 - py + SLANT * px))
                colour = (
                    top[0] + (bottom[0] - top[0]) * share,
                    top[1] + (bottom[1] - top[1]) * share,
                    top[2] + (bottom[2] - top[2]) * share,
                    top[3],
                )
            r, g, b, a = colour
            floats += (px * scale + x, py * scale + y, 0.0, 0.0, r, g, b, a + OURS)
        self.corners.fromlist(floats)

    def band(
        self,
        line: Polyline,
        low: float,
        high: float,
        colour: Colour | Sequence[Colour],
        *,
        pixels: bool = False,
        soft: str = "both",
    ) -> None:
        """What lies between two distances to the left of a line, in its units or in pixels.

        colour: one, or one for each point. soft: which edges are smoothed, ``both``, only the
        ``high`` one or ``none``; ``fade``: none, but it is transparent at ``low``.
        """
        if not line.normals:
            return
        count = len(line.points)
        colours = [colour] * count if isinstance(colour, tuple) else colour
        edge = FRINGE if pixels else 0.0
        rows = [(high, 0.0, 1.0)]
        if high > low:
            rows.insert(0, (low, 0.0, 0.0 if soft == "fade" else 1.0))
        if soft == "both" and high > low:
            rows.insert(0, (low - edge, -FRINGE, 0.0))
        if soft in ("both", "high"):
            rows.append((high + edge, FRINGE, 0.0))
        self.triples.frombytes(_raised(_strip(count, len(rows), line.closed), len(self)))
        floats: list[float] = []
        for (x, y), (nx, ny), (r, g, b, a) in zip(line.points, line.normals, colours, strict=True):
            for distance, offset, share in rows:
                opacity = a * share + OURS
                if pixels:
                    floats += (x, y, nx * distance, ny * distance, r, g, b, opacity)
                else:
                    at_x, at_y = x + nx * distance, y + ny * distance
                    floats += (at_x, at_y, nx * offset, ny * offset, r, g, b, opacity)
        self.corners.fromlist(floats)

    def skirt(self, line: Polyline, low: float, high: float, colour: Colour) -> None:
        """What is seen below a closed line of a thing that is so thick: from ``low`` to ``high``
        units below its lower edges."""
        count, first = len(line.points), len(self)
        *rgb, opacity = colour
        for x, y in line.points:
            for deep in (low, high):
                self.corners.extend((x, y - deep, 0.0, 0.0, *rgb, opacity + OURS))
        for one in range(count):
            two = (one + 1) % count
            if line.points[one][0] != line.points[two][0] and _down(line, one, two):
                a, b = first + 2 * one, first + 2 * two
                self.triples.extend((a, b, b + 1, a, b + 1, a + 1))

    def fringe(self, line: Polyline, colour: Colour | Sequence[Colour]) -> None:
        """Smooths the outer edge of something filled."""
        self.band(line, 0.0, 0.0, colour)


@lru_cache(maxsize=1024)
def _strip(count: int, rows: int, closed: bool) -> "array[int]":
    """The triangles between rows of corners along points, which lie row by row at each."""
    triples = array("H")
    for i in range(count if closed else count - 1):
        one, two = i * rows, (i + 1) % count * rows
        for row in range(rows - 1):
            a1, a2, b1, b2 = one + row, one + row + 1, two + row, two + row + 1
            triples.extend((a1, b1, b2, a1, b2, a2))
    return triples


@lru_cache(maxsize=1024)
def _ones(count: int) -> int:
    """``count`` 16-bit ones as one long number."""
    return int.from_bytes(array("H", [1] * count).tobytes(), sys.byteorder)


def _raised(triples: "array[int]", by: int) -> bytes:
    """The numbers with ``by`` added to each.

    All at once, as one long number with 16 bits for each: a loop over tens of thousands of them
    would be the costliest part of a redraw. No sum reaches 65536, so none spills into the next.
    """
    number = int.from_bytes(triples.tobytes(), sys.byteorder) + by * _ones(len(triples))
    return number.to_bytes(2 * len(triples), sys.byteorder)


def _down(line: Polyline, one: int, two: int) -> bool:
    """Whether what a line surrounds lies above the piece of it between two points."""
    return line.normals[one][1] + line.normals[two][1] < 0
