"""Rules to read: their numbers, their texts, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kivy.uix.widget import Widget

from ui.screens.table.cited import Cited, cited, page_button
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page, Sheet
from ui.texts import saying
from ui.widgets.text import Paragraph, TextLine


class RulesSheet(Sheet):
    """Some clauses of a game's rulebook, and beside each what the owners have to say of it."""

    whole = True

    def __init__(self, page: Page, clauses: Sequence[str]) -> None:
        super().__init__(page)
        self._clauses = tuple(clauses)

    def fill(self) -> None:
        """Each rule with where it stands."""
        open_match = self.session.open_match
        assert open_match is not None
        presenter, book = open_match.presenter, open_match.presenter.game.rulebook
        say, where = presenter.phrasebook, cited(self.session, presenter)
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "rules"), role="title"))
        column = Column()
        for clause in self._clauses:
            for part in rule_lines(where, clause, book[clause].number):
                column.add_widget(part)
            column.add_widget(self._remark(where, clause))
        self.card.add_widget(Scroll(column))
        ways = [button(say.say("button", "close"), self.page.close, height=10)]
        note = page_button(self.page, presenter, (book[one].number for one in self._clauses))
        self.card.add_widget(row(ways if note is None else [note, *ways], 10))

    def _remark(self, where: Cited, clause: str) -> Widget:
        """The way to write beside a rule how this table plays it: for all matches, so it is for
        those in charge."""
        key = "remark_change" if clause in where.remarks else "remark_write"
        write = button(where.say.say("cited", key), partial(self._ask, where, clause), height=9)
        write.size_hint_x = 0.4
        return row([Widget(), write], 9)

    def _ask(self, where: Cited, clause: str) -> None:
        self.navigation.in_charge(partial(self._write, where, clause))

    def _write(self, where: Cited, clause: str) -> None:
        page, own, game = self.page, self.session.own_copy, self._game

        def typed(text: str) -> None:
            own.remark(game, clause, text)
            page.open(RulesSheet(page, self._clauses))

        heading, text = (
            saying("cited", "remark_what"),
            where.remarks.get(clause, ""),
        )
        page.open(KeyboardSheet(page, heading, text, typed, what="remark"))

    @property
    def _game(self) -> str:
        open_match = self.session.open_match
        assert open_match is not None
        return open_match.presenter.game.name


def rule_lines(cited: Cited, clause: str, number: str) -> tuple[Paragraph, ...]:
    """A rule in paragraphs: what it says, the example of its source, where that stands."""
    say = cited.say
    told = [Paragraph(text=say.rule(clause), role="body")]
    if example := say.example(clause):
        text = say.say("label", "example", {"example": example})
        told.append(Paragraph(text=text, role="body", ink="ink2"))
    if remark := cited.remark(clause):
        told.append(Paragraph(text=remark, role="body", ink="gold_text"))
    where = cited.where(number, say.source(clause))
    return (*told, Paragraph(text=where, role="small", ink="ink2"))
