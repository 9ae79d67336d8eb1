"""What must be settled before something is taken back: who agrees, or what was meant."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ui import theme
from ui.screens.page import Sheet
from ui.screens.parts import button, row
from ui.widgets.text import Paragraph

if TYPE_CHECKING:
    from ui.screens.play import Play


class QuestionSheet(Sheet):
    """The question and a button for each answer."""

    modal = False

    def __init__(self, page: Play) -> None:
        super().__init__(page, "panel", "gold")
        self.desk = page.desk

    def room(self, width: float, height: float) -> tuple[float, float]:
        """All the width; no more height than it needs."""
        return width, min(height, theme.mm(30))

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
        self.card.add_widget(row(answers))
