"""What is missing or cannot be read of what was saved, in sentences."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from companion.store import text_key
from companion.text import day
from ui.session.session import Session

MOST_TOLD = 100
"""Sentences that are told at once: more nobody reads, and the screen would wait for them."""


def missing(session: Session) -> tuple[str, ...]:
    """What became of broken files, and what is missing of them: all that nobody has read yet, the
    first of it in words and the rest as a number."""
    told = tuple(islice(_missing(session), MOST_TOLD))
    left = sum(1 + len(damage.gaps) for damage in session.damages) - len(told)
    return (*told, session.words().say("notice", "more_missing", {"count": left})) if left else told


def _missing(session: Session) -> Iterator[str]:
    say = session.words()
    for damage in session.damages:
        yield say.say(*text_key(damage))
        for gap in damage.gaps:
            match = {"match": _called(session, gap.table, gap.game, gap.begun)}
            section, key, values = text_key(gap)
            yield say.say(section, key, match | values)


def unreadable(session: Session) -> tuple[str, ...]:
    """Which matches no list can show."""
    say = session.words()
    called = (_called(session, "entry", one.game, one.begun) for one in session.unreadable())
    return tuple(say.say("unreadable", "match", {"match": match}) for match in called)


def _called(session: Session, table: str, game: str, begun: datetime | None) -> str:
    """A match whose own heading may be lost."""
    say = session.words()
    if game not in session.games():
        return say.say("match", table)
    values = {"title": session.words(session.game_info(game)).say("about", "title")}
    if begun is None:
        return say.say("match", "title", values)
    when = begun.astimezone()
    values |= {"day": day(say, when), "time": f"{when:%H:%M}"}
    return say.say("match", "known", values)
