"""The plate of build A as a drawing in millimetres: where screen, buttons and dial sit.

Drawn from the buttons and dials that the programs know by themselves, so that no hole is missing;
printed at its own size it is the template to drill by. Lengths are millimetres, from the lower left
corner of the plate as one looks down at it.
"""

from html import escape
from math import hypot

import msgspec

from firmware_bridge.settings import Settings

WIDTH, HEIGHT = 400.0, 260.0
"""Of the plate: on a sheet A3 there is room round it."""

SHEET = (420.0, 297.0)

OPENING, BEHIND = (156.0, 88.0), (194.0, 111.0)
"""What is cut out for a screen of 7 inches, and the room of the screen behind it."""

HOLES = {"confirm": 30.0, "undo": 24.0, "pass": 24.0, "dial": 7.0}
"""Across: of arcade buttons as they are sold, and of the neck of a rotary encoder."""

NUTS = {"confirm": 38.0, "undo": 32.0, "pass": 32.0, "dial": 20.0}
"""Across: what is wider above or below the plate: rims and nuts, the knob of the dial."""

ALONG = {"confirm": -42.0, "undo": 2.0, "pass": 38.0}
"""From the middle of a place to each of its buttons, to the right as its player sees them."""

EDGE = 32.0
"""From the edge of the plate to the middle of the buttons there."""

SEATS = {
    1: (90.0, EDGE, 0),
    2: (310.0, EDGE, 0),
    3: (310.0, HEIGHT - EDGE, 180),
    4: (90.0, HEIGHT - EDGE, 180),
    5: (WIDTH - EDGE, HEIGHT / 2, 90),
}
"""The middle of each place and how far it is turned, in degrees against the clock."""

DIAL = (WIDTH / 2, EDGE)

RULER = 50.0

_INK = {"confirm": "#2e7d32", "undo": "#b26a00", "pass": "#1565c0", "dial": "#6a1b9a"}
_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0)}


class Hole(msgspec.Struct, frozen=True):
    """A hole of the plate.

    kind: ``dial``, or what its button does.
    place: whose, 0 for everybody's.
    x: of its middle, millimetres from the left edge.
    y: the same from the lower edge.
    turned: how its player sees it, in degrees.
    """

    kind: str
    place: int
    x: float
    y: float
    turned: int = 0

    @property
    def nut(self) -> float:
        """Across, with what is wider than the hole."""
        return NUTS[self.kind]


def holes(settings: Settings) -> tuple[Hole, ...]:
    """One for each button and dial. Raises KeyError for one that this plate has no place for."""
    found = []
    for one in settings.button:
        x, y, turned = SEATS[one.place]
        right, up = _TURNS[turned]
        along = ALONG[one.role]
        found.append(Hole(one.role, one.place, x + right * along, y + up * along, turned))
    return (*found, *(Hole("dial", one.place, *DIAL) for one in settings.dial))


def room(one: Hole, other: Hole) -> float:
    """What is left of the plate between two, with their nuts."""
    return hypot(one.x - other.x, one.y - other.y) - (one.nut + other.nut) / 2


def beside_screen(one: Hole) -> float:
    """What is left between a hole, with its nut, and the screen behind the plate."""
    across = max(0.0, abs(one.x - WIDTH / 2) - BEHIND[0] / 2)
    upward = max(0.0, abs(one.y - HEIGHT / 2) - BEHIND[1] / 2)
    return hypot(across, upward) - one.nut / 2


def table(settings: Settings) -> str:
    """All holes, to be measured by."""
    rows = "".join(
        f"| {_called(one)} | {HOLES[one.kind]:.0f} | {one.x:.0f} | {one.y:.0f} |\n"
        for one in holes(settings)
    )
    return f"| hole | across | from the left | from below |\n| --- | --- | --- | --- |\n{rows}"


def _called(one: Hole) -> str:
    return f"{one.kind} {one.place or ''}".strip()


def drawing(settings: Settings) -> str:
    """The plate from above, at its own size on a sheet A3."""
    drawn = [
        _box(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT, "#faf7f0", "#333"),
        _box(WIDTH / 2, HEIGHT / 2, *BEHIND, "none", "#999", dashed=True),
        _box(WIDTH / 2, HEIGHT / 2, *OPENING, "#dfe7ee", "#333"),
        _text(WIDTH / 2, HEIGHT / 2 + 4, f"screen: cut out {OPENING[0]:.0f} × {OPENING[1]:.0f}"),
        _text(WIDTH / 2, HEIGHT / 2 - 4, f"behind it: {BEHIND[0]:.0f} × {BEHIND[1]:.0f}"),
    ]
    for one in holes(settings):
        drawn += _hole(one)
    drawn += _ruler() + _measures()
    left, top = (SHEET[0] - WIDTH) / 2, (SHEET[1] - HEIGHT) / 2 + HEIGHT
    inside = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SHEET[0]:.0f}mm" '
        f'height="{SHEET[1]:.0f}mm" viewBox="0 0 {SHEET[0]:.0f} {SHEET[1]:.0f}" '
        'style="font-family:sans-serif;font-size:4px">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n'
        f'<g transform="translate({left:g} {top:g})">\n{inside}\n</g>\n</svg>\n'
    )


def _hole(one: Hole) -> list[str]:
    """Its rim, its middle to be pricked, and what it is for, as its player reads it."""
    ink, radius = _INK[one.kind], HOLES[one.kind] / 2
    x, y = one.x, -one.y
    return [
        f'<circle cx="{x:g}" cy="{y:g}" r="{one.nut / 2:g}" fill="none" stroke="{ink}" '
        'stroke-width=".2" stroke-dasharray="2 1"/>',
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="#fff" stroke="{ink}" '
        'stroke-width=".5"/>',
        f'<path d="M{x - 3:g} {y:g}h6M{x:g} {y - 3:g}v6" stroke="{ink}" stroke-width=".2"/>',
        _text(one.x, one.y, _called(one), turned=one.turned, down=one.nut / 2 + 5),
    ]


def _ruler() -> list[str]:
    """What shows that it was printed at its own size."""
    ticks = "".join(f"M{10 + at} -{HEIGHT + 4}v-3" for at in range(0, int(RULER) + 1, 10))
    line = f'<path d="M10 -{HEIGHT + 4}h{RULER:g}{ticks}" stroke="#333" stroke-width=".3"/>'
    return [
        line,
        _text(70 + RULER, HEIGHT + 5, "50 mm, else it was printed too large or too small"),
    ]


def _measures() -> list[str]:
    """How large the plate is."""
    said = f"{WIDTH:.0f} × {HEIGHT:.0f} mm, from above; dashed: nuts, and the screen below"
    return [_text(WIDTH / 2, -9, said)]


def _box(
    x: float, y: float, wide: float, high: float, fill: str, line: str, *, dashed: bool = False
) -> str:
    dashes = ' stroke-dasharray="3 2"' if dashed else ""
    return (
        f'<rect x="{x - wide / 2:g}" y="{-y - high / 2:g}" width="{wide:g}" height="{high:g}" '
        f'fill="{fill}" stroke="{line}" stroke-width=".4"{dashes}/>'
    )


def _text(x: float, y: float, text: str, *, turned: int = 0, down: float = 0.0) -> str:
    return (
        f'<text transform="translate({x:g} {-y:g}) rotate({-turned})" y="{down + 1.4:g}" '
        f'text-anchor="middle" fill="#222">{escape(text)}</text>'
    )
