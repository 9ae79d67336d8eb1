"""SVG paths as lines of points. No window."""

from math import ceil, hypot

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from ui.canvas.geometry import Point, Polyline, minus

APART = 0.2
"""How far from a curve its straight pieces may be, of a box of 100: a fifth of a pixel on a piece
100 pixels wide, and one on the table is hardly wider."""

FINE = 0.03
"""The same for what fills a quarter of the screen: there, half a pixel is seen as a corner."""


class _Flattening(BasePen):
    """Turns a path into lines of points, none farther than ``apart`` from the curve."""

    def __init__(self, apart: float) -> None:
        super().__init__(None)
        self.apart = apart
        self.lines: list[tuple[list[Point], bool]] = []

    def _moveTo(self, point: Point) -> None:  # noqa: N802 (the name is fontTools')
        self.lines.append(([point], False))

    def _lineTo(self, point: Point) -> None:  # noqa: N802
        self.lines[-1][0].append(point)

    def _curveToOne(self, one: Point, two: Point, end: Point) -> None:  # noqa: N802
        start = self.lines[-1][0][-1]
        bends = (
            minus(minus(start, one), minus(one, two)),
            minus(minus(one, two), minus(two, end)),
        )
        bent = max(hypot(*bend) for bend in bends)
        steps = max(1, ceil((0.75 * bent / self.apart) ** 0.5))
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            self.lines[-1][0].append(
                (
                    a * start[0] + b * one[0] + c * two[0] + d * end[0],
                    a * start[1] + b * one[1] + c * two[1] + d * end[1],
                )
            )

    def _closePath(self) -> None:  # noqa: N802
        self.lines[-1] = (self.lines[-1][0], True)


def flattened(
    path: str, apart: float = APART, box: tuple[float, float] = (100.0, 100.0)
) -> tuple[Polyline, ...]:
    """The lines of an SVG path in a box of that width and height, y downwards, brought into the
    unit box round the origin, y upwards; none farther than ``apart`` from a curve, in units of the
    path.

    Raises ValueError when it is no path.
    """
    pen = _Flattening(apart)
    try:
        parse_path(path, pen)
    except (IndexError, TypeError, ValueError) as error:
        raise ValueError(f"no SVG path: {path!r}") from error
    wide, high = box
    return tuple(
        Polyline(((x / wide - 0.5, 0.5 - y / high) for x, y in points), closed)
        for points, closed in pen.lines
    )
