"""Two limits every device has: how often it is tried again, and how much noise it may make.

Pure: every time is handed in.
"""

from collections import deque


class Backoff:
    """Waiting times between attempts: doubling from ``first`` to ``longest`` seconds."""

    def __init__(self, first: float, longest: float) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def wait(self) -> float:
        """Seconds to wait before the next attempt."""
        wait, self._next = self._next, min(self._next * 2, self._longest)
        return wait

    def reset(self) -> None:
        """It worked: begin with the shortest time again."""
        self._next = self._first


class Storm:
    """Tells when more than ``limit`` errors fall into ``window`` seconds."""

    def __init__(self, limit: int = 50, window: float = 5.0) -> None:
        self._times: deque[float] = deque(maxlen=limit + 1)
        self._limit = limit
        self._window = window

    def error(self, at: float) -> bool:
        """Count one error at ``at`` seconds; whether that makes it a storm."""
        self._times.append(at)
        return len(self._times) > self._limit and at - self._times[0] <= self._window

    def reset(self) -> None:
        """Forget all errors."""
        self._times.clear()
