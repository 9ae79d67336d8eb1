"""How often something may be done from somewhere."""

from collections import deque
from time import monotonic

from doors.shares import shares

KNOWN = 1024
"""Addresses and phones that are remembered at most; then the one that came first is forgotten."""


class Pace:
    """At most a number of times in a number of seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._when: dict[str, deque[float]] = {}

    def allows_from(self, address: str) -> bool:
        """Whether it may be done once more now from an address; then it counts."""
        return all(self.allows(one, times) for one, times in shares(address))

    def allows(self, who: str, shares: int = 1) -> bool:
        """The same of somebody who has so many shares."""
        now = monotonic()
        times = self._when.setdefault(who, deque())
        if len(self._when) > KNOWN:
            del self._when[next(iter(self._when))]
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= shares * self._most:
            return False
        times.append(now)
        return True
