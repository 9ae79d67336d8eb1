"""Once a match is over, what was told in secret lies open: who must agree to what ends it, or lets
it go on, otherwise than by play."""

from collections.abc import Collection
from typing import Any

from companion.match.answer import Answer
from companion.match.journal import Journal
from companion.match.sentences import text
from companion.match.timeline import Timeline


def told_in_secret(timeline: Timeline) -> bool:
    """Whether anything was, so that an end opens it."""
    return any(getattr(entry, "commitment", "") for entry in timeline.entries)


def turns(timeline: Timeline, after: Any) -> bool:
    """Whether a position is over where the match is not, or the other way round, and something was
    told in secret. A match that ended by agreement stays so, whatever is set right in it."""
    if timeline.ended is not None:
        return False
    ends, over = (timeline.game.outcome(one) is not None for one in (after, timeline.position))
    return ends != over and told_in_secret(timeline)


def asks(journal: Journal, after: Any, by: str, consent: Collection[str]) -> Answer | None:
    """The question to those who must still agree that the table is set right to a position which
    :func:`turns` the match: all others who play. None when nobody must."""
    line, agreed = journal.timeline, {*journal.timeline.absent, by, *consent}
    missing = tuple(seat for seat in journal.seats if seat not in agreed)
    if not missing or not turns(line, after):
        return None
    key = "ending_needs_consent" if line.game.outcome(after) else "opened_needs_consent"
    return Answer(done=False, says=journal.say(text(key, seats=missing)), consent=missing)
