"""The line to a hub: HTTPS, held against the one certificate that was shown at joining."""

import socket
import ssl
import time

from companion.uplink.joining import Invitation, seen
from companion.uplink.wire import ANSWER, AUTHORITY

PATIENCE = 20.0
"""Seconds in which the other end must be there."""

WHOLE = 60.0
"""Seconds in which all was asked and answered, however often a piece of it comes: meanwhile nobody
looks whether the table has left its club."""

_NO_CLOCK = 0x200000
"""Of OpenSSL: a certificate counts whatever the day. A table that finds no time in its network may
have any clock, and who is known by the certificate itself is known on every day."""

_HEADS = 8192
"""Bytes of what stands above an answer, at most."""

_PIECE = 16_384
"""Bytes that are read at once."""


class Away(Exception):
    """The hub does not answer, or somebody else does in its place."""


class _Connection:
    """Questions and answers of HTTP/1.1, as much of it as a hub speaks. What others have for that
    reads all that anybody may say, and takes two megabytes of the table's memory."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext) -> None:
        self._host, self._port, self._context = host, port, context
        self._open: ssl.SSLSocket | None = None

    def close(self) -> None:
        """Let go; the next question opens it anew."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def ask(
        self, method: str, path: str, heads: dict[str, str], body: bytes, most: int
    ) -> tuple[int, bytes]:
        """The status and the body of the answer. most: bytes of it. Raises Away, and is closed
        then."""
        told = {"Host": f"{self._host}:{self._port}", "Content-Length": str(len(body))} | heads
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {each}" for name, each in told.items())]
        try:
            if not all(line.isprintable() for line in lines):
                raise ValueError("that is no question")
            self._open = self._open or self._reached()
            there = _Timely(self._open, time.monotonic() + WHOLE)
            there.say("\r\n".join((*lines, "", "")).encode("ascii") + body)
            status, answer, stays = _answer(there, most)
        except (OSError, ValueError) as error:
            self.close()
            raise Away(str(error) or type(error).__name__) from error
        if not stays:
            self.close()
        return status, answer

    def _reached(self) -> ssl.SSLSocket:
        address = (self._host.encode("ascii"), self._port)
        there = socket.create_connection(address, PATIENCE)  # type: ignore[arg-type]
        try:
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return self._context.wrap_socket(there)
        except (OSError, ValueError):
            there.close()
            raise


class _Timely:
    """A connection until a moment of time.monotonic(); after it TimeoutError is raised."""

    def __init__(self, there: ssl.SSLSocket, until: float) -> None:
        self._there, self._until = there, until

    def say(self, told: bytes) -> None:
        """All of it."""
        for at in range(0, len(told), _PIECE):
            self._in_time().sendall(told[at : at + _PIECE])

    def more(self) -> bytes:
        """What comes next. Raises ValueError where nothing does."""
        got = self._in_time().recv(_PIECE)
        if not got:
            raise ValueError("its answer breaks off")
        return got

    def _in_time(self) -> ssl.SSLSocket:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("it takes too long")
        self._there.settimeout(min(left, PATIENCE))
        return self._there


def _answer(there: _Timely, most: int) -> tuple[int, bytes, bool]:
    """The status and the body of an answer, and whether the connection stays open. Raises
    ValueError for one that no hub gives, and OSError."""
    told = bytearray()
    while (end := told.find(b"\r\n\r\n")) < 0:
        told += there.more()
        if len(told) > _HEADS + _PIECE:
            raise ValueError("it says too much")
    first, *lines = told[:end].decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    heads = {name.lower(): value.strip() for name, _, value in pairs}
    version, status, length = first[:9], first[9:12], heads.get("content-length", "")
    if version != "HTTP/1.1 " or not (status + length).isdecimal() or not length:
        raise ValueError("its answer is none")
    size = int(length)
    if size > most:
        raise ValueError("it says too much")
    del told[: end + 4]
    while len(told) < size:
        told += there.more()
    if len(told) > size:
        raise ValueError("it says more than it was asked")
    return int(status), bytes(told), heads.get("connection", "").lower() != "close"


class Line:
    """A connection that stays open as long as it is of use. authority: the certificate, as PEM."""

    def __init__(self, host: str, port: int, authority: str) -> None:
        """Raises ssl.SSLError where that is no certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # it vouches for one hub alone, wherever that lives
        context.verify_flags |= _NO_CLOCK
        context.load_verify_locations(cadata=authority)
        self._connection = _Connection(host, port, context)

    def close(self) -> None:
        """Let go; the next question opens it anew."""
        self._connection.close()

    def ask(self, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        """The status and the body of the answer. Raises Away."""
        heads = {"Content-Type": "application/json"}
        if token:
            heads["Authorization"] = f"Bearer {token}"
        return self._connection.ask("POST", path, heads, body, ANSWER)


def authority(invitation: Invitation) -> str:
    """The certificate of the hub that sent an invitation, as PEM. Raises Away, also where another
    one answers there."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # what is heard is held against the invitation
    there = _Connection(invitation.host, invitation.port, context)
    try:
        told = there.ask("GET", AUTHORITY, {}, b"", 65_536)[1].decode("ascii")
        found = seen(ssl.PEM_cert_to_DER_cert(told))
    except ValueError as error:
        raise Away(str(error)) from error
    finally:
        there.close()
    if found != invitation.seen:
        raise Away("another hub answers there")
    return told
