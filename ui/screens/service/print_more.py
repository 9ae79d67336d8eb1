"""What else can be chosen for printing: sizes, the table, the printer's offset, single pieces."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

from kivy.uix.widget import Widget

from printables.paper import CARDS, LABELS, Cutting
from ui import theme
from ui.print_job import PrintJob
from ui.shell.controls import LOW, Column, Scroll, button, grid, row
from ui.shell.page import Page, Sheet
from ui.texts import decimal
from ui.widgets.text import Paragraph, TextLine

MOST_TABLES = 99
STEP = 0.5
"""Millimetres by which backs are moved with one touch."""

COPY = 13.0
"""Height of a button for a copy, in millimetres: two lines of a name, and which copy it is."""


class PrintMoreSheet(Sheet):
    """All that is seldom chosen, below each other."""

    def __init__(self, page: Page, job: PrintJob) -> None:
        super().__init__(page)
        self.job = job
        self._scroll: Scroll | None = None

    def fill(self) -> None:
        """Show the choices as they stand."""
        say, choice, offset = self.words, self.job.choice, self.job.offset
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "print_more"), role="title"))
        column = Column()
        if self.job.package.catalogue.pieces:
            only = say.say("notice", "print_only_all")
            if choice.only:
                only = say.say("notice", "print_only", {"count": len(choice.only)})
            pieces = button(say.say("label", "print_only"), self._pieces, detail=only)
            column.add_widget(pieces)
        self._values(column, "card", tuple(CARDS), choice.card)
        self._ways(column, "cutting", get_args(Cutting), choice.cutting, 3)
        self._ways(column, "pictures", ("no", "yes"), "yes" if choice.pictures else "no", 2)
        labels = tuple(LABELS.get(choice.paper, ()))
        if labels:
            self._values(column, "labels", labels, choice.labels or labels[0])
        self._steps(column, say.say("label", "print_table"), str(choice.table), self._table)
        column.add_widget(_heading(say.say("label", "print_offset")))
        for way, value in (("right", offset.right), ("down", offset.down)):
            shown = say.say("label", f"print_{way}", {"mm": decimal(f"{value:+.1f}", say.language)})
            self._steps(column, "", shown, partial(self._shift, way))
        column.add_widget(
            Paragraph(text=say.say("notice", "print_offset"), role="small", ink="ink2")
        )
        self._scroll = Scroll(column)
        self.card.add_widget(self._scroll)
        self._scroll.scroll_y = at
        self.card.add_widget(button(say.say("button", "done"), self.page.close, height=10))

    def _ways(
        self, column: Column, field: str, values: tuple[str, ...], now: str, across: int
    ) -> None:
        """What is chosen by a word."""
        column.add_widget(_heading(self.words.say("label", f"print_{field}")))
        ways = []
        for value in values:
            label = self.words.say(f"print_{field}", value)
            chosen = value == "yes" if field == "pictures" else value
            way = button(label, partial(self._choose, field, chosen), height=LOW)
            way.chosen = value == now
            ways.append(way)
        column.add_widget(grid(ways, 1 if theme.compact() else across, LOW))

    def _values(self, column: Column, field: str, values: tuple[str, ...], now: str) -> None:
        column.add_widget(_heading(self.words.say("label", f"print_{field}")))
        ways = []
        for value in values:
            size = decimal(value.replace("x", " × "), self.words.language)
            way = button(size, partial(self._choose, field, value), height=LOW)
            way.chosen = value == now
            ways.append(way)
        column.add_widget(grid(ways, 2, LOW))

    def _steps(self, column: Column, heading: str, shown: str, step: Callable[[int], None]) -> None:
        """A value between its less and its more."""
        if heading:
            column.add_widget(_heading(heading))
        parts: list[Widget] = [
            button("−", partial(step, -1), height=LOW, width=16),
            TextLine(text=shown, halign="center"),
            button("+", partial(step, 1), height=LOW, width=16),
        ]
        column.add_widget(row(parts, LOW))

    def _choose(self, field: str, value: object) -> None:
        self.job.choose(**{field: value})
        self.navigation.soon()

    def _table(self, step: int) -> None:
        to = min(MOST_TABLES, max(1, self.job.choice.table + step))
        if to == self.job.choice.table:
            return self.page.say(self.words.say("notice", "no_further"))
        self.job.choose(table=to)
        self.navigation.soon()

    def _shift(self, way: str, step: int) -> None:
        by, before = step * STEP, self.job.offset
        self.job.shift(*((by, 0.0) if way == "right" else (0.0, by)))
        if self.job.offset == before:
            self.page.say(self.words.say("notice", "no_further"))
        self.navigation.soon()

    def _pieces(self) -> None:
        self.page.open(PiecesSheet(self.page, self.job))


class PiecesSheet(Sheet):
    """Which pieces are printed, each copy for itself: for the one slip that was lost."""

    def __init__(self, page: Page, job: PrintJob) -> None:
        super().__init__(page)
        self.job = job
        self._group = job.package.catalogue.pieces[0].group
        self._scroll: Scroll | None = None

    def fill(self) -> None:
        """Show the kinds of pieces, and the copies of one kind."""
        say, order = self.words, self.job.order(self.session.language)
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "print_only"), role="title"))
        groups = order.groups(order.catalogue.pieces)
        kinds = []
        for name in groups:
            kind = button(order.words.say("prints", name), partial(self._show, name), height=LOW)
            kind.chosen = name == self._group
            kinds.append(kind)
        copies = []
        for piece in groups[self._group]:
            for one in piece.each():
                label = order.say("slip_copy", copy=one.copy, copies=piece.copies)
                made = button(
                    order.name(piece.token),
                    partial(self._pick, one.short),
                    detail=label if piece.copies > 1 else "",
                    height=COPY,
                )
                made.chosen = one.short in self.job.choice.only
                copies.append(made)
        across = 2 if self.page.width < theme.mm(110) else 3
        both = Column()
        both.add_widget(grid(kinds, across, LOW))
        both.add_widget(_heading(order.words.say("prints", self._group)))
        both.add_widget(grid(copies, across, COPY))
        self._scroll = Scroll(both)
        self.card.add_widget(self._scroll)
        self._scroll.scroll_y = at
        every = button(say.say("button", "print_all"), self._all, height=LOW)
        every.chosen = not self.job.choice.only
        done = button(say.say("button", "done"), self._done, role="bright", height=LOW)
        self.card.add_widget(row([every, done], LOW))

    def _show(self, group: str) -> None:
        self._group, self._scroll = group, None
        self.fill()

    def _pick(self, short: str) -> None:
        self.job.pick(short)
        self.navigation.soon()

    def _all(self) -> None:
        self.job.choose(only=frozenset())
        self.navigation.soon()

    def _done(self) -> None:
        self.page.open(PrintMoreSheet(self.page, self.job))


def _heading(text: str) -> TextLine:
    return TextLine(text=text, role="small", ink="ink2")
