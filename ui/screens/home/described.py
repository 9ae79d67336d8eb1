"""A match that can go on, in words."""

from datetime import timedelta

from companion.store import Listed
from companion.text import Phrasebook, day
from ui.session.gone import title_of
from ui.session.open_match import now
from ui.session.session import Session


def described(session: Session, one: Listed, *, when: bool = True) -> tuple[str, str]:
    """The match in two lines: its game; who plays, and, if wanted, when it was played last."""
    say, heading = session.words(), one.heading
    names = ", ".join(heading.players.get(seat) or say.name(seat) for seat in heading.seats)
    names = " ".join(names.split())  # a file changed by hand may break the line in a name
    if when and heading.last is not None:
        last = heading.last.astimezone()
        values = {"day": day(say, last, "short"), "time": f"{last:%H:%M}"}
        names += " · " + say.say("label", "last_played", values)
    return title_of(session, heading.game), names


def moved_last(say: Phrasebook, one: Listed) -> str:
    """When the last move came, "" where nobody knows."""
    if one.heading.last is None:
        return ""
    last, today = one.heading.last.astimezone(), now().date()
    values = {"day": day(say, last, "short"), "time": f"{last:%H:%M}"}
    key = "last_move"
    if last.date() == today:
        key = "last_move_today"
    elif last.date() == today - timedelta(days=1):
        key = "last_move_yesterday"
    return say.say("label", key, values)
