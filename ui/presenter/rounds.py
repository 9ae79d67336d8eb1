"""Which round it is: as the game counts them, else as often as everybody had a turn, with the one
that is asked for now."""

from collections.abc import Sequence
from typing import Any

from companion.kernel import Game
from companion.match.entries import CaughtUp, Entry, Played, Redone, Undone
from companion.match.match import Match


def turn_of(game: Game[Any], entry: Entry) -> str:
    """The seat whose turn it is in, "" for none: an answer to somebody else is no turn."""
    if isinstance(entry, CaughtUp):
        return entry.by
    if isinstance(entry, Played) and not game.by_name[str(entry.move["move"])].answers:
        return entry.by
    return ""


class Rounds:
    """Counts the rounds of a match; what it counted once it goes on from."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._begin()

    def _begin(self) -> None:
        self._heard, self._round, self._last = 0, 0, ""
        self._seats: set[str] = set()

    @property
    def now(self) -> int:
        """From 1, 0 before anybody is asked for a turn."""
        counted = getattr(self._match.public, "round", None)
        if isinstance(counted, int):
            return counted
        told = self._match.timeline.entries
        new = told[self._heard :]
        if len(told) < self._heard or any(isinstance(one, Undone | Redone) for one in new):
            self._begin()  # what was taken back was no turn
            new = told
        self._hear(new)
        self._heard = len(told)
        return self._round + self._begins()

    def at(self, line: int) -> int:
        """The one in which a line of the journal was told; 0 before anybody had a turn."""
        counted = self._match.timeline.steps.rounds().get(line)
        if counted is not None:
            return counted
        until = Rounds(self._match)
        until._hear([one for one in self._match.timeline.entries if one.number <= line])
        return until._round

    def _hear(self, new: Sequence[Entry]) -> None:
        """Count the turns in some more lines."""
        struck: set[int] = set()
        for one in new:
            if isinstance(one, Undone):
                struck.update(one.lines)
            elif isinstance(one, Redone):
                struck.difference_update(one.lines)
        for one in new:
            if one.number not in struck and (by := turn_of(self._match.game, one)):
                self._count(by)

    def _begins(self) -> bool:
        """Whether whoever is asked now had a turn in this round, and somebody else the last one, or
        has the first one of all; to answer is no turn."""
        asked = {one.seat for one in self._match.asked if not one.owed}
        if not self._round:
            return not asked.isdisjoint(self._match.seats)
        return self._last not in asked and not asked.isdisjoint(self._seats)

    def _count(self, seat: str) -> None:
        if seat == self._last or seat not in self._match.seats:
            return
        if seat in self._seats or not self._round:
            self._seats.clear()
            self._round += 1
        self._seats.add(seat)
        self._last = seat
