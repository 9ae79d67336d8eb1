"""Light on a figure: what is offered, chosen, wrong, under the dial, under the finger."""

from collections.abc import Iterator
from typing import NamedTuple

from ui import theme
from ui.canvas.figures import Figure
from ui.canvas.geometry import Polyline, disc, filling
from ui.canvas.hit_testing import extent
from ui.canvas.marks import cross_out, glow_within
from ui.canvas.mesh import Triangles

WIDTH = 0.9
"""Millimetres of a light's line."""

FINE = 0.1
"""The share of a piece's size that it may take at most: what is small must not drown in it."""

OUTER = 0.07
"""Share of its size over which the glow of what is asked about reaches beyond it."""


class Light(NamedTuple):
    """How a figure is lit. lit: offered, green. chosen: dashed. wrong: red. cursor: where the
    dial stands, gold. pressed: under the finger. asked: a question is about it, gold with a glow
    around it. plain: what is offered has its rim alone, for so much is."""

    lit: bool = False
    chosen: bool = False
    wrong: bool = False
    cursor: bool = False
    pressed: bool = False
    asked: bool = False
    plain: bool = False


DARK = Light()
"""Not lit at all."""


def lighted(figure: Figure, light: Light, scale: float) -> Triangles:
    """The triangles of the light, to be laid upon the figure's own where a unit of the table is
    ``scale`` pixels."""
    width = theme.mm(WIDTH)
    if not figure.inside:
        width = min(width, max(1.0, round(FINE * figure.shape.size * scale)))
    found = figure.lights.get((light, width))
    if found is None:
        found = figure.lights[light, width] = _draw(figure, light, width)
    return found


def _draw(figure: Figure, light: Light, width: float) -> Triangles:
    triangles = Triangles()
    for line in figure.lines:
        if light.pressed:
            triangles.fill(filling((line,)), (1.0, 1.0, 1.0, 0.22))
        start = -width if figure.inside else 0.0
        if light.wrong and figure.inside:
            cross_out(triangles, figure, line, width)
        elif light.lit or light.wrong:
            colour = theme.colour("red" if light.wrong else "green")
            if figure.inside and not light.plain:
                glow_within(triangles, figure, (*colour[:3], 0.55))
            triangles.band(line, start, start + width, colour, pixels=True)
        if light.asked:
            gold = theme.colour("gold")
            across = extent(figure.reach)
            triangles.band(line, 0.0, OUTER * across, (*gold[:3], 0.28))
            triangles.band(line, start, start + width * 1.3, gold, pixels=True)
        if light.cursor:
            gold = theme.colour("gold")
            triangles.band(line, start - width * 0.4, start + width * 1.6, gold, pixels=True)
    if light.chosen:
        start = -width if figure.inside else 0.0
        for dash in _dashes(figure):
            dark = theme.colour("edge")
            triangles.band(dash, start - 1.5, start + width + 1.5, dark, pixels=True)
            triangles.band(dash, start, start + width, theme.hexed("#fffaf0"), pixels=True)
    return triangles


def _dashes(figure: Figure) -> Iterator[Polyline]:
    """Along the lines of a field, or of what is touched elsewhere than round its middle; round a
    piece, whose own are too fine for that."""
    if figure.inside or figure.shape.touch:
        for line in figure.lines:
            yield from line.dashes(0.16 * figure.shape.size, 0.12 * figure.shape.size)
        return
    left, bottom, right, top = figure.reach.bounds()
    radius = max(right - left, top - bottom) / 2
    ring = disc(radius, 32).moved((left + right) / 2, (bottom + top) / 2, 1.0)
    yield from ring.dashes(0.46 * radius, 0.32 * radius)
