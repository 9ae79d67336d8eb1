"""What moves once and is still then. The next touch finishes all of it: nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import pi, sin
from time import monotonic
from typing import Protocol
from weakref import WeakSet

from kivy.graphics import Color, Line, Rectangle
from kivy.uix.widget import Widget

from ui import theme
from ui.beat import Beat


class Finishes(Protocol):
    """Something that moves."""

    def finish(self) -> None:
        """It is there at once."""


_going: WeakSet[Finishes] = WeakSet()
_under_way: set[Moment] = set()  # nobody else may keep one, and it has to see its end


def goes(one: Finishes) -> None:
    """Something moves, and is to be finished by the next touch."""
    _going.add(one)


def finish() -> None:
    """All that moves is there at once."""
    for one in list(_going):
        one.finish()
    _going.clear()


class Moment:
    """One movement of a widget. show: draws it, with how much of it is over, from 0 to 1, where
    that stays. seconds: how long it is; where people want less motion it is over at once."""

    def __init__(self, widget: Widget, seconds: float, show: Callable[[float], object]) -> None:
        self._widget, self._seconds, self._show = widget, seconds, show
        self._beat = Beat(self._move, 0)
        self._began = 0.0

    @property
    def going(self) -> bool:
        """Whether it moves."""
        return self._beat.going

    def start(self) -> None:
        """From the beginning."""
        self._began = monotonic()
        if not theme.lasting(self._seconds):
            self._show(1.0)
            return
        goes(self)
        _under_way.add(self)
        self._show(0.0)
        self._beat.start()

    def _move(self) -> None:
        share = (monotonic() - self._began) / self._seconds
        if share >= 1 or self._widget.get_parent_window() is None:
            self.finish()
        else:
            self._show(share)

    def finish(self) -> None:
        """It is over."""
        _under_way.discard(self)
        if self._beat.going:
            self._beat.stop()
            self._show(1.0)


BAND = 1.6
"""Millimetres of the band that crosses."""

CROSSES, RUNS, BREATHES = 0.38, 0.36, 0.3
"""Seconds in which a band crosses, in which a line runs round a card, and a rim comes and goes."""

CLOSES = 0.26
"""Seconds in which a page that was closed from its rim opens."""

RIM = 0.8
"""Millimetres of that line."""


class Crossing(Moment):
    """A band in the colour of a seat that crosses a widget along its foot."""

    def __init__(self, widget: Widget) -> None:
        super().__init__(widget, CROSSES, self._lay)
        with widget.canvas.after:
            self._ink, self._band = Color(0, 0, 0, 0), Rectangle()

    def cross(self, seat: str) -> None:
        """Once, in the colour of that seat."""
        self._ink.rgba = theme.hexed(theme.seat(seat).fill)
        self.start()

    def _lay(self, share: float) -> None:
        if share >= 1:
            self._ink.a = 0
        wide = self._widget.width
        left, right = max(0.0, 2 * share - 1) ** 2, 1 - (1 - min(1.0, 2 * share)) ** 2
        self._band.pos = (self._widget.x + wide * left, self._widget.y)
        self._band.size = (wide * (right - left), theme.mm(BAND))


class Closing(Moment):
    """A widget that is closed from its rim, in the colour of what lies below everything: four bars
    come together and part again, over what is there already."""

    def __init__(self, widget: Widget) -> None:
        super().__init__(widget, CLOSES, self._lay)
        with widget.canvas.after:
            self._ink = Color(*theme.colour("background"))
            self._bars = [Rectangle() for _ in range(4)]
        self.start()

    def _lay(self, share: float) -> None:
        if share >= 1:
            for one in (self._ink, *self._bars):
                self._widget.canvas.after.remove(one)
            return
        one, left = self._widget, (1 - share) ** 2 / 2
        across, up = one.width * left, one.height * left
        flat, steep = (one.width, up), (across, one.height)
        below, above, first, last = self._bars
        below.pos, below.size = one.pos, flat
        above.pos, above.size = (one.x, one.top - up), flat
        first.pos, first.size = one.pos, steep
        last.pos, last.size = (one.right - across, one.y), steep


class Breathing(Moment):
    """A golden rim round a widget that comes and goes once."""

    def __init__(self, widget: Widget) -> None:
        super().__init__(widget, BREATHES, self._lay)
        self._box = (*widget.pos, *widget.size, theme.mm(theme.RADIUS))
        with widget.canvas.after:
            self._ink, self._line = Color(*theme.colour("gold")), Line(width=theme.mm(RIM))
        self._line.rounded_rectangle = self._box
        self.start()

    def _lay(self, share: float) -> None:
        self._ink.a = sin(pi * share)
        if share >= 1:
            self._widget.canvas.after.remove(self._ink)
            self._widget.canvas.after.remove(self._line)


class Running(Moment):
    """A golden line that runs once round a widget, or round a box on it: left, bottom, right, top
    in pixels."""

    def __init__(
        self, widget: Widget, box: tuple[float, float, float, float] | None = None
    ) -> None:
        super().__init__(widget, RUNS, self._lay)
        self._box = box or (widget.x, widget.y, widget.right, widget.top)
        with widget.canvas.after:
            self._ink = Color(*theme.colour("gold"))
            self._line = Line(width=theme.mm(RIM) / 2)
        self.start()

    def _lay(self, share: float) -> None:
        if share >= 1:
            self._widget.canvas.after.remove(self._ink)
            self._widget.canvas.after.remove(self._line)
            return
        self._line.points = _part_of(self._box, 1 - (1 - share) ** 3)


def _part_of(box: tuple[float, float, float, float], share: float) -> list[float]:
    """So much of the rim of a box, from its lower left corner against the clock."""
    x, y, right, top = box
    corners = [(x, y), (right, y), (right, top), (x, top), (x, y)]
    left = share * 2 * (right - x + top - y)
    found = [*corners[0]]
    for (ax, ay), (bx, by) in pairwise(corners):
        long = abs(bx - ax) + abs(by - ay)
        part = min(1.0, left / long) if long else 1.0
        found += [ax + (bx - ax) * part, ay + (by - ay) * part]
        left -= long
        if left <= 0:
            break
    return found
