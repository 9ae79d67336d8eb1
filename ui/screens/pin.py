"""Asks for the PIN of those in charge, and sets it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from ui.screens.numbers import NumbersSheet
from ui.screens.page import Page
from ui.screens.parts import button
from ui.staff import LEAST, MOST, Staff
from ui.widgets.button import ActionButton


def ask(page: Page, staff: Staff, act: Callable[[], None]) -> None:
    """Ask for the PIN, and do something when it is right."""
    say = page.words

    def typed(digits: str) -> str:
        if staff.damaged:
            return say.say("pin", "damaged")
        if not staff.wait():
            if staff.opens(digits):
                page.close()
                act()
                return ""
            if not staff.wait():
                return say.say("pin", "wrong")
        return say.say("pin", "wait", {"seconds": ceil(staff.wait())})

    page.open(NumbersSheet(page, say.say("pin", "enter"), typed, most=MOST, hidden=True))


class PinSheet(NumbersSheet):
    """Sets the PIN, or changes and removes it. Whoever comes here is in charge already."""

    def __init__(self, page: Page, staff: Staff) -> None:
        heading = page.words.say("pin", "new", self._lengths())
        super().__init__(page, heading, self._take, most=MOST, hidden=True)
        self._staff, self._first = staff, ""

    def ways(self) -> list[ActionButton]:
        """Have none any more."""
        if not self._staff.locked:
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
            self.again(say.say("pin", "repeat"))
            return ""
        if digits != self._first:
            self._first = ""
            self.again(say.say("pin", "new", self._lengths()))
            return say.say("pin", "differs")
        self._done("set" if self._staff.set(digits) else "not_kept")
        return ""

    def _remove(self) -> None:
        self._done("removed" if self._staff.remove() else "not_kept")

    def _done(self, key: str) -> None:
        page = self.page
        page.close()
        page.show()
        page.say(page.words.say("pin", key))
