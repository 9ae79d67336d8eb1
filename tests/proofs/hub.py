"""A hub answers soon, catches up after days, stays small, and gives strangers nothing.

Fifty tables speak as on an evening; then all of them at once with the play of days, while somebody
reads the wall; then strangers, one of them with the key of a table, send what they can; at last the
database of the first version is brought to the newest. Memory is looked at all the time.
"""

import argparse
import os
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from http.client import HTTPSConnection
from multiprocessing import get_context
from multiprocessing.queues import Queue as QueueKind
from multiprocessing.synchronize import Event as EventKind
from pathlib import Path
from random import Random
from ssl import CERT_NONE, create_default_context
from statistics import quantiles

import msgspec
from alembic import command
from alembic.config import Config
from msgspec import Raw
from sqlalchemy import create_engine, func, insert, select, text

from companion.uplink.line import Line
from companion.uplink.wire import JOIN, SAY, Course, Entry, Heard, Joined, Say
from hub.authority import House
from hub.database import opened, reading
from hub.ledger import BESIDE, mixed
from hub.people import Right, allow, invite
from hub.schema import courses, entries, tables
from tests.club.places import Hub
from tests.club.postgres import Postgres
from tests.proofs._hub_strangers import GAME, SECRET, Target, ask

BODY = Raw(b'{"entry":"played","at":7.5,"by":"white","move":{"move":"step","source":"p7"}}')

SOON, AT_LAST, OF_MANY = 0.020, 0.150, 0.300
"""Seconds until half, and 99 of 100, of what is told is answered; and until 99 of 100 where more
tables speak than a house has."""

HOUSE = 50
"""Tables of a house."""

CAUGHT_UP, PAGE, MIGRATED = 60.0, 0.5, 60.0
SMALL, GROWN = 150.0, 30.0
"""MB of a hub at most, and by how much strangers may let it grow."""


_apart = get_context("spawn")

STRANGE = 10
"""How far strangers stand back where others have work to do: their number is what counts."""


class Roomy(Hub):
    """A hub that lets in as many from one address as in all: here every table comes from one."""

    def call(self, *words: str) -> list[str]:
        call = super().call(*words)
        call[1:3] = ["-c", _ROOMY]
        return call


_ROOMY = """
import runpy, hub.doors as doors
doors.ToTheClub.each = doors.ToTheClub.most
runpy.run_module("hub", run_name="__main__", alter_sys=True)
"""


class Speaking:
    """A table, as its hub sees it: what it says, one thing after the other."""

    def __init__(self, hub: Hub, name: str) -> None:
        code = invite(hub.database, name, time.time())
        self._line = Line("localhost", hub.port, House(hub.database).certificate)
        told = msgspec.json.encode({"v": 1, "code": code, "version": "1"})
        self.token = msgspec.json.decode(self._line.ask(JOIN, told)[1], type=Joined).token
        self._number = 0

    def say(self, count: int = 1) -> float:
        """So many more entries; the seconds until the hub has them."""
        after, self._number = self._number, self._number + count
        made = tuple(_entry(number) for number in range(after + 1, self._number + 1))
        mark = _entry(after).mark if after else ""
        one = Course(match="m", game="ferry", seats=("a",), after=after, mark=mark, entries=made)
        told = msgspec.json.encode(Say(v=1, now=time.time(), version="1", courses=(one,)))
        begun = time.monotonic()
        status, answer = self._line.ask(SAY, told, self.token)
        took = time.monotonic() - begun
        assert status == 200, answer
        assert msgspec.json.decode(answer, type=Heard).have[0].number == self._number
        return took

    def close(self) -> None:
        self._line.close()


def _entry(number: int) -> Entry:
    return Entry(number, f"{number:032x}", BODY)


class Memory:
    """MB of a hub: the most so far, and now."""

    def __init__(self, hub: Hub) -> None:
        self._status = Path(f"/proc/{hub.process.pid}/status")

    def _of(self, name: str) -> float:
        lines = self._status.read_text().splitlines()
        return next(int(one.split()[1]) for one in lines if one.startswith(f"{name}:")) / 1024

    @property
    def most(self) -> float:
        return self._of("VmHWM")

    @property
    def now(self) -> float:
        return self._of("VmRSS")


