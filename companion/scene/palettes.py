"""The colours of all that shows a table, by role in three themes, and the reckoning that keeps what
is drawn apart from what it lies on. The screen and the pages of others take them from here.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import Literal

from companion.scene.pictures import NOBODY, Seat, SurfaceText

Colour = tuple[float, float, float, float]
"""Red, green, blue and opacity, each from 0 to 1."""

TEXT, SHAPE = 4.5, 3.0
"""The least contrast of text, and of large text and shapes: WCAG 2, level AA."""


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

BLACK, WHITE = hexed("#000000"), hexed("#ffffff")
BADGE: Colour = hexed("#17140f")
"""Of the disc with a number."""

BADGE_INK: Colour = (1.0, 0.97, 0.91, 1.0)
"""Of that number, and of words on what is dark."""

DARK_INK: Colour = hexed("#1d1a16")
"""Of words on what is pale."""

QUIET = 0.4
"""How much of the colour of a dark piece is in the pale rim that stands out on it."""

_SHADED: Colour = (0.05, 0.04, 0.03, 1.0)  # what a shaded part of a thing runs to


def rim(theme: Theme, owner: Seat) -> Colour:
    """What goes round the pieces of a seat, so that on any ground either the piece or its rim
    stands out: the theme's edge, but on dark surfaces whatever stands out on the piece, a pale one
    no stronger than it has to be: from afar the piece is seen, and not its rim."""
    usual = theme.colour("edge")
    if owner is NOBODY or contrast(usual, theme.colour("panel")) >= SHAPE:
        return usual
    ink, fill = hexed(owner.ink), hexed(owner.fill)
    pale = _luminance(ink) > _luminance(fill)
    return mix(ink, fill, QUIET) if pale and not theme.lined else ink


def tint(theme: Theme, spec: str, owner: Seat) -> Colour:
    """The colour that ``fill`` or ``stroke`` asks for on a piece of ``owner``.

    Raises LookupError or ValueError when there is no such colour.
    """
    if spec.startswith("#"):
        return hexed(spec)
    if spec == "seat":
        return hexed(owner.fill)
    if spec == "seat-ink":
        return hexed(owner.ink)
    if spec == "edge":
        return rim(theme, owner)
    return theme.colour(spec)


def worn(written: SurfaceText, theme: Theme) -> tuple[Colour, Colour, Colour]:
    """The colours of a surface in a theme: its own, that of its lower end, that of its rim.

    Raises LookupError or ValueError when one of them is none.
    """
    spoken = {"fill": written.fill, "low": written.low, "edge": written.edge}
    if theme.name == "light":
        spoken |= written.light
    fill = tint(theme, spoken["fill"], NOBODY)
    low, edge = (
        tint(theme, spoken[at], NOBODY) if spoken[at] else mix(fill, _SHADED, share)
        for at, share in (("low", 0.14), ("edge", 0.5))
    )
    return fill, low, edge


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two opaque colours as WCAG 2 reckons it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with a share of ``other`` in it; 1 is all of the other."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return (red, green, blue, alpha)


def slab(fill: Colour, low: Colour) -> tuple[Colour, Colour]:
    """What a flat thing of these colours shows at its upper and its lower end, lit from above."""
    return mix(fill, WHITE, 0.12), mix(low, BLACK, 0.1)


def hollow(low: Colour) -> Colour:
    """What a niche in such a thing shows."""
    return mix(low, BLACK, 0.3)


def written_on(low: Colour) -> Colour:
    """The colour of words at the lower end of a flat thing."""
    return max((BADGE_INK, DARK_INK), key=lambda ink: contrast(ink, low))


def _luminance(of: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in of[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
