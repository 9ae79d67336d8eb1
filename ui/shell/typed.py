"""A page on which one types: by its own keys, or on a keyboard beside the screen."""

from __future__ import annotations

from companion.table import Signal, Struck
from ui.shell.page import Sheet


class TypedSheet(Sheet):
    """What letters and digits have in common: keys that write, one that deletes, one that
    finishes."""

    def signal(self, signal: Signal) -> bool:
        """Take what is struck on a keyboard beside the screen."""
        if not isinstance(signal, Struck):
            return super().signal(signal)
        if signal.key == "enter":
            self.finish()
        elif signal.key == "delete":
            self.delete()
        else:
            self.strike(signal.key)
        return True

    def strike(self, key: str) -> None:
        """Write what a keyboard sent: one character, which need not be one of this page's."""

    def delete(self) -> None:
        """Take the last one away."""

    def finish(self) -> None:
        """Hand over what was written."""
