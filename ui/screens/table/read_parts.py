"""What a board that is read is made of: its name, rows of spaces, coins with their numbers, and the
board itself as a small picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Card, button, row
from ui.theme import Colour, mm
from ui.widgets.bars import Bar
from ui.widgets.button import ActionButton
from ui.widgets.sketch import Sketch, wrapped
from ui.widgets.text import TextLine, width_of

SPACE = 11.0
"""Millimetres of a space at most."""

BLOCK = 2.6
"""Millimetres of a space in the small picture at most."""


PROGRESS = 5.0
"""Millimetres: height of the bar that says how far it is."""

COIN = tuple(map(theme.hexed, ("#e8bb4d", "#1d1a16")))
"""A coin and the number on it: it is one on every ground."""

UNREAD = (4, 3, 2)
"""Spaces of the levels of a board that was not read yet, as they are drawn."""

HEAD = 9.0
"""Millimetres of the line with the name of a board."""


def heading(name: str, so_far: str) -> Widget:
    """The name of a board, and behind it how much of it was read."""
    first = TextLine(text=name, role="display", size_hint_x=None, size_hint_y=1)
    first.width = width_of(name, theme.type_size("display"), "display") + mm(3)
    made = row([first, TextLine(text=so_far, ink="ink2", size_hint_y=1)], None)
    made.size_hint_y, made.height = None, mm(HEAD)
    return made


def progress(done: int, count: int) -> Widget:
    """How many boards are read, of how many, as a bar."""
    return Bar(done / count, f"{done}/{count}", size_hint_y=None, height=mm(PROGRESS))


def keys(asked: str, tell: Callable[[int], None], add: Callable[[int], None]) -> Widget:
    """What is asked, and keys that answer it: the ten digits and one that adds ten; on a small
    screen five, one that adds five, and one that adds ten."""
    digits, more = (5, (5, 10)) if theme.compact() else (10, (10,))
    made = [button(str(digit), partial(tell, digit)) for digit in range(digits)]
    made += [button(f"+{one}", partial(add, one)) for one in more]
    for key in made:
        key.size_hint_y, key.size_hint_min_x = 1, theme.mm(theme.TOUCH)
        key.large = not theme.compact()
    side = theme.mm(0.8)
    small = theme.compact()
    card = Card("panel", "gold", padding=side if small else 2 * side, spacing=side)
    question = TextLine(text=asked, role="small" if small else "number")
    for one in (question, row(made, None, spacing=side)):
        card.add_widget(one)
    return card


class Spaces(ActionButton):
    """Spaces in a row; a touch takes one away. room: pixels that they may take."""

    count = 0
    room = 0.0

    def faces(self) -> tuple[Colour, Colour, Colour]:
        """The spaces lie on the ground, as they are printed."""
        face, ink, ink2 = super().faces()
        return (face if self._down else (0.0, 0.0, 0.0, 0.0)), ink, ink2

    def fit(self) -> None:
        """Be as wide as the spaces are."""
        self.size_hint_x, self.width = None, max(mm(theme.TOUCH), self._side() * self.count)

    def _side(self) -> float:
        return float(min(self.height * 0.96, mm(SPACE), self.room / max(1, self.count)))

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        side = self._side()
        start = self.width / 2 - side * (self.count - 1) / 2
        for number in range(self.count):
            sketch.look(self.look, start + side * number, self.height / 2, side * 0.94)
        return True


class Coin(ActionButton):
    """A number on a coin, and beside it what it is."""

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        side = min(self.height * 0.72, mm(7.5), self.width * 0.42)
        x, y = mm(1.2) + side / 2, self.height / 2
        known = self.label != "?"
        gold, dark = COIN
        face = gold if known else theme.mix(gold, theme.colour("panel"), 0.6)
        sketch.dot(x, y, side, face)
        sketch.dot(x, y, side, theme.mix(face, dark, 0.45), side * 0.07)
        letters = dark if known else theme.colour("ink")
        sketch.text(self.label, x, y, "number", letters, side * 0.84, align=0.5, size=side * 0.56)
        left = x + side / 2 + mm(1.2)
        return _beside(sketch, self.detail, left, self.width - left - mm(0.6), y, ink2)


class BoardTab(ActionButton):
    """A board as far as it was read, small, and its name. levels: spaces of each, from below; none
    while nothing was read of it, and then only its outline is seen."""

    levels: tuple[int, ...] = ()

    def _picture(
        self, sketch: Sketch, look: str, x: float, width: float, top: float
    ) -> tuple[float, float, float]:
        """The levels at the left."""
        high = self.height - mm(2)
        levels, ink = self.levels or UNREAD, theme.colour("ink2")
        most = max((*levels, 1))
        step = min(mm(BLOCK), high / max(1, len(levels)), self.width * 0.34 / most)
        low = (self.height - step * len(levels)) / 2
        middle = x + step * most / 2
        face, edge = (ink, None) if self.levels else ((0.0, 0.0, 0.0, 0.0), (*ink[:3], 0.5))
        for level, count in enumerate(levels):
            left = middle - step * count / 2
            for number in range(count):
                at = left + number * step, low + level * step
                sketch.box(*at, step * 0.86, step * 0.86, face, step * 0.16, edge, mm(0.2))
        taken = step * most + mm(1.2)
        return x + taken, width - taken, top


def _beside(sketch: Sketch, text: str, x: float, width: float, middle: float, ink: Colour) -> bool:
    """Words in two lines at most, smaller where there is little room; whether they fit."""
    for share in (1.0, 0.9, 0.8):
        size = theme.type_size("small") * share
        lines = wrapped(text, width, size, "plain")
        fits = len(lines) <= 2 and all(width_of(one, round(size)) <= width for one in lines)
        if fits:
            break
    for at, line in enumerate(lines[:2]):
        y = middle + ((min(len(lines), 2) - 1) / 2 - at) * size * 1.2
        sketch.text(line, x, y, "small", ink, width, size=size)
    return fits
