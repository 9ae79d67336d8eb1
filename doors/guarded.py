"""Connections: none of strangers, and none that takes for ever."""

import asyncio

from h11 import LocalProtocolError
from uvicorn.protocols.http.h11_impl import H11Protocol


class Guarded(H11Protocol):
    """A connection, judged before a byte of it is read.

    patience: seconds in which a request must be whole, and in which whoever is told something must
    take it.
    """

    patience = 10.0
    _late: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None

    def welcome(self, address: str) -> bool:
        """Whether anybody from there may come in."""
        return True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or close it at once."""
        super().connection_made(transport)
        if not self.welcome(self.client[0] if self.client else ""):
            transport.abort()
        self._late = self.loop.call_later(self.patience, self._unless_idle)

    def data_received(self, data: bytes) -> None:
        """Bytes of a request: the next ones are waited for no longer than these."""
        if self._late is None:
            self._late = self.loop.call_later(self.patience, self._unless_idle)
        super().data_received(data)

    def send_400_response(self, msg: str) -> None:
        """What makes no sense is answered once: what was about to be answered to the bytes before
        is not any more. Where no answer is possible, since one is under way or whoever asked has
        gone, the connection is closed. The journal of the machine hears of neither."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except (LocalProtocolError, RuntimeError):
            self.transport.abort()

    def on_response_complete(self) -> None:
        """A request was answered."""
        if self._late is not None:
            self._late.cancel()
            self._late = None
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        for timer in (self._late, self._stuck):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # left where the line broke, it keeps all this

    def pause_writing(self) -> None:
        """Whoever is told something does not take it."""
        super().pause_writing()
        self._stuck = self.loop.call_later(self.patience, self.transport.abort)

    def resume_writing(self) -> None:
        """It takes it."""
        if self._stuck is not None:
            self._stuck.cancel()
        super().resume_writing()

    def _unless_idle(self) -> None:
        self._late = None
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            self.transport.abort()
