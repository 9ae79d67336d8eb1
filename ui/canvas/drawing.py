"""How a shape of a scene is drawn; no window is needed."""

from collections.abc import Callable

from companion.scene import Shape, palettes
from ui import theme
from ui.canvas.art import EMBLEM, Art, Look, Surface, tint
from ui.canvas.figures import Figure, Names, Words
from ui.canvas.geometry import APART, DASH, Polyline, box, disc, fan, filling
from ui.canvas.mesh import Triangles
from ui.canvas.outlines import GRID, HEX, NICHE, ROUND_CARD, SQUARE, TILE, outline_of, reach
from ui.theme import Colour, Face

LAYER, HIGHEST = 0.055, 0.22
"""How far each tile of a stack rises above the one below, and all of them at most, in widths."""

THICK = 0.05
"""How thick a tile is seen to be, in widths: as wide as the gap below it, and no wider."""

RIM = 0.03
"""How wide the rim round a piece is, in widths: it stands out on any ground, and so thin that what
is seen from afar is the piece: White's is white and Black's is black."""

MARGIN = 0.12
"""How much of a covered tile's or shadow's margin is drawn, in widths."""

FAINT, ABOVE = 0.45, 0.12
"""Opacity of a look on a ghost, and how far it lies above the middle where words stand below."""

DROP = (0.02, -0.05)
"""How far the shadow of a piece lies to the right and up, in widths."""

SHEEN = (0.3, 0.24)
"""How much white is in the colours at the upper left of a piece, and how much black at its foot."""

RISE, PILED = 0.1, 5
"""How far each piece of a pile rises above the one below, in widths, and how many are drawn."""

BADGE = {"piece": 0.58, "pile": 0.58, "print": 0.58, "stack": 0.46}
"""Width of the disc with a number, where it is more than on a card or a hex: how high a stack is
must be read at arm's length."""

_BOX, _DISC = box(0.9, 0.9, 0.2), disc(0.5)
_SHADOW: Colour = (0.0, 0.0, 0.0, 0.34)  # of what lies on the table, where it is darkest


def figure(shape: Shape, art: Art, names: Names, ink: str = "ink") -> Figure:
    """Draw a shape. ink: the role of the colour in which signs are drawn."""
    return _Drawing(shape, art, names, ink).figure()


