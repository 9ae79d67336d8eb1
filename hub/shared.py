"""What all who look at the wall have in common: it is drawn once for each change, not for each of
them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable

from starlette.responses import Response

from hub.news import AT_MOST, News


class Shared:
    """Pages as they are since the last news, and for a second at most: clocks go on, and not all
    that changes is news. To be made in the thread that serves."""

    def __init__(self, news: News) -> None:
        self._news, self._drawing = news, asyncio.Lock()
        self._kept: dict[Hashable, tuple[int, float, Response]] = {}

    async def get(self, which: Hashable, draw: Callable[[], Awaitable[Response]]) -> Response:
        """One of a few pages; who asks while it is drawn waits for that."""
        async with self._drawing:
            told, until, page = self._kept.get(which, (-1, 0.0, Response()))
            if told != self._news.told or until < time.monotonic():
                # What is told while it is drawn may not be on it.
                told, until = self._news.told, time.monotonic() + AT_MOST
                page = await draw()
                self._kept[which] = told, until, page
            return page
