"""A page in two parts: what is told or chosen at the side, and the board."""

from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Card, set_bounds
from ui.shell.page import Page


class SplitPage(Page):
    """The side at the left, the board beside it; upright the board above.

    side, board: the two parts. wide, narrow: millimetres of the side, and on a small screen.
    low: share of the height that the side takes upright.
    """

    side: Card
    board: Widget
    wide: float
    narrow: float
    low = 0.5

    def arrange(self) -> None:
        """Put both where they belong."""
        edge, gap = theme.mm(2), theme.mm(theme.GAP)
        left, bottom, wide, high = self.body
        left, bottom = left + edge, bottom + edge
        wide, high = wide - 2 * edge, high - edge - gap
        if self.height > self.width:
            low = high * self.low
            set_bounds(self.side, left, bottom, wide, low)
            set_bounds(self.board, left, bottom + low + gap, wide, high - low - gap)
            return
        side = theme.mm(self.narrow if theme.compact() else self.wide)
        set_bounds(self.side, left, bottom, side, high)
        set_bounds(self.board, left + side + gap, bottom, wide - side - gap, high)
