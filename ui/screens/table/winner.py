"""The winner in large letters above the podium, before rays: made for a photograph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin

from kivy.properties import NumericProperty

from ui import theme
from ui.canvas.art import Art
from ui.canvas.geometry import Polyline
from ui.screens.table.podium import Podium, Step
from ui.theme import mm
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch, wrapped
from ui.widgets.text import width_of

NAME, LEAST = 13.0, 6.5
"""Millimetres of the letters that say who won; below the least they take two lines."""

LINE, MOST = 1.16, 0.34
"""Of such a line: its height in its letters; and of all of them, when many won, in that of the
page, for the podium needs the rest."""

RAYS, PALE = 16, 0.08
"""How many rays there are, and how much of the light they have."""

MIDDLE = (0.31, 0.42)
"""Where the rays come from, in shares of the width and of the height."""

UPRIGHT = (0.5, 0.66)
"""The same on an upright screen."""


class Winner(Podium):
    """Who won, and the podium. said: who won, or that it is over. title: of the game. line: its day
    and length, said beside the title above it."""

    def __init__(
        self,
        steps: Sequence[Step],
        said: str,
        title: str,
        line: str,
        art: Art | None,
        names: Callable[..., str],
    ) -> None:
        self.said, self._title, self._line = said, title, line
        super().__init__(steps, art, names)

    def draw(self, sketch: Sketch) -> None:
        """From the top down."""
        if self.width < mm(10):
            return
        small = theme.type_size("title")
        y = self.height - small * 0.7
        sketch.text(self._title, mm(1), y, "title", theme.colour("gold_text"))
        left = mm(3) + width_of(self._title, round(theme.type_size("title")), "display")
        room, letters = self.width - left - mm(1), theme.type_size("body")
        letters *= min(1.0, room / max(1.0, width_of(self._line, round(letters))))
        told = [self._line]
        if letters < theme.type_size("tiny"):
            letters = theme.type_size("tiny")
            told = wrapped(self._line, room, letters, "plain")
        for at, line in enumerate(told):
            up = ((len(told) - 1) / 2 - at) * letters * LINE
            sketch.text(line, left, y + up, "body", theme.colour("ink2"), size=int(letters))
        top = y - small * 0.7
        lines, size = self._in_lines()
        for line in lines:
            colour = theme.colour("ink")
            sketch.text(line, mm(1), top - size * 0.6, "display", colour, size=size)
            top -= size * LINE
        self.stand(sketch, top - mm(1))

    def _in_lines(self) -> tuple[list[str], float]:
        """Who won, as large as it finds room."""
        room = self.width - mm(2)
        whole = min(mm(NAME), self.height * 0.19)
        size = whole * min(1.0, room / max(1.0, width_of(self.said, round(whole), "display")))
        if size >= mm(LEAST):
            return [self.said], int(size)
        size = int(min(mm(LEAST), whole))
        while True:
            lines = wrapped(self.said, room, size, "display", hard=True)
            if len(lines) * size * LINE <= self.height * MOST or size <= theme.type_size("number"):
                return lines, size
            size -= 1


class Rays(Drawn):
    """Light that goes out from behind the winner over the whole page. opened: how far."""

    opened = NumericProperty(1.0)
    drawn_by = ("opened",)

    def draw(self, sketch: Sketch) -> None:
        """Every other sector of a large disc, turned so that no edge lies level, for that would be
        seen as a seam across the page."""
        if theme.theme().lined:  # in strong contrast nothing lies behind words
            return
        share = MIDDLE if self.width > self.height else UPRIGHT
        x, y = self.width * share[0], self.height * share[1]
        far = hypot(max(x, self.width - x), max(y, self.height - y)) * self.opened
        gold = theme.colour("gold")
        for number in range(RAYS):
            ends = [2 * pi * (number + more) / RAYS for more in (-0.25, 0.25)]
            corners = [(x, y), *((x + far * cos(one), y + far * sin(one)) for one in ends)]
            sketch.area(Polyline(corners), (*gold[:3], PALE))
