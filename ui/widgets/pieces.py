"""Pieces as pictures: as many as there are, or one with its number where they are too many."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import EMBLEM
from ui.canvas.figures import Figure
from ui.theme import Colour, mm
from ui.widgets.button import ActionButton
from ui.widgets.settled import when_settled
from ui.widgets.sketch import Easel, Sketch
from ui.widgets.text import width_of

LEAST, LARGEST = 4.2, 11.0
"""Millimetres of a piece: below the least one stands for all."""

MOST = 12
"""More than this are not drawn one by one."""

UNCOUNTED = 99
"""More than this bear no number: nobody counts them out."""

APART, NUMBERED = 0.12, 0.4
"""Share of its size that a piece keeps from the next; with numbers more."""


RIM, INNER = "#f3e3c0", "#2b1f14"
"""The rim of a lid, and the line inside of it: the same in every theme."""


BEACON = 34.0
"""Millimetres across the mark that tells whose a covered screen is, within its rings, at most."""


@dataclass(frozen=True)
class Pieces:
    """A number of pieces that look alike. seat: whose they are, "" for nobody's."""

    look: str
    count: int
    seat: str = ""


class Drawn(Widget):
    """Draws itself anew, before the next frame, when it or its place has changed."""

    art = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = when_settled(self, self.refresh)
        super().__init__(**kwargs)
        self._easel = Easel(self.canvas)
        for name in ("art", "size", *self.drawn_by):
            self.fbind(name, self._soon)
        self.fbind("pos", lambda *_: self._easel.move(self.x, self.y))
        self._soon()

    drawn_by: tuple[str, ...] = ()

    @property
    def figure(self) -> Figure | None:
        """What is seen now."""
        return self._easel.figure

    def refresh(self) -> None:
        """Draw it."""
        self._soon.cancel()
        sketch = Sketch(self.art)
        self.draw(sketch)
        self._easel.show(sketch)
        self._easel.move(self.x, self.y)

    def draw(self, sketch: Sketch) -> None:
        """What is to be seen."""


class Picture(Drawn):
    """One look, as large as it fits. seat: whose it is. ink: the role of a sign's colour."""

    look = StringProperty("")
    seat = StringProperty("")
    ink = StringProperty("ink")
    drawn_by = ("look", "seat", "ink")

    def draw(self, sketch: Sketch) -> None:
        """The look in the middle."""
        if self.look:
            side = min(self.width, self.height) * 0.94
            sketch.look(self.look, self.width / 2, self.height / 2, side, self.seat, self.ink)


class Medal(Drawn):
    """Who somebody is, as large as it fits. seat: whose it is."""

    seat = StringProperty("")
    drawn_by = ("seat",)

    def draw(self, sketch: Sketch) -> None:
        """The figure of the game in the seat's colour."""
        if self.seat:
            sketch.medal(self.width / 2, self.height / 2, min(self.size) * 0.98, self.seat)


class Beacon(Drawn):
    """Whose a covered screen is, to be seen from afar: the mark in rings."""

    seat = StringProperty("")
    drawn_by = ("seat",)

    def draw(self, sketch: Sketch) -> None:
        """The rings, beyond the box if need be, and the mark within the first; on a small screen
        none that would lie over words."""
        side = min(self.width, self.height * 0.76, mm(BEACON))
        x, y = self.width / 2, self.height / 2
        owner = theme.seat(self.seat)
        fill = theme.hexed(owner.fill)
        for share, pale in ((1.75, 0.2), (1.5, 0.3), (1.25, 0.4)):
            if not theme.compact() or side * share <= self.height:
                sketch.dot(x, y, side * share, (*fill[:3], pale), mm(0.5))
        if sketch.art.portrait:
            sketch.medal(x, y, side, self.seat)
            return
        sketch.dot(x, y, side, theme.rim(owner))
        sketch.dot(x, y, side, fill, mm(1.0))
        sketch.look(owner.mark, x, y, side * 0.56, self.seat)


