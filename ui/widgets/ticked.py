"""A place with what lies there, to be ticked off."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty

from ui import theme
from ui.theme import Colour, mm
from ui.widgets.button import ActionButton
from ui.widgets.pieces import draw_row
from ui.widgets.sketch import Sketch, wrapped

TICK, APART = 5.0, 1.6
"""Millimetres: side of the box for the tick, and what is left free around things."""

NAME = 0.5
"""Share of the room beside the tick that the name of the place may take."""


class TickedPieces(ActionButton):
    """label: what the place is called. pieces: what lies there, as
    :class:`~ui.widgets.pieces.Pieces`; for none, ``detail`` says so. ticked: it is done."""

    pieces = ObjectProperty(())
    ticked = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("pieces", self._soon)
        self.fbind("ticked", self._soon)

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        apart, side = mm(APART), mm(TICK)
        self._box(sketch, apart, side)
        left = side + 2 * apart
        room = self.width - left - apart
        most = room * NAME if self.pieces or self.detail else room
        size = theme.type_size("body")
        while len(lines := wrapped(self.label, most, size, "plain")) > 2 and size > mm(2.6):
            size -= 1
        step = size * 1.2
        for number, one in enumerate(lines[:2]):
            y = self.height / 2 + (min(len(lines), 2) / 2 - number - 0.5) * step
            sketch.text(one, left, y, "body", ink2 if self.ticked else ink, most, size=size)
        x, wide = left + most + apart, room - most - apart
        if self.pieces:
            draw_row(sketch, self.pieces, (x, mm(0.6), wide, self.height - mm(1.2)))
        elif self.detail:
            sketch.text(self.detail, x, self.height / 2, "small", ink2, wide)
        return len(lines) <= 2

    def _box(self, sketch: Sketch, x: float, side: float) -> None:
        y = (self.height - side) / 2
        done = theme.colour("green" if self.ticked else "well")
        sketch.box(x, y, side, side, done, mm(0.8), theme.colour("line"), mm(0.4))
        if self.ticked:
            ink = theme.colour("green_ink")
            sketch.text("✓", x + side / 2, y + side / 2, "strong", ink, align=0.5, size=side * 0.8)
