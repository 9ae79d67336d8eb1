"""Pictures as data: outlines and surfaces in TOML, and how the pieces of each seat look.

``[look.<name>]`` is a drawing in a box of 100 by 100, y downwards as in SVG::

    [look.hut]
    paths = [
        { d = "M10 50 L50 10 L90 50 V90 H10 Z", fill = "seat", stroke = "edge", width = 4 },
        { d = "M40 90 V62 H60 V90", fill = "#00000055" },
    ]
    mark = [50, 50, 24]

``paths`` lie over one another. ``fill`` and ``stroke`` are ``#rrggbb``, ``#rrggbbaa``, a role of
the drawer's theme, ``seat`` (the owner's colour) or ``seat-ink`` (what is written on it);
``width`` is the stroke's. ``mark`` is where the owner's shape is drawn (x, y, width); without it,
in the middle of what wears the owner's colour, and on nothing else.

``[surface.<name>]`` is what a hex, field, card or tile is made of: ``fill`` and optionally
``low`` (its lower end), ``edge`` (its rim) and ``light`` (the same names for the light theme). A
look of the same name is drawn upon it. ``drawing`` names another look for that.

``[sign]`` says which look or surface stands for a kind of move where kinds are chosen from::

    [sign]
    step = "native"

``[key]`` says which look stands on a number that fills a blank, ``{}`` being the number::

    [key]
    "sacrifice.value" = "offering_{}"

``portrait``, before all of these, is the look that stands for a person: it is drawn on a medal, in
the colour of the seat and with its shape on the chest.

``[ground]`` is what all screens of the game lie on: ``fill`` at the rims, ``glow`` in the middle,
and ``light``, the same for the light theme. Without it they lie on that of every game::

    [ground]
    fill = "#1f1a12"
    glow = "#3f2f17"
    panel = "#2d261b"
    pattern = "M0 32 H64"
    horizon = "M0 200 V150 H1000 V200 Z"
    light = { fill = "#efe5d0", glow = "#f7ecd2", panel = "#fbf5e8" }

``panel``, ``panel2``, ``panel3`` and ``line`` are what lies on it, what lies on that, and thin
lines: those of every game where they are left out. ``pattern`` is an outline in a box of 64 by 64,
repeated all over and hardly to be seen; ``horizon`` one in a box of 1000 by 200 that stands on its
lower edge. Both are those of every game where they are left out, and none where they are empty.

``[hands]`` says how pieces and places of a layout look in the picture of what hands do, by the
longest beginning of their token that stands there; ``{}`` is what follows it. A piece that is not
named looks like its first word and is owned by its second; a place that is not named lies on the
board::

    [hands.piece]
    tile = "hex tile"
    "tile:" = "hex {}"

    [hands.place]
    supply = "box"

A piece is a look, with another form than ``piece`` before it; a place is ``box``, ``seat``,
``stack`` or ``row``.

``[sound]`` says what the game sounds like, see ``sounds``.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Annotated, Any, Literal

import msgspec
import tomli


class PathText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One path of a look, as written.

    d: the path, as in SVG, in a box of 100 by 100.
    fill: the colour of what it surrounds, "" for nothing.
    low: that of the lower end of it, "" for the same: a sky.
    stroke: the colour of the line itself, "" for none.
    width: of that line, in the units of the box.
    """

    d: str
    fill: str = ""
    low: str = ""
    stroke: str = ""
    width: float = 3.0


class LookText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A look, as written. mark: where the owner's shape is drawn, None for the usual place. flat:
    whether it is printed, or what all else lies on: nothing that has a rim, a shadow and light."""

    paths: tuple[PathText, ...]
    mark: tuple[float, float, float] | None = None
    flat: bool = False

    @property
    def marked(self) -> tuple[float, float, float]:
        """Where the owner's shape is drawn; a width of 0 for nowhere."""
        worn = any("seat" in (path.fill, path.stroke) for path in self.paths)
        return self.mark or (50.0, 50.0, 36.0 if worn else 0.0)


