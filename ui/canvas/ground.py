"""What screens lie on: a light in the middle, a pattern that is hardly seen, a horizon at the foot.

Light and pattern are small pictures, stretched and repeated. One picture of the whole would be the
largest thing in memory (8 MB on a large screen), for what is hardly seen.
"""

from functools import cache, lru_cache
from itertools import pairwise
from math import floor, hypot

from kivy.graphics import Canvas, Color, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.scene.pictures import HORIZON_BOX, PATTERN_BOX
from ui import theme
from ui.canvas.art import Shades
from ui.canvas.geometry import Filling, Point, filling, minus
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

FAR = 0.3
"""Opacity of a horizon: it is far away, and cards that stand before it are told from it."""

HIGH = 0.2
"""How high a horizon is, of its width."""

FOOT = 0.42
"""Up to where on a card the land reaches before the horizon, in its heights."""

RISES = 0.42
"""How high a horizon is at most on a card, in its heights."""

Box = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels."""


class Scenery:
    """The ground of a game on a canvas, or a plain colour."""

    def __init__(self, canvas: Canvas) -> None:
        self._ink, self._light = Color(), Rectangle()
        self._thin, self._pattern = Color(0, 0, 0, 0), Rectangle(size=(0, 0))
        self._tone, self._far = Color(0, 0, 0, 0), Mesh(mode="triangles")
        self._shown: tuple[object, ...] = ()
        for ink, shape in (
            (self._ink, self._light),
            (self._thin, self._pattern),
            (self._tone, self._far),
        ):
            canvas.add(ink)
            canvas.add(shape)

    def plain(self, box: Box, colour: Colour) -> None:
        """Fill a box with a colour."""
        self._shown = ()
        self._light.pos, self._light.size = box[:2], box[2:]
        self._light.texture, self._ink.rgba = None, colour
        self._pattern.size, self._far.indices = (0, 0), []

    def show(self, shades: Shades, box: Box, whole: Box, foot: Box) -> None:
        """Fill a box with its share of a ground. whole: over what that is spread. foot: where the
        horizon stands; a box has all of it or nothing."""
        wanted = (shades, box, whole, foot)
        if wanted == self._shown:
            return
        self._shown = wanted
        part = (box[0] - whole[0], box[1] - whole[1], *box[2:])
        self._light.pos, self._light.size = box[:2], box[2:]
        self._light.texture, self._ink.rgba = _light(shades.fill, shades.glow), (1, 1, 1, 1)
        self._light.tex_coords = _share(part, *whole[2:])
        if shades.pattern:
            dark, light = PATTERN
            is_light = theme.contrast(shades.fill, (0, 0, 0, 1)) > theme.TEXT
            self._thin.rgba = (0, 0, 0, light) if is_light else (1, 1, 1, dark)
            self._pattern.pos, self._pattern.size = box[:2], box[2:]
            self._pattern.texture = _pattern(shades.pattern)
            self._pattern.tex_coords = _share(part, SIDE, SIDE)
        else:
            self._pattern.size = (0, 0)
        left, low, wide, high = foot
        if shades.horizon and wide > 1 and part[0] <= left + 1 and part[1] <= low + 1:
            tone = dict(shades.surfaces).get("panel2", theme.theme().panel2)
            self._tone.rgba = (*theme.hexed(tone)[:3], FAR)
            _raise(self._far, shades.horizon, (whole[0] + left, whole[1] + low, wide, high))
        else:
            self._far.indices = []


def _share(part: Box, wide: float, high: float) -> tuple[float, ...]:
    """Where a part lies on a texture of that size: the four corners, from the lower left."""
    left, right = part[0] / wide, (part[0] + part[2]) / wide
    low, top = part[1] / high, (part[1] + part[3]) / high
    return (left, low, right, low, right, top, left, top)


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
        low, high = card.y + card.height * FOOT, min(card.width * HIGH, card.height * RISES)
        _raise(self._far, self._path, (card.x, low, card.width, high))
        radius = theme.mm(theme.RADIUS)
        self._foot.pos, self._foot.size = card.pos, (card.width, low - card.y)
        self._foot.radius = [0, 0, radius, radius]


def _raise(far: Mesh, path: str, box: Box) -> None:
    """Let a horizon fill a box."""
    left, low, wide, high = box
    points, triples = _outline(path)
    far.vertices = [
        part
        for x, y in points
        for part in (left + (x + 0.5) * wide, low + (y + 0.5) * high, 0.0, 0.0)
    ]
    far.indices = list(triples)


@lru_cache(maxsize=32)  # as many games as stand on a shelf: home shows all of them, each time anew
def _outline(path: str) -> Filling:
    """What a horizon fills, in the unit box round the origin."""
    return filling(flattened(path, 1.0, HORIZON_BOX))


@lru_cache(maxsize=4)
def _light(fill: Colour, glow: Colour) -> Texture:
    """The light of a ground, from the middle to the rims."""
    steps = [
        bytes(round(255 * one) for one in theme.mix(fill, glow, share / 255))
        for share in range(256)
    ]
    return _picture(b"".join(steps[share] for share in _fading()), "clamp_to_edge")


@cache
def _fading() -> bytes:
    """How much of its glow is in each pixel of a light, of 255; from the lower left."""
    shares = bytearray()
    for down in range(SIDE):
        for across in range(SIDE):
            x, y = (across + 0.5) / SIDE - MIDDLE[0], (down + 0.5) / SIDE - MIDDLE[1]
            light = max(0.0, 1 - hypot(x, y) / REACH)
            shares.append(round(255 * light * light * (3 - 2 * light)))
    return bytes(shares)


@lru_cache(maxsize=4)
def _pattern(path: str) -> Texture:
    """One outline, white on nothing, to be repeated without a seam."""
    covered = bytearray(SIDE * SIDE)
    for line in flattened(path, 1.0, PATTERN_BOX):
        points = [((x + 0.5) * SIDE, (y + 0.5) * SIDE) for x, y in line.points]
        for begin, end in pairwise([*points, *points[:1]] if line.closed else points):
            _stroke(covered, begin, end)
    return _picture(b"".join(bytes((255, 255, 255, share)) for share in covered), "repeat")


def _stroke(covered: bytearray, begin: Point, end: Point) -> None:
    """Cover the pixels on which a straight line lies; what leaves the picture comes in again on
    the other side."""
    across, up = minus(end, begin)
    long = (across * across + up * up) or 1.0
    left, right, low, top = (
        floor(edge + by)
        for axis in (0, 1)
        for edge, by in (
            (min(begin[axis], end[axis]), -STROKE),
            (max(begin[axis], end[axis]), STROKE),
        )
    )
    for row in range(low, top + 1):
        for column in range(left, right + 1):
            x, y = minus((column + 0.5, row + 0.5), begin)
            along = min(1.0, max(0.0, (x * across + y * up) / long))
            share = (STROKE + 1) / 2 - hypot(x - along * across, y - along * up)
            at = row % SIDE * SIDE + column % SIDE
            covered[at] = max(covered[at], round(255 * min(1.0, max(0.0, share))))


def _picture(pixels: bytes, wrap: str) -> Texture:
    """A small picture. It is worked out here, pixel by pixel: a driver that draws on pictures needs
    a second set of programs, which take longer and some megabytes."""
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba")
    texture.wrap = wrap
    texture.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    return texture
