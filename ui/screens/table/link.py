"""A finished match as a code that a phone hands on to BG Stats."""

from __future__ import annotations

from collections.abc import Callable

from companion.archive.bgstats import link
from companion.archive.summary import Summary
from printables.qr import shown
from ui import theme
from ui.navigation import Navigation
from ui.session.past import played
from ui.shell.controls import Card, Scroll, set_bounds
from ui.shell.page import Page
from ui.widgets.qr import QrCode
from ui.widgets.text import Paragraph


class LinkPage(Page):
    """The code as large as the screen lets it be. back: where the button in the header leads."""

    def __init__(self, navigation: Navigation, summary: Summary, back: Callable[[], None]) -> None:
        super().__init__(navigation)
        self._summary, self._back = summary, back
        seats = {one.seat: self.words.name(one.seat) for one in summary.players}
        self.url = link(summary, played(navigation.session, summary), seats)
        self.code = QrCode(shown(self.url))
        self._text = Card("panel")
        for widget in (self.code, self._text):
            self.add_widget(widget)

    def title(self) -> str:
        """Where the code leads."""
        return self.words.say("label", "bg_stats")

    def left(self) -> None:
        """Back to where it was opened."""
        self._back()

    def fill(self) -> None:
        """Say what to do with it."""
        self._text.clear_widgets()
        self._text.add_widget(
            Scroll(Paragraph(text=self.words.say("notice", "bg_stats"), role="body"))
        )

    def arrange(self) -> None:
        """The code first; what to do with it takes the rest."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2)
        if wide > high:
            set_bounds(self.code, left, bottom, high, high)
            set_bounds(
                self._text,
                left + high + edge,
                bottom + edge,
                wide - high - 2 * edge,
                high - 2 * edge,
            )
            return
        set_bounds(self.code, left, bottom + high - wide, wide, wide)
        rest = high - wide
        set_bounds(self._text, left + edge, bottom + edge, wide - 2 * edge, rest - 2 * edge)
