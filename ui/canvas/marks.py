"""Marks upon the table beside light: why not, drawn where it is."""

from collections.abc import Collection, Mapping, Sequence
from math import hypot

from companion.scene import Shape
from ui import theme
from ui.canvas.figures import Figure, Words
from ui.canvas.geometry import Polyline, disc, fan
from ui.canvas.hit_testing import extent
from ui.canvas.mesh import Triangles
from ui.theme import Colour

GLOW = 0.17
"""Share of a figure's size over which the light within it fades out."""

RIM = 0.035
"""Share of it that the glow keeps from the corners, which are rounded."""

CROSS, MOST_CROSS = 0.13, 0.3
"""Half of a cross on a wrong place, as a share of its size, and at most where that is small."""

LEAST_CROSS = 2.0
"""Millimetres of half of a cross at least."""

STROKE = 0.26
"""Half of the width of its strokes at most, as a share of half of a cross."""

STOP = 0.1
"""Radius of the disc with a cross where a way ends, in sizes of a place."""

DOT, APART = 0.05, 0.24
"""Radius of a dot of a way, and how far it is from one to the next, in sizes of a place."""


def glow_within(triangles: Triangles, figure: Figure, colour: Colour) -> None:
    """A glow along the rim that fades towards the middle."""
    across = extent(figure.reach)
    triangles.band(figure.reach, -GLOW * across, -RIM * across, colour, soft="fade")


def cross_out(triangles: Triangles, figure: Figure, line: Polyline, width: float) -> None:
    """A red dashed rim."""
    red, across = theme.colour("red"), extent(figure.reach)
    glow_within(triangles, figure, (*red[:3], 0.45))
    for dash in line.dashes(0.2 * across, 0.12 * across):
        triangles.band(dash, -width, 0.0, theme.colour("edge"), pixels=True)
        triangles.band(dash, -width * 1.2, width * 0.4, red, pixels=True)


def badges(figures: Sequence[Figure], costs: Mapping[str, int], size: float) -> list[Figure]:
    """What it costs to get to each place, on a disc at its upper right; with a minus, for how many
    of something lie there stands on discs, too. size: of a disc, in units of the table."""
    found = []
    for figure in figures:
        cost = costs.get(figure.shape.token) if figure.inside else None
        if cost is None:
            continue
        left, bottom, right, top = figure.reach.bounds()
        x, y = left + (right - left) * 0.82, bottom + (top - bottom) * 0.86
        rim, round_it = disc(size * 0.56, 24).moved(x, y, 1.0), disc(size / 2, 24).moved(x, y, 1.0)
        triangles = Triangles()
        triangles.fill(fan(rim), theme.colour("edge"))
        triangles.fill(fan(round_it), theme.colour("lit"))
        word = Words(f"−{cost}", x, y, size * 0.64, 0.0, theme.colour("background"), "display")
        bare = Shape(form="piece", x=x, y=y, size=size)
        bounds = (x - size, y - size, x + size, y + size)
        found.append(Figure(bare, triangles, (word,), rim, (), False, bounds))
    return found


def way(figures: Sequence[Figure], wrong: Collection[str], share: float = 1.0) -> Figure | None:
    """The dotted way from the piece to the place of a refused move, or to the place of another
    piece, where both are seen, with a cross where it leaves the place of the piece. share: how much
    of it is seen yet; the cross comes last."""
    meant = [one for one in figures if one.shape.token in wrong]
    pieces = [one for one in meant if not one.inside]
    piece = next(iter(pieces), None)
    place = next((one for one in meant if one.inside), None)
    if place is None and len({one.shape.token for one in pieces}) > 1:
        other = next(one for one in reversed(pieces) if one.shape.token != pieces[0].shape.token)
        place = _under(figures, other)
    if piece is None or place is None or place.reach.contains(piece.shape.x, piece.shape.y):
        return None
    start, end = (piece.shape.x, piece.shape.y), (place.shape.x, place.shape.y)
    triangles = Triangles()
    home = _under(figures, piece)
    bow = [_bow(start, end, number / 40) for number in range(41)]
    _dots(triangles, start, end, extent(place.reach), share)
    edge = next((at for at in bow if home is not None and not home.reach.contains(*at)), None)
    if edge is not None and share >= 1:
        _stop(triangles, edge, extent(place.reach))
    line = Polyline((start, end, start))
    bare = Shape(form="piece", x=0, y=0, size=1)
    return Figure(bare, triangles, (), line, (), False, (0, 0, 0, 0))


