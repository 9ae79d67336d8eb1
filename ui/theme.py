"""How everything looks: colours by role, seats, one type scale, and sizes in millimetres.

One theme is in force at a time. Widgets read it when they are built and drawn, so after
:func:`use` the screen is built anew.

Nothing here needs a window; :func:`use` is told its size.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from math import hypot
from typing import Any, Literal

from companion.match.likes import Letters as Letters
from companion.scene.pictures import MORE_SEATS as MORE_SEATS
from companion.scene.pictures import NOBODY as NOBODY
from companion.scene.pictures import SEATS as SEATS
from companion.scene.pictures import Seat as Seat
from companion.scene.pictures import seat as seat

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""

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

TEXT, SHAPE = 4.5, 3.0
"""The least contrast of text, and of large text and shapes: WCAG 2, level AA."""

TOUCH = 9.0
"""Millimetres: the least width and height of whatever can be touched."""

ROOMY = 1.2
"""How much higher buttons are for small hands."""

HEAD = 0.4
"""How much the top of a screen is darker than its ground."""

GAP, PAD, RADIUS, LINE = 1.8, 2.6, 2.2, 0.45
"""Millimetres: between things, inside them, of their corners, of their outlines."""


@cache
def hexed(text: str) -> Colour:
    """The colour of ``#rrggbb`` or ``#rrggbbaa``. Raises ValueError when it is none."""
    digits = text.removeprefix("#")
    if len(digits) not in (6, 8) or not text.startswith("#"):
        raise ValueError(f"no colour: {text!r}")
    red, green, blue, *rest = (int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2))
    return (red, green, blue, rest[0] if rest else 1.0)


Name = Literal["dark", "light", "contrast"]
"""Of a theme. *contrast*: black and white, with as few shades between as there can be."""


@dataclass(frozen=True)
class Theme:
    """The roles of colours, as ``#rrggbb``.

    name: of these colours.
    background, panel, panel2: the screen, what lies on it, what lies on that.
    panel3: what lies on panel2.
    ink, ink2: text, and text of second rank.
    line: thin outlines.
    well: an empty hole.
    gold: now.
    gold_ink, green_ink, red_ink: text upon each of the three.
    green: go.
    green_quiet, red_quiet: quiet surfaces of these colours.
    red: no.
    red_face: of a red button on the quiet red.
    gold_text, green_text, red_text: text in these colours upon a panel.
    chosen: around what was chosen.
    lit: round what can be touched on the table.
    shade: laid over everything behind a sheet.
    edge: around pieces, whatever lies under them.
    lined: whether every surface has an outline, because their colours alone do not part them.
    """

    name: Name
    background: str
    panel: str
    panel2: str
    panel3: str
    ink: str
    ink2: str
    line: str
    well: str
    gold: str
    gold_ink: str
    green: str
    green_ink: str
    green_quiet: str
    red: str
    red_ink: str
    red_quiet: str
    red_face: str
    red_text: str
    gold_text: str
    green_text: str
    chosen: str
    lit: str
    shade: str
    edge: str
    lined: bool = False

    def colour(self, role: str) -> Colour:
        """The colour of a role. Raises LookupError when there is no such role."""
        if role not in ROLES:
            raise LookupError(f"no colour role {role!r}")
        return hexed(getattr(self, role))


ROLES = frozenset(field.name for field in fields(Theme)) - {"name", "lined"}

DARK = Theme(
    name="dark",
    background="#1b1814",
    panel="#28231d",
    panel2="#352e26",
    panel3="#443b30",
    ink="#f6efdf",
    ink2="#c3b79e",
    line="#4e4436",
    well="#0f0d0a",
    gold="#e6b84a",
    gold_ink="#1d1a16",
    green="#63bd95",
    green_ink="#0e2219",
    green_quiet="#1f3b30",
    red="#e8694f",
    red_ink="#230906",
    red_quiet="#43261d",
    red_face="#5a2c24",
    red_text="#ffb39d",
    gold_text="#ecc25c",
    green_text="#6cc9a4",
    chosen="#fffaf0",
    lit="#a9e6cf",
    shade="#0b0a08cc",
    edge="#15120e",
)

LIGHT = Theme(
    name="light",
    background="#eee7d9",
    panel="#faf6ec",
    panel2="#e6dcc8",
    panel3="#d9ccb2",
    ink="#241e15",
    ink2="#5d5140",
    line="#c6b797",
    well="#d6c9ae",
    gold="#946800",
    gold_ink="#ffffff",
    green="#1f8365",
    green_ink="#ffffff",
    green_quiet="#d3ecdf",
    red="#8a1515",
    red_ink="#ffffff",
    red_quiet="#f7ddd2",
    red_face="#efc3b8",
    red_text="#9a2915",
    gold_text="#6f4c00",
    green_text="#175c3f",
    chosen="#221e18",
    lit="#0f7a5a",
    shade="#221e1899",
    edge="#2a241b",
)

CONTRAST = Theme(
    name="contrast",
    background="#000000",
    panel="#000000",
    panel2="#1f1f1f",
    panel3="#3a3a3a",
    ink="#ffffff",
    ink2="#f2e9d0",
    line="#ffffff",
    well="#000000",
    gold="#ffd60a",
    gold_ink="#000000",
    green="#2ee6a6",
    green_ink="#000000",
    green_quiet="#00301f",
    red="#ff7a5c",
    red_ink="#000000",
    red_quiet="#3a0a00",
    red_face="#5c1000",
    red_text="#ffb3a1",
    gold_text="#ffe14d",
    green_text="#7dffcf",
    chosen="#ffffff",
    lit="#2ee6a6",
    shade="#000000e6",
    edge="#000000",
    lined=True,
)

THEMES: dict[Name, Theme] = {one.name: one for one in (DARK, LIGHT, CONTRAST)}


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

    theme: Theme = DARK
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
    """What is laid over the ground at the top of a screen: nothing in strong contrast."""
    return (*colour("well")[:3], 0.0 if _now.theme.lined else HEAD)


def rim(owner: Seat) -> Colour:
    """What goes round the pieces of a seat, so that on any ground either the piece or its rim
    stands out: the theme's edge, but on dark surfaces whatever stands out on the piece."""
    usual = colour("edge")
    dark = owner is not NOBODY and contrast(usual, colour("panel")) < SHAPE
    return hexed(owner.ink) if dark else usual


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


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two opaque colours as WCAG 2 reckons it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with a share of ``other`` in it; 1 is all of the other."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return (red, green, blue, alpha)


def _luminance(of: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in of[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
