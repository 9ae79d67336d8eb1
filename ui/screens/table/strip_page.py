"""A page before the first move: a strip above, the board below it, and beside that what to do."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.navigation import Navigation
from ui.session.open_match import OpenMatch
from ui.shell.controls import set_bounds
from ui.shell.tray_page import BETWEEN, TrayPage, column
from ui.widgets.board import Board


class StripPage(TrayPage):
    """The board is the largest of all.

    strip_high: millimetres of the strip; on a small screen.
    hero: share of the width that the board takes.
    hero_upright: share of the height that it takes upright.
    strip_beside: whether the strip stands beside the board, which is as high then as there is
        room: on a small screen above what to do, else as a column at the left.
    """

    strip_beside = False
    strip_high: tuple[float, float]
    hero: float
    hero_upright: float

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter = open_match.presenter
        self._art = navigation.art(self.presenter.package)
        self.board = Board(art=self._art, travel=0)
        self.strip = BoxLayout(spacing=theme.mm(BETWEEN))
        self.side = BoxLayout(orientation="vertical", spacing=theme.mm(BETWEEN))
        for widget in (self.board, self.strip, self.side):
            self.add_widget(widget)

    def progress(self) -> str:
        """Where there is room, which game it is, and for how many."""
        if theme.compact() or self.upright:
            return ""
        say = self.presenter.phrasebook
        title, count = say.say("about", "title"), len(self.presenter.match.seats)
        return say.say("label", "game_for", {"title": title, "count": count})

    def arrange(self) -> None:
        """The strip above; the board, and beside it, or upright below it, what to do."""
        super().arrange()
        left, low, wide, high = self.above
        gap, strip = theme.mm(BETWEEN), theme.mm(self.strip_high[theme.compact()])
        top, board = low + high, wide * self.hero
        below = top - strip - gap
        self.strip.orientation = "horizontal"
        if self.upright:
            board = (below - low) * self.hero_upright
            set_bounds(self.strip, left, top - strip, wide, strip)
            set_bounds(self.board, left, below - board, wide, board)
            set_bounds(self.side, left, low, wide, below - board - gap - low)
            return
        if self.strip_beside and not theme.compact():
            left, wide = column(self.strip, self.above)
            board = wide * self.hero
            set_bounds(self.board, left, low, board - gap, high)
            set_bounds(self.side, left + board, low, wide - board, high)
            return
        beside = self.strip_beside
        start = board if beside else 0
        set_bounds(self.strip, left + start, top - strip, wide - start, strip)
        set_bounds(self.board, left, low, board - gap, (top if beside else below) - low)
        set_bounds(self.side, left + board, low, wide - board, below - low)
