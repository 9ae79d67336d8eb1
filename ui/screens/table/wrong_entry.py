"""Putting right what was entered wrongly in a turn: which of it, and what was meant instead."""

from __future__ import annotations

from functools import partial

from companion.kernel import Move
from ui.presenter.turns import Turn, TurnLine
from ui.session.open_match import OpenMatch
from ui.shell.controls import Column, Scroll, button
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine


class WrongEntrySheet(Sheet):
    """First which sentence is wrong, where there are several; then what was meant by it."""

    def __init__(self, page: Page, open_match: OpenMatch, turn: Turn) -> None:
        super().__init__(page)
        self.open_match = open_match
        self.presenter = open_match.presenter
        self._lines = [one for one in turn.lines if one.line in turn.standing and one.sentence]
        self._lines = [one for one in self._lines if one.how in ("", "exception")]
        self._one: TurnLine | None = self._lines[0] if len(self._lines) == 1 else None

    def fill(self) -> None:
        """The one question after the other."""
        say = self.presenter.phrasebook
        self.card.clear_widgets()
        column = Column()
        if self._one is None:
            self.card.add_widget(TextLine(text=say.say("label", "which_wrong"), role="title"))
            for one in self._lines:
                column.add_widget(button(one.done, partial(self._which, one), height=12))
        else:
            self.card.add_widget(TextLine(text=say.say("label", "was_meant"), role="title"))
            self.card.add_widget(Paragraph(text=self._one.done, ink="ink2"))
            for way in self.presenter.match.alternatives(self._one.line):
                act = partial(self._amend, *way)
                column.add_widget(button(self.presenter.move_sentence(*way), act, height=12))
            never = say.say("button", "never_happened")
            column.add_widget(button(never, self._amend, height=12))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "cancel"), self.page.close, height=11))

    def _which(self, one: TurnLine) -> None:
        self._one = one
        self.fill()

    def _amend(self, *moves: Move) -> None:
        assert self._one is not None
        line = self._one.line
        self.navigation.play(self.open_match)
        self.presenter.amend(line, *moves)
