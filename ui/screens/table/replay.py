"""Looking back: a match, line by line and event by event, each with its rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.table import Pressed, Signal, Turned
from ui import theme
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.screens.table.cited import cited
from ui.screens.table.replay_model import Moment, ReplayLine, lines_of
from ui.screens.table.rules import rule_lines
from ui.shell.controls import Card, Column, Scroll, button, row
from ui.shell.split_page import SplitPage
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.instruments import SeatMark, SeatPanel
from ui.widgets.loupe import Loupe
from ui.widgets.text import Paragraph, TextLine

WAY = 11.5
"""Millimetres: height of a button with an arrow and a word."""


class Replay(SplitPage):
    """Nothing can be changed here.

    heading: what is looked at. back: where the button in the header leads. at: the line that is
    shown first; the first of its moments.
    """

    wide, narrow = 82.0, 64.0
    low = 0.42

    def __init__(
        self,
        navigation: Navigation,
        presenter: Presenter,
        heading: str,
        back: Callable[[], None],
        at: int = 0,
    ) -> None:
        super().__init__(navigation)
        self.presenter = presenter
        self._heading, self._back = heading, back
        self.lines: tuple[ReplayLine, ...] = lines_of(presenter.match)
        self.at = max(0, min(at, len(self.lines) - 1))
        self.part = 0
        self.rule_shown = False
        self._seen: tuple[Any, Any] | None = None
        art = navigation.art(presenter.package)
        self.board = Board(art=art, names=self._names, codes=True)
        self.side = Card("panel")
        for widget in (self.board, Loupe(self.board), self.side):
            self.add_widget(widget)

    # Where it stands

    @property
    def moment(self) -> Moment:
        """What is shown now."""
        return self.lines[self.at].moments[self.part]

    def title(self) -> str:
        """What is looked at."""
        return self.words.say("label", self._heading)

    def left(self) -> None:
        """Back to where it was opened."""
        self._back()

    def step(self, by: int) -> None:
        """One event on (1) or back (-1), over the lines."""
        part = self.part + by
        if 0 <= part < len(self.lines[self.at].moments):
            self.part = part
        elif 0 <= self.at + by < len(self.lines):
            self.at += by
            self.part = 0 if by > 0 else len(self.lines[self.at].moments) - 1
        self.navigation.refresh()

    def jump(self, by: int) -> None:
        """A whole line on or back; as far as there are any."""
        self.at = max(0, min(self.at + by, len(self.lines) - 1))
        self.part = 0 if by < 0 else len(self.lines[self.at].moments) - 1
        self.navigation.refresh()

    def signal(self, signal: Signal) -> None:
        """Dial and buttons step, too."""
        if isinstance(signal, Turned):
            self.step(1 if signal.steps > 0 else -1)
        elif isinstance(signal, Pressed) and signal.role == "confirm":
            self.step(1)
        else:
            super().signal(signal)

    # What is shown

    def _names(self, text: str, values: dict[str, object]) -> str:
        return self.presenter.words(text, values, self.presenter.phrasebook_of(self.moment.view))

    def fill(self) -> None:
        """Show this moment."""
        self.presenter.language = self.session.language
        seen = (self.moment.view, self.presenter.language)
        if self._seen is None or seen != self._seen:
            self._seen = seen
            self.board.names = lambda text, values: self._names(text, values)
            self.board.scene = self.presenter.package.scene(self.moment.view)
        self.side.clear_widgets()
        line = self.lines[self.at]
        top: list[Widget] = []
        if line.by in self.presenter.match.seats:
            mark = SeatMark(seat=line.by)
            mark.size_hint, mark.size = (None, None), (theme.mm(6), theme.mm(6))
            top.append(mark)
        values = {"number": self.at, "count": len(self.lines) - 1}
        text = TextLine(text=self.words.say("label", "step_of", values), role="strong")
        top.append(text)
        self.side.add_widget(row(top, 6.5))
        self.side.add_widget(Scroll(self._sentences(line)))
        for buttons in self._ways():
            self.side.add_widget(buttons)

    def _sentences(self, line: ReplayLine) -> Column:
        """All that the line tells; what is shown now stands out, with its rule if wanted."""
        column = Column(spacing=theme.mm(1.4))
        happened = [one for one in line.moments if one.event is not None]
        if not happened:
            for sentence in line.sentences(self.presenter.language):
                column.add_widget(Paragraph(text=sentence))
        for moment in happened:
            now = moment is self.moment
            assert moment.event is not None
            say = self.presenter.phrasebook_of(moment.view)
            text = Paragraph(
                text=say.event(moment.event),
                role="strong" if now else "body",
                ink="gold_text" if now else "ink2",
            )
            column.add_widget(text)
            if now and self.rule_shown:
                self._add_rule(column, moment.event.rule)
        if self.width > self.height and not theme.compact():
            for panel in self.presenter.package.scene(self.moment.view).panels:
                if panel.seat == line.by:
                    say = self.presenter.phrasebook_of(self.moment.view)
                    column.add_widget(
                        SeatPanel(
                            seat=panel.seat,
                            name=say.name(panel.seat),
                            instruments=panel.instruments,
                            art=self.board.art,
                            names=self._names,
                        )
                    )
        return column

    def _add_rule(self, column: Column, clause: str) -> None:
        say = self.presenter.phrasebook
        if say.rule(clause):
            where = cited(self.session, self.presenter)
            for part in rule_lines(where, clause, self.presenter.game.rulebook[clause].number):
                column.add_widget(part)
        else:
            text = say.say("notice", "no_rule")
            column.add_widget(Paragraph(text=text, role="body", ink="ink2"))

    def _ways(self) -> list[Widget]:
        say, end = self.words, len(self.lines) - 1
        first = self.at == 0 and self.part == 0
        last = self.at == end and self.part == len(self.lines[end].moments) - 1
        rule_key = "reasons_hide" if self.rule_shown else "show_rule"
        has_rule = self.moment.event is not None
        on = self._way("▶", "sentence_on", partial(self.step, 1), not last)
        on.role = "bright"
        self.bright = on
        back = self._way("◀", "sentence_back", partial(self.step, -1), not first)
        far = len(self.lines)
        jumps = [
            self._way("«", "to_start", partial(self.jump, -far), self.at > 0),
            self._way("‹", "step_back", partial(self.jump, -1), self.at > 0),
            self._way("›", "step_on", partial(self.jump, 1), self.at < end),
            self._way("»", "to_end", partial(self.jump, far), not last),
        ]
        return [
            button(say.say("button", rule_key), self._turn, offered=has_rule, height=10.5),
            row([back, on], WAY),
            row(jumps, WAY),
        ]

    def _way(self, sign: str, key: str, act: Callable[[], None], offered: bool) -> ActionButton:
        """A button with an arrow, and how far it leads."""
        far = self.words.say("button_detail", key)
        made = button(sign, act, detail=far, offered=offered, height=WAY)
        made.size_hint_min_x = theme.mm(theme.TOUCH)  # four side by side on a small screen
        return made

    def _turn(self) -> None:
        self.rule_shown = not self.rule_shown
        self.fill()
        self.arrange()
