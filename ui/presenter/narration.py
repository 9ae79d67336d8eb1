"""What is said aloud of a match: the lines of the log as they stand there, and, where somebody
plays by ear, what is asked and what the dial stands on.

Worked out from what everybody may know.
"""

from typing import NamedTuple

from companion.kernel import DONE
from companion.languages import of
from companion.match.likes import Spoken
from companion.match.sentences import called
from companion.text import Language
from ui.presenter import Presenter
from ui.presenter.now import prompt

MOST_HANDS = 40
"""Of more things that hands do at once nothing is read, as of a whole layout: that lies there."""


class _Heard(NamedTuple):
    """What was the case when something was said last.

    presenter: of which match.
    lines: of the log, how many.
    refused: whether a refusal was open.
    asked: what was, in one or more sentences.
    cursor: where the dial stood.
    notice: what stood on the strip.
    question: the one that was open, "" for none.
    """

    presenter: Presenter
    lines: int
    refused: bool
    asked: tuple[str, ...]
    cursor: str
    notice: str
    question: str


class Narrator:
    """Notices what is worth saying, by comparing the match with how it was before."""

    def __init__(self) -> None:
        self._before: _Heard | None = None

    def lines(
        self,
        presenter: Presenter | None,
        how: Spoken,
        language: Language | None = None,
        *,
        at_table: bool = True,
        asked: tuple[str, ...] = (),
    ) -> tuple[str, ...]:
        """What to say now, at most once for each thing. language: in which the log is read, None
        for the one of the screen. at_table: whether the screen shows the table; where it shows
        anything else, only the log is read. asked: what the screen asks in its own words, if it
        has any."""
        if presenter is None or how == "off":
            self._before = None
            return ()
        now = _now(presenter, how, asked)
        before, self._before = self._before, now
        if before is None or before.presenter is not presenter:
            return now.asked if how == "all" and at_table else ()
        found = list(_log(presenter, before.lines, language or presenter.language))
        if how == "all" and at_table:
            found += _guide(presenter, before, now)
        return tuple(filter(None, found))


def _now(presenter: Presenter, how: Spoken, asked: tuple[str, ...]) -> _Heard:
    count, refused = len(presenter.match.timeline.entries), presenter.refusal is not None
    if how != "all":
        return _Heard(presenter, count, refused, (), "", "", "")
    question = presenter.question
    asks = "" if question is None else question.text
    composer = presenter.composer
    # Where something is put right nothing is asked before it is chosen what: least of all a move.
    if not asked and (composer.begun or composer.role == "play"):
        asked = (prompt(presenter, ending=False),)
    cursor = composer.cursor or ""
    return _Heard(presenter, count, refused, asked, cursor, presenter.notice, asks)


def _log(presenter: Presenter, since: int, language: Language) -> tuple[str, ...]:
    """The lines of the log that are new."""
    new = presenter.match.timeline.entries[since:]
    return tuple(line for entry in new for line in of(entry.sentences, language, ()))


def _guide(presenter: Presenter, before: _Heard, now: _Heard) -> list[str]:
    """What follows from it for somebody who does not look."""
    say, refusal, found = presenter.phrasebook, presenter.refusal, []
    if now.notice != before.notice:
        found.append(now.notice)
    if now.question != before.question:
        found.append(now.question)
    fresh = now.lines != before.lines
    if refusal is not None and (fresh or not before.refused):
        if refusal.alternatives:
            found += [say.say("label", "instead"), refusal.alternatives[0].sentence]
        return found
    again = fresh or now.refused != before.refused
    hands = presenter.hands if fresh else ()
    found += hands if len(hands) <= MOST_HANDS else ()
    found += [one for one in now.asked[:-1] if one not in before.asked]
    found += [one for one in now.asked[-1:] if again or one not in before.asked]
    if now.cursor and now.cursor != before.cursor:
        found.append(_ends(presenter) if now.cursor == DONE else called(say, now.cursor))
    return found


def _ends(presenter: Presenter) -> str:
    """What ends a list, with what is taken then."""
    picker = presenter.offers.picker
    if picker is None or picker.done is None:
        return presenter.phrasebook.say("button", "done")
    return ": ".join(filter(None, (picker.done.label, picker.done.detail)))
