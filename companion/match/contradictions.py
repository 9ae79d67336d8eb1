"""What cannot be so by what came later, of all that somebody told in private."""

from companion.kernel import Aside, Event
from companion.match.entries import Played, Started
from companion.match.timeline import Timeline


def heard(timeline: Timeline, seat: str) -> tuple[Event, ...]:
    """What this seat alone may hear of it."""
    told = [
        entry.number
        for entry in timeline.entries
        if (isinstance(entry, Played) and entry.commitment and entry.by == seat)
        or (isinstance(entry, Started) and entry.situation is not None)
    ]
    found: list[Event] = []
    for step in reversed(timeline.steps) if told else ():
        if step.line < told[-1]:
            break
        found[:0] = (x for x in step.events if isinstance(x, Aside) and x.to == seat)
    return tuple(found)
