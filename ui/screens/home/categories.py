"""What is counted in a game that nobody referees: the rows of its sheet, added and left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.archive.score import MOST_CATEGORIES
from companion.kernel import Verbatim
from ui.shell.controls import Scroll, button, grid, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page, Sheet
from ui.texts import saying
from ui.widgets.text import Paragraph, TextLine


class CategoriesSheet(Sheet):
    """A button for each category, which leaves it out, and one for another. done: gets them all."""

    def __init__(
        self, page: Page, names: Sequence[str], done: Callable[[tuple[str, ...]], None]
    ) -> None:
        super().__init__(page)
        self._names, self._done = tuple(names), done

    def fill(self) -> None:
        """In the order in which they are counted."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "categories"), role="title"))
        about = say.say("notice", "categories" if self._names else "no_categories")
        self.card.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        ways = [
            button(one, partial(self._leave_out, at), height=10)
            for at, one in enumerate(self._names)
        ]
        self.card.add_widget(Scroll(grid(ways, 2, 10)))
        more = len(self._names) < MOST_CATEGORIES
        add = button(say.say("button", "another_category"), self._add, height=11, offered=more)
        done = button(say.say("button", "done"), self._finish, role="bright", height=11)
        self.card.add_widget(row([add, done], 11))

    def _leave_out(self, at: int) -> None:
        self._names = (*self._names[:at], *self._names[at + 1 :])
        self.fill()

    def _add(self) -> None:
        if len(self._names) >= MOST_CATEGORIES:
            return self.page.say(self.words.say("notice", "no_further"))
        page, names, done = self.page, self._names, self._done

        def typed(text: str) -> None:
            there = text.casefold() in map(str.casefold, names)
            if there:
                page.say(page.words.say("notice", "category_there", {"name": Verbatim(text)}))
            page.open(CategoriesSheet(page, names if there or not text else (*names, text), done))

        heading = saying("label", "category_name")
        page.open(KeyboardSheet(page, heading, "", typed))

    def _finish(self) -> None:
        self.page.close()
        self._done(self._names)
