"""A page at which a match is played, and where everything stands on it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.input import MotionEvent

from ui.canvas.ground import HIGH
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.screens.table.zones import Box, Zones, placed
from ui.session.open_match import OpenMatch
from ui.shell.page import Page, Sheet

FAR = 0.75
"""How high the horizon behind the board is, of what it is elsewhere."""

LASTS = 60.0
"""Seconds after which what was told of no move is told no longer: nobody need touch it away."""


class TablePage(Page):
    """A page at which a match is played. open_match: the one that is. touches: how often it was
    touched, or a device spoke to it."""

    open_match: OpenMatch
    touches = 0

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._often: dict[Callable[[TablePage], Sheet], Sheet] = {}
        self._grows_old = Clock.create_trigger(lambda _: self.told_enough(), LASTS)

    def say(self, text: str) -> None:
        """Tell something; it goes with the next touch, or after a while."""
        super().say(text)
        self._grows_old.cancel()
        if text:
            self._grows_old()

    def told_enough(self) -> None:
        """What was told stood there long enough."""
        if self.notice:
            self.notice = ""
            self._say()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Count it."""
        self.touches += 1
        return bool(super().on_touch_down(touch))

    def often(self, made: Callable[[TablePage], Sheet]) -> Sheet:
        """A sheet that is opened often: made once, and kept."""
        if made not in self._often:
            self._often[made] = made(self)
        return self._often[made]

    def taken_off(self) -> list[object]:
        """The largest of what is built once, which the table does without from now on."""
        taken, self._often = self._often, {}
        return [*taken.values()]

    @property
    def presenter(self) -> Presenter:
        """The match, and what is being done in it."""
        return self.open_match.presenter

    @property
    def strip_high(self) -> float:
        """Pixels below the head that are not the table's."""
        return 0.0

    @property
    def zones(self) -> Zones:
        """Where everything stands on this page."""
        return placed(self.x, self.y, self.width, self.height, self.strip_high)

    @property
    def head(self) -> Box:
        """The place of the header."""
        return self.zones.head

    @property
    def body(self) -> Box:
        """What the header leaves."""
        return (self.x, self.y, self.width, self.zones.head[1] - self.y)

    @property
    def foot(self) -> Box:
        """The horizon stands behind the board, at its foot."""
        left, low, wide, _ = self.zones.board
        return (left - self.x, low - self.y, wide, wide * HIGH * FAR)
