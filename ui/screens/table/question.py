"""What must be settled before something is taken back: who agrees, or what was meant."""

from __future__ import annotations

from functools import partial

from ui import theme
from ui.screens.table.table_page import TablePage
from ui.shell.bottom_sheet import BottomSheet
from ui.shell.controls import Scroll, button, grid
from ui.widgets.text import Paragraph

COLUMNS = 3
"""Answers side by side where there is room for a row of them."""


class QuestionSheet(BottomSheet):
    """The question and a button for each answer."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page, "panel", "gold")
        self.presenter = page.presenter

    def fill(self) -> None:
        """Show the question that is open."""
        question = self.presenter.question
        if question is None:
            return
        self.card.clear_widgets()
        self.card.add_widget(Paragraph(text=question.text, role="strong"))
        answers = [
            button(
                one.label,
                partial(self.presenter.settle, one.token),
                detail=one.detail,
                role="danger" if one.token == "no" else one.role,
            )
            for one in question.answers
        ]
        self.card.add_widget(Scroll(grid(answers, 1 if theme.compact() else COLUMNS)))
