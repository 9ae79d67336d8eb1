"""Sheets that answer at the table: the board stays in sight; they turn to whoever is answered."""

from __future__ import annotations

from ui import theme
from ui.shell.controls import needed, set_bounds
from ui.shell.page import Page, Sheet
from ui.widgets.turned import Turned

MOST, SIDEWAYS, LONG = 67.0, 72.0, 105.0
"""Millimetres that it may be high; sideways, where it is not as wide as the table; and how wide it
may be there."""


class BottomSheet(Sheet):
    """Stands on that edge of its room at which the seat that is asked sits, turned towards it.

    On a small screen it fills the column beside the board.
    """

    modal = False

    def __init__(self, page: Page, surface: str = "panel", outline: str = "line") -> None:
        super().__init__(page, surface, outline)
        self.remove_widget(self.card)
        self._turned = Turned(self.card)
        self.add_widget(self._turned)

    @property
    def sideways(self) -> bool:
        """Whether it stands at the left or the right."""
        return bool(self.page.degrees % 180)

    @property
    def slim(self) -> bool:
        """Whether there is less width than a row of ways needs."""
        return theme.compact() or self.sideways or self.page.height > self.page.width

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """All the width; the whole column on a small screen."""
        if theme.compact():
            return width, height
        if self.sideways:
            return min(width, theme.mm(LONG)), min(height, theme.mm(SIDEWAYS))
        return width, min(height, theme.mm(MOST))

    def cover(self, x: float, y: float, width: float, height: float) -> None:
        """Stand on the edge, no higher than what stands on the card."""
        degrees = self.page.degrees
        across, up = (height, width) if self.sideways else (width, height)
        across, most = self.card_size(across, up)
        high = most if theme.compact() else min(most, needed(self.card))
        wide, tall = (high, across) if self.sideways else (across, high)
        left = x + width - wide if degrees == 90 else x
        low = y if degrees == 0 else y + height - tall  # where the board is
        set_bounds(self, left, low, wide, tall)
        self._turned.lie(self.x, self.y, self.width, self.height, degrees)
