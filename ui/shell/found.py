"""Files to choose from, also on sticks: looked for beside the screen, shown once they are known."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from ui.background import in_background
from ui.shell.page import Sheet

Found = TypeVar("Found")


class FilesSheet(Sheet, Generic[Found]):
    """A sheet that shows what was found. It is looked for anew whenever the sheet is opened."""

    _looking = False
    _found: Found | None = None

    @abstractmethod
    def look(self) -> Found:
        """What there is; called on another thread, and touches no widget."""

    def found(self) -> Found | None:
        """What was found; None while it is looked for, and then the sheet is filled again."""
        if self._found is None and not self._looking:
            self._looking = True
            in_background(self.look, self._looked)
        return self._found

    def _looked(self, found: Found) -> None:
        self._looking = False
        if self.page.sheet is self:
            self._found = found
            self.fill()

    def closed(self) -> None:
        """What is on a stick may be another thing the next time."""
        self._found = None
