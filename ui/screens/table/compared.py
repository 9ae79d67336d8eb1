"""Who came to what: a column for each thing that was compared, in the place of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.scene import Shape
from companion.scene.results import Column, Results, Share
from ui import theme
from ui.canvas.art import Art
from ui.screens.table.zones import Box
from ui.shell.controls import Ground, set_bounds
from ui.widgets.gliding import Won
from ui.widgets.sketch import Easel, Sketch

HEAD = 4.6
"""Millimetres of the names of the columns."""

PARTS = 0.34
"""Share of a cell for what a number is made of."""

ABOVE = 1.2
"""Millimetres below the middle of a cell where what stands above those begins."""

Words = Callable[..., str]
"""Says a key of the texts with values."""


class Compared(Ground):
    """The results of a step: a row for each seat, the winner of a column gold, equals rimmed. won:
    what goes to whom."""

    def __init__(self, art: Art) -> None:
        super().__init__(size_hint=(None, None))
        self._art = art
        self._easel = Easel(self.canvas)
        self._results: Results | None = None
        self._seats: tuple[str, ...] = ()
        self._places: tuple[Box, ...] = ()
        self._signs = False
        self._say: Words = lambda text, values: text
        self._marks: tuple[str, str] = ("", "")
        self.won: tuple[Won, ...] = ()

    def show(
        self, results: Results | None, seats: tuple[str, ...], say: Words, marks: tuple[str, str]
    ) -> None:
        """Show these; None for nothing. marks: the words for who wins and for who is equal."""
        self._results, self._seats, self._say, self._marks = results, seats, say, marks
        self.lie(there=results is not None)
        self._draw()

    def stand(self, zone: Box, places: tuple[Box, ...], *, signs: bool) -> None:
        """Stand in a zone. places: of the rows. signs: each begins with the mark of its seat."""
        set_bounds(self, *zone)
        self._places, self._signs = places, signs
        self._draw()

    def _draw(self) -> None:
        sketch, self.won = Sketch(self._art), ()
        if self._results is not None and self._places:
            side = theme.mm(6) if self._signs else 0.0
            edge = self._places[0][0] - self.x
            left = edge + side + theme.mm(1) if side else 0.0
            gap = theme.mm(1.6)
            count = len(self._results.columns)
            each = (self.width - edge - left - gap * (count - 1)) / count
            for number, column in enumerate(self._results.columns):
                self._column(sketch, column, left + number * (each + gap), each)
            for seat, place in zip(self._seats, self._places, strict=False) if side else ():
                y = place[1] - self.y + place[3] / 2
                sketch.look(theme.seat(seat).mark, edge + side / 2, y, side * 0.92, seat)
        self._easel.show(sketch)
        self._easel.move(self.x, self.y)

    def _column(self, sketch: Sketch, column: Column, x: float, wide: float) -> None:
        head = theme.mm(HEAD)
        name, note = self._words(column.text, {}), self._words(column.note, column.values)
        y = self.height - head / 2
        ink, ink2 = theme.colour("ink"), theme.colour("ink2")
        used = sketch.text(name, x + theme.mm(1), y, "number", ink, width=wide - theme.mm(2))
        left = wide - used - theme.mm(3)
        if left > theme.mm(9):
            sketch.text(note, x + used + theme.mm(2.4), y, "small", ink2, width=left)
        for number, seat in enumerate(self._seats):
            place = self._places[number]
            low, high = place[1] - self.y, place[3]
            high = min(high - theme.mm(1), self.height - head - low) if number == 0 else high
            self._cell(sketch, column, seat, (x, low, wide, high))

    def _words(self, text: str, values: dict[str, Any]) -> str:
        return self._say(text, values) if text else ""

    def _cell(self, sketch: Sketch, column: Column, seat: str, box: Box) -> None:
        x, y, wide, high = box
        share = column.shares.get(seat, Share())
        won, tied = share.standing == "won", share.standing == "tied"
        face = theme.colour("gold" if won else "panel2")
        ink = theme.colour("gold_ink" if won else "ink")
        edge = theme.colour("ink2") if tied else None
        sketch.box(x, y, wide, high, face, theme.mm(theme.RADIUS), edge, theme.mm(0.5))
        middle, pad = y + high / 2, theme.mm(2)
        left = below = x + pad
        if share.value != "":
            parts = " + ".join(map(str, share.parts))
            up = theme.mm(1.6) if parts else 0.0
            number = str(share.value)
            left += sketch.text(number, left, middle + up, "display", ink) + theme.mm(1.4)
            if parts:
                room = wide * PARTS if share.standing else wide - 2 * pad
                below += sketch.text(parts, x + pad, middle - theme.mm(3), "small", ink, width=room)
        word = self._marks[0] if won else self._marks[1] if tied else ""
        right = x + wide - theme.mm(1.4)
        if word:
            right -= sketch.text(word, right, middle, "body", ink, align=1) + theme.mm(1)
        if won and column.look and right - left > theme.mm(4):
            size, foot = min(theme.mm(8), high * 0.7, right - left), theme.mm(ABOVE)
            up = 0.0
            if right - size < below:  # it stands above what the number is made of, not upon it
                size = min(size, high / 2)
                up = size / 2 - foot
            at = (right - size / 2, middle + up)
            self.won += (Won(column.look, seat, seat, (self.x + at[0], self.y + at[1]), size),)
            sketch.thing(
                Shape(form="piece", x=at[0], y=at[1], size=size, look=column.look, seat=seat)
            )
