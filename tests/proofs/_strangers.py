"""What strangers may send to the service of other screens, from a seed: requests, and bytes."""

import json
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from random import Random

from tests.proofs._noise import HEAVY, noise, torn, torn_bytes, word

METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "G", "")
HEADERS = (
    *("Origin", "Referer", "Cookie", "Range", "Accept", "Last-Event-ID", "Content-Length"),
    *("Transfer-Encoding", "Connection", "Upgrade", "Expect", "X-Forwarded-For", "Host", ":path"),
)
VALUES = (
    *("null", "http://evil.example", "chunked", "gzip, chunked", "close, upgrade", "websocket"),
    *("100-continue", "bytes=0-,0-,0-", "-1", "1e9", "18446744073709551616", "0, 0", "x" * 9000),
)
PREFACES = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(512),
    b"SSH-2.0-x\r\n",
    b"\r\n" * 4000,
    b"GET / HTTP/0.9\r\n\r\n",
    b"\x05\x01\x00",
)

QUESTIONS: tuple[dict[str, object], ...] = (
    {"type": "sit", "ticket": "x" * 22, "language": "en"},
    {"type": "sit", "ticket": "482913", "language": "de"},
    {"type": "hello"},
    {"type": "look"},
    {"type": "speak", "language": "en"},
    {"type": "begin", "tokens": ["move:step", "0,0"]},
    {"type": "wish", "once": "a" * 20, "lines": 7, "tokens": ["0,0"]},
    {"type": "take_back", "once": "b" * 20, "lines": 7},
    {"type": "agree", "once": "c" * 20, "asking": "?", "yes": True},
    {"type": "end", "once": "d" * 20, "lines": 7, "how": "draw"},
)

COMES = "k" * 43
"""What a telephone shows that may come."""

LINGER = struct.pack("ii", 1, 0)
"""Closed like this, a connection is torn and not ended."""

SHORT = 0.3
"""Seconds for an answer to somebody who sent no whole request."""


class Stranger:
    """Sends something, and hears what comes of it. port, key: of the service; guesses: whether
    digits are tried, too."""

    def __init__(self, port: int, key: str, rng: Random) -> None:
        self._port, self._key, self._rng = port, key, rng
        self.address = f"127.0.1.{rng.randint(1, 200)}"

    def once(self) -> tuple[str, bytes, bytes]:
        """What kind of thing was done, all that was sent, and all that was heard."""
        ways: tuple[Callable[[], tuple[bytes, ...]], ...] = (
            self._bytes,
            self._torn,
            self._request,
            self._path,
            self._many,
            self._endless,
            self._in_pieces,
            self._question,
        )
        way = self._rng.choice(ways)
        pieces = way()
        return way.__name__.strip("_"), b"".join(pieces), self._said(pieces)

    def _said(self, pieces: tuple[bytes, ...]) -> bytes:
        heard = b""
        place = (self.address, 0)
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 5, place) as on:
            for piece in pieces:
                on.sendall(piece)
            end = self._rng.randrange(4)
            if end == 0:
                on.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
                return heard
            if end == 1:
                on.shutdown(socket.SHUT_WR)
            on.settimeout(SHORT)
            while len(heard) < 1 << 18 and (got := on.recv(65536)):
                heard += got
        return heard

    def _good(self, path: str = "") -> bytes:
        asked = path or f"/{self._key}/{self._rng.choice(('', 'tv.js', 'tv.css', 'stream', 'x'))}"
        head = f"GET {asked} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
        return head.encode("utf-8", "surrogatepass")

    def _bytes(self) -> tuple[bytes, ...]:
        rng = self._rng
        return (rng.choice(PREFACES) if rng.random() < 0.3 else noise(rng),)

    def _torn(self) -> tuple[bytes, ...]:
        if self._rng.random() < 0.5:
            told = torn(self._rng, self._good().decode("utf-8", "surrogatepass"))
            return (told.encode("utf-8", "surrogatepass"),)
        data = bytearray(self._good())
        for _ in range(self._rng.randint(1, 6)):
            data[self._rng.randrange(len(data))] = self._rng.randrange(256)
        return (bytes(data),)

    def _request(self) -> tuple[bytes, ...]:
        rng = self._rng
        lines = [f"{rng.choice(METHODS)} /{self._key}/ HTTP/{rng.choice(('1.1', '1.0', '2', 'x'))}"]
        if rng.random() < 0.9:
            host = "127.0.0.1" if rng.random() < 0.6 else word(rng)
            lines.append(f"Host: {host}:{self._port}")
        for _ in range(rng.choice((0, 1, 2, 3, 300))):
            told = rng.choice(VALUES) if rng.random() < 0.7 else word(rng)
            lines.append(f"{rng.choice(HEADERS)}: {told}")
        body = noise(rng) if rng.random() < 0.4 else b""
        head = rng.choice(("\r\n", "\r\n", "\n")).join([*lines, "", ""])
        return head.encode("utf-8", "surrogatepass"), body

    def _path(self) -> tuple[bytes, ...]:
        """Whatever somebody may ask for who does not know the secret part."""
        rng = self._rng
        close = self._key[:-1] + rng.choice("abcXYZ_-09")
        told = rng.choice((f"{rng.randrange(10**6):06}", word(rng), close, "%2e%2e/" * 5, "x" * 22))
        return (self._good("/" + told + rng.choice(("", "/", "/stream", "/../", "?x", "#x"))),)

    def _question(self) -> tuple[bytes, ...]:
        """What a telephone may ask, or nearly, with a cookie that leads somewhere, or not."""
        rng = self._rng
        told = json.dumps(rng.choice(QUESTIONS))
        if rng.random() < 0.6:
            told = torn(rng, told)
        body = torn_bytes(rng, told) if rng.random() < 0.3 else told.encode("utf-8", "replace")
        lines = ["POST /p/ask HTTP/1.1", f"Host: 127.0.0.1:{self._port}"]
        lines += [f"Origin: http://127.0.0.1:{self._port}", "Content-Type: application/json"]
        lines += [f"Content-Length: {rng.choice((len(body), len(body), 0, 8192, 99999))}"]
        lines += [f"Cookie: hand={rng.choice((self._key * 2, word(rng), COMES))}"]
        if rng.random() < 0.3:
            lines[rng.randrange(len(lines))] = f"{rng.choice(HEADERS)}: {rng.choice(VALUES)}"
        head = "\r\n".join([*lines, "", ""])
        return head.encode("utf-8", "surrogatepass"), body

    def _many(self) -> tuple[bytes, ...]:
        """Several requests at once, for one of which there is an answer."""
        return tuple(self._good() for _ in range(self._rng.randint(2, 40)))

    def _endless(self) -> tuple[bytes, ...]:
        """A head that does not end, or a line that is far too long."""
        told = self._rng.choice(HEAVY).encode()
        return (self._good()[:-2] + b"X: " + told,)

    def _in_pieces(self) -> tuple[bytes, ...]:
        """A request byte by byte, and often not all of it."""
        good = self._good()
        end = self._rng.choice((len(good), self._rng.randrange(len(good))))
        return tuple(good[at : at + 1] for at in range(end))
