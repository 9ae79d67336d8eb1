"""Who is let in, and how much of anything: nothing here asks what is wanted.

Connections are judged before a byte is read (:class:`Guarded`), requests before anybody answers
them (:class:`Door`).
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from h11 import LocalProtocolError
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from guests.addresses import at_home, plain, written

HEAD, BODY = 16_384, 8192
"""Bytes of a request at most: its head, and what a telephone asks; nothing else has a body."""

MOST, EACH = 128, 8
"""Connections at once: of all, and from one address."""

PATIENCE = 10.0
"""Seconds in which a request must be whole, and in which whoever is told something must take it."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "style", "connect", "img")),
        *(f"{kind} 'none'" for kind in ("base-uri", "form-action", "frame-ancestors")),
    )
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "connection": "close",
}
"""Of every answer. One connection is one request: so no connection can be kept open to be slow."""


JUDGED = frozenset(
    (
        b"host",
        b"origin",
        b"content-length",
        b"content-type",
        b"transfer-encoding",
        b"sec-fetch-site",
    )
)
"""Lines of a head that decide; none may stand there twice."""


class Guarded(H11Protocol):
    """A connection from the house, of not too many, that does not take for ever."""

    _from: ClassVar[Counter[str]] = Counter()
    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or close it at once."""
        super().connection_made(transport)
        address = plain(self.client[0] if self.client else "")
        self._counted, self._from[address] = address, self._from[address] + 1
        crowded = self._from[address] > EACH or len(self.connections) > MOST
        if crowded or not at_home(address):
            transport.abort()
        else:
            self._late = self.loop.call_later(PATIENCE, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request. What makes no sense while an answer is under way cannot be answered
        any more: the connection is closed, and the journal of the machine hears nothing of it."""
        try:
            super().data_received(data)
        except LocalProtocolError:
            self.transport.abort()
        if self.cycle is not None and self._late is not None:
            self._late.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._from[self._counted] -= 1
        if not self._from[self._counted]:
            del self._from[self._counted]
        for timer in (self._late, self._stuck):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Whoever is told something does not take it."""
        super().pause_writing()
        self._stuck = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """It takes it."""
        if self._stuck is not None:
            self._stuck.cancel()
        super().resume_writing()


class Door:
    """Requests that are for this machine, from a page of its own or from nobody's, without a body;
    and what the page of telephones asks.

    port: at which it answers. names: of this machine. asked: the one path where something is asked,
    "" for none.
    """

    def __init__(self, app: ASGIApp, port: int, names: Iterable[str], asked: str = "") -> None:
        self._app, self._port, self._names = app, port, frozenset(names)
        self._asked = asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or say that nobody does."""

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(one.encode(), told.encode()) for one, told in HEADERS.items()]
                message["headers"] = [*message.get("headers", ()), *own]
            await send(message)

        refused = self._refused(scope)
        answer = self._app if refused is None else PlainTextResponse(status_code=refused)
        await answer(scope, receive, dressed)

    def _refused(self, scope: Scope) -> int | None:
        """The status with which a request is refused, None where it is not."""
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEAD:
            return 431
        told: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name in JUDGED:
                if name in told:
                    return 400
                told[name] = value.decode("latin-1").lower()
        host = told.get(b"host", "")
        if host not in self._hosts(scope):
            return 421
        if told.get(b"origin", f"http://{host}") != f"http://{host}":
            return 403
        if scope["method"] == "POST" and scope["path"] == self._asked:
            return _unasked(told)
        if scope["method"] not in ("GET", "HEAD"):
            return 405
        if told.get(b"content-length", "0") != "0" or b"transfer-encoding" in told:
            return 413
        return None

    def _hosts(self, scope: Scope) -> set[str]:
        """What this machine is called by whoever reached it here. Any other name was made to lead
        here by somebody else."""
        reached = written(plain((scope["server"] or ("",))[0]))
        return {f"{one}:{self._port}" for one in (reached, *self._names)}


def _unasked(told: Mapping[bytes, str]) -> int | None:
    """The status with which a question is refused, None where it is not. It comes from a page of
    this machine, which every browser says, and is one small piece of JSON."""
    if b"origin" not in told or told.get(b"sec-fetch-site", "same-origin") != "same-origin":
        return 403
    if b"transfer-encoding" in told:
        return 413
    length = told.get(b"content-length", "")
    if not (length.isascii() and length.isdigit()):
        return 411
    if len(length) > 4 or int(length) > BODY:
        return 413
    kind = told.get(b"content-type", "").partition(";")[0].strip()
    return None if kind == "application/json" else 415
