"""Where connections come in: of not too many, whatever they are about to say."""

import socket
from collections import Counter
from collections.abc import Callable
from typing import Any

from doors.shares import shares


class Entrance(socket.socket):
    """Takes the place of a socket that listens, and counts before a byte is read: TLS waits for
    strangers too, and for them nobody else looks meanwhile.

    most, each: connections at once, of all and of one share.
    """

    most, each = 128, 8

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(fileno=listening.detach())
        self._there, self._from = 0, Counter[str]()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection, which counts until it is closed. Raises ConnectionAbortedError where
        it was one too many, and is closed."""
        plain, address = super().accept()
        counted = shares(address[0])
        many = any(self._from[one] >= times * self.each for one, times in counted)
        if many or self._there >= self.most:
            plain.close()
            raise ConnectionAbortedError
        self._count(counted, 1)
        return _Counted(plain, lambda: self._count(counted, -1)), address

    def _count(self, counted: tuple[tuple[str, int], ...], more: int) -> None:
        self._there += more
        for one, _ in counted:
            self._from[one] += more
            if not self._from[one]:
                del self._from[one]


class _Counted(socket.socket):
    """A connection that says when it is closed."""

    def __init__(self, plain: socket.socket, closed: Callable[[], None]) -> None:
        super().__init__(fileno=plain.detach())
        self._closed_too: Callable[[], None] | None = closed

    def close(self) -> None:
        super().close()
        told, self._closed_too = self._closed_too, None
        if told is not None:
            told()