@contextmanager
def looking(hub: Hub, taken: list[float]) -> Iterator[None]:
    """Somebody reads the wall meanwhile, in a process of their own; taken: the seconds of each
    time."""
    key, over, found = allow(hub.database, Right("wall", False)), _apart.Event(), _apart.Queue()
    process = _apart.Process(target=_look, args=(hub.port, key, over, found))
    process.start()
    yield
    over.set()
    taken += found.get()
    process.join()


def _look(port: int, key: str, over: EventKind, found: "QueueKind[list[float]]") -> None:
    taken = list[float]()
    context = create_default_context()
    context.check_hostname, context.verify_mode = False, CERT_NONE
    line = HTTPSConnection("127.0.0.1", port, context=context, timeout=60)
    while not taken or not over.wait(0.1):
        begun = time.monotonic()
        line.request("GET", f"/{key}/")
        assert line.getresponse().read()
        taken.append(time.monotonic() - begun)
    line.close()
    found.put(taken)


def at_once(speaking: Sequence[Speaking], act: Callable[[Speaking], None]) -> None:
    threads = [threading.Thread(target=act, args=(one,)) for one in speaking]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def soon(speaking: Sequence[Speaking], seconds: float) -> bool:
    """As on an evening: a line each five seconds and table."""
    ends, taken = time.monotonic() + seconds, list[float]()

    def play(one: Speaking) -> None:
        rng = Random(one.token)
        while time.monotonic() < ends:
            time.sleep(rng.expovariate(0.2))
            taken.append(one.say())

    at_once(speaking, play)
    half, last = _marks(taken)
    print(f"  answered: half in {half * 1e3:.1f} ms, 99 of 100 in {last * 1e3:.1f} ms", end="")
    print(f" ({len(taken)} lines of {len(speaking)} tables)", flush=True)
    if len(speaking) > HOUSE:
        return last <= OF_MANY
    return half <= SOON and last <= AT_LAST


