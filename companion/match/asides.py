"""What one seat alone may hear of a match."""

from companion.kernel import Aside, Event
from companion.match.entries import Amended, Played, Started
from companion.match.steps import ALL_UNTOLD, UNTOLD
from companion.match.timeline import Timeline


def contradictions(line: Timeline, seat: str) -> tuple[Event, ...]:
    """What a seat told in private, and cannot be so by what it told last or what came since."""
    last = first = 0
    for entry in line.entries:
        if (isinstance(entry, Played) and entry.commitment and entry.by == seat) or (
            isinstance(entry, Started) and entry.situation is not None
        ):
            last = first = entry.number
        elif isinstance(entry, Amended):  # what came after that line was judged again
            first = min(first, entry.line)
    found: list[Event] = []
    for step in reversed(line.steps) if last else ():
        if step.line < first:
            break
        asides = [one for one in step.events if isinstance(one, Aside) and one.to == seat]
        found[:0] = (one for one in asides if step.line >= last or one.key in (UNTOLD, ALL_UNTOLD))
    return tuple(found)