def _under(figures: Sequence[Figure], piece: Figure) -> Figure | None:
    """The place that a piece lies on."""
    at = piece.shape.x, piece.shape.y
    return next((one for one in figures if one.inside and one.reach.contains(*at)), None)


def _bow(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    """A point of the bow from one place to another."""
    (ax, ay), (bx, by) = start, end
    bend = 0.12 * (4 * share * (1 - share))
    return ax + (bx - ax) * share - (by - ay) * bend, ay + (by - ay) * share + (bx - ax) * bend


def _dots(
    triangles: Triangles,
    start: tuple[float, float],
    end: tuple[float, float],
    size: float,
    share: float,
) -> None:
    """Dots along a bow, up to a share of it. size: of a place."""
    count = max(2, round(hypot(end[0] - start[0], end[1] - start[1]) / (size * APART)))
    for number in range(1, 1 + round((count - 1) * share)):
        x, y = _bow(start, end, number / count)
        for colour, wide in ((theme.colour("edge"), 1.6), (theme.colour("red"), 1.0)):
            dot = disc(size * DOT * wide, 12).moved(x, y, 1.0)
            triangles.fill(fan(dot), colour)


def _stop(triangles: Triangles, at: tuple[float, float], size: float) -> None:
    """A red disc with a cross. size: of a place."""
    for colour, wide in ((theme.colour("edge"), 1.25), (theme.colour("red"), 1.0)):
        triangles.fill(fan(disc(size * STOP * wide, 24).moved(*at, 1.0)), colour)
    arm, width = size * STOP * 0.45, size * STOP * 0.14
    for slope in (1, -1):
        ends = ((at[0] - arm, at[1] - slope * arm), (at[0] + arm, at[1] + slope * arm))
        triangles.band(Polyline(ends, closed=False), -width, width, theme.colour("edge"))


def crosses(figures: Sequence[Figure], wrong: Collection[str], scale: float) -> list[Figure]:
    """A cross on each place of a refused move, above whatever stands there. scale: pixels of a
    unit of the table."""
    found = []
    for figure in figures:
        if figure.inside and figure.shape.token in wrong:
            triangles = Triangles()
            _cross(triangles, figure, scale)
            bare = Shape(form="piece", x=figure.shape.x, y=figure.shape.y, size=1)
            found.append(Figure(bare, triangles, (), figure.reach, (), False, figure.bounds))
    return found


def _cross(triangles: Triangles, figure: Figure, scale: float) -> None:
    """Both strokes lie on the edge of both, and are thin enough to be told apart."""
    across = extent(figure.reach)
    left, bottom, right, top = figure.reach.bounds()
    x, y = (left + right) / 2, (bottom + top) / 2
    arm = min(max(CROSS * across, theme.mm(LEAST_CROSS) / scale), MOST_CROSS * across)
    width = min(theme.mm(0.9), arm * scale * STROKE)
    strokes = [
        Polyline(((x - arm, y - slope * arm), (x + arm, y + slope * arm)), closed=False)
        for slope in (1, -1)
    ]
    for colour, wide in ((theme.colour("edge"), 1.3), (theme.colour("red"), 0.8)):
        for stroke in strokes:
            triangles.band(stroke, -width * wide, width * wide, colour, pixels=True)
