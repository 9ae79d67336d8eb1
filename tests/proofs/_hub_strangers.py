"""What strangers ask a hub, and somebody with the key of one table: it may lead nowhere."""

import socket
import ssl
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any, BinaryIO, NamedTuple

import msgspec

from companion.match.registry import names
from companion.uplink.wire import JOIN, MOST, SAY
from tests.proofs._noise import noise, word
from tests.proofs._requests import spoilt

GAME = names()[0]

SECRET = "Kirschbaum"
"""What another table is called: no stranger may read it."""

ENTRY = {"number": 1, "mark": "0" * 32, "body": {"entry": "played", "at": 1.0}}
COURSE = {"match": "m", "game": GAME, "seats": ["red"], "after": 0, "entries": [ENTRY]}
TOLD: dict[str, Any] = {
    "v": 1,
    "now": 1e9,
    "version": "1",
    "free": 1,
    "tell": True,
    "card": {"game": GAME, "seats": ["red"], "entries": 1, "seconds": 1.0, "state": "playing"},
    "courses": [COURSE],
    "picture": {"game": GAME, "shapes": [{"form": "card", "x": 0, "y": 0, "size": 1}]},
}
"""What a table says; strangers spoil it."""


class Target(NamedTuple):
    """Where it is. own: the key of one table, which somebody has taken."""

    port: int
    own: str


class Asked(NamedTuple):
    """How: the method, what for, and what comes with it. may: whether it may be done: it is the
    business of the table whose key it is."""

    method: str
    path: str
    body: bytes
    token: str = ""
    may: bool = False


def largest(rng: Random) -> bytes:
    """As much as a table may say at once, in the smallest pieces."""
    entries = [{"number": n, "mark": "0" * 32, "body": 0} for n in range(1, 201)]
    courses = [COURSE | {"match": f"x{rng.random()}"[:20].replace(".", "_"), "entries": entries}]
    told = TOLD | {"courses": courses * (MOST // len(msgspec.json.encode(courses)) - 1)}
    return msgspec.json.encode(told)


def some(rng: Random, target: Target) -> Asked:
    """One of all that is tried."""
    kind = rng.randrange(7)
    if kind < 2:
        told = msgspec.json.encode(next(iter(spoilt(TOLD, rng, 1.0))), enc_hook=str)
        if kind:
            return Asked("POST", SAY, told, target.own, may=True)
        return Asked("POST", SAY, told, word(rng)[:43].encode("ascii", "ignore").decode() or "x")
    if kind == 2:
        told = msgspec.json.encode({"v": 1, "code": "0" * rng.randrange(12), "version": "1"})
        return Asked("POST", JOIN, told)
    key = "".join(rng.choices("abcdefghijkABC_-", k=22))
    page = rng.choice(("", "tables", "record", "figures", "stream", "board/x", f"pictures/{GAME}"))
    if kind < 5:
        return Asked("GET", f"/{key}/{page}?game=%27&page=-1", b"")
    if kind == 5:
        return Asked("POST", f"/{key}/tables", b"do=shut_out&table=" + SECRET.encode())
    if rng.random() < 0.02:
        return Asked("POST", SAY, largest(rng), target.own, may=True)
    return Asked("POST", SAY, noise(rng), target.own, may=True)


LINES, TOGETHER = 8, 16
"""Connections at once, and questions that are sent together on each."""


def ask(target: Target, seed: int, count: int) -> Counter[str]:
    """So many of them, over several lines at once; how often each was answered how, and "read" or
    "done" for what must not be."""
    found = Counter[str]()
    with ThreadPoolExecutor(LINES) as lines:
        each = (lines.submit(_ask, target, seed * LINES + n, count // LINES) for n in range(LINES))
        for one in [*each]:
            found += one.result()
    return found


def _ask(target: Target, seed: int, count: int) -> Counter[str]:
    rng, found = Random(seed), Counter[str]()
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    line = _Line(target.port, context)
    while found["asked"] < count:
        some_of_them = [some(rng, target) for _ in range(TOGETHER)]
        for one, (status, told) in zip(some_of_them, line.ask(some_of_them), strict=False):
            found["asked"] += 1
            found[status] += 1
            found["read"] += SECRET.encode() in told
            found["done"] += status < "400" and not one.may
        if rng.random() < TOGETHER / 50:
            found.update(("noise", "asked"))
            _alone(target.port, context, noise(rng))
    line.close()
    return found


class _Line:
    """One on which so many questions are sent before the first answer is read: strangers cost less
    that way than the hub, which reads and answers every one of them. Where it hangs up, those that
    it did not answer were not asked."""

    def __init__(self, port: int, context: ssl.SSLContext) -> None:
        self._port, self._context = port, context
        self._open: tuple[ssl.SSLSocket, BinaryIO] | None = None

    def close(self) -> None:
        for one in self._open or ():
            with suppress(OSError):
                one.close()
        self._open = None

    def ask(self, all_of_them: Sequence[Asked]) -> Iterator[tuple[str, bytes]]:
        """Status and body of each answer; "closed" at last where there is none."""
        try:
            there, answers = self._open = self._open or self._reached()
            with suppress(OSError):  # it may have answered before it hung up
                there.sendall(b"".join(map(_written, all_of_them)))
            for _ in all_of_them:
                yield _answer(answers)
        except (OSError, ValueError):
            self.close()
            yield "closed", b""

    def _reached(self) -> tuple[ssl.SSLSocket, BinaryIO]:
        there = socket.create_connection(("127.0.0.1", self._port), 60)
        safe = self._context.wrap_socket(there)
        return safe, safe.makefile("rb")


def _written(one: Asked) -> bytes:
    token = f"Authorization: Bearer {one.token}\r\n" if one.token else ""
    head = f"{one.method} {one.path} HTTP/1.1\r\nHost: hub\r\n{token}"
    return f"{head}Content-Length: {len(one.body)}\r\n\r\n".encode() + one.body


def _answer(answers: BinaryIO) -> tuple[str, bytes]:
    status, size = answers.readline().split()[1:2], -1
    while (head := answers.readline().lower()).strip():
        if head.startswith(b"content-length:"):
            size = int(head.split()[1])
    if not status or not head or size < 0:
        raise ValueError("it hung up")
    told = answers.read(size)
    return status[0].decode(), told


def _alone(port: int, context: ssl.SSLContext, told: bytes) -> None:
    """Bytes that are no request."""
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", port), 5) as plain,
        context.wrap_socket(plain) as line,
    ):
        line.sendall(told)
