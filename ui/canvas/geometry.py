"""Outlines as numbers: lines with normals, and what they fill. No window."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_NONZERO, Tesselator

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""left, bottom, right, top."""

SHARPEST = 2.0
"""Corners sharper than this (as stretch of their normal) are cut short."""


DASH, APART = 0.17, 0.13
"""The dashes round a place where nothing lies, and the gaps between them, in sizes of it."""


class Polyline:
    """A line of points, open or closed, with the normal at each: to the left of its way."""

    _moved: tuple["Polyline", float, float, float]  # from where, and how, until points are known

    def __init__(self, points: Iterable[Point], closed: bool = True) -> None:
        unlike: list[Point] = []
        for point in points:
            if not unlike or hypot(point[0] - unlike[-1][0], point[1] - unlike[-1][1]) > 1e-6:
                unlike.append(point)
        if closed and len(unlike) > 1 and hypot(*minus(unlike[0], unlike[-1])) < 1e-6:
            unlike.pop()
        self.points = tuple(unlike)
        self.closed = closed
        self.normals: tuple[Point, ...] = tuple(self._normals()) if len(unlike) > 1 else ()
        self._bounds: Bounds | None = None

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """In their order. Of a line that was moved they are worked out when they are first asked
        for: few of all the lines on a table ever are."""
        line, x, y, scale = self._moved
        del self._moved
        return tuple((px * scale + x, py * scale + y) for px, py in line.points)

    def _normals(self) -> Iterable[Point]:
        points, count = self.points, len(self.points)
        for i, here in enumerate(points):
            before = points[i - 1] if i or self.closed else here
            after = points[(i + 1) % count] if i + 1 < count or self.closed else here
            one, two = _unit(minus(here, before)), _unit(minus(after, here))
            if one == (0.0, 0.0):
                one = two
            if two == (0.0, 0.0):
                two = one
            x, y = -(one[1] + two[1]), one[0] + two[0]
            square = x * x + y * y
            stretch = 2 / square if square > 1e-9 else 1.0
            length = hypot(x, y) * stretch
            if length > SHARPEST:
                stretch *= SHARPEST / length
            yield (x * stretch, y * stretch)

    def area(self) -> float:
        """Twice the area inside, positive when it runs anticlockwise (y upwards)."""
        ends = self.points[1:] + self.points[:1]
        return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(self.points, ends, strict=True))

    def moved(self, x: float, y: float, scale: float) -> "Polyline":
        """The same line elsewhere and larger; normals stay of unit length."""
        other = Polyline.__new__(Polyline)
        other._moved = self, x, y, scale
        if hasattr(self, "_moved"):  # on its way as well: from where it began, or a chain grew
            line, old_x, old_y, old_scale = self._moved
            other._moved = line, old_x * scale + x, old_y * scale + y, old_scale * scale
        other.closed, other.normals, other._bounds = self.closed, self.normals, None
        return other

    def outward(self) -> "Polyline":
        """The closed line run so that its normals point out of what it surrounds."""
        return Polyline(self.points[::-1]) if self.area() > 0 else self

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        left, low, right, high = self.bounds()  # most points are far from most lines
        return left <= x <= right and low <= y <= high and winding(self.points, x, y) != 0

    def bounds(self) -> Bounds:
        """left, bottom, right, top."""
        if self._bounds is None and hasattr(self, "_moved"):
            line, x, y, scale = self._moved
            left, low, right, high = line.bounds()
            self._bounds = left * scale + x, low * scale + y, right * scale + x, high * scale + y
        elif self._bounds is None:  # asked for of every target at every touch
            xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
            self._bounds = min(xs), min(ys), max(xs), max(ys)
        return self._bounds

    def dashes(self, dash: float, gap: float) -> Iterable["Polyline"]:
        """Open pieces of about ``dash`` length with gaps between, evenly round the line."""
        points = [*self.points, self.points[0]] if self.closed else list(self.points)
        lengths = [hypot(*minus(b, a)) for a, b in pairwise(points)]
        total = sum(lengths)
        count = max(1, ceil(total / (dash + gap)))
        share = dash / (dash + gap)
        for i in range(count):
            start, stop = total * i / count, total * (i + share) / count
            yield Polyline(_between(points, lengths, start, stop), closed=False)


