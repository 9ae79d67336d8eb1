"""Asks for the PIN of those in charge, and sets it."""

from __future__ import annotations

from collections.abc import Callable

from ui.pin_lock import LEAST, MOST, PinLock
from ui.shell.controls import button
from ui.shell.numbers import NumbersSheet
from ui.shell.page import Page
from ui.texts import saying
from ui.widgets.button import ActionButton


def ask(page: Page, pin_lock: PinLock, act: Callable[[], None]) -> None:
    """Ask for the PIN, and do something when it is right. Where no PIN can be right any more, say
    at once what helps."""
    say = page.words
    if pin_lock.damaged:
        page.say(say.say("pin", "damaged"))
        return

    def typed(digits: str) -> str:
        refused = pin_lock.answer(digits, say)
        if not refused:
            page.close()
            act()
        return refused

    heading = saying("pin", "enter")
    page.open(NumbersSheet(page, heading, typed, most=MOST, hidden=True))


class PinSheet(NumbersSheet):
    """Sets the PIN, or changes and removes it. Whoever comes here is in charge already."""

    def __init__(self, page: Page, pin_lock: PinLock) -> None:
        self._new = saying("pin", "new", self._lengths())
        super().__init__(page, self._new, self._take, most=MOST, hidden=True)
        self._pin_lock, self._first = pin_lock, ""

    def ways(self) -> list[ActionButton]:
        """Have none any more."""
        if not self._pin_lock.locked:
            return []
        return [button(self.words.say("button", "pin_remove"), self._remove, role="danger")]

    def _lengths(self) -> dict[str, int]:
        return {"least": LEAST, "most": MOST}

    def _take(self, digits: str) -> str:
        say = self.words
        if not self._first and len(digits) < LEAST:
            return say.say("pin", "short", self._lengths())
        if not self._first:
            self._first = digits
            self.again(saying("pin", "repeat"))
            return ""
        if digits != self._first:
            self._first = ""
            self.again(self._new)
            return say.say("pin", "differs")
        self._done("set" if self._pin_lock.set(digits) else "not_kept")
        return ""

    def _remove(self) -> None:
        self._done("removed" if self._pin_lock.remove() else "not_kept")

    def _done(self, key: str) -> None:
        page = self.page
        page.close()
        page.show()
        page.say(page.words.say("pin", key))
