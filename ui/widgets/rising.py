"""What a card counts goes from one value to the next, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ui.widgets.instruments import SeatPanel
from ui.widgets.moment import Moment

RISES = 0.38
"""Seconds for all of it, however many fields it is."""


class Rising(Moment):
    """steps: what the card shows one after the other, the last of which stays. Whoever gives the
    card something else meanwhile has the last word."""

    def __init__(self, card: SeatPanel, steps: Sequence[Any]) -> None:
        super().__init__(card, RISES, self._lay)
        self._card, self._steps, self._shown = card, steps, card.instruments
        self.start()

    def _lay(self, share: float) -> None:
        if self._card.instruments is not self._shown:
            return
        at = min(len(self._steps) - 1, int(share * len(self._steps)))
        if self._card.instruments is not self._steps[at]:
            self._card.instruments = self._shown = self._steps[at]