def minus(a: Point, b: Point) -> Point:
    """The way from b to a."""
    return (a[0] - b[0], a[1] - b[1])


def _unit(of: Point) -> Point:
    length = hypot(*of)
    return (of[0] / length, of[1] / length) if length > 1e-9 else (0.0, 0.0)


def _between(
    points: Sequence[Point], lengths: Sequence[float], start: float, stop: float
) -> Iterable[Point]:
    gone = 0.0
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if gone + length > start and gone < stop and length:
            low, high = max(0.0, start - gone) / length, min(length, stop - gone) / length
            yield (a[0] + (b[0] - a[0]) * low, a[1] + (b[1] - a[1]) * low)
            yield (a[0] + (b[0] - a[0]) * high, a[1] + (b[1] - a[1]) * high)
        gone += length


def winding(points: Sequence[Point], x: float, y: float) -> int:
    """How often a closed line runs round a point."""
    count = 0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay <= y) != (by <= y):
            side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
            if by > ay and side > 0:
                count += 1
            elif by < ay and side < 0:
                count -= 1
    return count


def rounded(corners: Sequence[Point], radius: float, steps: int = 2) -> Polyline:
    """A closed line through corners, each rounded; radius in the units of the corners."""
    points = []
    count = len(corners)
    for i, here in enumerate(corners):
        before, after = minus(corners[i - 1], here), minus(corners[(i + 1) % count], here)
        cut = min(radius, hypot(*before) / 2, hypot(*after) / 2)
        a, b = _unit(before), _unit(after)
        start = (here[0] + a[0] * cut, here[1] + a[1] * cut)
        end = (here[0] + b[0] * cut, here[1] + b[1] * cut)
        for step in range(steps + 1):
            t = step / steps
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append(
                (
                    u * start[0] + v * here[0] + w * end[0],
                    u * start[1] + v * here[1] + w * end[1],
                )
            )
    return Polyline(points).outward()


@lru_cache(maxsize=512)
def box(width: float, height: float, radius: float, steps: int = 2) -> Polyline:
    """A rounded box round the origin."""
    x, y = width / 2, height / 2
    return rounded(((-x, -y), (-x, y), (x, y), (x, -y)), radius, steps)


@lru_cache(maxsize=64)
def disc(radius: float, steps: int = 16) -> Polyline:
    """A circle round the origin."""
    return Polyline(
        (radius * cos(2 * pi * i / steps), radius * sin(2 * pi * i / steps)) for i in range(steps)
    ).outward()


Filling = tuple[tuple[Point, ...], tuple[int, ...]]
"""Corners, and triangles as three of their numbers each."""


def filling(lines: Sequence[Polyline]) -> Filling:
    """What closed lines fill together, by SVG's non-zero rule."""
    tesselator = Tesselator()
    for line in lines:
        if len(line.points) > 2:
            tesselator.add_contour([part for point in line.points for part in point])
    if not tesselator.tesselate(WINDING_NONZERO, TYPE_POLYGONS):
        return (), ()
    points: list[Point] = []
    triples: list[int] = []
    for vertices, indices in tesselator.meshes:
        first = len(points)
        points += [(vertices[4 * i], vertices[4 * i + 1]) for i in range(len(indices))]
        triples += _fan(first, len(indices))
    return tuple(points), tuple(triples)


def fan(line: Polyline) -> Filling:
    """What a closed line without dents fills; quicker than in general."""
    return line.points, tuple(_fan(0, len(line.points)))


def _fan(first: int, count: int) -> Iterable[int]:
    for i in range(first + 1, first + count - 1):
        yield from (first, i, i + 1)
