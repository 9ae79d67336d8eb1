"""Checkpoints: where a match stood after one of its entries.

A match that is taken up from one judges only what came after it. A checkpoint is a shortcut and
never more: without it, or where it does not fit, everything is judged again. It holds what is
hidden, so it belongs where the hidden values are; names of players are not in it.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Annotated, Any

import msgspec

from companion import __version__
from companion.kernel import Game
from companion.match.clock import Thinking
from companion.match.commitments import Secret
from companion.match.entries import Entry, Played, Refused, Started
from companion.match.history import Steps
from companion.match.timeline import Timeline

EVERY = 1000
"""Entries from one to the next: to judge that many again takes some hundredths of a second."""

BEHIND = 50
"""Entries that come before it is kept: what a table looks back at and takes back comes after it."""


class Checkpoint(msgspec.Struct, frozen=True):
    """Where a match stood after an entry.

    number: of the entry.
    game, rules, program: what judged, and in which versions.
    position: as JSON, with all that is hidden in it.
    steps: how many led to it.
    play_time, clocks: see :class:`Timeline`.
    """

    number: Annotated[int, msgspec.Meta(ge=1)]
    game: str
    rules: int
    program: str
    position: msgspec.Raw
    steps: int
    play_time: float
    clocks: Thinking

    def __repr__(self) -> str:
        return f"Checkpoint({self.number}, ?)"


class Due:
    """Makes a checkpoint now and then, and hands it over ``BEHIND`` entries later.

    last: the number of the last one that is kept, 0 if none is.
    """

    def __init__(self, keep: Callable[[Checkpoint], None] | None) -> None:
        self._keep = keep
        self.last = 0
        self._waits: Checkpoint | None = None

    def after(self, timeline: Timeline) -> None:
        """Another entry was taken in."""
        number = len(timeline.entries)
        if self._keep is None or number < self.last + EVERY:
            return
        if self._waits is None or len(timeline.steps) <= self._waits.steps:
            self._waits = taken(timeline)  # what led there, or from there, was taken back
        elif number >= self._waits.number + BEHIND:
            self._keep(self._waits)
            self.last, self._waits = self._waits.number, None


def taken(timeline: Timeline) -> Checkpoint | None:
    """A checkpoint of now; None unless a move was made last, for all that is needed must be in
    it: nothing to be restored, no pause, no end, nothing that is hidden from us."""
    game, last = timeline.game, timeline.entries[-1]
    if not isinstance(last, Played) or timeline.paused or timeline.blind:
        return None
    return Checkpoint(
        number=last.number,
        game=game.name,
        rules=game.version,
        program=__version__,
        position=msgspec.Raw(msgspec.json.encode(timeline.position)),
        steps=len(timeline.steps),
        play_time=timeline.play_time,
        clocks=deepcopy(timeline.clocks),
    )


def restored(
    game: Game[Any],
    secrets: Mapping[int, Secret],
    journal: Sequence[Entry],
    checkpoint: Checkpoint,
) -> Timeline | None:
    """The match after the entries up to a checkpoint; None where that does not fit.

    journal: all entries of that match. Its steps are judged when somebody looks at them, and
    raise what :meth:`Timeline.add` raises then.
    """
    past = list(journal[: checkpoint.number])
    first, made_by = past[0], (checkpoint.game, checkpoint.rules, checkpoint.program)
    if made_by != (game.name, game.version, __version__) or not isinstance(first, Started):
        return None
    if [entry.number for entry in past] != list(range(1, checkpoint.number + 1)):
        return None
    if any(getattr(one, "commitment", "") and one.number not in secrets for one in past):
        return None  # something in it would be UNKNOWN if it were judged again
    timeline = Timeline(game, secrets)
    try:
        timeline.begin(first)
        timeline.position = msgspec.json.decode(checkpoint.position, type=game.position)
    except Exception:  # whatever is wrong with it, it is only a shortcut
        return None
    for entry in past:
        if not isinstance(entry, Played | Refused):
            timeline.settle(entry)
    timeline.entries = past
    timeline.play_time, timeline.clocks = checkpoint.play_time, checkpoint.clocks

    def judge() -> Steps:
        again = Timeline(game, secrets)
        for entry in past[: checkpoint.number]:
            again.add(entry)
        return again.steps

    timeline.steps = Steps(game, checkpoint.steps, judge)
    return timeline
