"""What tables say is written beside the loop, and beside the threads of the pages: while all tables
tell of days, the wall is there all the same."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from anyio import CapacityLimiter, to_thread
from sqlalchemy import Engine

from companion.uplink.wire import Heard, Joined, Say
from hub.database import emptied
from hub.ledger import Word, join, say_together

TOGETHER = 16
"""Words that are written at once, at most: those that came while others were being written. So
nobody waits for the disk once for each who came before."""

BETWEEN = 5.0
"""Seconds from a word until SQLite's log is emptied."""


class Writing:
    """To be used in the loop that serves."""

    def __init__(self, database: Engine) -> None:
        self._database = database
        # SQLite lets one write, and who finds it busy looks again only after a while: so they wait
        # in line here.
        self._line = asyncio.Lock()
        self._thread, self._beside = CapacityLimiter(1), CapacityLimiter(1)
        self._words: list[tuple[Word, asyncio.Future[Heard]]] = []
        self._emptying: asyncio.Task[None] | None = None

    async def join(self, code: str) -> Joined:
        """Let the table in for which a code was made. Raises as hub.ledger.join does."""
        async with self._line:
            act = partial(join, self._database, code, time.time())
            return await to_thread.run_sync(act, limiter=self._thread)

    async def say(self, token: str, told: Say) -> Heard:
        """Keep what a table says; durable once this returns. Raises as hub.ledger.say does."""
        heard: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._words.append(((token, told), heard))
        async with self._line:
            if not heard.done():  # else who was in line before wrote this, too
                await self._write()
        return await heard

    async def _write(self) -> None:
        some, self._words = self._words[:TOGETHER], self._words[TOGETHER:]
        words = [word for word, _ in some]
        act = partial(say_together, self._database, words, time.time())
        found: Sequence[Heard | Exception]
        try:
            found = await to_thread.run_sync(act, limiter=self._thread)
        except Exception as why:  # of the database: none of them is kept
            found = [why] * len(some)
        for (_, heard), told in zip(some, found, strict=True):
            if heard.cancelled():  # the hub ends
                continue
            if isinstance(told, Exception):
                heard.set_exception(told)
            else:
                heard.set_result(told)
        if self._emptying is None or self._emptying.done():
            self._emptying = asyncio.create_task(self._empty())

    async def _empty(self) -> None:
        await asyncio.sleep(BETWEEN)
        await to_thread.run_sync(emptied, self._database, limiter=self._beside)
