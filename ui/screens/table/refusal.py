"""Why a move is refused: every reason, each with its rule and where that stands."""

from __future__ import annotations

from ui.screens.table.rules import named, stands
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Column, Scroll, button
from ui.shell.page import Sheet
from ui.widgets.text import Paragraph, TextLine

<<<<<<< 8cb6994f388cf3188a0d2966b6166699570582b6
MOST, FEW = 3, 2
"""Moves that may be offered instead, and to children."""
=======
>>>>>>> dfe40d313e7a6738a3e1e5b8ceeb0eda603d08c6

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
<<<<<<< 8cb6994f388cf3188a0d2966b6166699570582b6
                found += [(fault.sentence, True), (self._stands(fault), False)]
        return found

    def _stands(self, fault: FaultLine) -> str:
        say = self.presenter.phrasebook
        parts = (named(say, fault.number), say.say("strength", fault.strength))
        return " · ".join(part for part in parts if part)

    def _rules(self, refusal: Refusal) -> list[tuple[str, bool]]:
        say, found = self.presenter.phrasebook, []
        for fault in refusal.faults:
            if fault.rule and self._brief:
                found += [(fault.rule, True), ("", False)]
            elif fault.rule:
                where = stands(say, fault.number, fault.source)
                found += [(fault.rule, True), (where, False)]
        return found

    def _show_reasons(self, lines: Sequence[tuple[str, bool]]) -> None:
        while len(self._lines) < len(lines):
            first = len(self._lines) % 2 == 0
            role = "strong" if self._brief else "body"
            self._lines.append(
                Paragraph(role=role if first else "small", ink="ink" if first else "ink2")
            )
        for paragraph, (text, _) in zip(self._lines, lines, strict=False):
            paragraph.text = text
        keep(self._reasons, self._lines[: len(lines)])

    def _show_ways(self, refusal: Refusal) -> None:
        say = self.presenter.phrasebook
        best: list[Widget] = list(self._instead[: 1 if refusal.alternatives else 0])
        apart = self.slim
        if self._brief:
            best, apart = [], self._narrow
        ways = [] if apart else best
        self.bright = self._instead[0] if refusal.alternatives else None
        if any(fault.rule for fault in refusal.faults):
            key = "why" if self._brief else "show_rule"
            self._show_rule.label = say.say("button", "reasons" if self._rule else key)
            ways.append(self._show_rule)
        if refusal.allowable:
            self._allow.label = say.say("button", "allow_once")
            self._allow.detail = "" if self._brief else say.say("button_detail", "allow_once")
            ways.append(self._allow)
        self._take_back.label = say.say("button", "once_more" if self._brief else "take_back")
        alone = self._narrow and len(ways) > 1  # a row of its own, where two fill one
        ways, last = (ways, [self._take_back]) if alone else ([*ways, self._take_back], [])
        high = 11.0 if apart else 14.0
        rows = ((self._best, best if apart else []), (self._ways, ways), (self._last, last))
        for part, children in rows:
            keep(part, children)
            part.height = theme.tall(high if children else 0)
            for child in children:
                child.height = part.height

    def _make(self, number: int) -> None:
        refusal = self.presenter.refusal
        if refusal is not None and number < len(refusal.alternatives):
            self.presenter.go(refusal.alternatives[number][1])

    def _turn(self) -> None:
        self._rule = not self._rule
        self.fill()

    def closed(self) -> None:
        """The next refusal begins with its reasons."""
        self._rule = False


def _below(parts: Sequence[Widget]) -> Column:
    """Things one below the other."""
    column = Column()
    for part in parts:
        column.add_widget(part)
    return column
=======
                parts = (named(say, fault.number), say.say("strength", fault.strength))
                where = " · ".join(part for part in parts if part)
            column.add_widget(Paragraph(text=where, role="small", ink="ink2"))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(
            button(say.say("button", "close"), self.page.close, role="bright", height=10)
        )
>>>>>>> dfe40d313e7a6738a3e1e5b8ceeb0eda603d08c6