def caught_up(hub: Hub, speaking: Sequence[Speaking], days: int) -> bool:
    """All of them with the play of days."""
    taken, begun = list[float](), time.monotonic()

    def tell(one: Speaking) -> None:
        for _ in range(days // 200):
            one.say(200)

    with looking(hub, taken):
        at_once(speaking, tell)
        took = time.monotonic() - begun
    last = max(taken) if len(taken) < 2 else _marks(taken)[1]
    print(f"  {days} lines of each table: there after {took:.1f} s;", end=" ")
    print(f"the wall meanwhile in {last * 1e3:.0f} ms, 99 of 100", flush=True)
    return took <= CAUGHT_UP and last <= PAGE


def attacked(hub: Hub, own: Speaking, asked: argparse.Namespace) -> bool:
    """By strangers; nothing is read, written or grows."""
    before, memory = _kept(hub, own), Memory(hub)
    small, begun = memory.now, time.monotonic()
    found, number = Counter[str](), 0
    target = Target(hub.port, own.token)
    with ProcessPoolExecutor(2, initializer=os.nice, initargs=(STRANGE,)) as strangers:
        while number < asked.requests and time.monotonic() - begun < asked.most:
            part = [
                strangers.submit(ask, target, asked.seed + number + n, asked.each) for n in range(2)
            ]
            for one in part:
                found += one.result()
            number = found["asked"]
    same = _kept(hub, own) == before
    told = ", ".join(f"{what} {count}" for what, count in sorted(found.items()) if what != "asked")
    print(f"  {number} requests of strangers in {time.monotonic() - begun:.0f} s: {told}")
    print(f"  read {found['read']}, done {found['done']}, other tables the same: {same};", end=" ")
    print(f"memory {small:.0f} MB before, {memory.now:.0f} after, {memory.most:.0f} at most")
    lean = memory.most <= SMALL and memory.now - small <= GROWN
    return not found["read"] and not found["done"] and same and lean


def _kept(hub: Hub, own: Speaking) -> list[object]:
    """All that the hub has of other tables."""
    with reading(hub.database) as connection:
        others = tables.c.token != mixed(own.token)
        names = connection.execute(select(tables.c.id, tables.c.name, tables.c.token).where(others))
        rows = sorted(map(tuple, names))
        ids = [one[0] for one in rows]
        asked = select(courses.c.of, courses.c.number, courses.c.mark).where(courses.c.of.in_(ids))
        counted = select(func.count()).select_from(entries).where(entries.c.of.in_(ids))
        found = sorted(map(tuple, connection.execute(asked)))
        return [rows, found, connection.execute(counted).scalar()]


def migrated(address: str, count: int) -> bool:
    """From the first version to the newest, with all lines."""
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    config = Config()
    config.set_main_option("script_location", "hub/migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "1")
        table = "INSERT INTO tables (id, name, renew, standing) VALUES ('t', 't', :no, '')"
        connection.execute(text(table), {"no": False})
        line = "INSERT INTO courses (of, match, game, seats, begun, number, mark, ended)"
        line += " VALUES ('t', :match, :game, :seats, 0, 100, '', '')"
        matches = [
            {"match": f"m{number}", "game": GAME, "seats": b"[]"} for number in range(count // 100)
        ]
        connection.execute(text(line), matches)
        rows = [
            {"of": "t", "match": one["match"], "number": number, "body": bytes(BODY)}
            for one in matches
            for number in range(1, 101)
        ]
        connection.execute(insert(entries), rows)
    engine.dispose()
    begun = time.monotonic()
    newest = opened(address)
    took = time.monotonic() - begun
    with reading(newest) as connection:
        there = connection.execute(select(func.count()).select_from(entries)).scalar()
        size = connection.execute(select(tables.c.size)).scalar()
    newest.dispose()
    print(f"  {there} of {len(rows)} lines brought to the newest version in {took:.1f} s")
    return (
        there == len(rows) and size == len(rows) * (len(bytes(BODY)) + BESIDE) and took <= MIGRATED
    )


def _marks(taken: Sequence[float]) -> tuple[float, float]:
    marks = quantiles(taken, n=100)
    return marks[49], marks[98]


def proved(database: str, asked: argparse.Namespace) -> bool:
    """All of it with one kind of database."""
    folder = Path(tempfile.mkdtemp(prefix="hub"))
    postgres = Postgres() if database == "postgresql" else None
    print(f"{database}:", flush=True)
    kind = Hub if asked.tables <= HOUSE else Roomy
    hub = kind(folder / "hub", postgres.database() if postgres else "")
    names = [SECRET, *(f"Table {number}" for number in range(1, asked.tables))]
    speaking = [Speaking(hub, name) for name in names]
    other = f"sqlite:///{folder / 'old.db'}" if postgres is None else postgres.database()
    try:
        held = [soon(speaking, asked.seconds)]
        held.append(caught_up(hub, speaking, asked.days))
        print(f"  memory {Memory(hub).most:.0f} MB at most", flush=True)
        held.append(Memory(hub).most <= SMALL or asked.tables > HOUSE)
        held.append(attacked(hub, speaking[-1], asked))
        held.append(migrated(other, asked.old))
    finally:
        for one in speaking:
            one.close()
        hub.close()
        if postgres is not None:
            postgres.close()
        shutil.rmtree(folder, ignore_errors=True)
    return all(held)


def main(argv: Sequence[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="hub", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0, help="of an evening")
    parser.add_argument("--days", type=int, default=2000, help="lines of each table, after days")
    parser.add_argument("--requests", type=int, default=500_000, help="of strangers, each database")
    parser.add_argument("--each", type=int, default=2000, help="of them at once")
    parser.add_argument("--most", type=float, default=3600.0, help="seconds of strangers, at most")
    parser.add_argument("--old", type=int, default=100_000, help="lines of the first version")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="default: both")
    asked = parser.parse_args(argv)
    chosen = (asked.database,) if asked.database else ("sqlite", "postgresql")
    held = [proved(one, asked) for one in chosen]
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
