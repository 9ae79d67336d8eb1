"""What must be settled before something is taken back: who agrees, or what was meant."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui import theme
from ui.screens.page import Sheet
from ui.screens.parts import Scroll, button, grid
from ui.widgets.text import Paragraph

if TYPE_CHECKING:
    from ui.screens.play import Play


COLUMNS = 3
"""Answers side by side where there is room for a row of them."""


class QuestionSheet(Sheet):
    """The question and a button for each answer."""

    modal = False

    def __init__(self, page: Play) -> None:
        super().__init__(page, "panel", "gold")
        self.desk = page.desk

    def room(self, width: float, height: float) -> tuple[float, float]:
        """All the width; no more height than it needs, or the whole column."""
        question = self.desk.question
        rows = 1 if question is None else -(-len(question.answers) // COLUMNS)
        return width, height if theme.compact() else min(height, theme.mm(16 + 15 * rows))

    def cover(self, x: float, y: float, width: float, height: float) -> None:
        """Stand on the lower edge of the room."""
        wide, high = self.room(width, height)
        super().cover(x, y, wide, high)

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
