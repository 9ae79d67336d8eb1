"""Why a move is refused: every reason, each with its rule and where that stands."""

from __future__ import annotations

from ui.screens.table.rules import named, stands
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Column, Scroll, button
from ui.shell.page import Sheet
from ui.widgets.text import Paragraph, TextLine


class ReasonsSheet(Sheet):
    """All reasons of the refusal that is open; behind it the table stays as it is."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._table = page

    def fill(self) -> None:
        """Each reason, its rule, and how strong that is."""
        presenter = self._table.presenter
        refusal, say = presenter.refusal, presenter.phrasebook
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "rules"), role="title"))
        column = Column()
        for fault in () if refusal is None else refusal.faults:
            column.add_widget(Paragraph(text=fault.sentence, role="strong"))
            if fault.rule:
                column.add_widget(Paragraph(text=fault.rule, role="body"))
                strength = say.say("strength", fault.strength)
                where = f"{stands(say, fault.number, fault.source)} · {strength}"
            else:
                parts = (named(say, fault.number), say.say("strength", fault.strength))
                where = " · ".join(part for part in parts if part)
            column.add_widget(Paragraph(text=where, role="small", ink="ink2"))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(
            button(say.say("button", "close"), self.page.close, role="bright", height=10)
        )
