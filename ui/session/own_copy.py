"""What the owners of a game note beside its rules, once for all matches."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.match.renaming import LONGEST_REMARK
from companion.store import PAGES, REMARKS, DiskError, Library


class OwnCopy:
    """library: opened when it is first asked for. What it tells is read once for each game, for
    every refusal asks for it: nobody writes it but this, and whoever calls somebody otherwise."""

    def __init__(self, library: Callable[[], Library]) -> None:
        self._library = library
        self._read: dict[str, Mapping[str, Mapping[str, Any]]] = {}

    def pages(self, game: str) -> dict[str, str]:
        """On which pages of the owners' copy the parts of its rules stand, by their headings."""
        told = self._told(game, PAGES)
        return {key: str(page)[:3] for key, page in told.items() if str(page).isdecimal()}

    def note_page(self, game: str, heading: str, page: str) -> None:
        """Remember such a page with what the box shows; "" to forget it."""
        self._keep(game, PAGES, {**self.pages(game), heading: page})

    def remarks(self, game: str) -> dict[str, str]:
        """What the owners wrote beside rules, their own rulings among it, by the clauses."""
        told = self._told(game, REMARKS)
        return {key: str(text)[:LONGEST_REMARK] for key, text in told.items() if text}

    def remark(self, game: str, clause: str, text: str) -> None:
        """Remember what was written beside a clause; "" to forget it."""
        self._keep(game, REMARKS, {**self.remarks(game), clause: text})

    def renamed(self) -> None:
        """Somebody is called otherwise, or nothing any more, also in what was written here."""
        self._read.clear()

    def _told(self, game: str, what: str) -> Mapping[str, Any]:
        """As the disk has it; nothing while it does not answer."""
        if game not in self._read:
            try:
                boxes = self._library().boxes(game)
            except DiskError:
                return {}
            self._read[game] = {one: boxes.get(one, {}) for one in (PAGES, REMARKS)}
        return self._read[game][what]

    def _keep(self, game: str, what: str, told: Mapping[str, str]) -> None:
        self._library().keep_box(game, what, {key: one for key, one in told.items() if one})
        self._library().journal.flush()
        self._read.pop(game, None)
