"""What screens lie on: a light in the middle, a pattern that is hardly seen, a horizon at the foot.

All of it is drawn once for a size, as one picture: filling the whole screen several times would be
the costliest part of every frame.
"""

from functools import lru_cache
from math import hypot

from kivy.graphics import Color, Fbo, Line, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import Shades
from ui.canvas.geometry import Filling, Polyline, filling
from ui.canvas.paths import flattened
from ui.theme import Colour

SIDE = 64
"""Pixels of the light across and down, and of the pattern. The light is stretched over a whole
screen; there is nothing small in it that would blur."""

MIDDLE = (0.5, 0.58)
"""Where it is brightest, in shares of the width and of the height from below: a little above the
middle, where the table is shown."""

REACH = 0.62
"""How far the light reaches from there, in shares of the width and the height."""

PATTERN = (0.018, 0.024)
"""How much of white is in the lines of the pattern, and in the light theme of black."""

STROKE = 1.5
"""How wide they are, of a box of 64."""

FAR = 0.5
"""Opacity of a horizon: it is far away."""

HIGH = 0.2
"""How high a horizon is, of its width."""

FOOT = 0.42
"""Up to where on a card the land reaches before the horizon, in its heights."""

Box = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels."""


@lru_cache(maxsize=4)
def ground(shades: Shades, size: tuple[int, int], foot: Box) -> Texture:
    """The picture of a ground of that size in pixels. foot: where its horizon stands."""
    picture = Fbo(size=size)
    with picture:
        Color(*shades.fill)
        Rectangle(size=size)
        Color(*shades.glow)
        Rectangle(size=size, texture=_glow())
        if shades.pattern:
            dark, light = PATTERN
            is_light = theme.contrast(shades.fill, (0, 0, 0, 1)) > theme.TEXT
            Color(*((0, 0, 0, light) if is_light else (1, 1, 1, dark)))
            across, down = size[0] / SIDE, size[1] / SIDE
            Rectangle(
                size=size,
                texture=_pattern(shades.pattern),
                tex_coords=(0, 0, across, 0, across, down, 0, down),
            )
        if shades.horizon and foot[2] > 1:
            tone = dict(shades.surfaces).get("panel2", theme.theme().panel2)
            Color(*theme.hexed(tone)[:3], FAR)
            corners, triples = horizon(shades.horizon, *foot)
            Mesh(vertices=corners, indices=triples, mode="triangles")
    picture.draw()
    return picture.texture


def horizon(
    path: str, left: float, low: float, wide: float, high: float
) -> tuple[list[float], list[int]]:
    """A horizon that fills a box: the corners and the triangles of a mesh."""
    points, triples = _land(path)
    x, y = left + wide / 2, low + high / 2
    corners = [part for px, py in points for part in (x + px * wide, y + py * high, 0.0, 0.0)]
    return corners, list(triples)


@lru_cache(maxsize=8)
def _land(path: str) -> Filling:
    """What a horizon fills of the unit box, worked out once for all sizes of screens and cards."""
    return filling([Polyline(line.points) for line in flattened(path, 1.0, (1000.0, 200.0))])


class Horizon:
    """A horizon behind what stands on a card, in the lower part of it."""

    def __init__(self, card: Widget) -> None:
        self._card, self._path = card, ""
        self._ink, self._foot = Color(0, 0, 0, 0), RoundedRectangle()
        self._far = Mesh(mode="triangles")
        for part in (self._ink, self._foot, self._far):
            card.canvas.before.add(part)
        card.bind(pos=self._lay, size=self._lay)

    def show(self, path: str, colour: Colour) -> None:
        """Show this outline in that colour."""
        self._path, self._ink.rgba = path, colour
        self._lay()

    def _lay(self, *_: object) -> None:
        card = self._card
        if not self._path or min(card.size) < 2:
            return
        low, high = card.y + card.height * FOOT, card.width * HIGH
        corners, triples = horizon(self._path, card.x, low, card.width, high)
        self._far.vertices, self._far.indices = corners, triples
        radius = theme.mm(theme.RADIUS)
        self._foot.pos, self._foot.size = card.pos, (card.width, low - card.y)
        self._foot.radius = [0, 0, radius, radius]


@lru_cache(maxsize=1)
def _glow() -> Texture:
    """The light alone, white that fades away: the same for all games, each gives it a colour."""
    pixels = bytearray()
    for down in range(SIDE):
        for across in range(SIDE):
            x, y = (across + 0.5) / SIDE - MIDDLE[0], (down + 0.5) / SIDE - MIDDLE[1]
            light = max(0.0, 1 - hypot(x, y) / REACH)
            pixels += bytes((255, 255, 255, round(255 * light * light * (3 - 2 * light))))
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


@lru_cache(maxsize=4)
def _pattern(path: str) -> Texture:
    """One outline, white on nothing, to be repeated without a seam."""
    tile = Fbo(size=(SIDE, SIDE), clear_color=(1, 1, 1, 0))
    with tile:
        Color(1, 1, 1, 1)
        for line in flattened(path, 1.0, (64.0, 64.0)):
            points = [(part + 0.5) * SIDE for point in line.points for part in point]
            Line(points=points, close=line.closed, width=STROKE / 2)
    tile.draw()
    tile.texture.wrap = "repeat"
    return tile.texture