class SurfaceText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A surface, as written.

    fill: its colour, ``#rrggbb``.
    low: that of its lower end, "" for the same.
    edge: that of its rim, "" for the usual one.
    drawing: name of a look upon it, "" for that of the same name.
    light: the same in the light theme, by name.
    shakes: whether a tile with it shakes once when it is turned up.
    """

    fill: str
    low: str = ""
    edge: str = ""
    drawing: str = ""
    light: dict[str, str] = {}
    shakes: bool = False


@lru_cache(maxsize=1)
def _read(source: str) -> dict[str, Any]:
    """A text as tables; the last one is kept, for who asks for its pictures asks for the rest."""
    return tomli.loads(source)


def pictures(source: str) -> Iterator[tuple[str, LookText | SurfaceText]]:
    """The looks and surfaces of a text by name, in its order.

    Raises ValueError that names the entry when the text is malformed.
    """
    for section, entries in _read(source).items():
        if section in ("sign", "key", "hands", "portrait", "ground", "sound"):
            continue
        if section not in ("look", "surface"):
            raise ValueError(f"art: no section {section!r}")
        for name, entry in entries.items():
            read: LookText | SurfaceText
            try:
                if section == "look":
                    read = msgspec.convert(entry, LookText)
                else:
                    read = msgspec.convert(entry, SurfaceText)
            except msgspec.ValidationError as error:
                raise ValueError(f"art, {section} {name}: {error}") from error
            yield name, read


@dataclass(frozen=True)
class Album:
    """The looks and the surfaces of a game by name, over those that every game has."""

    looks: dict[str, LookText]
    surfaces: dict[str, SurfaceText]

    def upon(self, name: str) -> str:
        """The look that is drawn upon a surface: the one it names, or that of its own name; "" for
        none."""
        return self.surfaces[name].drawing or (name if name in self.looks else "")


def album(source: str) -> Album:
    """All pictures of a text; "" for those that every game has.

    Raises ValueError that names the entry when the text is malformed.
    """
    bare = _bare()
    return _added(Album(dict(bare.looks), dict(bare.surfaces)), source) if source else bare


@cache
def _bare() -> Album:
    return _added(Album({}, {}), every_game())


def _added(to: Album, source: str) -> Album:
    for name, entry in pictures(source):
        if isinstance(entry, LookText):
            to.looks[name] = entry
        else:
            to.surfaces[name] = entry
    return to


def signs(source: str) -> dict[str, str]:
    """Which picture of a text stands for which kind of move, by the kind's name.

    Raises ValueError when that is malformed.
    """
    return msgspec.convert(_read(source).get("sign", {}), dict[str, str])


def portrait(source: str) -> str:
    """The look of a text that stands for a person, "" for none.

    Raises ValueError when that is malformed.
    """
    return msgspec.convert(_read(source).get("portrait", ""), str)


def keys(source: str) -> dict[str, str]:
    """Which picture of a text stands on the numbers of which blank, ``kind.parameter``.

    Raises ValueError when that is malformed.
    """
    return msgspec.convert(_read(source).get("key", {}), dict[str, str])


Opaque = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}\Z")]
"""A colour through which nothing shows, ``#rrggbb``."""


class ShadesText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a ground, as written; "" for those of the ground of every game.

    fill: at its rims.
    glow: in its middle.
    panel: what lies on it.
    panel2: what lies on that.
    panel3: what lies on panel2.
    line: thin outlines.
    """

    fill: Opaque
    glow: Opaque
    panel: Opaque | Literal[""] = ""
    panel2: Opaque | Literal[""] = ""
    panel3: Opaque | Literal[""] = ""
    line: Opaque | Literal[""] = ""


PATTERN_BOX, HORIZON_BOX = (64, 64), (1000, 200)
"""Width and height of the boxes of their outlines."""


class GroundText(ShadesText, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ground, as written.

    light: the same in the light theme.
    pattern: an outline that is repeated all over.
    horizon: an outline at the foot.
    """

    light: ShadesText
    pattern: str = ""
    horizon: str = ""


