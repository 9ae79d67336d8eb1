"""How a shape of a scene is drawn and where it can be touched; no window is needed.

A :class:`Figure` is a shape turned into triangles, words and a reach, all in table coordinates.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.scene import Shape
from ui import theme
from ui.canvas.art import Art, Look, Surface, tint
from ui.canvas.geometry import APART, DASH, Polyline, box, disc, fan, filling
from ui.canvas.mesh import Triangles
from ui.canvas.outlines import GRID, HEX, ROUND_CARD, SQUARE, TILE, outline_of, reach
from ui.theme import Colour, Face

Names = Callable[[str, dict[str, object]], str]
"""The words for a key or a token, with values, in the language of the moment."""

LAYER, HIGHEST = 0.055, 0.22
"""How far each tile of a stack rises above the one below, and all of them at most, in widths."""

MARGIN = 0.12
"""How much of a covered tile's or shadow's margin is drawn, in widths."""

FAINT = 0.45
"""Opacity of a look on a ghost."""

DROP = (0.02, -0.05)
"""How far the shadow of a piece lies to the right and up, in widths."""

SHEEN = (0.22, 0.24)
"""How much white is in a seat's colour at the top of a piece, and how much black at its foot."""

RISE, PILED = 0.1, 5
"""How far each piece of a pile rises above the one below, in widths, and how many are drawn."""

BADGE = {"piece": 0.58, "pile": 0.58, "print": 0.58, "stack": 0.46}
"""Width of the disc with a number, where it is more than on a card or a hex: how high a stack is
must be read at arm's length."""

_BOX, _DISC = box(0.9, 0.9, 0.2), disc(0.5)
_BLACK, _WHITE = theme.hexed("#000000"), theme.hexed("#ffffff")
_LIGHT: Colour = (1.0, 0.97, 0.91, 1.0)
_SHADOW: Colour = (0.0, 0.0, 0.0, 0.34)


@dataclass(frozen=True)
class Words:
    """Text on the table; lengths in units of the scene.

    text: what it says.
    x, y: its middle.
    height: of a line.
    width: the most it may take, 0 for any.
    colour: red, green, blue, opacity, each up to 1.
    face: it is set in.
    """

    text: str
    x: float
    y: float
    height: float
    width: float
    colour: Colour
    face: Face = "bold"


@dataclass(frozen=True)
class Figure:
    """A shape, ready to draw.

    shape: what it draws.
    triangles: its surface.
    words: upon it.
    reach: what can be touched, without enlargement.
    lines: what lights up.
    inside: whether the light lies within those lines.
    bounds: left, bottom, right, top.
    badge: the disc with its count, which no light covers.
    lights: triangles of light by how it is lit, made when first needed.
    """

    shape: Shape
    triangles: Triangles
    words: tuple[Words, ...]
    reach: Polyline
    lines: tuple[Polyline, ...]
    inside: bool
    bounds: tuple[float, float, float, float]
    badge: Triangles = field(default_factory=Triangles, compare=False)
    lights: dict[object, Triangles] = field(default_factory=dict, compare=False)

    def standing_for(self, shape: Shape) -> "Figure":
        """This figure for a shape that looks the same, wherever that is: much cheaper than
        drawing it anew."""
        x, y = shape.x - self.shape.x, shape.y - self.shape.y
        if not x and not y:
            return replace(self, shape=shape, lights={})
        left, bottom, right, top = self.bounds
        return Figure(
            shape,
            self.triangles.moved(x, y),
            tuple(replace(word, x=word.x + x, y=word.y + y) for word in self.words),
            self.reach.moved(x, y, 1.0),
            tuple(line.moved(x, y, 1.0) for line in self.lines),
            self.inside,
            (left + x, bottom + y, right + x, top + y),
            self.badge.moved(x, y),
        )


def figure(shape: Shape, art: Art, names: Names) -> Figure:
    """Draw a shape."""
    return _Drawing(shape, art, names).figure()


