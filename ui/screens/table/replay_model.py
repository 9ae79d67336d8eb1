"""A match as moments that can be looked at one after the other: for the replay, and to explain
what a move did. Everything here is what everybody may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.kernel import TABLE, Event
from companion.match.entries import Entry
from companion.match.match import Match
from companion.match.public_verdict import seen
from companion.match.steps import Step
from companion.text import Language


@dataclass(frozen=True)
class Moment:
    """One thing that happened. view: the table after it. event: None where only the log
    tells of it."""

    view: Any
    event: Event | None = None


class ReplayLine:
    """One line of the journal that leads from one position to the next, and its moments.

    number: in the journal; 0 for the beginning. by: who made it.
    """

    def __init__(self, match: Match, step: Step | None, number: int = 0) -> None:
        self._match, self._step = match, step
        self.number = number if step is None else step.entry_number
        self.by = TABLE if step is None else step.by

    @property
    def _entry(self) -> Entry:
        return self._match.timeline.entries[max(self.number, 1) - 1]

    def sentences(self, language: Language) -> tuple[str, ...]:
        """What the log says of it."""
        return self._entry.said(language)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """What happened, one thing at a time; never none."""
        return self._happened() or (self._whole(),)

    def _whole(self) -> Moment:
        """All of it at once: a correction, or something whose course nobody may see."""
        match, step = self._match, self._step
        position = match.beginning if step is None else step.after
        view = match.public if position is None else match.game.public(position)
        return Moment(view)

    def _happened(self) -> tuple[Moment, ...]:
        match, step = self._match, self._step
        if step is None or step.move is None or step.state == "left out":
            return ()
        shown = seen(match.game, step)
        both = zip(shown.events, shown.positions, strict=False)
        return tuple(Moment(view, one) for one, view in both)


def lines_of(match: Match) -> tuple[ReplayLine, ...]:
    """The beginning and every line that counts, in order; where today's rules cannot replay it,
    every entry, with the last table that is known."""
    if match.read_only:
        return tuple(ReplayLine(match, None, entry.number) for entry in match.entries)
    return (ReplayLine(match, None), *(ReplayLine(match, step) for step in match.steps))


def last_turn(match: Match) -> int:
    """Where in :func:`lines_of` the last seat began what it did last."""
    steps: Sequence[Step] = match.steps
    mover = next((step.by for step in reversed(steps) if step.by != TABLE), TABLE)
    first = len(steps)
    while first > 0 and steps[first - 1].by in (mover, TABLE):
        first -= 1
    return min(first + 1, len(steps))
