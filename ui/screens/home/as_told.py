"""A match that the rules of today judge otherwise than it was told: whether it goes on all the
same."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.match.match import Match
from companion.store import DiskError
from ui import theme
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.shell.controls import Card, button, row, set_bounds
from ui.shell.page import Page
from ui.texts import of_screens
from ui.widgets.text import Paragraph


class AsTold(Page):
    """Why it cannot simply go on, and the ways there are: as it was told, looking at it, home.

    name: of the match in the store.
    """

    def __init__(self, navigation: Navigation, name: str, match: Match) -> None:
        super().__init__(navigation)
        self._name, self._match = name, match
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2))
        self.add_widget(self._body)

    def title(self) -> str:
        """The game."""
        return self.session.words(self._match.package).say("about", "title")

    def fill(self) -> None:
        """What is the matter, and what can be done."""
        say, match = self.words, self._match
        self._body.clear_widgets()
        told = Card("panel")
        text = " ".join(match.read_only.get(self.session.language, ()))
        told.add_widget(Widget())
        told.add_widget(Paragraph(text=text, role="title", halign="center"))
        told.add_widget(Widget())
        self._body.add_widget(told)
        ways: list[Widget] = [button(say.say("button", "home"), self.navigation.home, height=14)]
        if match.public is not None:
            ways.append(button(say.say("button", "replay"), self._replay, height=14))
        if match.otherwise:
            way = button(say.say("button", "as_told"), self._go_on, height=14)
            way.role = "bright"
            self.bright = way
            ways.append(way)
        self._body.add_widget(row(ways, 14))

    def _go_on(self) -> None:
        try:
            open_match = self.session.resume(self._name, as_told=True)
        except (DiskError, LookupError, ValueError):
            self.say(self.words.say("notice", "cannot_resume"))
            return
        self.navigation.go("begin", open_match, "")

    def _replay(self) -> None:
        from ui.screens.table.replay import Replay

        match = self._match
        presenter = Presenter(match.package, match, of_screens(), self.session.language)
        back = lambda: self.navigation.open(self)  # noqa: E731
        self.navigation.open(Replay(self.navigation, presenter, "replay", back))

    def arrange(self) -> None:
        """All of it below the header."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2.4)
        size = wide - 2 * edge, high - 2 * edge
        set_bounds(self._body, left + edge, bottom + edge, *size)
