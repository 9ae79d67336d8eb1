"""What is sought in the history: turns in which words stand, or that have a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ui.presenter.turns import Turn
from ui.shell.controls import Column, Scroll, button
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page, Sheet
from ui.texts import saying
from ui.widgets.text import TextLine


class FindSheet(Sheet):
    """Leads to turns in which words stand, or to one with a bookmark, and sets another.

    turns: all of them. here: whether the chosen turn can have one. choose: gets the number of a
    turn. name: gets the name of a new bookmark. seek: gets words.
    """

    def __init__(
        self,
        page: Page,
        turns: Sequence[Turn],
        *,
        here: bool,
        choose: Callable[[int], None],
        name: Callable[[str], None],
        seek: Callable[[str], None],
    ) -> None:
        super().__init__(page)
        self._turns, self._here = turns, here
        self._choose, self._name, self._seek = choose, name, seek

    def fill(self) -> None:
        """A button for each, the newest first."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "find"), role="title"))
        self.card.add_widget(button(say.say("button", "search"), self._words, height=11))
        column = Column()
        for number, turn in reversed([*enumerate(self._turns)]):
            where = say.say("label", "round", {"number": turn.round}) if turn.round else ""
            for name in turn.bookmarks:
                go = partial(self._lead, number)
                column.add_widget(button(name, go, detail=where))
        self.card.add_widget(Scroll(column))
        label = say.say("button", "bookmark_here")
        self.card.add_widget(button(label, self._write, offered=self._here, height=11))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _words(self) -> None:
        page, heading = self.page, saying("label", "search_for")
        page.open(KeyboardSheet(page, heading, "", self._seek, what="code"))

    def _lead(self, number: int) -> None:
        self.page.close()
        self._choose(number)

    def _write(self) -> None:
        page, name = self.page, self._name
        if not self._here:
            page.close()
            page.say(self.words.say("notice", "nothing_to_put_right"))
            return

        def typed(text: str) -> None:
            if text.strip():
                name(text.strip())

        page.open(KeyboardSheet(page, saying("label", "bookmark_name"), "", typed))
