"""What can be done now: every kind of move that is asked for, with what it still lacks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui import theme
from ui.desk import Action
from ui.screens.page import Sheet
from ui.screens.parts import Column, Scroll, button, grid
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.play import Play


class WhatNowSheet(Sheet):
    """A button for each kind; a greyed one says why not."""

    def __init__(self, page: Play) -> None:
        super().__init__(page)
        self.desk = page.desk
        self._why: Action | None = None

    def fill(self) -> None:
        """Show the kinds as they stand."""
        say = self.desk.speaker
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "what_now"), role="title"))
        self.card.add_widget(Paragraph(text=self.desk.offered.prompt, role="body", ink="gold_text"))
        kinds = self.desk.offered.menu()
        buttons = [
            button(
                action.label,
                partial(self._chosen, action),
                detail=action.detail,
                offered=action.offered,
            )
            for action, _ in kinds
        ]
        columns = 3 if theme.compact() else 4
        self.card.add_widget(Scroll(grid(buttons, columns)))
        answer = Column()
        for action, lacks in kinds:
            if self._why is not None and action.token == self._why.token:
                why = " ".join(lacks) or say.say("notice", "nothing_fits")
                answer.add_widget(Paragraph(text=f"{action.label}: {why}", ink="red_text"))
        if self._why is not None:
            self.card.add_widget(answer)
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _chosen(self, action: Action) -> None:
        if action.offered:
            self.page.close()
            self.desk.signal(self.page.glass.touched(action.token))
        else:
            self._why = action
            self.fill()
