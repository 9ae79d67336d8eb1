"""For whoever does not see the screen: confirm that is held begins to read everything aloud, and no
press stays without a word."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from companion.table import Pressed, Signal
from ui.peripherals import Peripherals
from ui.shell.page import Page

HELD = 3.0
"""Seconds for which confirm is held until everything is read aloud."""

UNANSWERED = 0.3
"""Seconds after a press of which nothing was said: then it is said where one is."""


class ByEar:
    """Hears of all signals. shown: the page that is shown at the moment. begin: reads everything
    from now on."""

    def __init__(
        self, shown: Callable[[], Page | None], peripherals: Peripherals, begin: Callable[[], None]
    ) -> None:
        self._shown, self._peripherals = shown, peripherals
        self._held = Clock.create_trigger(lambda _: begin(), HELD)
        self._unanswered = Clock.create_trigger(lambda _: self._say_where(), UNANSWERED)
        self._said = 0

    def take(self, signal: Signal, *, at_match: bool) -> None:
        """Whoever does not see the screen finds no setting for it. at_match: one is open, where
        confirm is held for other things."""
        self._held.cancel()
        if not isinstance(signal, Pressed):
            return
        if self._peripherals.listens:
            self._said = self._peripherals.said
            self._unanswered.cancel()
            self._unanswered()
        elif signal.role == "confirm" and not at_match:
            self._held()

    def _say_where(self) -> None:
        page = self._shown()
        if page is None or page.private or self._peripherals.said != self._said:
            return
        open_match = page.session.open_match
        if page.sheet is not None:
            page.sheet.pointer.tell()
        elif page.at_table and open_match is not None and not page.pointer.stands:
            question = open_match.presenter.question
            self._peripherals.read(page.asked if question is None else (question.text,))
        else:
            page.pointer.tell(page.title())
