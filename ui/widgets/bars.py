"""Figures as shapes: a bar beside a word, and columns side by side."""

from collections.abc import Mapping
from typing import Any

from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import common
from ui.theme import mm
from ui.widgets.sketch import Easel, Sketch


class Bar(Widget):
    """A bar as long as its figure, with what is written beside it.

    share: of the longest bar, 0 to 1. text: stands at the end of the bar. colour: a role.
    """

    def __init__(self, share: float, text: str, colour: str = "gold", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._share, self._text, self._colour = share, text, colour
        self._easel = Easel(self.canvas)
        self.bind(size=self._draw, pos=self._move)
        self._draw()

    def _draw(self, *_: object) -> None:
        sketch = Sketch(common())
        room = mm(6 + 1.9 * len(self._text))
        wide = max(0.0, self.width - room) * self._share
        high = min(mm(5), self.height * 0.6)
        low = (self.height - high) / 2
        if wide >= 1:
            sketch.box(0, low, wide, high, theme.colour(self._colour), min(mm(0.8), wide / 2))
        ink = theme.colour("ink")
        sketch.text(self._text, wide + mm(1.2), self.height / 2, "number", ink, width=room)
        self._easel.show(sketch)
        self._move()

    def _move(self, *_: object) -> None:
        self._easel.move(self.x, self.y)


class Columns(Widget):
    """A histogram: a column for every step, its count above, its label below."""

    def __init__(self, counts: Mapping[str, int], colour: str = "gold", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._counts, self._colour = dict(counts), colour
        self._easel = Easel(self.canvas)
        self.bind(size=self._draw, pos=self._move)
        self._draw()

    def _draw(self, *_: object) -> None:
        sketch = Sketch(common())
        most = max(self._counts.values(), default=1) or 1
        step = min(self.width / max(1, len(self._counts)), mm(20))
        low, ink, quiet = mm(4.4), theme.colour("ink"), theme.colour("ink2")
        high = max(1.0, self.height - low - mm(5))
        for number, (label, count) in enumerate(self._counts.items()):
            middle = (number + 0.5) * step
            tall = high * count / most
            if count:
                colour = theme.colour(self._colour)
                sketch.box(middle - step * 0.4, low, step * 0.8, tall, colour, min(mm(0.8), tall))
                sketch.text(str(count), middle, low + tall + mm(2.4), "small", ink, step, align=0.5)
            sketch.text(label, middle, low / 2, "small", quiet, step, align=0.5)
        sketch.box(0, low - mm(0.3), step * len(self._counts), mm(0.3), theme.colour("line"))
        self._easel.show(sketch)
        self._move()

    def _move(self, *_: object) -> None:
        self._easel.move(self.x, self.y)
