"""A thing that leaves the table for somebody's card."""

from __future__ import annotations

from typing import NamedTuple

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.scene import Shape
from ui.canvas.art import Art
from ui.widgets.moment import Moment
from ui.widgets.sketch import Easel, Sketch

GLIDES = 0.3
"""Seconds on its way."""

RISES = 0.16
"""How far its way is bent upwards, in its lengths."""


class Won(NamedTuple):
    """What goes to whom, and from where.

    look: its name in the art.
    tint: the seat in whose colour it is drawn, "" for none.
    seat: who gets it.
    at: the middle of it, in pixels of the window.
    size: its width, in the same.
    """

    look: str
    tint: str
    seat: str
    at: tuple[float, float]
    size: float


class Gliding(Moment):
    """Drawn once over a widget and moved from there on. end: pixels of that widget."""

    def __init__(self, widget: Widget, art: Art, thing: Won, end: tuple[float, float]) -> None:
        super().__init__(widget, GLIDES, self._lay)
        self._start, self._end, self._group = thing.at, end, InstructionGroup()
        sketch = Sketch(art)
        sketch.thing(
            Shape(form="piece", x=0, y=0, size=thing.size, look=thing.look, seat=thing.tint)
        )
        self._easel = Easel(self._group)
        self._easel.show(sketch)
        widget.canvas.after.add(self._group)
        self.start()

    def _lay(self, share: float) -> None:
        if share >= 1:
            self._widget.canvas.after.remove(self._group)
            return
        eased = 1 - (1 - share) ** 3
        (x, y), (to_x, to_y) = self._start, self._end
        bow = RISES * abs(to_x - x) * 4 * eased * (1 - eased)
        self._easel.move(x + (to_x - x) * eased, y + (to_y - y) * eased + bow)
