"""What must be settled before something is taken back: who agrees, or what was meant."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui import theme
from ui.screens.low import LowSheet
from ui.screens.parts import Scroll, button, grid
from ui.widgets.text import Paragraph

if TYPE_CHECKING:
    from ui.screens.play import Play


COLUMNS = 3
"""Answers side by side where there is room for a row of them."""


class QuestionSheet(LowSheet):
    """The question and a button for each answer."""

    def __init__(self, page: Play) -> None:
        super().__init__(page, "panel", "gold")
        self.desk = page.desk

    def fill(self) -> None:
        """Show the question that the desk holds."""
        question = self.desk.question
        if question is None:
            return
        self.card.clear_widgets()
        self.card.add_widget(Paragraph(text=question.text, role="strong"))
        answers = [
            button(
                one.label,
                partial(self.desk.settle, one.token),
                detail=one.detail,
                role="danger" if one.token == "no" else one.role,
            )
            for one in question.answers
        ]
        self.card.add_widget(Scroll(grid(answers, 1 if theme.compact() else COLUMNS)))
