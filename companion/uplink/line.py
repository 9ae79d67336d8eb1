"""The line to a hub: HTTPS, held against the one certificate that was shown at joining."""

import socket
import ssl

import h11

from companion.uplink.joining import Invitation, seen
from companion.uplink.wire import ANSWER, AUTHORITY

PATIENCE = 20.0
"""Seconds in which an answer must come."""

_HEADS = 8192
"""Bytes of what stands above an answer, at most."""

_PIECE = 16_384
"""Bytes that are read at once."""


class Away(Exception):
    """The hub does not answer, or somebody else does in its place."""


class _Connection:
    """Questions and answers of HTTP/1.1. h11 reads them and not the standard library, which reads
    letters, too, and names of hosts of all the letters of the world: that takes two megabytes of
    the table's memory."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext) -> None:
        self._host, self._port, self._context = host, port, context
        self._open: tuple[ssl.SSLSocket, h11.Connection] | None = None

    def close(self) -> None:
        """Let go; the next question opens it anew."""
        if self._open is not None:
            self._open[0].close()
            self._open = None

    def ask(
        self, method: str, path: str, heads: dict[str, str], body: bytes, most: int
    ) -> tuple[int, bytes]:
        """The status and the body of the answer. most: bytes of it. Raises Away, and is closed
        then."""
        lengths = {"Host": f"{self._host}:{self._port}", "Content-Length": str(len(body))}
        asked = h11.Request(method=method, target=path, headers=[*(lengths | heads).items()])
        try:
            there, speaks = self._open = self._open or self._reached()
            said = (asked, h11.Data(data=body), h11.EndOfMessage())
            there.sendall(b"".join(speaks.send(one) or b"" for one in said))
            status, told = _answer(there, speaks, most)
            speaks.start_next_cycle() if speaks.our_state is h11.DONE else self.close()
        except (OSError, ValueError, h11.ProtocolError) as error:
            self.close()
            raise Away(str(error) or type(error).__name__) from error
        return status, told

    def _reached(self) -> tuple[ssl.SSLSocket, h11.Connection]:
        address = (self._host.encode("ascii"), self._port)
        there = socket.create_connection(address, PATIENCE)  # type: ignore[arg-type]
        try:
            there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            safe = self._context.wrap_socket(there)
        except (OSError, ValueError):
            there.close()
            raise
        return safe, h11.Connection(h11.CLIENT, max_incomplete_event_size=_HEADS)


def _answer(there: ssl.SSLSocket, speaks: h11.Connection, most: int) -> tuple[int, bytes]:
    status, told = 0, bytearray()
    while True:
        event = speaks.next_event()
        if event is h11.NEED_DATA:
            speaks.receive_data(there.recv(_PIECE))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            told += event.data
        elif not isinstance(event, h11.InformationalResponse):
            break
        if len(told) > most:
            raise ValueError("it says too much")
    if not isinstance(event, h11.EndOfMessage):
        raise ValueError("its answer breaks off")
    return status, bytes(told)


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
