"""Rules to read: their numbers, their texts, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from companion.text import Phrasebook
from ui.shell.controls import Column, Scroll, button
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine


class RulesSheet(Sheet):
    """Some clauses of a game's rulebook. say: says them in the language of the moment."""

    def __init__(self, page: Page, clauses: Sequence[str]) -> None:
        super().__init__(page)
        self._clauses = tuple(clauses)

    def fill(self) -> None:
        """Each rule with where it stands."""
        open_match = self.session.open_match
        assert open_match is not None
        say, book = open_match.presenter.phrasebook, open_match.presenter.game.rulebook
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "rules"), role="title"))
        column = Column()
        for clause in self._clauses:
            for part in rule_lines(say, clause, book[clause].number):
                column.add_widget(part)
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))


def named(say: Phrasebook, number: str) -> str:
    """What a rule is called; "" for a clause that goes by a word and has no number to look up."""
    return say.say("label", "rule", {"number": number}) if number[-1:].isdigit() else ""


def stands(say: Phrasebook, number: str, source: str) -> str:
    """Where a rule stands: its number, if it has one, and its source."""
    parts = (named(say, number), say.say("label", "source", {"source": source}))
    return " · ".join(part for part in parts if part)


def rule_lines(say: Phrasebook, clause: str, number: str) -> tuple[Paragraph, ...]:
    """A rule in paragraphs: what it says, the example of its source, where that stands."""
    told = [Paragraph(text=say.rule(clause), role="body")]
    if example := say.example(clause):
        text = say.say("label", "example", {"example": example})
        told.append(Paragraph(text=text, role="body", ink="ink2"))
    where = stands(say, number, say.source(clause))
    return (*told, Paragraph(text=where, role="small", ink="ink2"))