class _Drawing:
    """One shape being drawn."""

    def __init__(self, shape: Shape, art: Art, names: Names, ink: str) -> None:
        self.shape, self.art, self.names, self.ink = shape, art, names, ink
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
        self._caption(surface, -0.31, 0.2, 0.8)

    def _beam(self) -> None:
        shape, surface, outline = self.shape, self._surface(), outline_of(self.shape)
        self._slab(outline, surface, shape.x, shape.y, 1)
        _, low, _, top = outline.bounds()
        niche = box(NICHE, min(1.0, top - low - 0.2), 0.12)
        hollow = palettes.hollow(surface.low)
        for place in range(shape.count):
            x = shape.x + (place - (shape.count - 1) / 2) * shape.size
            line = niche.moved(x, shape.y, shape.size)
            self.triangles.fill(fan(line), hollow)
            self.triangles.band(line, -0.04 * shape.size, 0.0, (*palettes.BLACK[:3], 0.2))
            self.triangles.fringe(line, hollow)

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
        lowest, a rim if it is on top, and light on all of it."""
        shape = self.shape
        look = self.art.look(shape.look or (self.owner.mark if shape.seat else "ring"))
        if look is None:
            self._unknown(x, y, shape.size)
            return
        self.lines = tuple(line.moved(x, y, shape.size) for line in look.outline) or (self.reach,)
        first = look.parts[0]
        marked = bool(shape.seat) and look.name != self.owner.mark
        # What stands on a button is no thing, nor is a picture in its window.
        flat = look.flat or "ink" in (first.fill, first.stroke) or look.name == EMBLEM
        if not flat:
            self._kept(self._raised, look, (low, top), x, y, shape.size)
        self._look(look, x, y, shape.size, solid=not flat and look.name != self.owner.mark)
        if marked and look.mark[2]:
            self._mark(look, x, y)

    def _label(self) -> None:
        """A title, or what is said beside things."""
        face: Face = "display" if self.shape.ink in ("ink", "edge") else "plain"
        self._say(self.shape.text, 0, 0, 1, 0, theme.colour(self.shape.ink), face)

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
            raised = ABOVE * shape.size if shape.text else 0.0
            self._look(look, shape.x, shape.y + raised, shape.size * 0.8, FAINT)
        if shape.text and look is not None:  # what can be done here
            self._say(shape.text, 0, -0.54, 0.27, 1.08, theme.colour("lit"))
        elif shape.text:
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
        rim = line.moved(x, y, size)
        self.triangles.skirt(rim, 0.0, THICK * size, surface.edge)
        self.triangles.skirt(rim, THICK * size, 1.5 * THICK * size, _SHADOW)
        self.triangles.fringe(rim, theme.mix(surface.fill, surface.edge, 0.5))
        high, deep = palettes.slab(surface.fill, surface.low)
        if whole:
            self.triangles.fill(fan(line), high, deep, (x, y, size))
            lit = (*palettes.WHITE[:3], 0.13)
            self.triangles.band(line.moved(x, y, size * 0.95), -0.02 * size, 0.0, lit)
        else:
            self.triangles.band(rim, -MARGIN * size, 0.0, deep, soft="none")

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

    def _look(
        self,
        look: Look,
        x: float,
        y: float,
        size: float,
        share: float = 1.0,
        *,
        solid: bool = False,
    ) -> None:
        """All its paths. share: of their opacity. solid: it is a thing, on which light falls."""
        self._kept(self._paths, look, (share, solid), x, y, size)

    def _kept(
        self,
        draw: Callable[..., Triangles],
        look: Look,
        how: tuple[object, ...],
        x: float,
        y: float,
        size: float,
    ) -> None:
        """What is drawn of a look in the unit box, made once for all its places and sizes."""
        key = (draw.__name__, how, theme.theme(), self.owner, self.ink)
        if key not in look.drawn:
            look.drawn[key] = draw(look, *how)
        self.triangles.add((look.drawn[key].moved(x, y, size),))

    def _raised(self, look: Look, low: bool, top: bool) -> Triangles:
        """The shadow below a piece and the rim round it."""
        triangles = Triangles()
        if low:
            triangles.fill(look.parts[0].filled, _SHADOW, None, (*DROP, 1.0))
        for line in (look.outline or (outline_of(self.shape),)) if top else ():
            triangles.band(line, 0.0, RIM, theme.rim(self.owner), soft="high")
        return triangles

    def _paths(self, look: Look, share: float, solid: bool) -> Triangles:
        triangles = Triangles()
        for part in look.parts:
            if part.fill:
                colour = _fading(self._tint(part.fill), share)
                high, low = colour, _fading(self._tint(part.low or part.fill), share)
                if solid:
                    high = theme.mix(colour, palettes.WHITE, SHEEN[0])
                    low = theme.mix(colour, palettes.BLACK, SHEEN[1])
                triangles.fill(part.filled, (*high[:3], colour[3]), low)
                if not part.stroke:
                    for line in part.lines:
                        triangles.fringe(line, colour)
            if part.stroke:
                colour = _fading(self._tint(part.stroke), share)
                for line in part.lines:
                    triangles.band(line, -part.width / 2, part.width / 2, colour)
        return triangles

    def _tint(self, spec: str) -> Colour:
        return tint(self.ink if spec == "ink" else spec, self.owner)

    def _mark(self, look: Look, at_x: float, at_y: float) -> None:
        shape, mark = self.shape, self.art.look(self.owner.mark)
        if mark is None:
            return
        x, y, width = look.mark
        place = (at_x + x * shape.size, at_y + y * shape.size, width * shape.size)
        self._kept(self._inked, mark, (), *place)

    def _inked(self, mark: Look) -> Triangles:
        triangles, ink = Triangles(), theme.hexed(self.owner.ink)
        for part in mark.parts:
            triangles.fill(part.filled, ink)
            for line in part.lines:
                triangles.fringe(line, ink)
        return triangles

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
            ink = palettes.written_on(surface.low)
            self._say(self.shape.text, 0, y, height, width, ink)

    def _badge(self, x: float, y: float) -> None:
        """The number of things, from 2 up, on a small disc."""
        shape = self.shape
        if shape.count < 2:
            return
        size = BADGE.get(shape.form, 0.28) * shape.size
        at = (shape.x + x * shape.size, shape.y + y * shape.size)
        line = _DISC.moved(*at, size)
        self.badge.fill(fan(line), palettes.BADGE)
        self.badge.band(line, -0.02 * size, 0.06 * size, palettes.BADGE_INK)
        self.triangles.add((self.badge,))
        self.words.append(
            Words(str(shape.count), *at, size * 0.86, size * 0.86, palettes.BADGE_INK, "display")
        )

    def _say(
        self,
        key: str,
        x: float,
        y: float,
        height: float,
        width: float,
        ink: Colour,
        face: Face = "bold",
    ) -> None:
        """Words; without letters they are numbers that count."""
        shape = self.shape
        text, size = self.names(key, shape.values), shape.size
        place = (shape.x + x * size, shape.y + y * size)
        if face == "bold" and not any(one.isalpha() for one in text):
            face = "display"
        self.words.append(Words(text, *place, height * size, width * size, ink, face))


def _fading(colour: Colour, share: float) -> Colour:
    return (*colour[:3], colour[3] * share)


def _flat(normals: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(max(-1.0, min(1.0, x)), max(-1.0, min(1.0, y))) for x, y in normals]
