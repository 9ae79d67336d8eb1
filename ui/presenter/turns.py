"""A match by turns: who did what in which, how it stands now, and how long it took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from companion.kernel import TABLE
from companion.match.entries import (
    Amended,
    Bookmarked,
    CaughtUp,
    Entry,
    Paused,
    Played,
    Redone,
    Refused,
    Resumed,
    Undone,
)
from companion.match.lines import Line, Status
from companion.match.match import Match
from companion.text import Language, stand_in
from ui.presenter.rounds import turn_of

How = Literal["", "wrong_tap", "taken_back", "refused", "exception", "noted"]
"""How something that was told stands. *exception*: it stands though it broke a rule, or is not
judged."""

_GONE: tuple[How, ...] = ("wrong_tap", "taken_back", "refused")
_EXCEPTIONS: tuple[Status, ...] = ("overruled", "marked", "illegal", "left out", "unjudged")


@dataclass(frozen=True)
class TurnLine:
    """One entry of a turn.

    number: of the entry.
    line: number of the line that it tells of.
    sentences: what everybody may read of it; the first says what was done.
    how: what becomes of a line by it, "" for nothing.
    status: see :class:`Line`.
    faults: the clauses it breaks.
    by: who took it back or corrected it, "" where nobody did or nobody knows.
    """

    number: int
    line: int
    sentences: tuple[str, ...]
    how: How = ""
    status: Status = "noted"
    faults: tuple[str, ...] = ()
    by: str = ""

    @property
    def sentence(self) -> str:
        """All of it."""
        return " ".join(self.sentences)

    @property
    def done(self) -> str:
        """What was done, without what came of it."""
        return next(iter(self.sentences), "")


@dataclass
class Turn:
    """What one seat did before another did something.

    seat: TABLE for what was before the first turn.
    round: from 1, 0 before the first one.
    at: seconds of play at its end.
    took: seconds of play it lasted.
    lines: in their order.
    bookmarks: under which names it is to be found again.
    """

    seat: str
    round: int = 0
    at: float = 0.0
    took: float = 0.0
    lines: list[TurnLine] = field(default_factory=list)
    bookmarks: list[str] = field(default_factory=list)

    @property
    def standing(self) -> tuple[int, ...]:
        """The lines in it that stand, in order."""
        return tuple(one.line for one in self.lines if one.how in ("", "exception"))

    @property
    def exceptions(self) -> int:
        """How much in it stands in spite of a rule."""
        return sum(one.how == "exception" for one in self.lines)


def turns(match: Match, language: Language) -> tuple[Turn, ...]:
    """The turns of a match, the first one first."""
    return tuple(one for one in _Turns(match, language).all() if one.lines)


def back(turns: Sequence[Turn], chosen: int) -> tuple[str, ...]:
    """Whose turns go when the table goes back to the end of a chosen one, once for each turn."""
    return tuple(one.seat for one in turns[chosen + 1 :] if one.standing)


def says(turn: Turn, words: str) -> bool:
    """Whether all words stand in what a turn tells, or in its bookmarks."""
    told = " ".join([*(one.sentence for one in turn.lines), *turn.bookmarks])
    return stand_in(words, told)


class _Turns:
    """Goes through the lines of a match once."""

    def __init__(self, match: Match, language: Language) -> None:
        self._language = language
        self._lines = match.lines()
        self._rounds = match.timeline.steps.rounds()
        self._gone = dict(_gone(line.entry for line in self._lines))
        self._meant: dict[int, list[TurnLine]] = {}
        self._found = [Turn(TABLE)]
        self._waiting: list[tuple[str, TurnLine]] = []
        self._game = match.game
        self._seats: set[str] = set()
        self._seat = ""  # who had the last of the turns that are counted
        self._bookmarks: dict[int, list[str]] = {}
        self._play = 0.0

    def all(self) -> list[Turn]:
        self._read_meant()
        before, paused = 0.0, False
        for line in self._lines:
            if not paused:
                self._play += max(0.0, line.entry.at - before)
            before = line.entry.at
            paused = isinstance(line.entry, Paused) or (
                paused and not isinstance(line.entry, Resumed)
            )
            self._take(line)
        self._settle()
        for one, earlier in zip(self._found[1:], self._found, strict=False):
            one.took = max(0.0, one.at - earlier.at)
        for found in self._found:
            found.bookmarks += (
                name for line in found.standing for name in self._bookmarks.get(line, ())
            )
        return self._found

    def _read_meant(self) -> None:
        """What was meant by a line stands where that line does."""
        for line in self._lines:
            if isinstance(line.entry, Amended) and line.entry.moves:
                said = self._line(line, line.entry.line, line.entry.said(self._language)[1:])
                self._meant.setdefault(line.entry.line, []).append(said)

    def _take(self, line: Line) -> None:
        entry = line.entry
        if isinstance(entry, Bookmarked):
            self._bookmarks.setdefault(entry.line, []).append(entry.name)
            return
        if isinstance(entry, Undone | Redone | Amended | Paused | Resumed):
            return
        said = self._line(line, entry.number, entry.said(self._language))
        meant = self._meant.get(entry.number, ())
        by = entry.by if isinstance(entry, Played | CaughtUp | Refused) else TABLE
        if said.how in _GONE and not (line.status == "amended" and meant):
            self._waiting.append((by, said))
            return
        if by != TABLE:
            self._turn_of(by, entry)
        self._settle()
        self._found[-1].lines += (said, *meant)
        self._found[-1].at = self._play

    def _line(self, line: Line, number: int, said: Sequence[str]) -> TurnLine:
        how: How = ""
        by = ""
        if line.status in _EXCEPTIONS:
            how = "exception"
        elif line.status in ("struck", "amended"):
            how, by = self._gone.get((number, line.status), ("taken_back", ""))
        elif line.status == "refused":
            how = "refused"
        elif line.status == "noted":
            how = "noted"
        return TurnLine(line.entry.number, number, tuple(said), how, line.status, line.faults, by)

    def _turn_of(self, seat: str, entry: Entry) -> None:
        """Begin a new turn where another seat begins, or a game begins another round."""
        last, counted = self._found[-1], self._rounds.get(entry.number)
        if last.seat == seat and counted in (None, last.round):
            return
        number = last.round if counted is None else counted
        if counted is None and seat != self._seat and turn_of(self._game, entry):
            if seat in self._seats or not last.round:
                self._seats.clear()
                number += 1
            self._seats.add(seat)
            self._seat = seat
        self._found.append(Turn(seat, number, self._play))

    def _settle(self) -> None:
        """What was struck stands in the turn in which it was told."""
        last = self._found[-1]
        earlier = self._found[-2] if len(self._found) > 1 and not last.lines else last
        for by, gone in self._waiting:
            (last if by == last.seat else earlier).lines.append(gone)
        self._waiting.clear()


def _gone(entries: Iterable[Entry]) -> Iterator[tuple[tuple[int, Status], tuple[How, str]]]:
    """What became of lines that stand no more, and who said so."""
    for entry in entries:
        if isinstance(entry, Undone):
            how: How = "wrong_tap" if entry.reason == "entered wrongly" else "taken_back"
            yield from (((line, "struck"), (how, entry.by)) for line in entry.lines)
        elif isinstance(entry, Amended):
            yield (entry.line, "amended"), ("wrong_tap", entry.by)
