"""How the pictures of a game look in a browser: outlines as they are written, colours as CSS has
them, in every theme.
"""

import re
from functools import cache

import msgspec

from companion.scene import palettes
from companion.scene.palettes import ROLES, THEMES, Colour, Name, Theme
from companion.scene.pictures import (
    NOBODY,
    SEATS,
    Album,
    PathText,
    Seat,
    SurfaceText,
    album,
    ground,
)

ON_BUTTONS = re.compile("sign-|switch-")
"""How the names of looks begin that stand on buttons alone."""


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """A drawing in a box of 100 by 100. mark: x, y and width of the place for the owner's shape, a
    width of 0 for none. flat: whether it is no thing on which light falls."""

    paths: tuple[PathText, ...]
    mark: tuple[float, float, float]
    flat: bool = False


class Surface(msgspec.Struct, frozen=True):
    """What a flat thing is made of.

    high, low: its colours at the upper and the lower end.
    edge: of its rim.
    hollow: of niches in it.
    ink: of words on it.
    drawing: name of the look upon it, "" for none.
    """

    high: str
    low: str
    edge: str
    hollow: str
    ink: str
    drawing: str


class Worn(msgspec.Struct, frozen=True):
    """What everything wears in one theme.

    colours: by role.
    rims: what goes round the pieces of a seat, by seat; "" for nobody's.
    surfaces: by name.
    ground: what all of it lies on: at the rims and in the middle.
    """

    colours: dict[str, str]
    rims: dict[str, str]
    surfaces: dict[str, Surface]
    ground: tuple[str, str]


class Pictures(msgspec.Struct, frozen=True):
    """All that is drawn of a game. seats: the colours and marks of the seats; "" for nobody."""

    looks: dict[str, Look]
    seats: dict[str, Seat]
    themes: dict[Name, Worn]


@cache
def browser_pictures(art: str) -> Pictures:
    """The pictures of a game, over those that every game has. art: the text of its ``art.toml``.

    Raises ValueError or LookupError that names what is malformed.
    """
    every, seats = album(art), {"": NOBODY, **SEATS}
    looks = {
        name: Look(one.paths, one.marked, one.flat)
        for name, one in every.looks.items()
        if not ON_BUTTONS.match(name)
    }
    worn = {name: _worn(theme, seats, every, art) for name, theme in THEMES.items()}
    return Pictures(looks, seats, worn)


def _worn(theme: Theme, seats: dict[str, Seat], every: Album, art: str) -> Worn:
    told = ground(art)
    lying = told.light if theme.name == "light" else told
    shades = (theme.background,) * 2 if theme.lined else (lying.fill, lying.glow)
    own = () if theme.lined else ("panel", "panel2", "panel3", "line")
    return Worn(
        {role: getattr(theme, role) for role in sorted(ROLES)}
        | {role: getattr(lying, role) for role in own if getattr(lying, role)},
        {name: css(palettes.rim(theme, seat)) for name, seat in seats.items()},
        {name: _surface(one, theme, every.upon(name)) for name, one in every.surfaces.items()},
        shades,
    )


def _surface(one: SurfaceText, theme: Theme, drawing: str) -> Surface:
    fill, low, edge = palettes.worn(one, theme)
    high, deep = palettes.slab(fill, low)
    niche, ink = css(palettes.hollow(low)), css(palettes.written_on(low))
    return Surface(css(high), css(deep), css(edge), niche, ink, drawing)


def css(colour: Colour) -> str:
    """A colour as ``#rrggbb``, with its opacity where that is not whole."""
    parts = colour if colour[3] < 1 else colour[:3]
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
