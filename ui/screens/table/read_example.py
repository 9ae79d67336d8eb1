"""A board as it is printed, beside what is told of it: it grows with what is read, and what is told
now is marked in gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kivy.uix.widget import Widget

from companion.scene.guides import Board
from ui import theme
from ui.screens.table.read_parts import COIN, UNREAD
from ui.screens.table.read_values import Spot
from ui.theme import mm
from ui.widgets.sketch import Easel, Sketch, wrapped

SPACE, LEAST = (11.0, 7.0), 2.4
"""Millimetres of a space at most, on a small screen; where it would be smaller than the least
nothing is drawn."""

WORDS = 34.0
"""Millimetres of what is said beside it."""

Told = Mapping[str, tuple[int | str, ...]]


class Example(Widget):
    """The levels of a board from below, with their gold; what is not told yet is an outline.

    told: what was read of each level. spot: the number that is asked, None while spaces are
    touched. caption: what is said beside it.
    """

    def __init__(self, board: Board, told: Sequence[Told], spot: Spot | None, caption: str) -> None:
        super().__init__()
        self._names = [one.name for one in board.parts[0].parts]
        self._told, self._spot, self._caption = told, spot, caption
        self._easel = Easel(self.canvas)
        self.bind(size=self._draw, pos=self._move)

    def _draw(self, *_: object) -> None:
        sketch, spaces = Sketch(), self._spaces()
        across = 1 + max(spaces) + 1.2 * (len(self._names) - 1)
        room = self.width - mm(WORDS)
        step = min(
            mm(SPACE[theme.compact()]), (self.height - mm(2)) / len(spaces), room / max(1.0, across)
        )
        if step >= mm(LEAST):
            left = (self.width - step * across - mm(WORDS)) / 2
            for level, count in enumerate(spaces):
                self._level(sketch, level, count, (left + step * (1 + max(spaces) / 2), step))
            self._words(sketch, left + step * across + mm(3))
        self._easel.show(sketch)
        self._move()

    def _spaces(self) -> list[int]:
        """Of each level; until one was told a usual board is seen, and above what was told each
        has one less."""
        found = [int(one[self._names[0]][0]) for one in self._told]
        if found == [1] and self._spot is None:
            return [*UNREAD]
        while len(found) < len(UNREAD):
            found.append(max(1, found[-1] - 1))
        return found

    def _level(self, sketch: Sketch, level: int, count: int, at: tuple[float, float]) -> None:
        middle, step = at
        low, told = mm(1) + step * level, level < len(self._told)
        ink, gold = theme.colour("ink2"), theme.colour("gold")
        side, now = step * 0.86, self._now() == level
        read = int(self._told[level][self._names[0]][0]) if told else 0
        start = middle - step * (max(self._spaces()) / 2 + 0.6)
        sketch.text(str(level + 1), start, low + side / 2, "small", ink, align=0.5)
        for number in range(count):
            x = middle + step * (number - count / 2)
            asked, told = now and self._spot is None and number == read - 1, number < read
            face = ink if told else (0.0, 0.0, 0.0, 0.0)
            edge = gold if asked else None if told else (*ink[:3], 0.5)
            sketch.box(x, low, side, side, face, side * 0.16, edge, mm(0.6 if asked else 0.2))
        x = middle + step * (max(self._spaces()) / 2 + 0.6)
        for number, name in enumerate(self._names[1:] if read else ()):
            asked = now and self._spot is not None and self._spot.name == name
            self._coin(sketch, self._told[level][name], (x + 1.2 * step * number, low), step, asked)

    def _coin(
        self,
        sketch: Sketch,
        told: tuple[int | str, ...],
        at: tuple[float, float],
        step: float,
        asked: bool,
    ) -> None:
        (x, low), (gold, dark), side = at, COIN, step * 0.86
        y = low + side / 2
        face = gold if told else theme.mix(gold, theme.colour("panel"), 0.6)
        sketch.dot(x, y, side, face)
        if asked:
            sketch.dot(x, y, side + mm(1.6), theme.colour("gold"), mm(0.5))
        label, ink = (str(told[0]), dark) if told else ("?", theme.colour("ink"))
        sketch.text(label, x, y, "number", ink, side * 0.84, align=0.5, size=side * 0.6)

    def _now(self) -> int:
        """The level that is told now."""
        return self._spot.part if self._spot is not None else len(self._told) - 1

    def _words(self, sketch: Sketch, left: float) -> None:
        size = theme.type_size("body")
        lines = wrapped(self._caption, mm(WORDS), size, "plain")
        top = min(self.height, mm(1) + size * 1.28 * len(lines))
        for number, line in enumerate(lines):
            y = top - size * 1.28 * (number + 0.5)
            sketch.text(line, left, y, "body", theme.colour("ink"), mm(WORDS))

    def _move(self, *_: object) -> None:
        self._easel.move(self.x, self.y)