class PictureButton(ActionButton):
    """A button that is its picture, as large as there is room; what is left of it stands beside it
    where there is room, else below it at the right."""

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        side = min(self.width, self.height) * 0.8
        size, edge = theme.type_size("number"), mm(0.8)
        if self.width - side - 3 * edge >= width_of(self.detail, round(size), "display") > 0:
            sketch.look(self.look, edge + side / 2, self.height / 2, side, self.seat)
            middle = (edge + side + self.width) / 2
            said = ink if self.offered else ink2
            sketch.text(self.detail, middle, self.height / 2, "number", said, align=0.5)
            return True
        sketch.look(self.look, self.width / 2, self.height / 2, side, self.seat)
        size = theme.type_size("small")
        said = ink if self.offered else ink2
        sketch.text(self.detail, self.width - mm(1), size * 0.8, "small", said, align=1)
        return True


class Lid(Drawn):
    """The picture of a game in a round window, the same for every game."""

    def draw(self, sketch: Sketch) -> None:
        """The rim, and the picture in it; nothing until it is known whether there is one."""
        if self.art is None:
            return
        side = min(self.width, self.height)
        x, y = self.width / 2, self.height / 2
        sketch.dot(x, y, side, theme.hexed(RIM))
        sketch.dot(x, y, side * 0.945, theme.hexed(INNER))
        if not self.art.missing([EMBLEM]):
            sketch.look(EMBLEM, x, y - side * 0.005, side * 0.985)


class PieceRow(Drawn):
    """Pieces in a row from the left, each drawn where all find room; otherwise one of each kind
    with its number."""

    pieces = ObjectProperty(())
    drawn_by = ("pieces",)

    def draw(self, sketch: Sketch) -> None:
        """Every piece, or every kind."""
        draw_row(sketch, self.pieces, (0, 0, self.width, self.height))


Area = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels."""


def draw_row(sketch: Sketch, groups: Sequence[Pieces], area: Area) -> None:
    """Pieces in a row from the left, each drawn where all find room; otherwise one of each kind
    with its number."""
    each = [
        Pieces(one.look, 1, one.seat) for one in groups for _ in range(min(one.count, MOST + 1))
    ]
    across, size = _fit(len(each), area, APART)
    if len(each) > MOST or size < mm(LEAST):
        across, size = _fit(len(groups), area, NUMBERED)
        _draw(sketch, groups, area, across, size, NUMBERED)
    else:
        _draw(sketch, each, area, across, size, APART)


def _fit(many: int, area: Area, apart: float) -> tuple[int, float]:
    """How many stand beside each other in one row or two, and how large they are then."""
    found = []
    for rows in (1, 2):
        across = -(-max(1, many) // rows)
        wide, high = area[2] / across / (1 + apart), area[3] / rows * 0.86
        found.append((min(high, mm(LARGEST), wide), across))
    size, across = max(found, key=lambda one: one[0])
    return across, size


def _draw(
    sketch: Sketch, groups: Sequence[Pieces], area: Area, across: int, size: float, apart: float
) -> None:
    rows = -(-len(groups) // across)
    for number, one in enumerate(groups):
        row, column = divmod(number, across)
        x = area[0] + size * (0.5 + column * (1 + apart))
        y = area[1] + area[3] / 2 + size / 0.86 * ((rows - 1) / 2 - row)
        sketch.look(one.look, x, y, size, one.seat)
        if 1 < one.count <= UNCOUNTED:
            _number(sketch, x + size * 0.38, y - size * 0.32, size, one.count)


def _number(sketch: Sketch, x: float, y: float, size: float, count: int) -> None:
    wide = max(mm(3.6), size * 0.46)
    sketch.dot(x, y, wide + mm(0.5), theme.colour("ink"))
    sketch.dot(x, y, wide, theme.colour("well"))
    letters = min(theme.type_size("small"), wide * 0.66)
    sketch.text(str(count), x, y, "number", theme.colour("ink"), align=0.5, size=letters)