@cache
def ground(source: str) -> GroundText:
    """What the screens of a game lie on, that of every game where the text has none.

    Raises ValueError when that is malformed.
    """
    usual = _lying(every_game())
    outlines = {name: usual[name] for name in ("pattern", "horizon")}
    written = _lying(source) or usual
    try:
        return msgspec.convert(outlines | written, GroundText)
    except (msgspec.ValidationError, TypeError) as error:
        raise ValueError(f"art, ground: {error}") from error


_GROUND = re.compile(r"^\[ground\b.*?(?=^\[(?!ground\b)|\Z)", re.MULTILINE | re.DOTALL)


def _lying(source: str) -> dict[str, Any]:
    """What a text says of its ground. All other pictures in it may take long to read, and a screen
    lies on its ground from its first frame on."""
    found = _GROUND.search(source)
    return dict(_read(found[0])["ground"]) if found else {}


class HandsText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pieces and places look in the picture of hands, as written. idle: kinds of move of which
    hands do nothing: what lies elsewhere afterwards follows from what is decided."""

    idle: tuple[str, ...] = ()
    piece: dict[str, str] = {}
    place: dict[str, Literal["box", "seat", "stack", "row"]] = {}


@cache
def hands(source: str) -> HandsText:
    """What a text says of pieces and places in the picture of hands.

    Raises ValueError when that is malformed.
    """
    return msgspec.convert(_read(source).get("hands", {}), HandsText)


def longest(beginnings: Iterable[str], token: str) -> str | None:
    """The longest of the beginnings that the token has, None if it has none."""
    return max((one for one in beginnings if token.startswith(one)), key=len, default=None)


@cache
def every_game() -> str:
    """The text of the pictures that every game has: marks of the seats, bare forms."""
    return files(__package__).joinpath("art.toml").read_text("utf-8")


@dataclass(frozen=True)
class Seat:
    """How the pieces of one seat look.

    fill: their colour. ink: for marks and text upon it. mark: name of the outline that tells
    the seat without any colour.
    """

    fill: str
    ink: str
    mark: str


SEATS: dict[str, Seat] = {
    "red": Seat("#b3181b", "#fff7ea", "triangle"),
    "blue": Seat("#4aa3f5", "#14110d", "square"),
    "green": Seat("#4f944c", "#14110d", "diamond"),
    "yellow": Seat("#f9d423", "#14110d", "circle"),
    "white": Seat("#fff7ea", "#14110d", "hexagon"),
    "black": Seat("#1e1c22", "#fff7ea", "pentagon"),
    "orange": Seat("#ea7a20", "#14110d", "star"),
    "purple": Seat("#9430ad", "#fff7ea", "cross"),
}
"""Near the real pieces, and chosen by search so that any two stay at least 20 apart in CIELAB
for normal sight and when one of the three kinds of cones is missing."""

MORE_SEATS: dict[str, Seat] = {
    "gray": Seat("#555555", "#fff7ea", "shield"),
    "pink": Seat("#ff9999", "#14110d", "heart"),
    "sky": Seat("#bbddff", "#14110d", "arch"),
    "navy": Seat("#000099", "#fff7ea", "drop"),
    "mint": Seat("#88ff88", "#14110d", "basin"),
    "violet": Seat("#8811ee", "#fff7ea", "hourglass"),
    "plum": Seat("#440055", "#fff7ea", "arrow"),
    "lilac": Seat("#aa88aa", "#14110d", "bolt"),
}
"""Of people beyond eight, whose points are counted. No game has pieces in these colours, and so
many are hard to keep in mind: each shape bears a letter. As far apart, from one another and the
first eight, as those are."""

NOBODY = Seat("#9a917f", "#1d1a16", "ring")
"""Neutral pieces, and seats of a colour that is not in the list."""


def seat(name: str) -> Seat:
    """How a seat's pieces look."""
    return SEATS.get(name) or MORE_SEATS.get(name, NOBODY)
