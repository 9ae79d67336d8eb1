"""The log: every line of the match with how it stands now, and what can be done about one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from kivy.uix.widget import Widget

from companion.kernel import Move, Rulebook
from companion.match.entries import Played
from companion.match.lines import Line, Status
from ui import theme
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Card, Column, Scroll, button, row
from ui.shell.page import Sheet
from ui.widgets.text import Paragraph, TextLine

_INK: dict[Status, str] = {
    "overruled": "gold_text",
    "marked": "gold_text",
    "illegal": "red_text",
    "left out": "red_text",
    "refused": "red_text",
    "struck": "ink2",
    "amended": "ink2",
    "unjudged": "gold_text",
    "noted": "ink2",
}
"""Colour roles of lines that do not simply stand."""

AT_ONCE = 6
"""Lines on one page."""


class LogSheet(Sheet):
    """The newest lines first to be seen; a touched line can be gone back to, or put right."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self.presenter = page.presenter
        self._lines = self.presenter.match.lines()
        self._to = len(self._lines)
        self._chosen = 0
        self._wrong = False

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """Nearly all there is."""
        return min(width - theme.mm(4), theme.mm(190)), height - theme.mm(3)

    def fill(self) -> None:
        """Show one page of lines."""
        say = self.presenter.phrasebook
        self._lines = self.presenter.match.lines()
        self.card.clear_widgets()
        if self._wrong:
            self._ask_meant()
            return
        first = max(0, self._to - AT_ONCE)
        later = self._to < len(self._lines)
        turn = [
            TextLine(text=say.say("label", "log"), role="title", pos_hint={"center_y": 0.5}),
            button("▲", self._earlier, offered=first > 0, width=14, height=theme.TOUCH),
            button("▼", self._later, offered=later, width=14, height=theme.TOUCH),
        ]
        self.card.add_widget(row(turn, theme.TOUCH))
        column = Column(spacing=theme.mm(1))
        for line in self._lines[first : self._to]:
            column.add_widget(_Row(self, line))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(row(self._ways(), 11))

    def _ways(self) -> list[Widget]:
        say = self.presenter.phrasebook
        chosen = next((one for one in self._lines if one.entry.number == self._chosen), None)
        stands = chosen is not None and isinstance(chosen.entry, Played)
        stands = stands and chosen is not None and chosen.status not in ("struck", "amended")
        return [
            button(say.say("button", "back_to_here"), self._back_to, offered=stands, height=11),
            button(say.say("button", "entered_wrongly"), self._meant, offered=stands, height=11),
            button(say.say("button", "close"), self.page.close, height=11),
        ]

    def choose(self, number: int) -> None:
        """A line was touched."""
        self._chosen = number
        self.fill()

    @property
    def chosen(self) -> int:
        """The number of the chosen line, 0 for none."""
        return self._chosen

    def _earlier(self) -> None:
        self._to = max(min(AT_ONCE, len(self._lines)), self._to - AT_ONCE)
        self.fill()

    def _later(self) -> None:
        self._to = min(len(self._lines), self._to + AT_ONCE)
        self.fill()

    def _stands(self) -> bool:
        return any(one.entry.number == self._chosen for one in self._lines)

    def _back_to(self) -> None:
        if self._stands():
            number = self._chosen
            self.page.close()
            self.presenter.back_to(number)

    def _meant(self) -> None:
        if self._stands():
            self._wrong = True
            self.fill()

    def _ask_meant(self) -> None:
        """What was meant by the chosen line?"""
        say, match = self.presenter.phrasebook, self.presenter.match
        told = next(one.entry for one in self._lines if one.entry.number == self._chosen)
        heading = say.say("label", "was_meant", {"number": self._chosen})
        self.card.add_widget(TextLine(text=heading, role="title"))
        was = " ".join(told.sentences.get(self.presenter.language, ()))
        self.card.add_widget(Paragraph(text=was, ink="ink2"))
        column = Column()
        for way in match.alternatives(self._chosen):
            act = partial(self._amend, *way)
            column.add_widget(button(self.presenter.move_sentence(*way), act, height=11))
        column.add_widget(button(say.say("button", "never_happened"), self._amend, height=11))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(
            button(say.say("button", "cancel"), self._no, role="danger", height=11)
        )

    def _amend(self, *moves: Move) -> None:
        number = self._chosen
        self.page.close()
        self.presenter.amend(number, *moves)

    def _no(self) -> None:
        self._wrong = False
        self.fill()


class _Row(Card):
    """One line of the log; a touch chooses it."""

    def __init__(self, sheet: LogSheet, line: Line) -> None:
        chosen = line.entry.number == sheet.chosen
        super().__init__(
            "panel2",
            "chosen" if chosen else "",
            orientation="horizontal",
            size_hint_y=None,
            padding=theme.mm(1.4),
        )
        say, language = sheet.presenter.phrasebook, sheet.presenter.language
        ink = _INK.get(line.status, "ink")
        number = TextLine(text=str(line.entry.number), role="small", ink="ink2")
        number.size_hint_x, number.width = None, theme.mm(8)
        text = " ".join(line.entry.sentences.get(language, ()))
        self._text = Paragraph(text=text, ink=ink)
        for widget in (number, self._text):
            widget.pos_hint = {"center_y": 0.5}
            self.add_widget(widget)
        key = line.status.replace(" ", "_")
        if say.has("status", key):
            numbers = _numbers(sheet.presenter.game.rulebook, line.faults)
            text = " ".join((say.say("status", key), *numbers))
            status = TextLine(text=text, role="small", ink=ink)
            status.size_hint_x, status.width = None, theme.mm(30)
            status.pos_hint = {"center_y": 0.5}
            self.add_widget(status)
        self._text.bind(height=self._grow)
        self._grow()
        self._touched = partial(sheet.choose, line.entry.number)

    def _grow(self, *_: object) -> None:
        self.height = max(theme.mm(theme.TOUCH), self._text.height + 2 * theme.mm(1.4))

    def on_touch_up(self, touch: object) -> bool:
        """Choose the line, unless the list was moved."""
        position = getattr(touch, "pos", (0, 0))
        start = getattr(touch, "opos", (0, 0))
        still = abs(position[1] - start[1]) < theme.mm(3)
        if still and self.collide_point(*position):
            self._touched()
            return True
        return bool(super().on_touch_up(touch))


def _numbers(book: Rulebook, clauses: Iterable[str]) -> list[str]:
    """Of the rules that clauses belong to; facts have none, nor has what this version lacks."""
    known = (book[clause] for clause in clauses if clause in book)
    return list(dict.fromkeys(one.number for one in known if one.strength != "fact"))
