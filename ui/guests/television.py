"""The television: whether the table is shown there, how, and where."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.files import remove
from companion.languages import spoken
from companion.sight.look import moment
from companion.store import DiskError
from companion.store.keys import TELEVISION_KEY_FILE, make_key, new_key
from ui.guests.feed import Manner
from ui.guests.line import Line, Standing
from ui.guests.phones import Phones
from ui.session.session import Session

LONG = 16
"""Bytes of the secret part of an address."""

DIGITS = 6


class Television:
    """It belongs to the thread of the screen. Nothing of it goes on while it is off.

    changed: called from any thread when it stands otherwise; whoever shows that sets it.
    phones: telephones as players' hands, by the same line.
    code: the digits that lead to the address while they are shown, "" for none.
    """

    def __init__(self, session: Session) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.code = ""
        self.phones = Phones(session)
        self._session, self._key = session, ""
        self._line: Line | None = None
        self._last: Line | None = None
        self._told: tuple[Any, ...] | None = None

    @property
    def standing(self) -> Standing:
        """How it stands."""
        return Standing() if self._line is None else self._line.standing

    @property
    def path(self) -> str:
        """The secret part of its address."""
        return f"/{self._key}/"

    def publish(self) -> None:
        """Show the table as it is now, if that is wished. It costs the screen next to nothing
        while nothing is new, and is called once the frame is there that people wait for."""
        if not self._session.settings.television.on:
            self.close()
            return
        if self._line is None:
            self._begin()
        self.phones.publish()
        self._tell()

    def _begin(self) -> None:
        self._key = self._address(make_key)
        asked = self.phones.take
        self._line, self._told = Line(self._key, self._stands, self._last, asked), None
        self._line.short(self.code)
        self.phones.begin(self._line)
        self._line.start()

    def _stands(self) -> None:
        """It stands otherwise, or a telephone woke up; called from any thread."""
        self.changed()
        self._session.wake()

    def _tell(self) -> None:
        session, chosen = self._session, self._session.settings.television
        open_match = session.open_match
        entries = 0 if open_match is None else len(open_match.match.timeline.entries)
        settings = session.settings
        manner = Manner(spoken(settings.language), settings.theme, chosen.names, chosen.delay)
        channels = self.phones.channels
        told = (open_match, entries, manner, channels)
        if self._line is None or told == self._told:
            return
        self._told = told
        now = None
        if open_match is not None:
            presenter = open_match.presenter
            heard = (one for one in (*presenter.work, presenter.done) if one is not None)
            now = moment(open_match.match, heard)
        self._line.show(now, manner)
        for language in channels:
            self._line.show(now, Manner(language, settings.theme, True, 0), language)

    def close(self) -> None:
        """Nothing is shown any more."""
        if self._line is not None:
            self._last, self._line, self.phones.line = self._line, None, None
            self._last.stop()

    def leave(self) -> None:
        """The companion closes: wait until the service has ended."""
        self.close()
        if self._last is not None:
            self._last.wait()

    # Who may come

    def renew(self) -> None:
        """Another address: whoever knows the old one sees nothing any more."""
        self._key = self._address(new_key)
        if self._line is not None:
            self._line.renew(self._key)

    def _address(self, key_of: Callable[[Path, str], bytes]) -> str:
        """The secret part of the address, from a key that no settings and no backup hold. Where it
        cannot be kept it is another one after the next start, and never the one before."""
        folder = self._session.folder
        try:
            key = key_of(folder, TELEVISION_KEY_FILE)
        except DiskError:
            key = secrets.token_bytes(LONG)
            with suppress(OSError):  # a disk that takes nothing at all keeps it
                remove(folder / TELEVISION_KEY_FILE)
        return urlsafe_b64encode(sha256(key).digest()[:LONG]).rstrip(b"=").decode()

    def open_door(self) -> None:
        """New digits lead to the address, for as long as they are shown."""
        self._short(f"{secrets.randbelow(10**DIGITS):0{DIGITS}}")

    def shut_door(self) -> None:
        """Digits lead nowhere any more."""
        self._short("")

    def _short(self, code: str) -> None:
        self.code = code
        if self._line is not None:
            self._line.short(code)
