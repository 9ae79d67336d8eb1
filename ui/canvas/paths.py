"""SVG paths as lines of points. No window."""

from math import acos, ceil, radians, sqrt

from svg.path import Arc, Close, CubicBezier, Line, Move, QuadraticBezier, parse_path
from svg.path.path import PathSegment

from ui.canvas.geometry import Polyline

APART = 0.2
"""How far from a curve its straight pieces may be, of a box of 100: a fifth of a pixel on a piece
100 pixels wide, and one on the table is hardly wider."""

FINE = 0.03
"""The same for what fills a quarter of the screen: there, half a pixel is seen as a corner."""


def _pieces(segment: PathSegment, apart: float) -> int:
    """Into how many straight pieces a segment is cut, so that none is farther from it."""
    match segment:
        case CubicBezier(start=start, control1=one, control2=two, end=end):
            bent = max(abs(start - 2 * one + two), abs(one - 2 * two + end))
            return max(1, ceil(sqrt(0.75 * bent / apart)))
        case QuadraticBezier(start=start, control=one, end=end):
            return max(1, ceil(sqrt(0.25 * abs(start - 2 * one + end) / apart)))
        case Arc(start=start, end=end, radius=radius) if start != end and 0 not in (
            radius.real,
            radius.imag,
        ):
            wide = max(radius.real, radius.imag) * segment.radius_scale
            turned = 2 * acos(max(0.0, 1 - apart / wide))
            return max(1, ceil(abs(radians(segment.delta)) / turned))
    return 1


def _points(path: str, apart: float) -> list[tuple[list[complex], bool]]:
    """The lines of a path, and whether each is closed."""
    lines: list[tuple[list[complex], bool]] = []
    for segment in parse_path(path):
        match segment:
            case Move():
                lines.append(([segment.end], False))
            case Close():
                lines[-1] = (lines[-1][0], True)
            case _:
                if lines[-1][1]:  # goes on from where the closed line began
                    lines.append(([segment.start], False))
                pieces = 1 if isinstance(segment, Line) else _pieces(segment, apart)
                points = lines[-1][0]
                points.extend(segment.point(step / pieces) for step in range(1, pieces))
                points.append(segment.end)
    return lines


def flattened(
    path: str, apart: float = APART, box: tuple[float, float] = (100.0, 100.0)
) -> tuple[Polyline, ...]:
    """The lines of an SVG path in a box of that width and height, y downwards, brought into the
    unit box round the origin, y upwards; none farther than ``apart`` from a curve, in units of the
    path.

    Raises ValueError when it is no path.
    """
    try:
        lines = _points(path, apart)
    except (IndexError, TypeError, ValueError) as error:
        raise ValueError(f"no SVG path: {path!r}") from error
    wide, high = box
    return tuple(
        Polyline(((at.real / wide - 0.5, 0.5 - at.imag / high) for at in points), closed)
        for points, closed in lines
    )
