"""The real service as a process of its own, with the table's end of its line; and what asks it."""

import re
import resource
import secrets
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Raw

from companion.scene.palettes import Name
from companion.sight import wire
from companion.sight.page import page
from companion.sight.patch import patch
from companion.sight.seen import Seen
from companion.sight.wire import Dress, FromService, FromTable, News, Open, Ready, Seated
from companion.text import Language
from tests.ports import free_port

NOTHING = Raw(b"null")


class Service:
    """port: at which it answers. key: the secret part of its address. complaints: where it writes
    what it complains of; None: where all do."""

    def __init__(
        self, ports: tuple[int, ...] = (), key: str = "", complaints: IO[bytes] | None = None
    ) -> None:
        self.key = key or secrets.token_urlsafe(16)
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "guests"], stdin=theirs.fileno(), stderr=complaints
            )
        ours.settimeout(20)
        self._socket, self._lines = ours, ours.makefile("rb")
        self._number = 0
        self._before: Seen | None = None
        self.tell(Open(ports or (free_port(),), self.key))
        self.tell(Seated(False, {}))
        ready = self.hear()
        self.port = ready.port if isinstance(ready, Ready) else 0

    def tell(self, message: FromTable) -> None:
        self._socket.sendall(wire.line(message))

    def hear(self) -> FromService:
        """What it says next."""
        return wire.from_service.decode(self._lines.readline())

    def dress(self, art: str, language: Language = "en", theme: Name = "dark") -> None:
        self._before = None
        self.tell(Dress(Raw(msgspec.json.encode(page(language, theme, 0, art)))))

    def show(self, seen: Seen | None) -> None:
        """The next picture, as the table tells it."""
        step = patch(self._before, seen) if self._before is not None and seen else None
        self._number, self._before = self._number + 1, seen
        told = (Raw(msgspec.json.encode(one)) for one in (seen, step))
        self.tell(News(self._number, next(told), next(told)))

    def forget(self) -> None:
        """The next picture is told whole."""
        self._before = None

    @property
    def number(self) -> int:
        """Of the last picture."""
        return self._number

    def ask(self, path: str, **how: Any) -> "Answer":
        return ask(self.port, path, **how)

    def patience(self, seconds: float | None) -> None:
        """How long it is waited for; None for ever."""
        self._socket.settimeout(seconds)

    def close(self) -> int:
        """The table goes; what the process ends with."""
        with suppress(OSError):  # it may have gone
            self._socket.shutdown(socket.SHUT_RDWR)
        self._lines.close()
        self._socket.close()
        return self.process.wait(10)


def memory(service: Service) -> float:
    """MB that the process has now."""
    pages = int(Path(f"/proc/{service.process.pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


@dataclass
class Answer:
    """head: in small letters. cookie: what it gives, "" for nothing."""

    status: int
    head: str
    body: bytes
    cookie: str = ""


def ask(
    port: int,
    path: str,
    *,
    host: str | None = None,
    method: str = "GET",
    more: str = "",
    body: bytes = b"",
    address: str = "127.0.0.1",
) -> Answer:
    """One request, as anybody may write it. more: lines of its head. address: where it is from."""
    host = f"127.0.0.1:{port}" if host is None else host
    with connected(port, address) as one:
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n"
        one.sendall(head.encode("latin-1") + body)
        told = b""
        while got := one.recv(65536):
            told += got
    top, _, rest = told.partition(b"\r\n\r\n")
    cookie = re.search(rb"(?mi)^set-cookie: \w+=([^;]+)", top)
    given = cookie[1].decode("latin-1") if cookie else ""
    return Answer(int(top.split()[1]), top.decode("latin-1").lower(), rest, given)


def connected(port: int, address: str = "127.0.0.1") -> socket.socket:
    there = "::1" if ":" in address else "127.0.0.1"
    return socket.create_connection((there, port), 10, (address, 0))
