"""How much of anything is let in: connections that take for ever, bodies that do not end."""

import asyncio
from collections import Counter
from typing import ClassVar

from h11 import LocalProtocolError
from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 16_384
"""Bytes of the head of a request at most."""

MOST, EACH = 1024, 256
"""Connections at once: of all, and from one address. Fifty tables and their guests may come through
one."""

PATIENCE = 15.0
"""Seconds in which a request must be whole."""


class Guarded(H11Protocol):
    """A connection of not too many, that does not take for ever."""

    _from: ClassVar[Counter[str]] = Counter()
    _late: asyncio.TimerHandle | None = None
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or close it at once."""
        super().connection_made(transport)
        self._counted = self.client[0] if self.client else ""
        self._from[self._counted] += 1
        if self._from[self._counted] > EACH or len(self.connections) > MOST:
            transport.abort()
        self._late = self.loop.call_later(PATIENCE, self._unless_idle)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request: the next ones are waited for no longer than these."""
        if self._late is None:
            self._late = self.loop.call_later(PATIENCE, self._unless_idle)
        try:
            super().data_received(data)
        except LocalProtocolError:  # it makes no sense while an answer is under way
            self.transport.abort()

    def on_response_complete(self) -> None:
        """A request was answered."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._from[self._counted] -= 1
        if not self._from[self._counted]:
            del self._from[self._counted]
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _unless_idle(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            self.transport.abort()


class TooMuch(Exception):
    """A body has more bytes than it may."""


async def body(request: Request, most: int) -> bytes:
    """What came with a request. Raises TooMuch before more of it is kept."""
    if int(request.headers.get("content-length") or 0) > most:
        raise TooMuch
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > most:
            raise TooMuch
    return bytes(found)
