"""Where a match goes on of which what was told in private is lost.

Without it a line may be judged otherwise than it was: a card that was noted turned up by itself,
and now nobody knows which it was. The lines from there are not judged; the match stands at the next
picture of the table that its journal holds. Where none follows, each line is left out that cannot
be played again, and the table as it really lies must be told.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.kernel import Game
from companion.match.entries import Entry, Kept
from companion.match.timeline import Timeline


def pictured(game: Game[Any], entry: Entry) -> Any:
    """What everybody saw after an entry; None where it does not say, or not as a position of
    today."""
    try:
        return entry.snapshot and msgspec.convert(entry.snapshot, game.position)
    except msgspec.ValidationError:
        return None


def go_through(timeline: Timeline, journal: Sequence[Entry], as_told: int = 0) -> int | None:
    """Take in what of a journal is not taken in yet. The number of the first entry with which that
    cannot be; None when all is. as_told: the entry before which lines count as they were told, for
    the table is about to say so."""
    kept = (one.number for one in journal if isinstance(one, Kept))
    timeline.recorded.as_told = max((as_told, *kept))
    at = len(timeline.entries)
    while at < len(journal):
        try:
            timeline.add(journal[at])
            at += 1
        except Exception:  # whatever the rules stumble over, this entry is where
            over = _over(timeline, journal, at) if timeline.blind else at
            if over == at:
                return at + 1
            at = over
    return None


def _over(timeline: Timeline, journal: Sequence[Entry], at: int) -> int:
    """Go over the gap that begins with an entry; how many are taken in then."""
    follow = next((n for n, one in enumerate(journal) if n >= at and one.number != n + 1), None)
    for end in range(at, len(journal) if follow is None else follow):
        view = pictured(timeline.game, journal[end])
        if view is not None:
            timeline.stand(journal[at : end + 1], view)
            return end + 1
    if follow != at:
        timeline.stand(journal[at : at + 1])
        return at + 1
    return at
