"""The clock of a match: seconds since it began, from a clock that is handed in."""

from collections.abc import Callable


class Clock:
    """Seconds since a match began, to the millisecond.

    now: any clock that counts seconds; only differences are used.
    since: where to go on from when a match is opened again, so that the time in which the
        companion was switched off does not count.

    A clock that jumps backwards stands still for that moment; it never makes time negative.
    """

    def __init__(self, now: Callable[[], float], since: float = 0.0) -> None:
        self._now = now
        self._last = now()
        self._elapsed = since

    def read(self) -> float:
        """Seconds since the match began; never less than at the last reading."""
        now = self._now()
        self._elapsed += max(0.0, now - self._last)
        self._last = now
        return round(self._elapsed, 3)
