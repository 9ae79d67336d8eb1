"""Other screens show the same whatever is hidden, and go on whatever strangers send to them.

First pairs of tables of every game in which something is hidden, that differ in nothing else: what
the table tells the service of other screens is the same, byte by byte, whole and in changes, while
people go on to tell things in private. That is all that the service ever has.

Then the real service as a process of its own, with screens that look and strangers who send bytes
of any kind, torn requests, requests nearly right, heads without an end, paths and digits by chance,
what telephones ask and nearly that, many at once, piece by piece, and tear their connections. Lines
between it and the table are torn, too. What must hold: it never says that it has failed, complains
of nothing, keeps its memory, tells nobody its secret part, and every picture gets to the screens.
"""

import argparse
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from random import Random
from threading import Lock, Thread
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from companion.kernel import Accepted, Move, MoveKind, judge, masked
from companion.match.match import Match
from companion.sight import wire
from companion.sight.look import moment, seen
from companion.sight.wire import (
    Answered,
    Asked,
    Failed,
    FromService,
    FromTable,
    Open,
    Ready,
    Renew,
    Seated,
    Short,
    Spent,
    Watching,
    hashed,
)
from companion.text import LANGUAGES
from tests.games.tried import GAMES, SECRETIVE, Tried, tried
from tests.guests.service import Service, connected, memory
from tests.proofs._curious import beginning_at, pairs
from tests.proofs._noise import torn, torn_bytes
from tests.proofs._strangers import COMES, Stranger
from tests.sight.evenings import NAMES, moments
from ui.guests.feed import Feed, Manner

KNOWN = {100, 200, 303, 400, 401, 403, 404, 405, 411, 413, 415, 421, 429, 431, 501, 503}
"""Statuses with which something may be answered."""

MEMORY = 50
"""MB that the service may take."""

STEPS, DRAWS = 2, 6
"""How often something is told in private at a pair of tables; and moves drawn for that."""

SCREENS = 3
"""How many look while strangers come."""

HOUR = 3600.0

EVERY, AT_ONCE = 80, 8
"""Strangers between two pictures, and how many of them come at the same time."""


def twins(game: Tried, many: int, seed: int) -> Iterator[tuple[bytes, bytes]]:
    """What both of so many pairs of tables tell, again after each thing told in private."""
    for number, positions in enumerate(islice(pairs(game, seed), many)):
        rng = Random(f"{seed} {number}")
        manner = Manner(rng.choice(LANGUAGES), "dark", rng.random() < 0.5, 0)
        one, two = (_Table(game, position) for position in positions)
        yield one.told(manner), two.told(manner)
        for _ in range(STEPS):
            kind = rng.choice([kind for kind in game.game.kinds if kind.hidden])
            ways = [table.private(kind, rng) for table in (one, two)]
            alike = [look for look in ways[0] if look in ways[1]]
            if alike:
                look = rng.choice(alike)
                one.match.submit(rng.choice(ways[0][look]))
                two.match.submit(rng.choice(ways[1][look]))
                yield one.told(manner), two.told(manner)


class _Table:
    """One table of a pair."""

    def __init__(self, game: Tried, position: Any) -> None:
        seats = position.setup.seats
        names = dict(zip(seats, NAMES, strict=False))
        package = beginning_at(game, position)
        self.match = Match.start(package, seats, names, clock=lambda: 0.0, salt=lambda: bytes(16))
        self._game, self._feed = game, Feed()

    def told(self, manner: Manner) -> bytes:
        """What it tells the service now."""
        self._feed.take(moment(self.match), manner, 0.0)
        return self._feed.lines(0.0)

    def private(self, kind: MoveKind[Any, Any], rng: Random) -> dict[Move, list[Move]]:
        """Moves in private that are possible here, by how all others see them."""
        found: dict[Move, list[Move]] = {}
        position = self.match.position
        for _ in range(DRAWS):
            move = self._game.drawing.any_move(position, rng, kind.name)
            if isinstance(judge(self._game.game, position, move), Accepted):
                found.setdefault(masked(kind, move), []).append(move)
        return found


def hidden(names: list[str], many: int, seed: int) -> int:
    """Tell how many of the lines of such pairs differ."""
    differ = 0
    for name in names:
        pictures = found = size = 0
        for one, two in twins(tried(name), many, seed):
            pictures, size = pictures + 1, size + len(one)
            found += one != two
        print(
            f"{name}: {many} pairs of tables told {pictures} times, {size:,} bytes; {found} differ"
        )
        sys.stdout.flush()
        differ += found
    return differ


