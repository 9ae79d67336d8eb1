"""A light that runs once over what is lit, the nearest first."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sin

from kivy.graphics import Color, InstructionGroup, Line
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.moment import Moment

LASTS, APART = 0.15, 0.015
"""Seconds of one light, and from one to the next."""

BRIGHT = 0.8
"""Opacity at its brightest."""


class Glowing(Moment):
    """outlines: corners one after the other, in the units of the group in which they are drawn;
    width: of the light, in those units."""

    def __init__(
        self,
        widget: Widget,
        group: InstructionGroup,
        outlines: Sequence[Sequence[float]],
        width: float,
    ) -> None:
        super().__init__(widget, LASTS + APART * (len(outlines) - 1), self._lay)
        self._whole, self._group = group, InstructionGroup()
        self._inks: list[Color] = []
        for points in outlines:
            ink = Color(*theme.colour("ink")[:3], 0)
            self._inks.append(ink)
            self._group.add(ink)
            self._group.add(Line(points=points, width=width, close=True))
        group.add(self._group)
        self.start()

    def _lay(self, share: float) -> None:
        if share >= 1:
            self._whole.remove(self._group)
            return
        time = share * self._seconds
        for number, ink in enumerate(self._inks):
            part = min(1.0, max(0.0, (time - number * APART) / LASTS))
            ink.a = BRIGHT * sin(pi * part)
