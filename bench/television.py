"""Other screens: what a picture costs, what the table pays for it, and how soon it is there.

``python -m bench.television``: matches by chance of every game; the real service in a process of
its own, with as many readers as stated. A picture is there when the last of them has read it, by
the clock, under the load that the machine has; what a browser does with it then is not in here.
Times 11 is about a Raspberry Pi 4.
"""

import argparse
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from random import Random

import msgspec
from msgspec import Raw

from bench.rows import WHOLE, Row, Size, table
from companion.kernel import Move
from companion.match.match import Match
from companion.match.registry import game_package, names
from companion.referee.player import Player
from companion.sight import wire
from companion.sight.look import Moment, moment, seen
from companion.sight.page import page
from companion.sight.patch import patch
from companion.sight.wire import Dress, FromTable, News, Open, Ready, Seated

PICTURE_MS, PUBLISH_MS = 3.0, 0.5
WHOLE_BYTES, CHANGE_BYTES = 25_000, 3_000
MEMORY_MB, BEGUN_S = 50.0, 1.0
READ_MS = {10: 150.0, 50: 250.0}
"""Bars: each the most that it may be, p95 but for memory and the start."""

EACH = 8
"""Readers that come from one address."""


def part(values: Sequence[float], share: float) -> float:
    """What that share of the values is not above."""
    return sorted(values)[int(share * (len(values) - 1))]


def played(name: str, moves: int) -> Iterator[tuple[Move, Match]]:
    """Moves by chance of a game, and the match after each."""
    package, rng = game_package(name), Random(7)
    seats = package.game.colours[: package.game.players[1]]
    match = Match.start(package, seats, clock=lambda: 0.0, salt=lambda: bytes(16))
    player = Player(package.game, rng)
    for _ in range(moves):
        _, made = player.turn(match.position)
        if made is None:
            break
        match.submit(made)
        yield made, match


class Service:
    """The service, with the table's end of its line."""

    def __init__(self) -> None:
        began = time.monotonic()
        self.key = secrets.token_urlsafe(16)
        self.line, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "guests"]
            self.process = subprocess.Popen(command, stdin=theirs.fileno())
        self.tell(Open(tuple(range(8490, 8500)), self.key))
        self.tell(Seated(False, {}))
        ready = wire.from_service.decode(self.line.makefile("rb").readline())
        assert isinstance(ready, Ready)
        self.port, self.begun = ready.port, time.monotonic() - began

    def tell(self, message: FromTable) -> None:
        """A line to it."""
        self.line.sendall(wire.line(message))

    @property
    def memory(self) -> float:
        """MB that it has."""
        with open(f"/proc/{self.process.pid}/status") as status:
            (found,) = (one for one in status if one.startswith("VmRSS"))
        return int(found.split()[1]) / 1024

    def close(self) -> None:
        """The table goes."""
        self.line.close()
        self.process.wait()


def look(port: int, key: str, number: int) -> socket.socket:
    """A reader; not more come from one address than may."""
    address = f"127.0.0.{2 + number // EACH}"
    reader = socket.create_connection(("127.0.0.1", port), 10, (address, 0))
    host = f"127.0.0.1:{port}"
    reader.sendall(f"GET /{key}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return reader


def _read(reader: socket.socket, wanted: bytes) -> None:
    told = b""
    while wanted not in told:
        told = told[-64:] + reader.recv(1 << 16)


def reading(moments: Sequence[Moment], readers: int) -> tuple[list[float], float, float]:
    """Milliseconds until all have read each picture; MB and seconds of the service."""
    found: list[float] = []
    service = Service()
    told = msgspec.json.encode(page("en", "dark", 0, moments[0].package.art))
    service.tell(Dress(Raw(told)))
    pictures = [seen(one, "en", names=True) for one in moments]
    with ExitStack() as all_of_them:
        there = (look(service.port, service.key, one) for one in range(readers))
        looking = [all_of_them.enter_context(one) for one in there]
        before = None
        for number, one in enumerate(pictures, 1):
            mark = f"@{number}@"
            now = msgspec.structs.replace(one, asked=mark)
            step = patch(before, now) if before is not None else None
            both = [Raw(msgspec.json.encode(part)) for part in (now, step)]
            began = time.monotonic()
            service.tell(News(number, both[0], both[1]))
            for reader in looking:
                _read(reader, mark.encode())
            if before is not None:  # the first finds them still coming
                found.append(1000 * (time.monotonic() - began))
            before = now
        memory = service.memory
    service.close()
    return found, memory, service.begun


def rows(size: Size) -> Iterator[Row]:
    """Pictures, what the table pays for them, and the service."""
    published: list[float] = []
    made: list[float] = []
    wholes: list[float] = []
    changes: list[float] = []
    last: list[Moment] = []
    before = None
    for _, match in chain.from_iterable(played(name, min(60, size.longest)) for name in names()):
        began = time.thread_time()
        one = moment(match)
        published.append(1000 * (time.thread_time() - began))
        assert one is not None
        began = time.thread_time()
        now = seen(one, "en", names=True)
        whole = msgspec.json.encode(now)
        made.append(1000 * (time.thread_time() - began))
        wholes.append(len(whole))
        step = patch(before, now) if before is not None else None
        if step is not None:
            changes.append(len(msgspec.json.encode(step)))
        before = now
        last.append(one)
    for what, unit, values, bar in (
        ("a picture in words and as JSON, p95", "ms", made, PICTURE_MS),
        ("what the thread of the screen pays for it, p95", "ms", published, PUBLISH_MS),
        ("a whole picture, p95", "bytes", wholes, WHOLE_BYTES),
        ("a change, p95", "bytes", changes, CHANGE_BYTES),
    ):
        yield Row(
            what=what, unit=unit, ours=(part(values, 0.95),), better="less", bar=bar, noisy=True
        )
    game = last[0].package.game.name
    of_one = [one for one in last if one.package.game.name == game]
    for readers, bar in READ_MS.items():
        found, memory, begun = reading(of_one, readers)
        what = f"news until {readers} screens have read it, p95"
        yield Row(
            what=what, unit="ms", ours=(part(found, 0.95),), better="less", bar=bar, noisy=True
        )
    what = f"the service with {readers} screens"
    yield Row(what=what, unit="MB", ours=(memory,), better="less", bar=MEMORY_MB, noisy=True)
    what = "until it answers"
    yield Row(what=what, unit="s", ours=(begun,), better="less", bar=BEGUN_S, noisy=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.television", description=__doc__)
    parser.parse_args()
    print(table(list(rows(WHOLE))))
