"""A game's drawn art on paper: its looks as paths, its colours as ink."""

from dataclasses import dataclass
from typing import Literal

from fpdf.drawing import PaintedPath
from fpdf.drawing_primitives import DeviceGray, DeviceRGB, Transform
from fpdf.svg import svg_path_converter

from companion.scene.pictures import (
    HORIZON_BOX,
    PathText,
    Seat,
    album,
    ground,
)
from printables.order import Ink

BLACK, DARK, SOFT, WHITE = "#000000", "#221e18", "#6b6252", "#ffffff"
GOLD = "#b98a1e"

RIM, INNER = "#f3e3c0", "#2b1f14"
"""The rim of a lid, and the line inside of it: as on the screen."""

Shade = Literal["fill", "panel", "panel2", "line"]
"""What a ground gives paper of its hue: see :class:`companion.scene.pictures.ShadesText`."""

_ROLES = {"edge": "#2a241b", "ink": DARK, "ink2": SOFT, "line": "#c4b89f", "gold": GOLD}
_OUTLINE = 2.2
"""Width of the outlines of ink saving, in hundredths of a look's size."""

Paint = DeviceRGB | DeviceGray


def paint(colour: str, ink: Ink) -> Paint:
    """``#rrggbb`` or ``#rrggbbaa`` as a colour of the page."""
    digits = colour.removeprefix("#")
    red, green, blue, *rest = (
        int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)
    )
    opacity = rest[0] if rest else None
    if ink == "gray":
        return DeviceGray(0.2126 * red + 0.7152 * green + 0.0722 * blue, opacity)
    return DeviceRGB(red, green, blue, opacity)


@dataclass(frozen=True)
class Surface:
    """What a tile is made of: its colour and the look upon it ("" for none)."""

    fill: str
    drawing: str


class Pictures:
    """The looks and surfaces of one game, over those that every game has."""

    def __init__(self, text: str) -> None:
        every = album(text)
        self.looks = every.looks
        self.surfaces = {
            name: Surface(one.light.get("fill", one.fill), every.upon(name))
            for name, one in every.surfaces.items()
        }
        self._ground = ground(text)

    def shade(self, of: Shade) -> str:
        """A colour of the game's ground in daylight, as paper has it."""
        found: str = getattr(self._ground.light, of) or getattr(ground("").light, of)
        return found

    def horizon(self, x: float, y: float, width: float, height: float, ink: Ink) -> PaintedPath:
        """The horizon of the game's ground in a box from its upper left corner."""
        path, (wide, high) = PaintedPath(), HORIZON_BOX
        svg_path_converter(path, self._ground.horizon)
        path.transform = Transform.scaling(width / wide, height / high).translate(x, y)
        path.style.fill_color = paint(self.shade("panel2"), ink)
        path.style.stroke_color = None
        return path

    def paths(
        self, name: str, x: float, y: float, size: float, owner: Seat, ink: Ink
    ) -> list[PaintedPath]:
        """A look in the square of that size whose upper left corner is at x, y; nothing for a
        name that is not there."""
        look = self.looks.get(name)
        if look is None:
            return []
        place = Transform.scaling(size / 100).translate(x, y)
        return [_path(one, place, size, owner, ink) for one in look.paths]


def _path(written: PathText, place: Transform, size: float, owner: Seat, ink: Ink) -> PaintedPath:
    path = PaintedPath()
    svg_path_converter(path, written.d)
    path.transform = place
    fill, stroke = _colour(written.fill, owner), _colour(written.stroke, owner)
    style = path.style
    style.fill_color, style.stroke_color = None, None
    style.stroke_join_style = "round"
    if ink == "saving":
        style.stroke_color = paint(DARK, ink)
        style.stroke_width = _OUTLINE * (1.0 if len(written.fill) < 9 else 0.4)
        if fill == owner.ink or (fill and _dark(fill)):
            style.fill_color = paint("#00000030", ink)
        return path
    if fill:
        style.fill_color = paint(fill, ink)
    if stroke:
        style.stroke_color, style.stroke_width = paint(stroke, ink), written.width
    return path


def _colour(spec: str, owner: Seat) -> str:
    if spec == "seat":
        return owner.fill
    if spec == "seat-ink":
        return owner.ink
    return spec if spec.startswith("#") or not spec else _ROLES.get(spec, DARK)


def _dark(colour: str) -> bool:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 90
