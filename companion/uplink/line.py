"""The line to a hub: HTTPS, held against the one certificate that was shown at joining."""

import socket
import ssl
from http.client import HTTPException, HTTPSConnection

from companion.uplink.joining import Invitation, seen
from companion.uplink.wire import ANSWER, AUTHORITY

PATIENCE = 20.0
"""Seconds in which an answer must come."""


class Away(Exception):
    """The hub does not answer, or somebody else does in its place."""


class _Connection(HTTPSConnection):
    """One that knows hosts by their ASCII names: Python would read a table of all the letters of
    the world for others, which takes a megabyte of the table's memory."""

    _context: ssl.SSLContext

    def connect(self) -> None:
        """Reach the other end."""
        address = (self.host.encode("ascii"), self.port)
        there = socket.create_connection(address, self.timeout)  # type: ignore[arg-type]
        there.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = self._context.wrap_socket(there)


class Line:
    """A connection that stays open as long as it is of use. authority: the certificate, as PEM."""

    def __init__(self, host: str, port: int, authority: str) -> None:
        """Raises ssl.SSLError where that is no certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname = False  # it vouches for one hub alone, wherever that lives
        context.load_verify_locations(cadata=authority)
        self._connection = _Connection(host, port, timeout=PATIENCE, context=context)

    def close(self) -> None:
        """Let go; the next question opens it anew."""
        self._connection.close()

    def ask(self, path: str, body: bytes, token: str = "") -> tuple[int, bytes]:
        """The status and the body of the answer. Raises Away."""
        heads = {"Content-Type": "application/json"}
        if token:
            heads["Authorization"] = f"Bearer {token}"
        try:
            self._connection.request("POST", path, body, heads)
            answer = self._connection.getresponse()
            told = answer.read(ANSWER + 1)
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            raise Away(str(error) or type(error).__name__) from error
        if len(told) > ANSWER:
            self.close()
            raise Away("it says too much")
        return answer.status, told


def authority(invitation: Invitation) -> str:
    """The certificate of the hub that sent an invitation, as PEM. Raises Away, also where another
    one answers there."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # what is heard is held against the invitation
    there = _Connection(invitation.host, invitation.port, timeout=PATIENCE, context=context)
    try:
        there.request("GET", AUTHORITY)
        told = there.getresponse().read(65_536).decode("ascii")
        found = seen(ssl.PEM_cert_to_DER_cert(told))
    except (OSError, HTTPException, ValueError) as error:
        raise Away(str(error) or type(error).__name__) from error
    finally:
        there.close()
    if found != invitation.seen:
        raise Away("another hub answers there")
    return told
