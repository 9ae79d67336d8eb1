"""What is looked for beside the screen, and shown once it is known: files, also on sticks, and what
the machine tells."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from ui.background import in_background
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

Found = TypeVar("Found")


class FoundSheet(Sheet, Generic[Found]):
    """A sheet that shows what was found. It is looked for anew whenever the sheet is opened."""

    _looking = False
    _found: Found | None = None

    @abstractmethod
    def look(self) -> Found:
        """What there is; called on another thread, and touches no widget."""

    @abstractmethod
    def title(self) -> str:
        """What stands above it all."""

    @abstractmethod
    def show(self, column: Column, found: Found) -> None:
        """Put what was found into the column."""

    def ways(self) -> Sequence[ActionButton]:
        """What can be done besides closing."""
        return ()

    def fill(self) -> None:
        """What was found, or that it is looked for."""
        say, found = self.words, self._sought()
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=self.title(), role="title"))
        column = Column()
        if found is None:  # no button either: it would move away under a finger
            column.add_widget(Paragraph(text=say.say("notice", "one_moment"), ink="ink2"))
        else:
            self.show(column, found)
        self.card.add_widget(Scroll(column))
        close = button(say.say("button", "close"), self.page.close, height=10)
        self.card.add_widget(row([*self.ways(), close], 10))

    def _sought(self) -> Found | None:
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
