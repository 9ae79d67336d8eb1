"""The rules have changed since a match began: what would be judged otherwise, and the choice."""

from __future__ import annotations

from companion.languages import of
from ui import theme
from ui.screens.table.cited import cited
from ui.screens.table.rules import rule_lines
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Sheet
from ui.widgets.text import Paragraph, TextLine


class ChangedRulesSheet(Sheet):
    """Names the rules, and lets the table choose: go on as it was told, end, or only look."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page, "panel", "gold")
        self._open_match = page.open_match

    def fill(self) -> None:
        """What the match says of itself, each rule, and the ways."""
        presenter, say = self._open_match.presenter, self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("changed_rules", "title"), role="title"))
        column, where = Column(), cited(self.session, presenter)
        column.add_widget(Paragraph(text=say.say("changed_rules", "about"), role="strong"))
        book = presenter.game.rulebook
        for clause in presenter.match.otherwise:
            if clause in book and presenter.phrasebook.rule(clause):
                for part in rule_lines(where, clause, book[clause].number):
                    column.add_widget(part)
        self.card.add_widget(Scroll(column))
        ways = [
            button(say.say("changed_rules", "look"), self._look, role="ghost"),
            button(say.say("changed_rules", "end"), self._end),
            button(say.say("changed_rules", "go_on"), self._go_on, role="bright"),
        ]
        for one in ways:
            one.terse = theme.compact()
        self.card.add_widget(row(ways))

    def _look(self) -> None:
        self.page.close()
        self.page.say(" ".join(of(self._open_match.match.read_only, self.session.language, ())))

    def _go_on(self) -> None:
        answer = self._open_match.match.keep_as_told()
        self.page.close()
        self.page.say(" ".join(answer.said(self.session.language)))
        self.navigation.refresh()

    def _end(self) -> None:
        """All who look at this agree that it ends as it stands."""
        match = self._open_match.match
        self._go_on()
        match.agree_end(match.seats[0], frozenset(match.seats))
        self.navigation.refresh()
