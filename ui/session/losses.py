"""What is missing or cannot be read of what was saved, in sentences."""

from datetime import datetime

from companion.store import text_key
from ui.session.session import Session
from ui.texts import day


def missing(session: Session) -> tuple[str, ...]:
    """What became of broken files, and what is missing of them: all that nobody has read yet."""
    say, sentences = session.words(), []
    for damage in session.damages:
        sentences.append(say.say(*text_key(damage)))
        for gap in damage.gaps:
            match = {"match": _called(session, gap.table, gap.game, gap.begun)}
            section, key, values = text_key(gap)
            sentences.append(say.say(section, key, match | values))
    return tuple(sentences)


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
