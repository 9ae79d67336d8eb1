"""The line to a hub: HTTPS, held against the one certificate that was shown at joining."""

import socket
import ssl
from collections.abc import Iterator
from typing import BinaryIO

from companion.uplink.joining import Invitation, seen
from companion.uplink.wire import ANSWER, AUTHORITY

PATIENCE = 20.0
"""Seconds in which an answer must come."""

_HEAD, _HEADS = 8192, 100
"""Bytes of a line above an answer, and such lines, at most."""


class Away(Exception):
    """The hub does not answer, or somebody else does in its place."""


class _Connection:
    """Questions and answers of HTTP/1.1, as far as a hub, and what stands before one, speaks it.
    Python's own reader of answers reads letters, too, and names of hosts of all the letters of the
    world, which takes two megabytes of the table's memory."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext) -> None:
        self._host, self._port, self._context = host, port, context
        self._open: tuple[ssl.SSLSocket, BinaryIO] | None = None

    def close(self) -> None:
        """Let go; the next question opens it anew."""
        for one in self._open or ():
            one.close()
        self._open = None

    def ask(self, asked: str, body: bytes, most: int) -> tuple[int, bytes]:
        """The status and the body of the answer. asked: method and path, and further lines. most:
        bytes of the answer. Raises Away, and is closed then."""
        first, *more = asked.splitlines()
        heads = [f"{first} HTTP/1.1", f"Host: {self._host}:{self._port}"]
        heads += [f"Content-Length: {len(body)}", *more, "", ""]
        try:
            there, answers = self._open = self._open or self._reached()
            there.sendall("\r\n".join(heads).encode("ascii") + body)
            return self._answer(answers, most)
        except (OSError, ValueError) as error:
            self.close()
            raise Away(str(error) or type(error).__name__) from error

    def _reached(self) -> tuple[ssl.SSLSocket, BinaryIO]:
        address = (self._host.encode("ascii"), self._port)
        there = socket.create_connection(address, PATIENCE)  # type: ignore[arg-type]
        try:
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            safe = self._context.wrap_socket(there)
        except (OSError, ValueError):
            there.close()
            raise
        return safe, safe.makefile("rb")

    def _answer(self, answers: BinaryIO, most: int) -> tuple[int, bytes]:
        status = 100
        while status < 200:  # "go on" is no answer yet
            version, _, rest = _line(answers).partition(b" ")
            status = int(rest[:3])
            heads = dict(_heads(answers))
        if not version.startswith(b"HTTP/1."):
            raise ValueError("it does not speak HTTP")
        ends = version == b"HTTP/1.0" or heads.get(b"connection") == b"close"
        if b"chunked" in heads.get(b"transfer-encoding", b""):
            told = b"".join(_chunks(answers, most))
        else:
            told = _exactly(answers, int(heads.get(b"content-length", b"-1")), most)
        if ends:
            self.close()
        return status, told


def _line(answers: BinaryIO) -> bytes:
    told = answers.readline(_HEAD)
    if not told.endswith(b"\n"):
        raise ValueError("its answer breaks off")
    return told.strip()


def _heads(answers: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """What stands above an answer."""
    for _ in range(_HEADS):
        told = _line(answers)
        if not told:
            return
        name, _, value = told.partition(b":")
        yield name.lower(), value.strip().lower()
    raise ValueError("it says too much")


def _chunks(answers: BinaryIO, most: int) -> Iterator[bytes]:
    """An answer that comes in pieces of which nobody knew how many there would be."""
    while size := int(_line(answers).partition(b";")[0], 16):
        yield _exactly(answers, size, most)
        most -= size
        _line(answers)
    dict(_heads(answers))


def _exactly(answers: BinaryIO, size: int, most: int) -> bytes:
    if not 0 <= size <= most:
        raise ValueError("it says too much")
    told = answers.read(size)
    if len(told) < size:
        raise ValueError("its answer breaks off")
    return told


class Line:
    """A connection that stays open as long as it is of use. authority: the certificate, as PEM."""

    def __init__(self, host: str, port: int, authority: str) -> None:
        """Raises ssl.SSLError where that is no certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # it vouches for one hub alone, wherever that lives
        context.load_verify_locations(cadata=authority)
        self._connection = _Connection(host, port, context)

    def close(self) -> None:
        """Let go; the next question opens it anew."""
        self._connection.close()

    def ask(self, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        """The status and the body of the answer. Raises Away."""
        asked = f"POST {path}\nContent-Type: application/json"
        if token:
            asked += f"\nAuthorization: Bearer {token}"
        return self._connection.ask(asked, body, ANSWER)


def authority(invitation: Invitation) -> str:
    """The certificate of the hub that sent an invitation, as PEM. Raises Away, also where another
    one answers there."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # what is heard is held against the invitation
    there = _Connection(invitation.host, invitation.port, context)
    try:
        told = there.ask(f"GET {AUTHORITY}", b"", 65_536)[1].decode("ascii")
        found = seen(ssl.PEM_cert_to_DER_cert(told))
    except ValueError as error:
        raise Away(str(error)) from error
    finally:
        there.close()
    if found != invitation.seen:
        raise Away("another hub answers there")
    return told
