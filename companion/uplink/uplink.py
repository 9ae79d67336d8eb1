"""One table tells its hub what it played, again and again until the hub says that it has it."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from companion import __version__
from companion.notes import Notes, Standing
from companion.uplink.club import AWAY, Club
from companion.uplink.journal import Journal, Known, Look, Unreadable
from companion.uplink.line import Away, Line
from companion.uplink.wire import (
    ENTRIES,
    SAY,
    UNKNOWN,
    VERSION,
    Course,
    Entry,
    Have,
    Heard,
    Refused,
    Say,
    said,
    standing,
    vouched,
)

KNOCK = 10.0
"""Seconds after which a table says how it stands though there is nothing new."""

PAUSES = (1.0, 2.0, 4.0, 8.0)
"""Seconds before it is tried again, each time about as many; the last goes on."""

NOTED = 60.0
"""Seconds after which it is written down again that the hub answers: a memory card wears out."""

BYTES = 256 << 10
"""Of entries that are told at once, at most; a single one may be larger."""


class _Told(NamedTuple):
    """What is told of matches, and whether more is waiting."""

    courses: tuple[Course, ...]
    more: bool


class Uplink:
    """notes: what it leaves for the screen of the table, and the screen for it. line: the way to
    the hub. now: the time of day, in seconds since 1970."""

    def __init__(
        self,
        club: Club,
        journal: Journal,
        notes: Notes,
        line: Line,
        now: Callable[[], float],
        rng: Random,
    ) -> None:
        self._club, self._journal, self._line, self._now, self._rng = club, journal, line, now, rng
        self._notes, self._repainted = notes, True
        self._painted: int | None = None
        self._cursors = club.cursors()
        self._ask_all = False
        self._failed = 0
        self._due = 0.0
        self._news_at: float | None = None
        self._said, self._note_due = club.noted()[1], 0.0
        self._stand()

    def quiet(self, time: float) -> float:
        """Seconds since there was something new."""
        if self._news_at is None:
            self._news_at = time
        return time - self._news_at

    def look(self, time: float) -> None:
        """Say what is to be said by now. time: of a clock that only goes forward, in seconds."""
        news = self._journal.changed()
        if self._notes.repainted():
            news = self._repainted = True
        if news:
            self._news_at = time
        if time < self._due and not (news and not self._failed):
            return
        try:
            more = self._say(time)
        except Away:
            self._later(time, AWAY)
            return
        except _NotHeard as refused:
            self._later(time, refused.why)
            return
        self._failed = 0
        self._due = time if more else time + KNOCK * self._rng.uniform(0.9, 1.1)

    def _later(self, time: float, why: str) -> None:
        pause = PAUSES[min(self._failed, len(PAUSES) - 1)]
        self._failed += 1
        self._due = time + pause * self._rng.uniform(0.5, 1.5)
        self._note(time, None, why)

    def _note(self, time: float, heard: float | None, why: str) -> None:
        if why != self._said or (heard is not None and time >= self._note_due):
            self._club.note(heard, why)
            self._said = why
            self._note_due = self._note_due if heard is None else time + NOTED
            self._stand()

    def _stand(self) -> None:
        """Let the screen of the table know how it stands."""
        heard, why = self._club.noted()
        de, _, en = ("" if why == AWAY else why).partition("\n")
        hub, away = self._club.hub, why == AWAY
        how = Standing(name=hub.name, host=hub.host, heard=heard, away=away, de=de, en=en)
        with suppress(OSError):  # what is played matters more
            self._notes.stand(how)

    def _say(self, time: float) -> bool:
        """Say how the table stands, once; whether more is waiting. Raises Away and _NotHeard."""
        try:
            with self._journal.read() as look:
                card, told = look.card(), self._told(look)
        except Unreadable:
            self._journal.forget()
            card, told = None, _Told((), False)
        say = Say(
            v=VERSION,
            now=self._now(),
            version=__version__,
            card=card,
            courses=told.courses,
            tell=self._ask_all,
            free=self._journal.free,
            picture=self._notes.picture() if self._repainted else UNSET,
        )
        asked_all = self._ask_all
        heard = self._heard(msgspec.json.encode(say))
        self._repainted = False
        have = _believed(heard, say)
        if have or asked_all:
            self._club.move(have, everything=asked_all)
            self._cursors = self._club.cursors()
        if heard.token:
            self._club.renew(heard.token)
        # Where the hub has less, or something else, than it once said: it was put back to a backup.
        self._ask_all = heard.standing != standing(self._cursors.values())
        lost = say.picture is UNSET and heard.painted != self._painted
        self._painted, self._repainted = heard.painted, self._ask_all or lost
        self._note(time, None if told.more or self._ask_all else say.now, "")
        return told.more or lost or (self._ask_all and not asked_all)

    def _heard(self, message: bytes) -> Heard:
        for token in self._club.hub.tokens:
            status, told = self._line.ask(SAY, message, token)
            if status != UNKNOWN:
                break
        if status == 200 and token != self._club.hub.tokens[0]:
            self._club.renew(token)  # it was put back to a backup from before another one came
        try:
            if status == 200:
                return msgspec.json.decode(told, type=Heard)
            refused = msgspec.json.decode(told, type=Refused)
        except (ValueError, RecursionError) as error:
            raise Away("what it says is not understood") from error
        raise _NotHeard(said(refused))

    def _told(self, look: Look) -> _Told:
        """What the hub lacks, as much of it as is told at once. Raises Unreadable."""
        courses: list[Course] = []
        entries, size = ENTRIES, BYTES
        for known in look.matches():
            if not known.leaves:
                continue
            course = self._lacking(look, known, entries, size)
            if course is None:
                continue
            courses.append(course)
            entries -= max(1, len(course.entries))
            size -= sum(len(bytes(one.body)) for one in course.entries)
            if entries <= 0 or size <= 0:
                return _Told(tuple(courses), True)
        return _Told(tuple(courses), False)

    def _lacking(self, look: Look, known: Known, entries: int, size: int) -> Course | None:
        """What the hub lacks of one match; None where it has it."""
        have = self._cursors.get(known.match, Have(known.match))
        same = Have(known.match, known.number, look.mark(known.seal), vouched(known.result))
        if have == same or have.number > known.number:  # more: it was played, and lost here
            return None
        if have.number and look.mark_at(known.match, have.number) != have.mark:
            have = Have(known.match)  # rewritten since: a name was changed
        found = tuple(_some(look, known.match, have.number, entries, size))
        whole = (found[-1].number if found else have.number) == known.number
        return Course(
            match=known.match,
            game=known.game,
            seats=known.seats,
            begun=known.begun,
            after=have.number,
            mark=have.mark,
            entries=found,
            result=known.result if whole else msgspec.Raw(b"null"),
        )


def _believed(heard: Heard, say: Say) -> list[Have]:
    """What is kept of an answer: of matches that nobody asked about nothing, or a hub could fill
    the table's disk."""
    told = {one.match for one in say.courses}
    return [one for one in heard.have if say.tell or one.match in told]


class _NotHeard(Exception):
    """The hub answered, and did not take it. why: in a sentence of each language."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _some(look: Look, match: str, after: int, entries: int, size: int) -> list[Entry]:
    """The next entries of a match, up to that many, and up to that many bytes; at least one."""
    found: list[Entry] = []
    for one in look.entries(match, after):
        found.append(one)
        size -= len(bytes(one.body))
        if len(found) >= entries or size <= 0:
            break
    return found
