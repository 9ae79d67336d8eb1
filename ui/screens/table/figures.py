"""What a match is told by in figures: a row for each seat, a column for each thing counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui import theme
from ui.canvas.art import Art
from ui.theme import TextRole, mm
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch, wrapped
from ui.widgets.text import width_of

COLUMNS = 4
"""How many are told at most."""

ROW = (5.4, 3.9)
"""Millimetres of a row: on a large screen, on a small one."""

NAMES = (0.25, 0.4)
"""The share of the width that the names have: at least, and while they are not whole."""

LARGE = 12.0
"""Millimetres of a row from which all of it is larger."""

GAP = 1.2
"""Millimetres between two headings beside each other, at least."""

LINES = 2
"""Of a heading."""

Column = tuple[str, Mapping[str, int]]
"""What was counted, and everybody's figure."""


class FigureTable(Drawn):
    """Drawn as large as it is given. names: of the seats, in the order of their rows."""

    def __init__(self, names: Mapping[str, str], columns: Sequence[Column]) -> None:
        self._names, self._columns = names, tuple(columns[:COLUMNS])
        super().__init__()

    @property
    def wanted(self) -> float:
        """Pixels of its height in which it can be read well."""
        return mm(ROW[theme.compact()] * len(self._names)) + self._heading() * 2.2

    def _heading(self) -> float:
        return theme.type_size("tiny" if theme.compact() else "small")

    def draw(self, sketch: Sketch) -> None:
        """The headings, then the rows; of high rows all is larger."""
        if self.width < mm(10) or not self._columns:
            return
        size, quiet = self._heading(), theme.colour("ink2")
        large = self.height - size * 2.2 > mm(LARGE) * len(self._names)
        size *= 1.25 if large else 1.0
        high = size * 2.2
        row = (self.height - high) / max(1, len(self._names))
        side = min(row * 0.72, mm(5.0 if large else 3.6))
        named, left = self._named(row, side, "number" if large else "body")
        middles, letters = self._spread(left, size)
        for (text, _), (x, wide) in zip(self._columns, middles, strict=True):
            lines = _heading_lines(text, wide, size, letters)
            for at, line in enumerate(lines):
                y = self.height - high / 2 + ((len(lines) - 1) / 2 - at) * letters * 1.1
                sketch.text(line, x, y, "small", quiet, wide, align=0.5, size=letters)
        ink = theme.colour("ink")
        for at, (seat, name) in enumerate(self._names.items()):
            y = self.height - high - (at + 0.5) * row
            sketch.look(theme.seat(seat).mark, side / 2, y, side, seat)
            if named:
                sketch.text(name, side + mm(1.2), y, "body", ink, size=named)
            letters = min(row * 0.8, theme.type_size("display" if large else "number"))
            for (_, figures), (x, wide) in zip(self._columns, middles, strict=True):
                said = str(figures.get(seat, 0))
                sketch.text(said, x, y, "number", ink, wide, align=0.5, size=letters)

    def _named(self, row: float, side: float, role: TextRole) -> tuple[float, float]:
        """The letters of the names, 0 where they find no room to be whole: on the podium beside it
        they stand with the same signs. And where the figures begin."""
        whole = min(row * 0.72, theme.type_size(role))
        beside = side + mm(2)
        widest = max((width_of(name, round(whole)) for name in self._names.values()), default=0)
        room = min(max(self.width * NAMES[0], widest + beside), self.width * NAMES[1]) - beside
        letters = int(min(whole, whole * room / max(1.0, widest)))
        if letters < theme.type_size("tiny"):
            return 0, beside
        return letters, room + beside

    def _spread(self, left: float, size: float) -> tuple[list[tuple[float, float]], float]:
        """The middle and the width of each column, as wide as its heading wants to be in two lines,
        and the letters of the headings: one size for all."""
        words = [_half(text, size) + mm(GAP) for text, _ in self._columns]
        share = min(1.0, (self.width - left) / sum(words))
        extra = (self.width - left - sum(words) * share) / len(words)
        found = []
        for word in words:
            wide = word * share + extra
            found.append((left + wide / 2, wide))
            left += wide
        letters = int(size * share)
        while letters > size / 2 and not self._in_two_lines(found, size, letters):
            letters -= 1  # whole pixels are wider than their share
        return found, letters

    def _in_two_lines(
        self, places: Sequence[tuple[float, float]], size: float, letters: float
    ) -> bool:
        columns = zip(self._columns, places, strict=True)
        return all(
            len(_heading_lines(text, wide, size, letters)) <= LINES
            for (text, _), (_, wide) in columns
        )


def _heading_lines(text: str, wide: float, size: float, letters: float) -> list[str]:
    return wrapped(text, wide - mm(GAP) * letters / size, letters, "plain")


def _half(text: str, size: float) -> float:
    """How wide a heading is in two lines, the wider of which is as short as it can be."""
    words = text.split()
    ways = [(words[:at], words[at:]) for at in range(len(words))]
    return min(
        (max(width_of(" ".join(part), round(size)) for part in way) for way in ways), default=0.0
    )


class BestPicture(Drawn):
    """Who made the best move, the sign of what was done, and the move in its sentences: as many
    of them as find room, the last ones first."""

    def __init__(self, seat: str, sign: str, said: Sequence[str], art: Art | None) -> None:
        self._seat, self._sign, self._said = seat, sign, tuple(said)
        super().__init__(art=art)

    def draw(self, sketch: Sketch) -> None:
        """The medal at the left, the sentences beside it."""
        if self.width < mm(20) or self.height < mm(3):
            return
        side = min(self.height, mm(13))
        sketch.medal(side / 2, self.height / 2, side, self._seat)
        if self._sign:
            x, y = side * 0.94, self.height / 2 - side * 0.26
            sketch.dot(x, y, side * 0.56, theme.colour("panel"))
            sketch.look(self._sign, x, y, side * 0.44, self._seat)
        left = side * 1.25 + mm(1)
        lines, size = self._lines(self.width - left - mm(0.8))
        for at, line in enumerate(lines):
            y = self.height / 2 + ((len(lines) - 1) / 2 - at) * size * 1.3
            sketch.text(line, left, y, "body", theme.colour("ink"), size=size)

    def _lines(self, wide: float) -> tuple[list[str], float]:
        least = theme.mm(theme.TYPE["tiny"][0])
        for first in range(len(self._said)):
            size = theme.type_size("body")
            while size >= least:
                lines = wrapped(" ".join(self._said[first:]), wide, size, "plain")
                if len(lines) * size * 1.3 <= self.height:
                    return lines, size
                size -= 1
        return wrapped(self._said[-1], wide, least, "plain")[:1], least