class Watched:
    """The real service, with screens that look. complaints: the file with all that it complains
    of."""

    def __init__(self, complaints: IO[bytes]) -> None:
        self.service = Service(complaints=complaints)
        self.asked = 0
        self.service.patience(None)
        self._told = Lock()
        self._answering = Thread(target=self._answer)
        self._answering.start()
        self._tell(Seated(True, {hashed(COMES): "en"}))
        self._complaints = complaints
        game = GAMES[0]
        self.service.dress(game.package.art)
        self._picture = seen(next(moments(game, 1, 0)), "en", names=True)
        self.screens = [self._look() for _ in range(SCREENS)]
        self.pictures = 0

    def _look(self) -> socket.socket:
        one = connected(self.service.port, "127.0.0.9")
        host = f"127.0.0.1:{self.service.port}"
        one.sendall(f"GET /{self.service.key}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return one

    def _tell(self, message: FromTable) -> None:
        with self._told:
            self.service.tell(message)

    def _answer(self) -> None:
        """Answer what telephones ask, as the table does, until the service has gone."""
        with suppress(OSError, ValueError):
            while True:
                one = self.service.hear()
                if isinstance(one, Asked):
                    self.asked += 1
                    self._tell(Answered(one.number, msgspec.Raw(b"{}")))

    def show(self) -> None:
        """A picture more, until all screens have it. Raises OSError where it does not come."""
        self.pictures += 1
        mark = f'"lines":{10_000 + self.pictures}'.encode()
        with self._told:
            self.service.show(replace(self._picture, lines=10_000 + self.pictures))
        for one in self.screens:
            told = b""
            while mark not in told:
                got = one.recv(1 << 16)
                if not got:
                    raise ConnectionError("a screen was sent away")
                told = told[-len(mark) :] + got

    def troubles(self) -> list[str]:
        """What is wrong with it now."""
        found = []
        if self.service.process.poll() is not None:
            found.append("it has ended")
        self._complaints.seek(0)
        found += [line.decode("utf-8", "replace") for line in self._complaints.read().splitlines()]
        if not found and (now := memory(self.service)) > MEMORY:
            found.append(f"it takes {now:.0f} MB")
        return found

    def close(self) -> int:
        """What it ends with."""
        for one in self.screens:
            one.close()
        ended = self.service.close()
        self._answering.join()
        return ended


def besieged(seconds: float, seed: int) -> int:
    """Tell what strangers did for that long, and how many things were wrong."""
    rng, did, heard, wrong = Random(seed), Counter[str](), Counter[int](), list[str]()
    with tempfile.TemporaryFile() as complaints, ThreadPoolExecutor(AT_ONCE) as strangers:
        watched = Watched(complaints)
        service = watched.service
        before, begun, most = memory(service), time.monotonic(), 0.0
        while time.monotonic() < begun + seconds and not wrong:
            come = [Stranger(service.port, service.key, Random(rng.random())) for _ in range(EVERY)]
            for what, sent, told in strangers.map(Stranger.once, come):
                did[what] += 1
                wrong += _amiss(service.key, sent, told, heard)
            try:
                watched.show()
            except OSError as error:
                wrong.append(f"a picture did not come: {error}")
            wrong += watched.troubles()
            most = max(most, memory(service)) if not wrong else most
        if not wrong and service.ask(f"/{service.key}/").status != 200:
            wrong.append("it does not answer any more")
        if watched.close() and not wrong:
            wrong.append("it did not end as it should")
        wrong += watched.troubles()[1:]
    print(f"{did.total()} strangers in {time.monotonic() - begun:.0f} s: {listed(did)}")
    print(f"answered: {listed(heard)}; the table was asked {watched.asked} times")
    print(f"{watched.pictures} pictures came to {SCREENS} screens")
    print(f"memory of the service: {before:.1f} MB before, {most:.1f} at most; {len(wrong)} wrong")
    for line in wrong[:20]:
        print(f"  {line}")
    return len(wrong)


def _amiss(key: str, sent: bytes, told: bytes, heard: Counter[int]) -> Iterator[str]:
    """What is wrong with an answer."""
    if not told:
        heard[0] += 1
        return
    status = int(told[9:12]) if told[:9] == b"HTTP/1.1 " else -1
    heard[status] += 1
    if status not in KNOWN:
        yield f"answered {told[:60]!r} to {sent[:200]!r}"
    if key.encode() in told and key.encode() not in sent:
        yield f"told its secret part to {sent[:200]!r}"


def misspoken(many: int, seed: int) -> int:
    """Tell how many lines between the table and the service were taken for what they are not, or
    were answered otherwise than as what is none."""
    rng, wrong, read = Random(seed), 0, 0
    said: tuple[FromTable | FromService, ...] = (
        Ready(8480, ("192.168.178.23",)), Watching(3), Spent(), Failed("port"),
        Open((8480,), "k" * 22), Renew("k" * 22), Short("482913"),
    )  # fmt: skip
    for _ in range(many):
        line = torn_bytes(rng, torn(rng, wire.line(rng.choice(said)).decode()))
        for decoder in (wire.from_service, wire.from_table):
            try:
                one = decoder.decode(line)
            except msgspec.DecodeError:
                continue
            except Exception as error:  # nobody catches this
                print(f"  {line[:100]!r}: {error!r:.200}")
                wrong += 1
                continue
            read += 1
            again = msgspec.json.decode(wire.line(one), type=type(one))
            wrong += again != one
    print(f"{many} torn lines between table and service, {read} of them readable; {wrong} wrong")
    return wrong


def listed(found: Counter[Any]) -> str:
    """How often each came, the most frequent first."""
    return ", ".join(f"{count} {what or 'nothing'}" for what, count in found.most_common())


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    names = [one.name for one in SECRETIVE]
    parser = argparse.ArgumentParser(prog="television", description=__doc__)
    parser.add_argument("--game", choices=names, help="default: all")
    parser.add_argument("--pairs", type=int, default=10_000, help="of tables, of each game")
    parser.add_argument(
        "--seconds", type=float, default=300.0, help="of strangers; an hour at most"
    )
    parser.add_argument("--lines", type=int, default=100_000, help="torn, between both")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    print(f"seed {asked.seed}")
    differ = hidden([asked.game] if asked.game else names, asked.pairs, asked.seed)
    differ += misspoken(asked.lines, asked.seed) if asked.lines else 0
    wrong = besieged(min(asked.seconds, HOUR), asked.seed) if asked.seconds else 0
    return int(differ + wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
