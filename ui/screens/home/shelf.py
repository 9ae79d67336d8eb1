"""The games in rows, however many there are, and why one of them cannot be loaded."""

from collections.abc import Iterator, Sequence

from kivy.uix.widget import Widget

from companion.kernel import Verbatim
from ui import theme
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine

LEAST, LOWEST = 33.0, 38.0
"""Millimetres: width of a game on the shelf with letters as they are, and its height with the way
to learn it."""


ABOVE = (37.0, 20.0, 46.0)
"""Millimetres of the card above them: on a large screen, on a small one, and upright."""


def above(*, upright: bool) -> float:
    """Pixels of the card above the games: the last one, or how to begin."""
    return theme.mm(ABOVE[1] if theme.compact() else ABOVE[2 if upright else 0])


def grid(count: int, width: float, height: float) -> tuple[int, int]:
    """How many of ``count`` games are shown side by side and one below the other in a room of
    that many pixels: as even as can be. With more games than that the shelf has several parts."""
    fit = max(1, int(width / theme.mm(LEAST * theme.enlarged())))
    if height > width:
        fit = min(fit, 2)
    needed = max(1, -(-count // fit))
    rows = min(needed, max(1, int(height / theme.mm(LOWEST * theme.enlarged()))))
    return max(1, -(-count // needed)), rows


def rows_of(covers: Sequence[Widget], across: int) -> Iterator[Widget]:
    """The games in rows. Where the last one of several holds fewer, they stand in its middle."""
    for start in range(0, len(covers), across):
        part = [*covers[start : start + across]]
        if len(covers) > across > len(part):
            gap = (across - len(part)) / 2
            part = [Widget(size_hint_x=gap), *part, Widget(size_hint_x=gap)]
        yield row(part, None, spacing=theme.mm(3))


class BrokenSheet(Sheet):
    """Why a game cannot be loaded."""

    def __init__(self, page: Page, game: str) -> None:
        super().__init__(page)
        self._game = game

    def fill(self) -> None:
        """What it is, what was found, and what can be done."""
        say, session = self.words, self.navigation.session
        title = session.words(session.game_info(self._game)).say("about", "title")
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=title, role="title"))
        column = Column()
        why = {"reason": Verbatim(session.broken(self._game))}
        for key, values in (
            ("game_broken", {}),
            ("game_broken_why", why),
            ("game_broken_then", {}),
        ):
            column.add_widget(Paragraph(text=say.say("notice", key, values)))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))
