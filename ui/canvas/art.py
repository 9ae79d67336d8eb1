"""A game's pictures: outlines and surfaces, filled once and kept.

How they are written stands in :mod:`companion.scene.pictures`.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple

from companion.scene import palettes
from companion.scene.pictures import (
    GroundText,
    LookText,
    PathText,
    album,
    ground,
    keys,
    portrait,
    signs,
)
from ui import theme
from ui.canvas.geometry import Filling, Polyline, filling, winding
from ui.canvas.mesh import Triangles
from ui.theme import Colour

EMBLEM = "emblem"
"""The look of a game's lid. It is shown larger than any piece, so its curves are drawn finer."""


@dataclass(frozen=True)
class Part:
    """One path, ready to draw in the unit box round the origin, y upwards.

    lines: they run so that their normals point out of what is filled.
    fill: the colour of what they surround, "" for nothing.
    low: the colour at the foot of the box, "" for the same.
    stroke: the colour of the lines themselves, "" for none.
    width: of these, in the same units.
    """

    lines: tuple[Polyline, ...]
    fill: str
    low: str
    stroke: str
    width: float

    @cached_property
    def filled(self) -> Filling:
        """What the path fills, as triangles."""
        return filling([Polyline(line.points) for line in self.lines if len(line.points) > 2])


@dataclass(frozen=True)
class Look:
    """A drawing.

    name: of it.
    parts: its paths, the lowest first.
    mark: x, y and width of the place for the owner's shape.
    drawn: its triangles in the unit box by how it is drawn, made when first needed.
    flat: whether it is no thing with a rim, a shadow and light.
    """

    name: str
    parts: tuple[Part, ...]
    mark: tuple[float, float, float]
    drawn: dict[object, Triangles] = field(default_factory=dict, compare=False)
    flat: bool = False

    @cached_property
    def outline(self) -> tuple[Polyline, ...]:
        """The lines round the first part that is filled: what lights up and casts a shadow."""
        for part in self.parts:
            if part.fill:
                return tuple(
                    Polyline(line.points) if not line.closed else line for line in part.lines
                )
        return ()


class Shades(NamedTuple):
    """What the screens of a game lie on.

    fill: at its rims.
    glow: in its middle.
    surfaces: what lies on it, by role.
    pattern: an outline as it is written, "" for none.
    horizon: the same.
    """

    fill: Colour
    glow: Colour
    surfaces: tuple[tuple[str, str], ...] = ()
    pattern: str = ""
    horizon: str = ""


@dataclass(frozen=True)
class Surface:
    """The colours of a hex, field, card or tile, and the look drawn upon it ("" for none)."""

    fill: Colour
    low: Colour
    edge: Colour
    drawing: str


class Art:
    """The pictures of one game, over those that every game has. portrait: the look that stands
    for a person, "" for none."""

    def __init__(self, text: str = "") -> None:
        """Raises ValueError that names the entry when the text is malformed; of paths and colours
        only when they are asked for, see :meth:`ahead`."""
        self._album = album(text)
        self._looks, self._surfaces = self._album.looks, self._album.surfaces
        self._ready: dict[str, Look] = {}
        self._common = common() if text else None
        self._signs, self._keys, self._ground = signs(text), keys(text), ground(text)
        self.portrait = portrait(text)
        if self.portrait and self.portrait not in self._looks:
            raise ValueError(f"art, portrait: no look {self.portrait!r}")
        for kind, name in self._signs.items():
            if self.missing([name]):
                raise ValueError(f"art, sign {kind}: no picture {name!r}")

    def ahead(self) -> Iterator[str]:
        """The names of all pictures one by one, each made ready first if nobody asked for it yet.

        Raises ValueError that names the entry when one is malformed.
        """
        for name in self._looks:
            self.look(name)
            yield name
        for name in self._surfaces:
            self.surface(name)
            yield name

    def look(self, name: str) -> Look | None:
        """The drawing of that name, if there is one, made ready when first asked for.

        Raises ValueError that names it when it is malformed.
        """
        if name not in self._ready and name in self._looks:
            written, found = self._looks[name], None
            if self._common is not None and self._common._looks.get(name) is written:
                found = self._common.look(name)
            self._ready[name] = found or _drawn(name, written)
        return self._ready.get(name)

    @property
    def restless(self) -> frozenset[str]:
        """The surfaces that shake once when they are turned up."""
        return frozenset(name for name, one in self._surfaces.items() if one.shakes)

    def surface(self, name: str) -> Surface | None:
        """The surface of that name in the theme in force, if there is one."""
        written = self._surfaces.get(name)
        if written is None:
            return None
        with _naming("surface", name):
            fill, low, edge = palettes.worn(written, theme.theme())
        return Surface(fill, low, edge, self._album.upon(name))

    @property
    def ground(self) -> Shades | None:
        """What the screens lie on in the theme in force; None for the plain background, for in
        strong contrast nothing may lie behind words."""
        return _shades(self._ground)

    def sign(self, kind: str) -> str:
        """The picture that stands for a kind of move, "" for none."""
        return self._signs.get(kind, "")

    def key(self, blank: str, number: str) -> str:
        """The picture that stands on a number for a blank, ``kind.parameter``; "" for none."""
        look = self._keys.get(blank, "").replace("{}", number)
        return look if look in self._looks or look in self._surfaces else ""

    def missing(self, looks: Iterable[str]) -> tuple[str, ...]:
        """Those of the names that are neither a look nor a surface here, in order."""
        known = self._looks.keys() | self._surfaces.keys()
        return tuple(dict.fromkeys(look for look in looks if look and look not in known))

    def names(self) -> tuple[str, ...]:
        """All looks and surfaces there are."""
        return tuple(sorted(self._looks.keys() | self._surfaces.keys()))


