"""A hub and tables as they are: processes of their own, real files, the real line between them."""

import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

from companion.match.entries import Bookmarked, Played, Sentences, Started
from companion.notes import Notes
from companion.store import Library
from companion.uplink.club import FILE, Club
from companion.uplink.command import command
from companion.uplink.joining import Invitation, seen
from companion.uplink.journal import Journal
from companion.uplink.line import Line
from companion.uplink.uplink import Uplink
from companion.uplink.wire import Have
from hub.authority import House
from hub.database import opened
from hub.people import invite
from tests.ports import free_port

PATIENCE = 60.0
"""Seconds in which something must have become so."""


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)


class Hub:
    """A hub in a folder. database: its address; "" for a file in that folder."""

    def __init__(self, folder: Path, database: str = "", port: int = 0) -> None:
        self.folder, self.port = folder, port or free_port()
        self.address = database or f"sqlite:///{folder / 'hub.db'}"
        self.start()
        self.database = opened(self.address)

    def call(self, *words: str) -> list[str]:
        chosen = ("--data", str(self.folder), "--database", self.address)
        return [sys.executable, "-m", "hub", *chosen, *words]

    def start(self) -> None:
        """Begin, or begin again after a kill."""
        self.process = subprocess.Popen(self.call("serve", "--port", str(self.port)))
        until(self._answers, "the hub answers")

    def _answers(self) -> bool:
        assert self.process.poll() is None, "the hub has ended"
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def do(self, *words: str, code: int = 0) -> str:
        """What its command says."""
        ended = subprocess.run(self.call(*words), capture_output=True, text=True, check=False)
        assert ended.returncode == code, ended.stderr
        return (ended.stdout or ended.stderr).strip()

    def move_to(self, database: str) -> None:
        """From its next start on it has another database."""
        self.database.dispose()
        self.address, self.database = database, opened(database)

    def invite(self, name: str) -> str:
        """A line that lets a table in, as the hub shows it."""
        code = invite(self.database, name, time.time())
        return Invitation("localhost", self.port, seen(House(self.database).seen), code).line

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.database.dispose()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(10)


class Table:
    """A table with a store of its own."""

    def __init__(self, folder: Path, library: Library | None = None) -> None:
        self.folder, self.state = folder, folder / "club"
        self.notes = Notes.beside(self.state)
        self.library = library or Library(folder, lambda: datetime.now(UTC))
        self.uplink: subprocess.Popen[bytes] | None = None
        self._numbers: dict[str, count[int]] = {}
        self._closing: list[Callable[[], None]] = []

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "companion.uplink", "--data", str(self.folder), *words]

    def do(self, *words: str, code: int = 0) -> str:
        ended = subprocess.run(self.command(*words), capture_output=True, text=True, check=False)
        assert ended.returncode == code, ended.stderr
        return (ended.stdout or ended.stderr).strip()

    def join(self, hub: Hub, name: str) -> None:
        assert command(["--data", str(self.folder), "join", hub.invite(name)]) == 0

    def begin(self, game: str = "backgammon") -> str:
        """A match, whose name is given back."""
        sink = self.library.begin()
        self._numbers[sink.match] = count(2)
        names = {"white": "Annegret", "black": "Balduin"}
        sink.keep(Started(number=1, at=0, game=game, version=1, seats=tuple(names), players=names))
        return sink.match

    def play(self, match: str, entries: int = 1) -> None:
        """So many more entries, with names in what is said of them."""
        for number in (next(self._numbers[match]) for _ in range(entries)):
            said: Sentences = {"de": (f"Annegret zieht zum {number}. Mal.",)}
            move = {"move": "step", "source": f"p{number % 24}", "to": "p3"}
            entry = Played(number=number, at=number * 2.0, by="white", move=move, sentences=said)
            self.library.journal.append(match, entry)

    def bookmark(self, match: str, name: str) -> None:
        number = next(self._numbers[match])
        entry = Bookmarked(number=number, at=number * 2.0, line=1, name=name)
        self.library.journal.append(match, entry)

    def end(self, match: str) -> None:
        self.library.end(match, {"how": "agreed", "places": [["white"], ["black"]]})

    def settle(self) -> None:
        """All is on the disk."""
        assert self.library.journal.flush()

    def lines(self) -> dict[str, list[bytes]]:
        """All that was played here."""
        found = self.library.matches()
        return {one.match: list(self.library.read(one.match).lines) for one in found}

    def start(self) -> None:
        """The process that tells the club."""
        self.uplink = subprocess.Popen(self.command("run"))

    @property
    def ended(self) -> int | None:
        """The code with which that process ended by itself; None while it runs."""
        return None if self.uplink is None else self.uplink.poll()

    def stop(self) -> None:
        if self.uplink is not None:
            self.uplink.kill()
            self.uplink.wait()
            self.uplink = None

    def lead_to(self, port: int) -> None:
        """The hub is looked for elsewhere from now on."""
        with closing(sqlite3.connect(self.state / FILE)) as database, database:
            database.execute("UPDATE hub SET port = ?", (port,))

    def noted(self) -> str:
        """What the club said last, or that it is away."""
        club = Club(self.state)
        try:
            return club.noted()[1]
        finally:
            club.close()

    def token(self) -> str:
        club = Club(self.state)
        try:
            return club.hub.tokens[0]
        finally:
            club.close()

    def cursors(self) -> list[Have]:
        """How far the hub has each match, as far as the table knows."""
        club = Club(self.state)
        try:
            return list(club.cursors().values())
        finally:
            club.close()

    def step_by_step(self, kind: type[Line] = Line) -> tuple[Uplink, Line]:
        """What that process does, and its line."""
        club = Club(self.state)
        line = kind(club.hub.host, club.hub.port, club.hub.authority)
        self._closing += (line.close, club.close)
        journal = Journal(self.folder, club.hub.key)
        return Uplink(club, journal, self.notes, line, lambda: 0.0, Random(1)), line

    def close(self) -> None:
        self.stop()
        for close in self._closing:
            close()
        self.library.close()


def resident(pid: int) -> float:
    """MB of memory that a process has for itself, with its share of what others use too."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    (line,) = (one for one in told.splitlines() if one.startswith("Pss:"))
    return int(line.split()[1]) / 1024
