"""How everything looks: colours by role, seats, one type scale, and sizes in millimetres.

One theme is in force at a time. Widgets read it when they are built and drawn, so after
:func:`use` the screen is built anew.

Nothing here needs a window; :func:`use` is told its size.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from math import hypot
from typing import Any, Literal

from companion.match.likes import Letters as Letters
from companion.scene import palettes
from companion.scene.palettes import SHAPE as SHAPE
from companion.scene.palettes import TEXT as TEXT
from companion.scene.palettes import THEMES as THEMES
from companion.scene.palettes import Colour as Colour
from companion.scene.palettes import Name as Name
from companion.scene.palettes import Theme as Theme
from companion.scene.palettes import contrast as contrast
from companion.scene.palettes import hexed as hexed
from companion.scene.palettes import mix as mix
from companion.scene.pictures import MORE_SEATS as MORE_SEATS
from companion.scene.pictures import NOBODY as NOBODY
from companion.scene.pictures import SEATS as SEATS
from companion.scene.pictures import Seat as Seat
from companion.scene.pictures import seat as seat

Face = Literal["plain", "bold", "display"]
"""What letters are set in. *display*: a warm book face with figures of equal width, for titles,
names and numbers; the others are for all that is read."""

_FILES: dict[Face, str] = {
    "plain": "CompanionSans-Regular",
    "bold": "CompanionSans-Bold",
    "display": "CompanionDisplay-Bold",
}

FONTS: dict[Face, str] = {
    face: str(files("companion.text.fonts").joinpath(f"{name}.ttf"))
    for face, name in _FILES.items()
}
"""The file of each face."""

TOUCH = 9.0
"""Millimetres: the least width and height of whatever can be touched."""

ROOMY = 1.2
"""How much higher buttons are for small hands."""

HEAD = 0.4
"""How much the top of a screen is darker than its ground."""

GAP, PAD, RADIUS, LINE = 1.8, 2.6, 2.2, 0.45
"""Millimetres: between things, inside them, of their corners, of their outlines."""


TextRole = Literal[
    "tiny", "eyebrow", "small", "body", "strong", "number", "title", "now", "display", "banner"
]

TYPE: dict[TextRole, tuple[float, Face]] = {
    "tiny": (2.25, "plain"),
    "eyebrow": (2.4, "bold"),
    "small": (2.6, "plain"),
    "body": (3.0, "plain"),
    "strong": (3.3, "bold"),
    "number": (3.6, "display"),
    "title": (4.1, "display"),
    "now": (4.5, "display"),
    "display": (6.2, "display"),
    "banner": (9.0, "display"),
}
"""The type scale: millimetres of an em, and the face. *number*: names of people and numbers that
count, where there is little room. *banner*: what is read from the
other side of a room. Readable at arm's length from
2.25 mm (small letters 1.2 mm high) up."""

LETTERS: dict[Letters, float] = {"normal": 1.0, "large": 1.15, "largest": 1.3}
"""By how much each setting enlarges the type scale."""

INCHES = {(800, 480): 7.0, (1024, 600): 7.0, (1280, 720): 10.1, (720, 1280): 10.1}
"""Diagonals of the screens this is made for, by pixels."""

COMPACT_BELOW = 100.0
"""Millimetres of the shorter side below which a screen is a small one (7 inch)."""


@dataclass(frozen=True)
class _State:
    """What holds for this screen now.

    theme: the colours.
    per_mm: pixels on a millimetre.
    compact: whether the screen is small.
    letters: by how much letters are enlarged.
    roomy: whether buttons are larger, for children.
    still: whether nothing moves that only shows how something came about.
    """

    theme: Theme = THEMES["dark"]
    per_mm: float = hypot(1280, 720) / 10.1 / 25.4
    compact: bool = False
    letters: float = 1.0
    roomy: bool = False
    still: bool = False


_now = _State()


def use(
    size: tuple[int, int],
    inch: float | None = None,
    name: Name = "dark",
    letters: Letters = "normal",
    *,
    roomy: bool = False,
    still: bool = False,
) -> None:
    """Put a theme in force on a screen of ``size`` pixels and ``inch`` diagonal.

    Without ``inch`` it is that of the usual screen of the size, otherwise 10.1. roomy: buttons
    are higher than they need to be. still: nothing is seen on its way (:func:`lasting`). Raises
    ValueError when ``inch`` is not above 0.
    """
    global _now
    diagonal = INCHES.get((int(size[0]), int(size[1])), 10.1) if inch is None else inch
    if diagonal <= 0:
        raise ValueError(f"a screen of {diagonal} inches")
    per_mm = hypot(*size) / diagonal / 25.4
    small = min(size) / per_mm < COMPACT_BELOW
    _now = _State(THEMES[name], per_mm, small, LETTERS[letters], roomy, still)


def lie_on(surfaces: Sequence[tuple[str, str]]) -> None:
    """Draw what lies on the ground of a game in the colours that it has there, given by role, until
    something else is told; with none in those of the theme."""
    global _now
    told: dict[str, Any] = dict(surfaces)
    lying = replace(THEMES[_now.theme.name], **told)
    if lying != _now.theme:
        _now = replace(_now, theme=lying)


def theme() -> Theme:
    """The theme in force."""
    return _now.theme


def colour(role: str) -> Colour:
    """The colour of a role in the theme in force."""
    return _now.theme.colour(role)


def head() -> Colour:
    """What is laid over the ground at the top of a screen, in the light theme of the game's own
    hue: nothing in strong contrast."""
    role = "panel3" if _now.theme.name == "light" else "well"
    return (*colour(role)[:3], 0.0 if _now.theme.lined else HEAD)


def rim(owner: Seat) -> Colour:
    """What goes round the pieces of a seat in the theme in force."""
    return palettes.rim(_now.theme, owner)


def outline(wanted: str = "") -> str:
    """The role of a surface's outline; "" for none."""
    return wanted or ("line" if _now.theme.lined else "")


def mm(millimetres: float) -> float:
    """Millimetres of the real screen in pixels."""
    return millimetres * _now.per_mm


def tall(millimetres: float) -> float:
    """The height in pixels of a button that is usually that many millimetres high."""
    return mm(millimetres * (ROOMY if _now.roomy else 1.0))


def lasting(seconds: float) -> float:
    """The seconds that a movement takes which usually takes that many: 0, only its end is shown,
    where the table wants less motion. Whatever moves asks here."""
    return 0.0 if _now.still else seconds


def compact() -> bool:
    """Whether the screen is a small one, where panels show less."""
    return _now.compact


def type_size(role: TextRole) -> float:
    """The size of a text role in pixels, as large as the table wants its letters."""
    return mm(TYPE[role][0] * _now.letters)


def enlarged() -> float:
    """By how much the type scale is enlarged; 1 where it is not. Words that find no room may be
    as small as they would be without it."""
    return _now.letters


def font(role: TextRole) -> str:
    """The font file of a text role."""
    return FONTS[TYPE[role][1]]
