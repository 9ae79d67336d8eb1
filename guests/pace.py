"""How often something may be done from one address."""

from collections import deque
from time import monotonic

KNOWN = 1024
"""Addresses that are remembered at most; then the one that came first is forgotten."""


class Pace:
    """At most a number of times in a number of seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._when: dict[str, deque[float]] = {}

    def allows(self, address: str) -> bool:
        """Whether it may be done once more now; then it counts."""
        now = monotonic()
        times = self._when.setdefault(address, deque())
        if len(self._when) > KNOWN:
            del self._when[next(iter(self._when))]
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            return False
        times.append(now)
        return True
