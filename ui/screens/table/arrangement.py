"""Where the parts of the table stand, and which of them are there at the moment."""

from kivy.uix.widget import Widget

from ui import theme
from ui.presenter import Picker
from ui.screens.table.bar import Bar
from ui.screens.table.panels import People, Prompt, Tabs, Turn
from ui.screens.table.picking import PickerArea
from ui.screens.table.table_page import TablePage
from ui.session.settings import Side
from ui.shell.controls import set_bounds
from ui.widgets.board import Board
from ui.widgets.pickers import FEW

LEFT, RIGHT, NARROW, WIDER = 50.0, 47.0, 46.0, 66.0
"""Millimetres: the people, this turn, and the one side panel of a small screen; a side panel while
something must be picked or answered there."""


DEGREES: dict[Side, float] = {"front": 0.0, "right": 90.0, "back": 180.0, "left": -90.0}
"""How what is said is turned for those who sit at a side, against the clock."""


class Arrangement:
    """Three columns; on a small screen two; upright the board above all else.

    page: on which they stand. tabs: what shares the one side column of a small screen. picker:
    what can be picked from now.
    """

    def __init__(
        self,
        page: TablePage,
        board: Board,
        people: People,
        turn: Turn,
        prompt: Prompt,
        bar: Bar,
        area: PickerArea,
        tabs: Tabs | None,
    ) -> None:
        self._page = page
        self.board, self.people, self.turn = board, people, turn
        self.prompt, self.bar, self.area = prompt, bar, area
        self._tabs = tabs
        self.picker: Picker | None = None

    def choose(self) -> None:
        """Take away what has no place at the moment, and bring back what has."""
        self._there(self.area, self.picker is not None)
        if self._tabs is None:
            self._there(self.turn, not self.aside)
            return
        for part in (self.bar, self.prompt):
            self._there(part, not self.beside)
        self._there(self._tabs, not self.beside and self.picker is None)

    def _there(self, part: Widget, wanted: bool) -> None:
        """Whether a part is on the screen now; a sheet stays above it."""
        if wanted and part.parent is None:
            self._page.add_widget(part, index=0 if self._page.sheet is None else 1)
        elif not wanted and part.parent is not None:
            self._page.remove_widget(part)

    @property
    def beside(self) -> bool:
        """Whether an answer stands in the column beside the board, in place of all else there."""
        page = self._page
        return self._tabs is not None and page.sheet is not None and not page.sheet.modal

    @property
    def aside(self) -> bool:
        """Whether there is so much to pick from that it stands beside the board, in place of this
        turn."""
        picker = self.picker if self._tabs is None else None
        return picker is not None and picker.form != "number" and len(picker.choices) > FEW

    @property
    def _low(self) -> float:
        return theme.tall(11.0 if theme.compact() else 13.0)

    def arrange(self) -> None:
        """Three columns; on a small screen two; upright the board above."""
        page = self._page
        edge, gap = theme.mm(2.0), theme.mm(theme.GAP)
        left, right = page.x + edge, page.right - edge
        bottom = page.y + edge
        if not self.beside:
            set_bounds(self.bar, left, bottom, right - left, self._low)
            bottom += self._low + gap
        top = page.body[1] + page.body[3] - gap
        if page.height > page.width:
            self._upright(left, right, bottom, top)
        elif self._tabs is not None:
            picking = self.area.parent is not None
            wide = theme.mm(WIDER if picking or self.beside else NARROW)
            low = self._ask(left, top, wide)
            below = self.area if picking else self._tabs
            set_bounds(below, left, bottom, wide, max(1, low - bottom))
            self._table(left + wide + gap, right, bottom, top)
        else:
            people, turn = theme.mm(LEFT), theme.mm(WIDER if self.aside else RIGHT)
            set_bounds(self.people, left, bottom, people, top - bottom)
            low = self._ask(right - turn, top, turn)
            below = self.area if self.aside else self.turn
            set_bounds(below, right - turn, bottom, turn, low - bottom)
            self._table(left + people + gap, right - turn - gap, bottom, top)

    def _upright(self, left: float, right: float, bottom: float, top: float) -> None:
        gap = theme.mm(theme.GAP)
        half = (right - left - gap) / 2
        low = (top - bottom) * 0.45
        set_bounds(self.people, left, bottom, half, low)
        end = self._ask(right - half, bottom + low, half)
        below = self.area if self.aside else self.turn
        set_bounds(below, right - half, bottom, half, end - bottom)
        self._table(left, right, bottom + low + gap, top)

    def _ask(self, left: float, top: float, width: float) -> float:
        """The prompt, and where the next thing below may end. Turned to the left or right it
        stands beside the board instead."""
        page = self._page
        self.prompt.turn(page.degrees)
        if page.degrees % 180:
            return top
        high = self.prompt.high(width)
        set_bounds(self.prompt, left, top - high, width, high)
        return top - high - theme.mm(theme.GAP)

    def _table(self, left: float, right: float, bottom: float, top: float) -> None:
        """The board; while a few things are to be picked from it makes room below for them."""
        page = self._page
        gap = theme.mm(theme.GAP)
        if page.degrees % 180 and self.prompt.parent is not None:
            long = min(top - bottom, theme.mm(90))
            thick = self.prompt.high(long)
            x = right - thick if page.degrees == DEGREES["right"] else left
            middle = (x + thick / 2, (bottom + top) / 2)
            set_bounds(self.prompt, middle[0] - long / 2, middle[1] - thick / 2, long, thick)
            left, right = (left, x - gap) if x > left else (left + thick + gap, right)
        if self.area.parent is not None and self._tabs is None and not self.aside:
            high = min(self.area.high(right - left), (top - bottom) * 0.62)
            set_bounds(self.area, left, bottom, right - left, high)
            bottom += high + gap
        set_bounds(self.board, left, bottom, right - left, max(1, top - bottom))

    def sheet_area(self) -> tuple[float, float, float, float]:
        """Lower sheets lie over the board and this turn, turned to the left or right over the
        panel there, on a small screen beside the board; others over everything but the header."""
        page = self._page
        left, bottom, wide, high = page.body
        if self.beside:
            edge = theme.mm(2.0)
            return left + edge, bottom + edge, theme.mm(WIDER), high - edge - theme.mm(theme.GAP)
        if page.sheet is not None and not page.sheet.modal:
            edge = theme.mm(2.0)
            over = left + edge
            if not (theme.compact() or page.degrees % 180) and page.width > page.height:
                over = self.board.x
            low = bottom + edge + self._low + theme.mm(theme.GAP)
            return over, low, page.right - edge - over, high - (low - bottom) - theme.mm(1)
        return left, bottom, wide, high
