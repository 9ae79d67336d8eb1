"""The table and its club: what somebody in charge wishes, how the line to the club stands, and what
everybody sees at the table, left for that line. The screen itself has no network."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Raw

from companion.kernel import Verbatim
from companion.languages import spoken
from companion.notes import NOTES_BY, PICTURE, Notes, Picture, Standing, Wish, state_folder
from companion.sight.look import Moment, moment, seen
from companion.text import Language, Phrasebook, day
from ui.background import in_background
from ui.session.open_match import OpenMatch
from ui.session.session import Session

LATE = 600.0
"""Seconds without a word of the club after which that is said."""

ENDS = 2.0
"""Seconds in which the line has to end with the companion."""

BELONGS = "uplink.db"
"""The file of the line that is there as long as the table belongs to a club."""


def has_everything(say: Phrasebook, heard: float | None) -> str:
    """Up to when the club has everything."""
    if heard is None:
        return say.say("notice", "club_never")
    when = datetime.fromtimestamp(heard)
    written = Verbatim(day(say, when, "short"))
    return say.say("notice", "club_has", {"day": written, "time": Verbatim(f"{when:%H:%M}")})


class Club:
    """It belongs to the thread of the screen. now: the time of day, in seconds since 1970.

    standing: how the line stood when that was last looked at; None where nobody ever said so.
    """

    def __init__(self, session: Session, now: Callable[[], float] = time.time) -> None:
        self._session, self._now = session, now
        self._state = state_folder(session.folder)
        self._notes = Notes.beside(self._state)
        self.standing: Standing | None = None
        self._told: tuple[Any, ...] | None = None
        self._leaving: Callable[[], None] | None = None
        self._busy = False
        self._line: subprocess.Popen[bytes] | None = None
        self._before = (0, 0)
        self.look()

    @property
    def belongs(self) -> bool:
        """Whether the table belongs to a club."""
        return self.standing is not None and bool(self.standing.name)

    @property
    def answered(self) -> bool:
        """Whether what was wished last has been done, or could not be."""
        return not self._notes.wished and self._notes.stood() != self._before

    @property
    def trouble(self) -> str:
        """Up to when the club has everything, where it has not been reached for long; or what it
        says against what it is told; "" where all is well."""
        one = self.standing
        if one is None or not one.name:
            return ""
        if one.de:
            return one.de if self._session.language == "de" else one.en
        heard = 0.0 if one.heard is None and one.away else one.heard or self._now()
        late = self._now() - heard > LATE
        return has_everything(self._session.words(), one.heard) if late else ""

    def look(self) -> bool:
        """See how the line stands; whether that is something new."""
        before, self.standing = (self.standing, self.trouble), self._notes.standing()
        self._go_on()
        return before != (self.standing, self.trouble)

    def wish(self, invitation: str) -> None:
        """Ask the line to join a club, or to leave it with "". Raises OSError."""
        self._before = self._notes.stood()
        self._notes.wish(Wish(invitation))
        self._go_on()

    def _go_on(self) -> None:
        """On a machine of the companion's own systemd begins the line; elsewhere the table does."""
        wanted = self._notes.wished or os.path.exists(self._state / BELONGS)
        ended = self._line is None or self._line.poll() is not None
        if wanted and ended and not os.environ.get(NOTES_BY):
            call = ["-m", "companion.uplink", "--data", str(self._session.folder), "run"]
            self._line = subprocess.Popen([sys.executable, *call], stderr=subprocess.DEVNULL)

    def publish(self) -> None:
        """Leave what everybody sees at the table, where it belongs to a club. It costs the screen
        next to nothing while nothing is new."""
        if not self.belongs:
            return
        open_match = self._session.open_match
        shown = open_match if type(open_match) is OpenMatch else None  # no lesson, and no trial
        entries = 0 if shown is None else len(shown.match.timeline.entries)
        told = (shown, entries, self._session.settings.language)
        if told == self._told:
            return
        self._told = told
        now = None if shown is None else moment(shown.match)
        language = spoken(self._session.settings.language)
        self._leaving = lambda: self._leave(now, language)
        self._next()

    def _next(self) -> None:
        """The newest is left beside the screen; what came between is seen by nobody."""
        if self._busy or self._leaving is None:
            return
        act, self._leaving, self._busy = self._leaving, None, True
        in_background(act, lambda _: self._left())

    def _left(self) -> None:
        self._busy = False
        self._next()

    def _leave(self, now: Moment | None, language: Language) -> None:
        picture = None
        if now is not None:
            told = msgspec.json.encode(seen(now, language, names=False).shapes)
            game = now.package.game.name
            picture = Picture(game, Raw(told)) if len(told) < PICTURE - 200 else None
        with suppress(OSError):  # the disk is full: the wall shows what it had
            self._notes.show(picture)

    def close(self) -> None:
        """The companion closes."""
        if self._line is not None:
            self._line.terminate()
            try:
                self._line.wait(ENDS)
            except subprocess.TimeoutExpired:  # nobody at the table waits for it
                self._line.kill()
                self._line.wait()
