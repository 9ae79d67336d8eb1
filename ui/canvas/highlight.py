"""Light on a figure: what is offered, chosen, wrong, under the dial, under the finger."""

from typing import NamedTuple

from ui import theme
from ui.canvas.figures import Figure
from ui.canvas.geometry import APART, DASH, Polyline, disc, filling
from ui.canvas.hit_testing import extent
from ui.canvas.marks import cross_out
from ui.canvas.mesh import Triangles

WIDTH = 0.7
"""Millimetres of a light's line."""

FINE = 0.1
"""The share of a figure's size that it may take at most: what is small must not drown in it."""

TINT = 0.13
"""How much of the light's colour lies on what is offered."""

SHADE = 0.3
"""How much of the ground lies on what is not meant while something is chosen."""

FAR = 0.35
"""Millimetres of the dotted rim of what is further than one move away."""

OUTER = 0.07
"""Share of its size over which the glow of what is asked about reaches beyond it."""

RING = 0.68
"""Radius of the ring round a chosen piece, as a share of the greater of its width and height."""

LONG = 2.5
"""How many times longer than wide a piece is round which a ring would lie over its neighbours."""


class Light(NamedTuple):
    """How a figure is lit.

    lit: offered, a pale green rim.
    far: it takes several moves to get there, a dotted one.
    chosen: gold, a ring round a piece.
    wrong: red.
    cursor: where the dial stands, gold.
    pressed: under the finger.
    asked: a question is about it, gold with a glow around it.
    plain: what is offered has its rim alone, for so much is.
    dim: something else is chosen.
    """

    lit: bool = False
    far: bool = False
    chosen: bool = False
    wrong: bool = False
    cursor: bool = False
    pressed: bool = False
    asked: bool = False
    plain: bool = False
    dim: bool = False


DARK = Light()
"""Not lit at all."""


def lighted(figure: Figure, light: Light, scale: float) -> Triangles:
    """The triangles of the light, to be laid upon the figure's own where a unit of the table is
    ``scale`` pixels."""
    width = min(theme.mm(WIDTH), max(1.0, round(FINE * figure.shape.size * scale)))
    found = figure.lights.get((light, width))
    if found is None:
        found = figure.lights[light, width] = _draw(figure, light, width)
    return found


def _draw(figure: Figure, light: Light, width: float) -> Triangles:
    triangles = Triangles()
    start = -width if figure.inside else 0.0
    for line in figure.lines:
        if light.dim:
            triangles.fill(filling((line,)), (*theme.colour("background")[:3], SHADE))
        if light.pressed:
            triangles.fill(filling((line,)), (1.0, 1.0, 1.0, 0.22))
        if light.wrong and figure.inside:
            cross_out(triangles, figure, line, width)
        elif light.wrong:
            _round(triangles, line, width, theme.colour("red"))
        elif light.lit:
            _offered(triangles, figure, line, light, width)
        if light.asked:
            gold = theme.colour("gold")
            across = extent(figure.reach)
            triangles.band(line, 0.0, OUTER * across, (*gold[:3], 0.28))
            triangles.band(line, start, start + width * 1.3, gold, pixels=True)
        if light.cursor and not figure.inside:  # round a piece, and never over it
            _round(triangles, line, width * 1.6, theme.colour("gold"))
        elif light.cursor or (light.chosen and figure.inside):
            gold = theme.colour("gold")
            triangles.band(line, start - width * 0.4, start + width * 1.6, gold, pixels=True)
    if light.chosen and not figure.inside:
        _ring(triangles, figure, width)
    if not light.dim:
        triangles.add((figure.badge,))
    return triangles


def _offered(
    triangles: Triangles, figure: Figure, line: Polyline, light: Light, width: float
) -> None:
    """A rim with a dark line within it; dotted and fine where it is far, dashed where nothing
    lies yet."""
    colour, edge = theme.colour("lit"), theme.colour("edge")
    start, across = -width if figure.inside else 0.0, extent(figure.reach)
    if light.far and figure.inside:
        fine = theme.mm(FAR)
        for dot in line.dashes(0.05 * across, 0.04 * across):
            triangles.band(dot, -1.9 * fine, 0.5 * fine, edge, pixels=True)
            triangles.band(dot, -1.4 * fine, -0.4 * fine, colour, pixels=True)
        return
    if figure.inside and figure.shape.ghost:  # nothing lies there yet
        for dash in line.dashes(DASH * figure.shape.size, APART * figure.shape.size):
            triangles.band(dash, -width / 2, width / 2, colour, pixels=True)
        return
    if figure.inside and not light.plain:
        triangles.fill(filling((line,)), (*colour[:3], TINT))
    if figure.inside:
        triangles.band(line, start - width * 0.6, start, edge, pixels=True)
        triangles.band(line, start, start + width, colour, pixels=True)
    else:
        _round(triangles, line, width, colour)


def _round(triangles: Triangles, line: Polyline, width: float, colour: theme.Colour) -> None:
    """A rim round a piece, on the ground of the theme: it is seen on a board of any colour."""
    triangles.band(line, 0.0, width * 1.6, theme.colour("background"), pixels=True)
    triangles.band(line, 0.0, width, colour, pixels=True)


def _ring(triangles: Triangles, figure: Figure, width: float) -> None:
    """A gold ring round a piece; what is long has a gold rim of its own shape."""
    left, bottom, right, top = figure.reach.bounds()
    across, along = sorted((right - left, top - bottom))
    if along > LONG * across:
        for line in figure.lines:
            _round(triangles, line, width * 1.4, theme.colour("gold"))
        return
    radius = along * RING
    ring = disc(radius, 40).moved((left + right) / 2, (bottom + top) / 2, 1.0)
    gold = theme.colour("gold")
    triangles.band(ring, -width * 0.5, width * 1.4, theme.colour("edge"), pixels=True)
    triangles.band(ring, 0.0, width, gold, pixels=True)
