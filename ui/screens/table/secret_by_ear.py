"""The private entry for an ear: stepped through with the dial, chosen with confirm, and read to its
person's earphone alone, while the screen stays covered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.table import Pressed, Signal, Turned

Way = tuple[str, Callable[[], None]]
"""What is read of a choice, and what comes of it."""


class ByEar:
    """ways: the choices that there are now. asked: the question before them, "" once all is told.
    whisper: reads it to that person alone; whether there is an earphone. Without one nothing is
    stepped through or chosen."""

    def __init__(
        self,
        ways: Callable[[], Sequence[Way]],
        asked: Callable[[], str],
        whisper: Callable[[str], bool],
    ) -> None:
        self._ways, self._asked, self._whisper = ways, asked, whisper
        self._at: int | None = None

    def signal(self, signal: Signal) -> None:
        """Step, choose, or hear the question."""
        turned = isinstance(signal, Turned)
        if not turned and not (isinstance(signal, Pressed) and signal.role == "confirm"):
            return
        ways = self._ways()
        if isinstance(signal, Turned) and ways:
            before = self._at if self._at is not None else -1 if signal.steps > 0 else 0
            self._at = (before + signal.steps) % len(ways)
            if not self._whisper(ways[self._at][0]):
                self._at = None
        elif self._at is None or self._at >= len(ways):
            self._whisper(self._asked())
        else:
            (taken, chosen), self._at = ways[self._at], None
            chosen()
            if following := self._asked():
                self._whisper(f"{taken}. {following}")
