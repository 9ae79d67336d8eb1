"""A club loses no line of its tables and doubles none, whatever is killed, cut or put back.

Tables play, each a process that writes its store and one that tells the hub, over a line that is
cut now and then, changes bytes, and for a quarter of them is not there for a while. Meanwhile hub,
database, tables and those who tell are killed and begun again. When it is quiet, the hub must have
all that is at the tables, byte by byte, each line once; and so must a hub that is then put back to
any backup that was made while they played, though no table has anything new to say.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from sqlalchemy import select

from companion.uplink.journal import leaving
from companion.uplink.uplink import KNOCK
from hub.database import reading
from hub.schema import entries, tables
from tests.club.places import Hub, Table
from tests.club.postgres import Postgres
from tests.proofs._unsteady_line import UnsteadyLine

NAMES = (b"Annegret", b"Balduin")
"""Who plays, see tests/club/places.py."""

DUMP = "club.sql"
"""What a backup of PostgreSQL is called."""

Lines = dict[tuple[str, str], list[bytes]]


class Knocking(Table):
    """A table that says how it stands after so many seconds."""

    def __init__(self, folder: Path, knock: float) -> None:
        super().__init__(folder)
        self._knock = str(knock)

    def start(self) -> None:
        """The process that tells the club."""
        call = ("tests.proofs._club_uplink", str(self.folder), self._knock)
        self.uplink = subprocess.Popen([sys.executable, "-m", *call])


class Player:
    """A table that plays, and its line."""

    def __init__(self, folder: Path, hub: Hub, rate: float, knock: float, rng: Random) -> None:
        self.name, self._rate, self._rng = folder.name, rate, rng
        self.line = UnsteadyLine(hub.port, rng)
        self.table = Knocking(folder, knock)
        self.table.join(hub, self.name)
        self.table.lead_to(self.line.port)
        self.table.start()
        self.begin()

    def begin(self) -> None:
        """Play, or play on after a kill."""
        call = (str(self.table.folder), str(self._rate), str(self._rng.random()))
        self.playing = subprocess.Popen([sys.executable, "-m", "tests.proofs._club_table", *call])

    def end(self) -> None:
        """Nothing more is played."""
        self.playing.kill()
        self.playing.wait()

    def lines(self) -> Lines:
        """All that may leave the table."""
        found = self.table.lines().items()
        return {(self.name, match): list(map(leaving, lines)) for match, lines in found}

    def close(self) -> None:
        self.end()
        self.table.close()
        self.line.close()


class Club:
    """All of it. database: "sqlite" or "postgresql"."""

    def __init__(self, folder: Path, database: str, asked: argparse.Namespace) -> None:
        self.rng, self.killed = Random(asked.seed), Counter[str]()
        self._postgres = Postgres() if database == "postgresql" else None
        self._folder, self._heal, self._backups = folder, asked.heal, list[str]()
        self.address = self._postgres.database() if self._postgres else ""
        self.hub = Hub(folder / "hub", self.address)
        self.players = [
            Player(
                folder / f"table {number}",
                self.hub,
                asked.rate,
                asked.knock,
                Random(asked.seed + number),
            )
            for number in range(asked.tables)
        ]

    def trouble(self) -> None:
        """Something is killed and begun again."""
        what = self.rng.choice(
            ["hub", "uplink", "table", *(["database"] if self._postgres else [])]
        )
        self.killed[what] += 1
        one = self.rng.choice(self.players)
        if what == "hub":
            self.hub.kill()
            time.sleep(self.rng.uniform(0.0, 1.0))
            self.hub.start()
        elif what == "database" and self._postgres:
            self._postgres.kill()
            time.sleep(self.rng.uniform(0.0, 1.0))
            self._postgres.start()
        elif what == "uplink":
            one.table.stop()
            one.table.start()
        else:
            one.end()
            one.begin()

    def backup(self) -> None:
        """A backup of the hub as of now, as docs/club.md says; play goes on."""
        self._backups.append(name := f"backup{len(self._backups)}")
        if self._postgres:
            (self._folder / name).mkdir()
            self._postgres.dump(self.address, self._folder / name / DUMP)
            return
        self.hub.kill()
        # Whoever copies a file of SQLite's that it has open loses its locks there, and may from
        # then on read what was, for ever.
        self.hub.database.dispose()
        shutil.copytree(self.hub.folder, self._folder / name)
        self.hub.start()

    def restored(self) -> Iterator[tuple[float, int, int, int]]:
        """The hub is put back to each backup in turn; what came of it, see healed."""
        for name in self._backups:
            self._restore(name)
            yield self.healed()

    def _restore(self, name: str) -> None:
        self.hub.kill()
        self.hub.database.dispose()
        if self._postgres:
            self.hub.move_to(self._postgres.put_back(name, self._folder / name / DUMP))
        else:
            shutil.rmtree(self.hub.folder)
            shutil.copytree(self._folder / name, self.hub.folder)
            self.hub.move_to(self.hub.address)
        self.hub.start()

    def healed(self) -> tuple[float, int, int, int]:
        """Seconds until the hub has what the tables have, how many lines that are, how many of them
        it lacks, and how many matches it has otherwise."""
        begun = time.monotonic()
        here = {key: lines for one in self.players for key, lines in one.lines().items()}
        while True:
            there = self._there()
            lacking = sum(len(lines) - len(there.get(key, ())) for key, lines in here.items())
            wrong = sum(there.get(key, []) != lines for key, lines in here.items())
            wrong += len(there.keys() - here.keys())
            took = time.monotonic() - begun
            if (not lacking and not wrong) or took > self._heal:
                self._tell(here, there)
                return took, sum(map(len, here.values())), lacking, wrong
            time.sleep(0.2)

    def _tell(self, here: Lines, there: Lines) -> None:
        """Say of every match that is otherwise at the hub how, and what its table knows of that."""
        for name, match in sorted(here.keys() | there.keys()):
            ours, theirs = here.get((name, match), []), there.get((name, match), [])
            if ours != theirs:
                table = next(one.table for one in self.players if one.name == name)
                print(f"  {name}, {match}: {len(ours)} there, {len(theirs)} at the hub;", end=" ")
                print(f"ended: {table.ended}; said: {table.noted()!r}", flush=True)

    def _there(self) -> Lines:
        asked = select(tables.c.name, entries.c.match, entries.c.body)
        asked = asked.join(tables, tables.c.id == entries.c.of)
        found: Lines = {}
        with reading(self.hub.database) as connection:
            for name, match, body in connection.execute(asked.order_by(*entries.primary_key)):
                found.setdefault((name, match), []).append(body)
        return found

    def naming(self) -> int:
        """Files of hub, database and backup in which somebody is named who played."""
        folders = [self._folder / name for name in ("hub", *self._backups)]
        folders += [self._postgres.folder] if self._postgres else []
        files = (file for one in folders for file in one.rglob("*") if file.is_file())
        return sum(any(name in file.read_bytes() for name in NAMES) for file in files)

    def close(self) -> None:
        for one in self.players:
            one.close()
        self.hub.close()
        if self._postgres:
            self._postgres.close()


def played(database: str, asked: argparse.Namespace) -> bool:
    """One club, from its first line to its last; whether nothing is lost or doubled."""
    folder = Path(tempfile.mkdtemp(prefix="club"))
    club = Club(folder, database, asked)
    try:
        begun, rng = time.monotonic(), club.rng
        points = rng.choices(range(asked.kills), k=asked.backups)
        for number in range(asked.kills):
            for one in club.players[: len(club.players) // 4]:
                one.line.away = number % 5 < 2  # for two parts in five
            for _ in range(points.count(number)):
                club.backup()
            due = begun + asked.seconds * (number + rng.random()) / asked.kills
            time.sleep(max(0.0, due - time.monotonic()))
            club.trouble()
        for one in club.players:
            one.line.away = False
            one.end()
        first, *others = club.healed(), *club.restored()
        naming = club.naming()
    finally:
        club.close()
        shutil.rmtree(folder, ignore_errors=True)
    broken = sum(one.line.broken for one in club.players)
    kills = ", ".join(f"{what} {count}" for what, count in sorted(club.killed.items()))
    print(f"{database}: {asked.tables} tables, {first[1]} lines; killed: {kills}; {broken} cuts")
    again = f"put back to each of {len(others)} backups"
    for what, tries in (("at the end", [first]), (again, others)):
        took, _, lacking, wrong = map(max, zip(*tries, strict=True))
        print(f"  {what}: {lacking} lost, {wrong} matches otherwise,", end=" ")
        print(f"after {took:.1f} s at most", flush=True)
    print(f"  files of the hub that name somebody: {naming}", flush=True)
    return not naming and not any(one[2] or one[3] for one in (first, *others))


def main(argv: Sequence[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="club", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1800.0, help="for each database")
    parser.add_argument("--kills", type=int, default=150, help="for each database")
    parser.add_argument("--rate", type=float, default=0.7, help="lines a second, of each table")
    backups = "that are made while they play, and to each of which the hub is put back"
    parser.add_argument("--backups", type=int, default=1, help=backups)
    parser.add_argument("--heal", type=float, default=60.0, help="seconds, at most")
    knock = "seconds after which a table says how it stands, and tries again"
    parser.add_argument("--knock", type=float, default=KNOCK, help=knock)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="default: both")
    asked = parser.parse_args(argv)
    print(f"seed {asked.seed}", flush=True)
    chosen = (asked.database,) if asked.database else ("sqlite", "postgresql")
    held = [played(one, asked) for one in chosen]  # each, whatever came of those before
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
