"""The screen at rest: what becomes of a match and of a page while nobody is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.access import Access
from ui.navigation import Navigation
from ui.shell.page import Page

if TYPE_CHECKING:
    from ui.screens.home.attract import Attract


class Rest:
    """screen: what lies over everything while nobody is there; else None."""

    def __init__(self, navigation: Navigation, access: Access) -> None:
        self.screen: Attract | None = None
        self._navigation, self._access = navigation, access

    def patience(self, page: Page | None) -> float:
        """Seconds without any input after which the screen comes to rest; 0 for never. Where
        something was begun and not finished it waits twice as long."""
        begun = page is not None and page.unfinished()
        return 60.0 * self._navigation.session.settings.idle * (2 if begun else 1)

    def begin(self, page: Page, still: float) -> Attract:
        """Nobody has done anything for that many seconds. The match pauses since then; what was
        begun stays as it is, below a screen that asks to be touched. Only what is open to those in
        charge closes, and what one seat sees is covered: others may come next."""
        from ui.screens.home.attract import Attract

        navigation = self._navigation
        open_match = navigation.session.open_match
        if open_match is not None and not open_match.match.over:
            open_match.match.pause(still)
            if self._access.trusts(page):
                navigation.play(open_match)
        elif self._access.trusts(page) or not page.unfinished():
            navigation.home()
        page.rests()
        self._access.left_for(None)
        self.screen = Attract(navigation)
        return self.screen

    def end(self) -> Attract | None:
        """Somebody is there: the screen that lay over everything."""
        screen, self.screen = self.screen, None
        if screen is not None:
            screen.leave()
        return screen
