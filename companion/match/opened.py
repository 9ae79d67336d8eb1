"""Once a match is over, what was told in secret lies open: who must agree to what ends it, or lets
it go on, otherwise than by play."""

from collections.abc import Collection
from typing import Any

from companion.kernel import Game, Open, after, remaining
from companion.match.answer import Answer
from companion.match.journal import Journal
from companion.match.sentences import text
from companion.match.timeline import Timeline

MOST_LEFT = 12
"""Steps in which nothing is left to decide that are looked through for the end, one after another;
no game has as many."""


def told_in_secret(timeline: Timeline) -> bool:
    """Whether anything was, so that an end opens it."""
    return any(getattr(entry, "commitment", "") for entry in timeline.entries)


def turns(timeline: Timeline, then: Any) -> bool:
    """Whether a position is over where the match is not, or the other way round, or leaves nobody
    anything to decide before the end where the match still does, and something was told in secret.
    A match that ended by agreement stays so, whatever is set right in it."""
    if timeline.ended is not None or not told_in_secret(timeline):
        return False
    game, now = timeline.game, timeline.position
    ends, over = (game.outcome(one) is not None for one in (then, now))
    return ends != over or (not over and _decided(game, then) and not _decided(game, now))


def _decided(game: Game[Any], position: Any) -> bool:
    """Whether nobody has anything left to decide before the end, as everybody can see: asking would
    else tell what is hidden."""
    view = game.public(position)
    for _ in range(MOST_LEFT):
        left = remaining(game, view)
        if left is None:
            break
        try:
            view = game.public(after(game, view, left[1]))
        except Open:
            return False
    return game.outcome(view) is not None


def asks(journal: Journal, then: Any, by: str, consent: Collection[str]) -> Answer | None:
    """The question to those who must still agree that the table is set right to a position which
    :func:`turns` the match: all others who play. None when nobody must."""
    line, agreed = journal.timeline, {*journal.timeline.absent, by, *consent}
    missing = tuple(seat for seat in journal.seats if seat not in agreed)
    if not missing or not turns(line, then):
        return None
    over = line.game.outcome(line.position) is not None
    key = "opened_needs_consent" if over else "ending_needs_consent"
    return Answer(done=False, says=journal.say(text(key, seats=missing)), consent=missing)
