"""How everything looks: colours by role, seats, one type scale, and sizes in millimetres.

One theme is in force at a time. Widgets read it when they are built and drawn, so after
:func:`use` the screen is built anew.

Nothing here needs a window; :func:`use` is told its size.
"""

from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from math import hypot
from typing import Literal

from companion.scene.pictures import NOBODY as NOBODY
from companion.scene.pictures import SEATS as SEATS
from companion.scene.pictures import Seat as Seat
from companion.scene.pictures import seat as seat

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""

FONT, BOLD = (
    str(files("companion.text.fonts").joinpath(f"CompanionSans-{weight}.ttf"))
    for weight in ("Regular", "Bold")
)

TOUCH = 9.0
"""Millimetres: the least width and height of whatever can be touched."""

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


@dataclass(frozen=True)
class Theme:
    """The roles of colours, as ``#rrggbb``.

    background, panel, panel2: the screen, what lies on it, what lies on that.
    ink, ink2: text, and text of second rank. line: thin outlines. well: an empty hole.
    gold: now. green: go. red: no; each with its ink for text upon it, and a quiet surface.
    shade: laid over everything behind a sheet. edge: around pieces, whatever lies under them.
    """

    name: Literal["dark", "light"]
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
    red_text: str
    gold_text: str
    green_text: str
    chosen: str
    shade: str
    edge: str

    def colour(self, role: str) -> Colour:
        """The colour of a role. Raises LookupError when there is no such role."""
        if role not in ROLES:
            raise LookupError(f"no colour role {role!r}")
        return hexed(getattr(self, role))


ROLES = frozenset(field.name for field in fields(Theme)) - {"name"}

DARK = Theme(
    name="dark",
    background="#1d1a16",
    panel="#2a2721",
    panel2="#37332b",
    panel3="#464136",
    ink="#f5efe0",
    ink2="#bcb29e",
    line="#4b463b",
    well="#151310",
    gold="#e3b23c",
    gold_ink="#1d1a16",
    green="#4fb58d",
    green_ink="#10231b",
    green_quiet="#1f3b30",
    red="#e2624b",
    red_ink="#230906",
    red_quiet="#3b201b",
    red_text="#f59c8b",
    gold_text="#ecc25c",
    green_text="#6cc9a4",
    chosen="#fffaf0",
    shade="#0b0a08cc",
    edge="#15120e",
)

LIGHT = Theme(
    name="light",
    background="#efe8d9",
    panel="#fbf7ee",
    panel2="#e6ddc9",
    panel3="#d8ccb3",
    ink="#221e18",
    ink2="#564e40",
    line="#c4b89f",
    well="#d9cfbb",
    gold="#d99f1c",
    gold_ink="#221a06",
    green="#2f9c72",
    green_ink="#04140d",
    green_quiet="#d3ecdf",
    red="#c8452f",
    red_ink="#ffffff",
    red_quiet="#f6dcd5",
    red_text="#9a2915",
    gold_text="#6f4c00",
    green_text="#175c3f",
    chosen="#221e18",
    shade="#221e1899",
    edge="#2a241b",
)


TextRole = Literal["tiny", "small", "body", "strong", "title", "display"]

TYPE: dict[TextRole, tuple[float, bool]] = {
    "tiny": (2.25, False),
    "small": (2.6, False),
    "body": (3.0, False),
    "strong": (3.3, True),
    "title": (4.1, True),
    "display": (5.6, True),
}
"""The type scale: millimetres of an em, and whether bold. Readable at arm's length from
2.25 mm (small letters 1.2 mm high) up."""

INCHES = {(800, 480): 7.0, (1024, 600): 7.0, (1280, 720): 10.1, (720, 1280): 10.1}
"""Diagonals of the screens this is made for, by pixels."""


@dataclass(frozen=True)
class _State:
    theme: Theme = DARK
    per_mm: float = hypot(1280, 720) / 10.1 / 25.4
    compact: bool = False


_now = _State()


def use(
    size: tuple[int, int], inch: float | None = None, name: Literal["dark", "light"] = "dark"
) -> None:
    """Put a theme in force on a screen of ``size`` pixels and ``inch`` diagonal.

    Without ``inch`` it is that of the usual screen of the size, otherwise 10.1. Raises
    ValueError when ``inch`` is not above 0.
    """
    global _now
    diagonal = INCHES.get((int(size[0]), int(size[1])), 10.1) if inch is None else inch
    if diagonal <= 0:
        raise ValueError(f"a screen of {diagonal} inches")
    per_mm = hypot(*size) / diagonal / 25.4
    _now = _State(DARK if name == "dark" else LIGHT, per_mm, min(size) / per_mm < COMPACT_BELOW)


COMPACT_BELOW = 100.0
"""Millimetres of the shorter side below which a screen is a small one (7 inch)."""


def theme() -> Theme:
    """The theme in force."""
    return _now.theme


def colour(role: str) -> Colour:
    """The colour of a role in the theme in force."""
    return _now.theme.colour(role)


def mm(millimetres: float) -> float:
    """So many millimetres of the real screen in pixels."""
    return millimetres * _now.per_mm


def compact() -> bool:
    """Whether the screen is a small one, where panels show less."""
    return _now.compact


def type_size(role: TextRole) -> float:
    """The size of a text role in pixels."""
    return mm(TYPE[role][0])


def font(role: TextRole) -> str:
    """The font file of a text role."""
    return BOLD if TYPE[role][1] else FONT


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
