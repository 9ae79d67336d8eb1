"""Whoever looks at a page hears that something changed, whichever process of the hub was told."""

import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress

from psycopg import Error as PsycopgError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from hub.database import heard

AT_MOST = 1.0
"""Seconds between two changes that are told."""

SIGN_OF_LIFE = 10.0
"""Seconds after which a page is read anew though nothing changed: some table may be absent now."""

PAUSE = 2.0
"""Seconds before a database that went away is asked again."""

SCREENS = 200
"""How many may look at once."""


class News:
    """To be made in the thread that serves. told: how often it was told that something changed; all
    who look hear it at the same moment, so they can share what is drawn then."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: set[asyncio.Event] = set()
        self._due: asyncio.TimerHandle | None = None
        self._last = -AT_MOST
        self.told = 0

    @property
    def crowded(self) -> bool:
        """Whether nobody else may look."""
        return len(self._waiting) >= SCREENS

    def changed(self) -> None:
        """Something did; from any thread."""
        self._loop.call_soon_threadsafe(self._soon)

    def _soon(self) -> None:
        if self._due is None:
            wait = self._last + AT_MOST - self._loop.time()
            self._due = self._loop.call_later(max(0.0, wait), self._wake)

    def _wake(self) -> None:
        self._due, self._last = None, self._loop.time()
        self.told += 1
        for one in self._waiting:
            one.set()

    async def follow(self) -> AsyncIterator[bytes]:
        """Changes as a page hears them, from now on."""
        woken = asyncio.Event()
        self._waiting.add(woken)
        try:
            yield b"data: here\n\n"
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), SIGN_OF_LIFE)
                woken.clear()
                yield b"data: changed\n\n"
        finally:
            self._waiting.discard(woken)

    def listen(self, database: Engine) -> None:
        """Hear what other processes were told, in a thread of its own."""
        if database.dialect.name == "postgresql":
            threading.Thread(target=self._listen, args=(database,), daemon=True).start()

    def _listen(self, database: Engine) -> None:
        while True:
            try:
                for _ in heard(database):
                    self.changed()
            except RuntimeError:
                return  # whoever served has gone
            except (SQLAlchemyError, PsycopgError):
                print("the database went away; it is asked again", file=sys.stderr)
            time.sleep(PAUSE)
