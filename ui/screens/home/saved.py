"""What is saved: matches that can go on, what is missing, and which game is printed for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.store import Damage, Listed
from ui import theme
from ui.screens.home.described import described
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine


class ShelfSheet(Sheet):
    """Matches to choose from. key: names the heading among the buttons. act: gets the name of the
    chosen one."""

    def __init__(
        self, page: Page, key: str, matches: Sequence[Listed], act: Callable[[str], None]
    ) -> None:
        super().__init__(page)
        self._home, self._key, self._matches, self._act = page, key, matches, act

    def fill(self) -> None:
        """A row for each."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", self._key), role="title"))
        column = Column()
        for one in self._matches:
            title, names = described(self.session, one)
            go = button(title, partial(self._act, one.match), detail=names, height=15)
            away = button("✕", partial(self._delete, one), role="danger", width=13, height=15)
            away.spoken = title  # heard alone it says which game
            column.add_widget(row([go, away], 15))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _delete(self, one: Listed) -> None:
        self.navigation.in_charge(lambda: self.page.open(DeleteSheet(self._home, one)))


class MissingSheet(Sheet):
    """What is missing of what was saved, and what cannot be read. damages: of which all this, but
    for what cannot be read, is told at every start until somebody says to have read it."""

    def __init__(self, page: Page, lost: Sequence[str], damages: tuple[Damage, ...]) -> None:
        super().__init__(page)
        self._lost, self._damages = lost, damages

    def fill(self) -> None:
        """A paragraph for each."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "missing"), role="title"))
        column = Column()
        for one in self._lost:
            column.add_widget(Paragraph(text=one))
        self.card.add_widget(Scroll(column))
        ways = [button(say.say("button", "close"), self.page.close)]
        if self._damages:
            detail = say.say("button_detail", "have_read")
            ways.append(button(say.say("button", "have_read"), self._read, detail=detail))
        self.card.add_widget(row(ways, 12))

    def _read(self) -> None:
        self.navigation.session.have_read(self._damages)
        self.navigation.home()


class DeleteSheet(Sheet):
    """Asks once more before a match is gone for good."""

    def __init__(self, page: Page, one: Listed) -> None:
        super().__init__(page, "panel", "red")
        self._home, self._one = page, one

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """A small card in the middle."""
        return min(width - theme.mm(3), theme.mm(110)), min(height - theme.mm(3), theme.mm(66))

    def fill(self) -> None:
        """What goes, and the two answers."""
        say = self.words
        title, names = described(self.session, self._one)
        self.card.clear_widgets()
        self.card.add_widget(Paragraph(text=say.say("notice", "delete"), role="title"))
        about = Column()
        about.add_widget(Paragraph(text=title, role="strong"))
        about.add_widget(Paragraph(text=names, ink="ink2"))
        self.card.add_widget(Scroll(about))
        keep = button(say.say("button", "keep"), self.page.close)
        delete = button(say.say("button", "delete"), self._delete, role="danger")
        self.card.add_widget(row([keep, delete]))

    def _delete(self) -> None:
        navigation = self.navigation
        done = navigation.session.forget(self._one.match)
        navigation.home()
        navigation.say(self.words.say("notice", "deleted" if done else "not_deleted"))


class PrintSheet(Sheet):
    """Which game is printed for?"""

    def __init__(self, page: Page, games: Sequence[str]) -> None:
        super().__init__(page)
        self._games = games

    def fill(self) -> None:
        """A row for each."""
        say, navigation = self.words, self.navigation
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "print"), role="title"))
        column = Column()
        for name in self._games:
            title = navigation.session.words(navigation.session.game_info(name)).say(
                "about", "title"
            )
            column.add_widget(button(title, partial(navigation.go, "printing", name)))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))
