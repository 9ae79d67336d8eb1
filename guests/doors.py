"""Who is let in, and how much of anything: nothing here asks what is wanted.

Connections are judged before a byte is read (:class:`FromHome`), requests before anybody answers
them (:class:`Door`).
"""

from collections.abc import Iterable, Mapping

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from doors.answers import HEAD, headers
from doors.guarded import Guarded
from doors.shares import plain
from guests.addresses import at_home, written

BODY = 8192
"""Bytes that a telephone may ask in; nothing else has a body."""

HEADERS = headers("script-src", "style-src", "connect-src", "img-src") | {"connection": "close"}
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


class FromHome(Guarded):
    """A connection from the house."""

    def welcome(self, address: str) -> bool:
        """Nobody from elsewhere is answered."""
        return at_home(plain(address))


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
        refused = self._refused(scope)
        answer = self._app if refused is None else PlainTextResponse(status_code=refused)
        await answer(scope, receive, send)

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
