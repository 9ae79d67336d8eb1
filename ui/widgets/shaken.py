"""A thing that says no: it moves a little to both sides, once."""

from math import pi, sin
from time import monotonic

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.uix.widget import Widget

from ui.beat import Beat

FAR, LASTS = 4.0, 0.14
"""Pixels to each side, and seconds."""


class Shake:
    """One movement of a widget, which stays where it is: only its picture moves."""

    def __init__(self, widget: Widget) -> None:
        self._widget, self._began = widget, monotonic()
        self._push, self._shift, self._pop = PushMatrix(), Translate(), PopMatrix()
        widget.canvas.before.insert(0, self._push)
        widget.canvas.before.insert(1, self._shift)
        widget.canvas.after.add(self._pop)
        self._beat = Beat(self._move, 0)
        self._beat.start()

    @property
    def going(self) -> bool:
        """Whether it still moves."""
        return self._beat.going

    def _move(self) -> None:
        share = (monotonic() - self._began) / LASTS
        self._shift.x = FAR * sin(2 * pi * share)
        if share >= 1 or self._widget.get_parent_window() is None:
            self.finish()

    def finish(self) -> None:
        """Stand still at once."""
        if self._beat.going:
            self._beat.stop()
            for part in (self._push, self._shift):
                self._widget.canvas.before.remove(part)
            self._widget.canvas.after.remove(self._pop)