class _Drawing:
    """One shape being drawn."""

    def __init__(self, shape: Shape, art: Art, names: Names) -> None:
        self.shape, self.art, self.names = shape, art, names
        self.owner = theme.seat(shape.seat)
        self.triangles, self.badge = Triangles(), Triangles()
        self.words: list[Words] = []
        self.reach = reach(shape)
        share = GRID if shape.form in ("hex", "square") else 1.0
        self.lines: tuple[Polyline, ...] = (
            outline_of(shape).moved(shape.x, shape.y, shape.size * share),
        )

    def figure(self) -> Figure:
        shape = self.shape
        if shape.ghost and shape.form != "print":
            self._ghost()
        else:
            getattr(self, f"_{shape.form}")()
        left, bottom, right, top = self.reach.bounds()
        for line in self.lines:
            one = line.bounds()
            left, bottom = min(left, one[0]), min(bottom, one[1])
            right, top = max(right, one[2]), max(top, one[3])
        return Figure(
            shape,
            self.triangles,
            tuple(self.words),
            self.reach,
            self.lines,
            shape.form not in ("piece", "pile", "print"),
            (left, bottom, right, top),
            self.badge,
        )

    # forms

    def _hex(self) -> None:
        surface = self._surface()
        self._slab(HEX, surface, self.shape.x, self.shape.y, GRID)
        self._drawing(surface, 1.62)
        self._caption(surface, -0.62, 0.3, 1.15)

    def _square(self) -> None:
        surface = self._surface()
        self._slab(SQUARE, surface, self.shape.x, self.shape.y, GRID)
        self._drawing(surface, 0.86)
        self._caption(surface, -0.34, 0.2, 0.86)

    def _card(self) -> None:
        surface = self._surface()
        self._shadow(ROUND_CARD, 1)
        self._slab(ROUND_CARD, surface, self.shape.x, self.shape.y, 1)
        self._drawing(surface, 0.86)
        self._caption(surface, -0.56, 0.16, 0.88)
        self._badge(0.34, -0.52)

    def _stack(self) -> None:
        shape, surface = self.shape, self._surface()
        count = max(1, shape.count)
        rise = min(LAYER, HIGHEST / count)
        top = (count - 1) * rise
        self._shadow(TILE, 0.86)
        for layer in range(count):
            up = (layer * rise - top / 2) * shape.size
            top_one = layer == count - 1
            self._slab(TILE, surface, shape.x + up * 0.35, shape.y + up, 0.86, top_one)
        self._drawing(surface, 0.7, (top / 2 * 0.35, top / 2))
        self._caption(surface, top / 2 - 0.3, 0.18, 0.7)
        self._badge(0.28, -0.28)

    def _piece(self) -> None:
        self._lying(self.shape.x, self.shape.y)
        if self.shape.text:
            self._say(self.shape.text, 0, -0.62, 0.34, 1.6, theme.colour("ink"))
        self._badge(0.36, -0.36)

    def _pile(self) -> None:
        layers, size = min(max(1, self.shape.count), PILED), self.shape.size
        for layer in range(layers):
            up = (layer - (layers - 1) / 2) * RISE * size
            at = (self.shape.x + up * 0.35, self.shape.y + up)
            self._lying(*at, low=not layer, top=layer == layers - 1)
        self._badge(0.36, -0.36)

    def _print(self) -> None:
        look = self.art.look(self.shape.look)
        if look is None:
            self._unknown(self.shape.x, self.shape.y, self.shape.size)
        else:
            share = FAINT if self.shape.ghost else 1.0
            self._look(look, self.shape.x, self.shape.y, self.shape.size, share)
        self._badge(0.36, -0.36)

    def _lying(self, x: float, y: float, *, low: bool = True, top: bool = True) -> None:
        """The outline of a piece there, with the mark of its owner; with a shadow if it is the
        lowest, a light rim if it is on top."""
        shape = self.shape
        look = self.art.look(shape.look or (self.owner.mark if shape.seat else "ring"))
        if look is None:
            self._unknown(x, y, shape.size)
        else:
            self.lines = tuple(line.moved(x, y, shape.size) for line in look.outline) or (
                self.reach,
            )
            first = look.parts[0]
            sign = "ink" in (first.fill, first.stroke)  # it stands on a button, not on a table
            if low and not sign:
                at = (x + DROP[0] * shape.size, y + DROP[1] * shape.size, shape.size)
                self.triangles.fill(first.filled, _SHADOW, None, at)
            for line in self.lines if top and not sign else ():
                self.triangles.band(
                    line, 0.0, theme.mm(0.45), (*_LIGHT[:3], 0.75), pixels=True, soft="high"
                )
            self._look(look, x, y, shape.size)
            if shape.seat and look.name != self.owner.mark and look.mark[2]:
                self._mark(look, x, y)

    def _label(self) -> None:
        self._say(self.shape.text, 0, 0, 1, 0, theme.colour(self.shape.ink))

    def _ghost(self) -> None:
        shape = self.shape
        line = self._ghost_line()
        self.lines = (line,)
        ink = theme.colour("ink2")
        self.triangles.fill(filling((line,)), (*ink[:3], 0.07))
        for dash in line.dashes(DASH * shape.size, APART * shape.size):
            self.triangles.band(dash, -theme.mm(0.17), theme.mm(0.17), ink, pixels=True)
        look = self.art.look(shape.look)
        if look is not None:
            self._look(look, shape.x, shape.y, shape.size * 0.8, FAINT)
        if shape.text:
            room = (0.62, 1.5) if shape.form == "hex" else (0.4, 0.86)
            self._say(shape.text, 0, 0, *room, ink)
        self._badge(0.36, -0.36)

    # parts

    def _ghost_line(self) -> Polyline:
        if self.shape.form in ("piece", "pile"):
            look = self.art.look(self.shape.look or (self.owner.mark if self.shape.seat else ""))
            outline = look.outline if look else ()
            if outline:
                return outline[0].moved(self.shape.x, self.shape.y, self.shape.size)
        return outline_of(self.shape).moved(self.shape.x, self.shape.y, self.shape.size * GRID)

    def _surface(self) -> Surface:
        surface = self.art.surface(self.shape.look)
        if surface is None:
            bare = self.art.surface(f"bare-{self.shape.form}")
            if bare is None:
                raise LookupError(f"art: no surface for the bare form {self.shape.form}")
            drawing = self.shape.look if self.art.look(self.shape.look) else ""
            surface = Surface(bare.fill, bare.low, bare.edge, drawing)
        return surface

    def _slab(
        self, line: Polyline, surface: Surface, x: float, y: float, share: float, whole: bool = True
    ) -> None:
        """A flat thing with a rim, lit from above; only its margin unless ``whole``.

        What would be covered is left out: filling pixels is the costliest part of a frame.
        """
        size = self.shape.size * share
        rim, inner = line.moved(x, y, size), line.moved(x, y, size * 0.945)
        self.triangles.band(rim, -0.07 * size, 0.0, surface.edge, soft="high")
        if whole:
            at = (x, y, size * 0.945)
            self.triangles.fill(fan(line), surface.fill, surface.low, at)
        else:
            self.triangles.band(inner, -MARGIN * size, 0.0, surface.low, soft="none")
        high, deep = theme.mix(surface.fill, _WHITE, 0.2), theme.mix(surface.low, _BLACK, 0.2)
        shine = [theme.mix(deep, high, 0.5 + ny / 2) for _, ny in _flat(inner.normals)]
        self.triangles.band(inner, -0.035 * size, 0.0, shine, soft="none")

    def _drawing(self, surface: Surface, width: float, shift: tuple[float, float] = (0, 0)) -> None:
        """The look upon a surface, or the first letters of one that does not exist."""
        shape = self.shape
        x, y = shape.x + shift[0] * shape.size, shape.y + shift[1] * shape.size
        look = self.art.look(surface.drawing)
        if look is not None:
            self._look(look, x, y, shape.size * width)
        elif self.art.missing((shape.look,)):
            self._unknown(x, y, shape.size * width * 0.7)

    def _unknown(self, x: float, y: float, size: float) -> None:
        line = _BOX.moved(x, y, size)
        fill = theme.hexed(self.owner.fill) if self.shape.seat else theme.colour("panel2")
        ink = theme.hexed(self.owner.ink) if self.shape.seat else theme.colour("ink")
        self.triangles.fill(fan(line), fill)
        self.triangles.band(line, -0.05 * size, 0.0, theme.colour("edge"))
        self.words.append(Words(self.shape.look[:2], x, y, size * 0.5, size * 0.8, ink))

    def _look(self, look: Look, x: float, y: float, size: float, share: float = 1.0) -> None:
        for part in look.parts:
            lines = [line.moved(x, y, size) for line in part.lines]
            if part.fill:
                colour = _fading(tint(part.fill, self.owner), share)
                high = low = colour
                if part.fill == "seat" and look.name != self.owner.mark:  # which is no thing
                    high = theme.mix(colour, _WHITE, SHEEN[0])
                    low = theme.mix(colour, _BLACK, SHEEN[1])
                self.triangles.fill(part.filled, (*high[:3], colour[3]), low, (x, y, size))
                if not part.stroke:
                    for line in lines:
                        self.triangles.fringe(line, colour)
            if part.stroke:
                colour = _fading(tint(part.stroke, self.owner), share)
                for line in lines:
                    self.triangles.band(line, -part.width * size / 2, part.width * size / 2, colour)

    def _mark(self, look: Look, at_x: float, at_y: float) -> None:
        shape, mark = self.shape, self.art.look(self.owner.mark)
        if mark is None:
            return
        x, y, width = look.mark
        place = (at_x + x * shape.size, at_y + y * shape.size, width * shape.size)
        ink = theme.hexed(self.owner.ink)
        for part in mark.parts:
            self.triangles.fill(part.filled, ink, None, place)
            for line in part.lines:
                self.triangles.fringe(line.moved(*place), ink)

    def _shadow(self, line: Polyline, share: float) -> None:
        """Falls to the lower right, softly."""
        size = self.shape.size * share
        outline = line.moved(self.shape.x + 0.03 * size, self.shape.y - 0.05 * size, size)
        self.triangles.band(outline, -MARGIN * size, 0.0, _SHADOW, soft="none")
        inward = Polyline(outline.points[::-1])
        self.triangles.band(inward, -0.06 * size, 0.0, _SHADOW, soft="fade")

    # words

    def _caption(self, surface: Surface, y: float, height: float, width: float) -> None:
        if self.shape.text:
            light, dark = _LIGHT, theme.hexed("#1d1a16")
            better = max((light, dark), key=lambda ink: theme.contrast(ink, surface.low))
            self._say(self.shape.text, 0, y, height, width, better)

    def _badge(self, x: float, y: float) -> None:
        """The number of things, from 2 up, on a small disc."""
        shape = self.shape
        if shape.count < 2:
            return
        size = BADGE.get(shape.form, 0.28) * shape.size
        at = (shape.x + x * shape.size, shape.y + y * shape.size)
        line = _DISC.moved(*at, size)
        self.badge.fill(fan(line), theme.hexed("#17140f"))
        self.badge.band(line, -0.02 * size, 0.06 * size, _LIGHT)
        self.triangles.add((self.badge,))
        self.words.append(Words(str(shape.count), *at, size * 0.86, size * 0.86, _LIGHT, "display"))

    def _say(self, key: str, x: float, y: float, height: float, width: float, ink: Colour) -> None:
        shape = self.shape
        text, size = self.names(key, shape.values), shape.size
        place = (shape.x + x * size, shape.y + y * size)
        face: Face = "bold" if any(one.isalpha() for one in text) else "display"
        self.words.append(Words(text, *place, height * size, width * size, ink, face))


def _fading(colour: Colour, share: float) -> Colour:
    return (*colour[:3], colour[3] * share)


def _flat(normals: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(max(-1.0, min(1.0, x)), max(-1.0, min(1.0, y))) for x, y in normals]


def appearance(shape: Shape) -> tuple[Any, ...]:
    """All that decides what a figure looks like, wherever it is and whatever it stands for."""
    return (
        shape.form,
        shape.size,
        shape.look,
        shape.seat,
        shape.count,
        shape.text,
        repr(shape.values) if shape.values else "",
        shape.ghost,
    )
