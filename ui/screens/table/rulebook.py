"""The rulebook of the game that is played, in the sections of the printed player aid."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.kernel import Rulebook, Verbatim
from companion.text import stand_in
from printables.order import Order
from ui import theme
from ui.screens.table.cited import Cited, cited
from ui.screens.table.rules import RulesSheet
from ui.shell.controls import Scroll, button, grid, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page, Sheet
from ui.texts import saying
from ui.widgets.text import TextLine


class RulebookSheet(Sheet):
    """A button for each section, and one for the examples where the rules come with some."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        open_match = page.session.open_match
        assert open_match is not None
        self.presenter = open_match.presenter

    def fill(self) -> None:
        """Show the sections in the language of the moment."""
        say, high = self.presenter.phrasebook, 12
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "rules"), role="title"))
        ways = []
        for section in Order(package=self.presenter.package, key=b"").aid:
            where, _, key = section.text.partition(".")
            ways.append(button(say.say(where, key), partial(self._show, section.rules)))
        if examples := with_example(self.presenter.game.rulebook):
            ways.append(button(say.say("label", "examples"), partial(self._show, examples)))
        self.card.add_widget(Scroll(grid(ways, 2 if theme.compact() else 3, high)))
        search = button(say.say("button", "search"), self._search, height=10)
        close = button(say.say("button", "close"), self.page.close, height=10)
        self.card.add_widget(row([search, close], 10))

    def _search(self) -> None:
        page, presenter = self.page, self.presenter

        def typed(words: str) -> None:
            found = containing(cited(page.session, presenter), presenter.game.rulebook, words)
            if found:
                page.open(RulesSheet(page, found))
            elif words:
                say = presenter.phrasebook
                page.say(say.say("notice", "no_rule_says", {"words": Verbatim(words)}))

        heading = saying("label", "search_for")
        page.open(KeyboardSheet(page, heading, "", typed, what="code"))

    def _show(self, clauses: Sequence[str]) -> None:
        self.page.open(RulesSheet(self.page, clauses))


def containing(where: Cited, book: Rulebook, words: str) -> tuple[str, ...]:
    """The clauses in which all words stand: in the rule, its example, its heading, or in what the
    owners wrote beside it."""
    found: list[str] = []
    if not words.strip():
        return ()
    for clause in book.values():
        told = (where.say.rule(clause.id), where.say.example(clause.id))
        more = (where.heading(clause.number), where.remarks.get(clause.id, ""))
        if told[0] and stand_in(words, " ".join((*told, *more))):
            found.append(clause.id)
    return tuple(found)


def with_example(book: Rulebook) -> tuple[str, ...]:
    """The clauses whose source gives an example."""
    return tuple(one.id for one in book.values() if one.example)
