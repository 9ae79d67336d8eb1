"""A ring that tells how much of something is left, or is there."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from ui import theme

WIDE = 1.6
"""Millimetres of the ring, where nothing else is said."""


class TimeRing(Widget):
    """Whole with ``left`` 1, empty with 0; it empties with the clock, from the top. wide:
    millimetres of it."""

    left = NumericProperty(1.0)

    def __init__(self, wide: float = WIDE, **kwargs: Any) -> None:
        self._wide = theme.mm(wide)
        super().__init__(**kwargs)
        with self.canvas:
            Color(*theme.colour("line"))
            self._all = Line(width=self._wide / 2)
            Color(*theme.colour("gold"))
            self._rest = Line(width=self._wide / 2, cap="none")
        for name in ("left", "pos", "size"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        radius = max(1.0, min(self.size) / 2 - self._wide)
        self._all.circle = (self.center_x, self.center_y, radius)
        self._rest.circle = (self.center_x, self.center_y, radius, 360 * (1 - self.left), 360)
