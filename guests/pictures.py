"""The picture of the moment, for as many screens as look at it: never a queue.

A screen that is one behind gets what changed, any other the whole picture. So one that is slow
misses pictures, and no memory grows for it.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable

from msgspec import Raw

from companion.sight.wire import Dress, News

ALIVE = 15.0
"""Seconds after which a screen is sent something, so that one that has gone is noticed."""

_NOTHING = Raw(b"null")


class Latest:
    """changed: called with how many screens look, whenever that is another number."""

    def __init__(self, changed: Callable[[int], None]) -> None:
        self._changed = changed
        self._screens = 0
        self._dress, self._dressed = b"", 0
        self._news = News(0, _NOTHING, _NOTHING)
        self._turn = asyncio.Event()
        self._over = asyncio.Event()
        self._nudges = 0

    @property
    def screens(self) -> int:
        """How many look."""
        return self._screens

    def dress(self, told: Dress) -> None:
        """All is drawn anew with this."""
        self._dress, self._dressed = bytes(told.page), self._dressed + 1
        self.wake()

    def news(self, told: News) -> None:
        """The next picture."""
        self._news = told
        self.wake()

    def send_away(self) -> None:
        """Everybody who looks now must come again."""
        over, self._over = self._over, asyncio.Event()
        over.set()
        self.wake()

    def nudge(self) -> None:
        """Whoever looks may have something else to ask for."""
        self._nudges += 1
        self.wake()

    def wake(self) -> None:
        """Let everybody see whether there is anything new for them."""
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()

    async def follow(self, over: asyncio.Event | None = None) -> AsyncGenerator[bytes]:
        """What one screen is sent, as server-sent events, until it is sent away. over: set when
        this one is; without it, it goes with all others."""
        self._count(1)
        try:
            async for one in self._told(over or self._over):
                yield one
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        self._screens += more
        self._changed(self._screens)

    async def _told(self, over: asyncio.Event) -> AsyncIterator[bytes]:
        dressed, number, nudges = 0, -1, self._nudges
        while not over.is_set():
            turn = self._turn
            if dressed != self._dressed:
                dressed, number = self._dressed, -1
                yield _event("dress", self._dress)
            news = self._news
            if dressed and news.number != number:
                small = 0 <= number == news.number - 1 and bytes(news.change) != b"null"
                number = news.number
                told = ("change", news.change) if small else ("whole", news.whole)
                yield _event(told[0], bytes(told[1]))
            elif nudges != self._nudges:
                nudges = self._nudges
                yield _event("nudge", b"null")
            elif turn is self._turn:
                try:
                    async with asyncio.timeout(ALIVE):
                        await turn.wait()
                except TimeoutError:
                    yield b":\n\n"


def _event(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)
