"""The clock of a match: seconds since it began, from a clock that is handed in; and the clocks of
its seats, which run while a seat is asked."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import NamedTuple


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


class SeatClock(NamedTuple):
    """How long a seat has thought, in seconds. left: of its budget, below 0 when that has run
    out; None without a budget. running: whether it is thinking now."""

    seat: str
    used: float
    left: float | None
    running: bool


@dataclass
class Thinking:
    """How long each seat was asked. What the table itself is asked costs nobody time.

    used: seconds, pauses not counted.
    turns: how often a seat's turn went on to others since the clocks were set.
    at_set: what was used by then.
    running: the seats that are asked now.
    asked: those that were asked last.
    """

    used: dict[str, float] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    at_set: dict[str, float] = field(default_factory=dict)
    running: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()

    def spend(self, seconds: float) -> None:
        """Let time pass for those who are asked."""
        for seat in self.running:
            self.used[seat] = self.used.get(seat, 0.0) + seconds

    def ask(self, seats: Collection[str], *, back: bool = False) -> None:
        """These are asked from now on. back: because something was taken back, so that turns
        that had been finished are not."""
        self.running = frozenset(seats)
        if not self.running or self.running == self.asked:
            return
        for seat in self.running - self.asked if back else self.asked - self.running:
            self.turns[seat] = max(0, self.turns.get(seat, 0) + (-1 if back else 1))
        self.asked = self.running

    def set(self) -> None:
        """The clocks begin anew."""
        self.at_set, self.turns = dict(self.used), {}

    def reading(self, seat: str, budget: float, increment: float, ago: float) -> SeatClock:
        """The clock of a seat, ``ago`` seconds after the last entry."""
        used = self.used.get(seat, 0.0) + (ago if seat in self.running else 0.0)
        left = budget + increment * self.turns.get(seat, 0) - (used - self.at_set.get(seat, 0.0))
        return SeatClock(seat, used, left if budget else None, seat in self.running)