_read: dict[str, Art] = {}


def art_of(text: str) -> Art:
    """The pictures of a game, read and filled once for all that shows them."""
    if text not in _read:
        _read[text] = Art(text)
    return _read[text]


def is_read(text: str) -> bool:
    """Whether these pictures have been read."""
    return text in _read


def ground_of(text: str) -> Shades | None:
    """The ground that a text of pictures names, without reading the pictures; see
    :attr:`Art.ground`. Raises ValueError when it is malformed."""
    return _shades(ground(text))


def _shades(text: GroundText) -> Shades | None:
    name = theme.theme().name
    if name == "contrast":
        return None
    told = text.light if name == "light" else text
    named = ((role, getattr(told, role)) for role in ("panel", "panel2", "panel3", "line"))
    surfaces = (("background", told.fill), *((role, to) for role, to in named if to))
    return Shades(
        theme.hexed(told.fill), theme.hexed(told.glow), surfaces, text.pattern, text.horizon
    )


@cache
def common() -> Art:
    """The pictures that every game has, and nothing else."""
    return Art()


def tint(spec: str, owner: theme.Seat) -> Colour:
    """The colour that ``fill`` or ``stroke`` asks for on a piece of ``owner``.

    Raises LookupError or ValueError when there is no such colour.
    """
    return palettes.tint(theme.theme(), spec, owner)


@contextmanager
def _naming(kind: str, name: str) -> Iterator[None]:
    """Say of what is malformed in which entry it stands."""
    try:
        yield
    except (ValueError, LookupError) as error:
        raise ValueError(f"art, {kind} {name}: {error}") from error


def _drawn(name: str, written: LookText) -> Look:
    with _naming("look", name):
        for path in written.paths:
            for spec in filter(None, (path.fill, path.low, path.stroke)):
                tint(spec, theme.NOBODY)
        x, y, width = written.marked
        mark = (x / 100 - 0.5, 0.5 - y / 100, width / 100)
        parts = tuple(_part(path, name == EMBLEM) for path in written.paths)
        return Look(name, parts, mark, flat=written.flat)


def _part(path: PathText, large: bool) -> Part:
    # What reads paths is not held up for the first frame.
    from ui.canvas.paths import APART, FINE, flattened

    lines = flattened(path.d, FINE if large else APART)
    if path.fill:
        closed = [line if line.closed else Polyline(line.points) for line in lines]
        facing = tuple(_facing_out(line, closed) for line in closed if len(line.points) > 2)
        if all(line.closed for line in lines) or not path.stroke:
            return Part(facing, path.fill, path.low, path.stroke, path.width / 100)
    return Part(lines, path.fill, path.low, path.stroke, path.width / 100)


def _facing_out(line: Polyline, all_lines: list[Polyline]) -> Polyline:
    """The closed line with its normals out of what all lines together fill."""
    (ax, ay), (bx, by) = line.points[0], line.points[1]
    nx, ny = -(by - ay), bx - ax
    x, y = (ax + bx) / 2 + nx * 1e-3, (ay + by) / 2 + ny * 1e-3
    inside = sum(winding(other.points, x, y) for other in all_lines) != 0
    return Polyline(line.points[::-1]) if inside else line
