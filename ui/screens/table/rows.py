"""What everybody is asked at once: a row for each in the place of the board, beside their cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.scene import Shape
from ui import theme
from ui.canvas.art import Art
from ui.canvas.outlines import CARD
from ui.screens.table.zones import Box
from ui.shell.controls import Ground, keep, set_bounds
from ui.widgets.button import ActionButton
from ui.widgets.instruments import SeatMark
from ui.widgets.pieces import MOST, Drawn, PieceRow, Pieces
from ui.widgets.sketch import Sketch
from ui.widgets.text import TextLine

LINE = 4.2
"""Millimetres of the line of words in a row, and of the names of columns, at least."""

SIGN = 6.0
"""Millimetres of the mark of a seat, where its card does not stand beside the row."""

TEN, FIVE = 10, 5
"""Numbers side by side, and on a small screen, where the next five are a touch away."""

TALL = 6.6
"""Millimetres of that line where things stand in it."""

PRIVATE = 16.0
"""Millimetres of what is told in private."""

WIDEST = 16.0
"""Millimetres of a key at most."""


@dataclass(frozen=True)
class Line:
    """One row.

    seat: whose.
    words: what it says.
    asks: whether that asks for something.
    open: whether it is still asked.
    values: by column what was told, None for nothing.
    offered: numbers that can be told.
    button: what a touch begins that is told elsewhere, "" for nothing.
    secretly: what is told in private instead, "" for nothing.
    secret: that was told.
    cards: what was told, as it is printed on them.
    """

    seat: str
    words: str
    asks: bool = False
    open: bool = True
    values: tuple[int | None, ...] = ()
    offered: tuple[int, ...] = ()
    button: str = ""
    secretly: str = ""
    secret: bool = False
    cards: tuple[tuple[Shape, ...], ...] = ()


@dataclass(frozen=True)
class Sheet:
    """All rows. form: how they are told. columns: their names, "" for none. look: of what is
    counted, "" for none."""

    form: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    look: str = ""


class Key(ActionButton):
    """A number, a step of one, or a cell. line: in which row and column it stands."""

    def __init__(self, act: Callable[[], None], line: str) -> None:
        super().__init__(label="", terse=True, size_hint=(None, None))
        self.line = line
        self.bind(on_press=lambda *_: act())


class Cards(Drawn):
    """Cards side by side, with all that is printed on them."""

    cards = ObjectProperty(())
    drawn_by = ("cards",)

    def draw(self, sketch: Sketch) -> None:
        """All of them from the left, as large as they fit."""
        count = max(1, len(self.cards))
        each = min(self.height / CARD, self.width / count - theme.mm(1))
        for number, card in enumerate(self.cards):
            sketch.card(card, number * (each + theme.mm(1)), 0, each, self.height)


class Rows(Ground):
    """A row for each seat. tell: gets seat, column and number; toggle: seat and column; start:
    the seat that is told of elsewhere; hide: the seat that tells in private."""

    def __init__(
        self,
        art: Art,
        tell: Callable[[str, int, int], None],
        toggle: Callable[[str, int], None],
        start: Callable[[str], None],
        hide: Callable[[str], None],
    ) -> None:
        super().__init__(size_hint=(None, None))
        self._art, self._tell, self._toggle = art, tell, toggle
        self._start, self._hide = start, hide
        self._sheet: Sheet | None = None
        self._places: tuple[Box, ...] = ()
        self._signs = False
        self._page: dict[str, int] = {}  # of the numbers, by seat

    def show(self, sheet: Sheet | None) -> None:
        """Show these rows; None for nothing."""
        if sheet is None:
            self._page = {}
        self.lie(there=sheet is not None)
        if sheet == self._sheet:
            return
        self._sheet = sheet
        self._lay_rows()

    def stand(self, zone: Box, places: tuple[Box, ...], *, signs: bool) -> None:
        """Stand in a zone. places: of the rows. signs: each begins with the mark of its seat."""
        set_bounds(self, *zone)
        self._places, self._signs = places, signs
        self._lay_rows()

    def _lay_rows(self) -> None:
        parts: list[Widget] = []
        if self._sheet is not None and self._places:
            named = self._sheet.form in ("winners", "order")
            for number, line in enumerate(self._sheet.lines):
                parts += self._row(line, self._places[number], named and number == 0)
        keep(self, parts)

    def _row(self, line: Line, box: Box, named: bool) -> list[Widget]:
        """The parts of a row. named: the columns are named above it."""
        x, y, wide, high = box
        parts: list[Widget] = []
        if self._signs:
            side = theme.mm(SIGN)
            mark = SeatMark(seat=line.seat, size_hint=(None, None))
            set_bounds(mark, x, y + (high - side) / 2, side, side)
            parts.append(mark)
            x, wide = x + side + theme.mm(1), wide - side - theme.mm(1)
        assert self._sheet is not None
        if self._sheet.form in ("winners", "order"):
            return parts + self._cells(line, (x, y, wide, high), named)
        if line.cards:
            shown = Cards(cards=line.cards, art=self._art)
            set_bounds(shown, x, y + high * 0.04, wide, high * 0.92)
            return [*parts, shown]
        room_for = max(theme.mm(TALL), _line()) if self._sheet.look else _line()
        low = min(room_for, _line() if high < theme.mm(theme.TOUCH) + room_for else high)
        low = low if high >= theme.mm(theme.TOUCH) + low else 0.0
        if self._signs and line.open and self._sheet.form == "numbers":
            low = 0.0  # the names of the columns stand there, and the mark says whose it is
        if line.secretly:
            # A picture alone lies beside the numbers, as high as they; words take the whole row.
            beside = high - low if theme.compact() else high
            parts.append(self._private(line, (x, y, wide, beside)))
            wide -= parts[-1].width + theme.mm(1)
        head = y + high - low  # whose it is stands above what is touched, as over any list
        counted = self._counted(line, (x, head, wide, low)) if low else None
        if counted is not None:
            parts.append(counted)
        if low or not line.open:
            after = counted.width + theme.mm(1) if counted is not None else 0.0
            words = TextLine(text=line.words, role="body", ink="gold_text" if line.asks else "ink2")
            words.width = wide - after  # as large as it can be there, before its height is asked
            words.texture_update()
            foot, room_up = (head, low) if line.open else (y, high)
            up = foot + (room_up - words.texture_size[1]) / 2
            up = min(up, y + high - words.texture_size[1])  # large letters go down, not out
            set_bounds(words, x + after, up, wide - after, words.texture_size[1])
            parts.append(words)
        if not line.open:
            return parts
        room = (x, y, wide, high - low)
        if self._sheet.form == "number":
            return parts + self._numbers(line, room)
        if self._sheet.form == "numbers":
            return parts + self._steppers(line, room)
        return parts + self._button(line, room)

    def _counted(self, line: Line, room: Box) -> Widget | None:
        """As many of what is counted as were told."""
        assert self._sheet is not None
        count = line.values[0] if line.values else None
        x, y, wide, high = room
        if not (self._sheet.look and count) or high < theme.mm(TALL):
            return None
        each = high * 0.8
        made = PieceRow(pieces=(Pieces(self._sheet.look, count, line.seat),), art=self._art)
        set_bounds(made, x, y, min(wide * 0.5, each * 1.15 * min(count, MOST)), high)
        return made

    def _private(self, line: Line, room: Box) -> Key:
        """What is told in private, at the right end of a row; a picture where there is no room."""
        x, y, wide, high = room
        key = Key(partial(self._hide, line.seat), line.seat)
        key.art = self._art
        key.label = "" if theme.compact() else line.secretly
        key.look, key.role = "sign-enter_secretly", "gold" if line.secret else "plain"
        side = theme.mm(theme.TOUCH + 0.4 if theme.compact() else PRIVATE)
        set_bounds(key, x + wide - side, y, side, high)
        return key

    def _numbers(self, line: Line, room: Box) -> list[Widget]:
        """A key for each number; on a small screen the last turns to the next five, where there is
        more than one: else it is that number itself."""
        x, y, wide, high = room
        most = FIVE if theme.compact() else TEN
        first = self._page.get(line.seat, 0) * most
        largest = max(line.offered, default=0)
        more = most < TEN or largest >= TEN  # of which the place is kept
        gap = theme.mm(1)
        count = most + more
        each = min((wide - gap * (count - 1)) / count, theme.mm(WIDEST))
        made: list[Widget] = []
        for at in range(most + (largest == most)):
            value = first + at
            key = Key(partial(self._tell, line.seat, 0, value), line.seat)
            key.label, key.large = str(value), True
            key.offered = value in line.offered
            key.chosen = value in line.values
            key.role = "gold" if key.chosen else "plain"
            set_bounds(key, x + at * (each + gap), y, each, high)
            made.append(key)
        if largest > most:
            key = Key(partial(self._turn, line, most), line.seat)
            key.label = _further(first, most, largest)
            set_bounds(key, x + most * (each + gap), y, each, high)
            made.append(key)
        return made

    def _turn(self, line: Line, most: int) -> None:
        pages = -(-(max(line.offered, default=0) + 1) // most)
        self._page[line.seat] = (self._page.get(line.seat, 0) + 1) % max(1, pages)
        self._lay_rows()

    def _steppers(self, line: Line, room: Box) -> list[Widget]:
        """For each column its name, one less, the number, one more."""
        x, y, wide, high = room
        assert self._sheet is not None
        gap, side = theme.mm(1 if theme.compact() else 4), theme.mm(theme.TOUCH + 0.2)
        each = (wide - gap * (len(self._sheet.columns) - 1)) / len(self._sheet.columns)
        top = min(_line(), high - side)
        made: list[Widget] = []
        for column, name in enumerate(self._sheet.columns):
            left, value = x + column * (each + gap), line.values[column] or 0
            told = line.values[column] is not None
            if top > _line() * 0.9:
                text = TextLine(text=name, role="small", ink="ink2", halign="center")
                set_bounds(text, left, y + high - top, each, top)
                made.append(text)
            for step, at in ((-1, left), (1, left + each - side)):
                to = max(0, value + step)
                key = Key(partial(self._tell, line.seat, column, to), f"{line.seat} {column}")
                key.label, key.large = "−" if step < 0 else "+", True
                key.offered = value + step >= 0
                set_bounds(key, at, y, side, high - max(top, 0))
                made.append(key)
            number = TextLine(
                text=str(value), role="title", ink="ink" if told else "ink2", halign="center"
            )
            number.texture_update()
            middle = y + (high - max(top, 0) - number.texture_size[1]) / 2
            set_bounds(number, left + side, middle, each - 2 * side, number.texture_size[1])
            made.append(number)
        return made

    def _button(self, line: Line, room: Box) -> list[Widget]:
        if not line.button:
            return []
        x, y, wide, high = room
        key = Key(partial(self._start, line.seat), line.seat)
        key.label, key.look, key.art = line.button, "sign-turn_up", self._art
        set_bounds(key, x, y, min(wide, theme.mm(52)), high)
        return [key]

    def _cells(self, line: Line, box: Box, named: bool) -> list[Widget]:
        """A cell in each column: gold where it was touched, numbered where the order counts."""
        x, y, wide, high = box
        assert self._sheet is not None
        gap = theme.mm(1.4)
        each = (wide - gap * (len(self._sheet.columns) - 1)) / len(self._sheet.columns)
        top = _line() if high >= theme.mm(theme.TOUCH) + _line() else 0.0
        made: list[Widget] = []
        for column, name in enumerate(self._sheet.columns):
            left, value = x + column * (each + gap), line.values[column]
            key = Key(partial(self._toggle, line.seat, column), f"{line.seat} {column}")
            ordered = self._sheet.form == "order" and value is not None
            key.label = str(value) if ordered else line.words
            key.large = ordered
            key.role = "gold" if value is not None else "plain"
            set_bounds(key, left, y, each, high - top)
            made.append(key)
            if named and top:
                text = TextLine(text=name, role="small", ink="ink2", halign="center")
                set_bounds(text, left, y + high - top, each, top)
                made.append(text)
        return made


def _further(first: int, most: int, largest: int) -> str:
    """What the key says that turns to the numbers after those from ``first`` on, ``most`` at a
    time, and after the ``largest`` back to the first ones: which they are, for "+5" would add."""
    least = 0 if first + most > largest else first + most
    return f"{least}–{min(least + most - 1, largest)}"


def _line() -> float:
    """Pixels of such a line, which grows with the letters."""
    return max(theme.mm(LINE), theme.type_size("small") * 1.4)
