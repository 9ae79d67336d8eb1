"""What was played before at this table; nothing of it while the disk does not answer."""

from contextlib import suppress

from companion.archive import history
from companion.archive.categories import categories
from companion.archive.score import ScoreSheet
from companion.archive.summary import Summary
from companion.store import DiskError
from companion.text import LANGUAGES
from ui.session.gone import title_of
from ui.session.session import Session
from ui.texts import words


def past(session: Session) -> tuple[Summary, ...]:
    """What is over, the newest first."""
    with suppress(DiskError):
        return history.history(session.library, session.package)
    return ()


def past_count(session: Session) -> int:
    """How many there are."""
    with suppress(DiskError):
        return history.count(session.library)
    return 0


def played(session: Session, summary: Summary) -> str:
    """What the game of a finished match is called."""
    counted = summary.how == "counted"
    return counted_for(session, summary.game) if counted else title_of(session, summary.game)


def counted_for(session: Session, game: str) -> str:
    """What points are counted for: of a game that nobody has named, in the language of the moment
    and not in that of then."""
    unnamed = {words(language).say("button", "another_game") for language in LANGUAGES}
    return session.words().say("button", "another_game") if game in unnamed else game


def score_sheets(session: Session) -> dict[str, ScoreSheet]:
    """Sheets of points of other games that can go on, the last first."""
    with suppress(DiskError):
        found = history.sheets(session.library)
        return {name: one for name, one in reversed(found.items()) if one.ended is None}
    return {}


def counted_by(session: Session, game: str) -> tuple[str, ...]:
    """The categories of a game of which points are counted; nothing where they are in rounds."""
    with suppress(DiskError):
        return categories(game, session.language, history.sheets(session.library))
    return categories(game, session.language, {})


def rounds(session: Session, name: str) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
    """What was counted, by rounds or categories, and what these are called."""
    with suppress(DiskError, LookupError):
        sheet = history.sheets(session.library)[name]
        there = [(at, row) for at, row in enumerate(sheet.rounds) if set(row) != {None}]
        return tuple((round_of(session, sheet, at), row) for at, row in there)
    return ()


def round_of(session: Session, sheet: ScoreSheet, number: int) -> str:
    """What a round is called, from 0: its category, else its number."""
    if sheet.begun.categories:
        return sheet.begun.categories[number]
    return session.words().say("label", "round", {"number": number + 1})
