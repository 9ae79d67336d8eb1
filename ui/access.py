"""What only those in charge may open, and how long the way there stays open."""

from __future__ import annotations

from collections.abc import Callable

from ui.pin_lock import PinLock
from ui.screens.service.pin import ask
from ui.shell.page import Page, Sheet


class Access:
    """Whoever typed the PIN is trusted until they leave the screen that it led to.

    shown: the page that is shown at the moment.
    """

    def __init__(self, pin_lock: PinLock, shown: Callable[[], Page | None]) -> None:
        self._pin_lock, self._shown = pin_lock, shown
        self._trusted: Page | Sheet | None = None

    def ask(self, act: Callable[[], None]) -> None:
        """Do something: at once where there is no PIN or it was typed, else after it was."""
        before = self._shown()

        def allowed() -> None:
            act()
            page = self._shown()
            if page is not None and not self.trusts(page):
                self._trusted = page if page is not before else page.sheet

        if not self._pin_lock.locked or self.trusts(before):
            allowed()
        elif before is not None:
            ask(before, self._pin_lock, allowed)

    def trusts(self, page: Page | None) -> bool:
        """Whether a page, or the sheet that lies on it, was opened by those in charge."""
        return page is not None and self._trusted in (page, page.sheet or page)

    def left_for(self, page: Page | None) -> None:
        """Another page is shown, or nobody is there: nobody is trusted any longer."""
        if not self.trusts(page):
            self._trusted = None
