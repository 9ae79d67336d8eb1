"""What the owners of a game note beside its rules, once for all matches."""

from collections.abc import Callable
from contextlib import suppress

from companion.match.renaming import LONGEST_REMARK
from companion.store import PAGES, REMARKS, DiskError, Library


class OwnCopy:
    """library: opened when it is first asked for."""

    def __init__(self, library: Callable[[], Library]) -> None:
        self._library = library

    def pages(self, game: str) -> dict[str, str]:
        """On which pages of the owners' copy the parts of its rules stand, by their headings."""
        with suppress(DiskError):
            told = self._library().boxes(game).get(PAGES, {})
            return {key: str(page)[:3] for key, page in told.items() if str(page).isdecimal()}
        return {}

    def note_page(self, game: str, heading: str, page: str) -> None:
        """Remember such a page with what the box shows; "" to forget it."""
        pages = {**self.pages(game), heading: page}
        self._library().keep_box(game, PAGES, {key: one for key, one in pages.items() if one})
        self._library().journal.flush()

    def remarks(self, game: str) -> dict[str, str]:
        """What the owners wrote beside rules, their own rulings among it, by the clauses."""
        with suppress(DiskError):
            told = self._library().boxes(game).get(REMARKS, {})
            return {key: str(text)[:LONGEST_REMARK] for key, text in told.items() if text}
        return {}

    def remark(self, game: str, clause: str, text: str) -> None:
        """Remember what was written beside a clause; "" to forget it."""
        told = {**self.remarks(game), clause: text}
        self._library().keep_box(game, REMARKS, {key: one for key, one in told.items() if one})
        self._library().journal.flush()
