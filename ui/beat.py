"""What is done again and again, also after it failed once.

Kivy never again calls an interval or a trigger that raised. A beat asks for its next time before
anything is done, each time anew, so a fault reaches the door of the screen like any other, and the
beat goes on.
"""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock


class Beat:
    """Calls ``do()`` every ``seconds`` from :meth:`start` on; 0: before each frame."""

    def __init__(self, do: Callable[[], object], seconds: float) -> None:
        self._do, self.seconds = do, seconds
        self._next: Any = None

    @property
    def going(self) -> bool:
        """Whether it was started and not stopped."""
        return self._next is not None

    def start(self) -> None:
        """The first time is that many seconds from now, if it is not going yet."""
        if self._next is None:
            self._next = Clock.schedule_once(self._beat, self.seconds)

    def stop(self) -> None:
        """Not again, until it is started."""
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _beat(self, _: float) -> None:
        self._next = Clock.schedule_once(self._beat, self.seconds)
        self._do()
