"""``companion club simulate``: tables that play by chance and tell a hub, to try out a club.

Each has a store of its own and joins with an invitation of the hub, which cannot tell them from
real ones. At the end a report says what was played, and how soon the hub had it.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import quantiles

import msgspec
from msgspec import Raw

from companion.archive.summary import result_of
from companion.match.match import Match
from companion.match.registry import game_package, names
from companion.notes import PICTURE, Notes, Picture
from companion.referee.player import Player
from companion.sight.look import moment, seen
from companion.store import Library
from companion.text import LANGUAGES, Language
from companion.uplink.club import Club
from companion.uplink.command import join
from companion.uplink.journal import Journal
from companion.uplink.line import Line
from companion.uplink.uplink import Uplink

LOOK = 0.2
"""Seconds between two looks at whether a table has news: more often than a real one looks."""

LONGEST = 400
"""Entries after which a table agrees to end."""


class SimulatedTable:
    """folder: for its store. invitation: of the hub. language: of what stands on its board. pace:
    entries a minute. away: the share of time in which the hub is not told anything."""

    def __init__(
        self,
        folder: Path,
        invitation: str,
        language: Language,
        seed: int,
        pace: float,
        away: float,
    ) -> None:
        self._language: Language = language
        self.joined = join(folder / "club", invitation, language) == 0
        self._folder, self._seed, self._rng = folder, seed, Random(seed)
        self._pace, self._away = pace, away
        self.entries, self.told = 0, 0
        self.delays: list[float] = []
        self._library = Library(folder, lambda: datetime.now(UTC))
        self._notes = Notes(folder / "notes")
        self._made: dict[tuple[str, int], float] = {}

    def run(self, ends: float) -> None:
        """Play and tell until then, and tell the rest."""
        playing = threading.Thread(target=self._play, args=(ends,))
        playing.start()
        club = Club(self._folder / "club")
        hub = club.hub
        line = Line(hub.host, hub.port, hub.authority)
        journal = Journal(self._folder, hub.key)
        uplink = Uplink(club, journal, self._notes, line, time.time, self._rng)
        known: dict[str, int] = {}
        while playing.is_alive() or self._made:
            if not playing.is_alive() and time.monotonic() > ends + 60:
                break
            if int(time.monotonic() / 10) % 100 >= self._away * 100 or not playing.is_alive():
                uplink.look(time.monotonic())
                self._arrived(club, known)
            time.sleep(LOOK)
        line.close()
        club.close()
        self._library.close()

    def _arrived(self, club: Club, known: dict[str, int]) -> None:
        """Take in what the hub said that it has."""
        now = time.monotonic()
        for match, have in club.cursors().items():
            for number in range(known.get(match, 0) + 1, have.number + 1):
                made = self._made.pop((match, number), now)
                self.told += 1
                self.delays.append(now - made)
            known[match] = have.number

    def _play(self, ends: float) -> None:
        number = self._seed
        while time.monotonic() < ends:
            self._match(names()[number % len(names())], ends)
            number += 1

    def _match(self, name: str, ends: float) -> None:
        package, rng, begun = game_package(name), self._rng, time.monotonic()
        sink = self._library.begin()
        seats = tuple(package.game.colours[: package.game.players[0]])
        match = Match.start(
            package,
            seats,
            clock=lambda: time.monotonic() - begun,
            salt=lambda: rng.randbytes(16),
            sink=sink,
        )
        player, count = Player(package.game, rng, 0.0), 0
        while not match.over:
            made = None if len(match.entries) >= LONGEST else player.turn(match.position)[1]
            if made is None or time.monotonic() > ends:
                match.agree_end(match.seats[0], match.seats)
            else:
                match.submit(made)
            for number in range(count + 1, len(match.entries) + 1):
                self._made[sink.match, number] = time.monotonic()
            count = len(match.entries)
            self._show(match)
            time.sleep(0 if time.monotonic() > ends else rng.expovariate(self._pace / 60))
        self.entries += count
        self._library.end(sink.match, msgspec.to_builtins(result_of(match)))

    def _show(self, match: Match) -> None:
        """Leave what everybody sees at the table, as its screen does."""
        now = moment(match)
        if now is not None:
            told = msgspec.json.encode(seen(now, self._language, names=False).shapes)
            picture = Picture(match.game.name, Raw(told))
            self._notes.show(picture if len(told) < PICTURE - 200 else None)


def command(argv: Sequence[str] | None = None) -> int:
    """0 when the hub has everything, 1 when it has not, 2 for a wrong call."""
    parser = argparse.ArgumentParser(
        prog="companion club", description="Tries out a club; see docs/club.md."
    )
    ways = parser.add_subparsers(dest="what", required=True)
    simulate = ways.add_parser("simulate", help="tables that play by chance and tell a hub")
    simulate.add_argument("invitations", nargs="+", help="one for each table, as the hub shows it")
    simulate.add_argument("--minutes", type=float, default=60.0)
    simulate.add_argument("--pace", type=float, default=20.0, help="entries a minute, each table")
    simulate.add_argument("--away", type=float, default=0.0, help="share of time without a network")
    simulate.add_argument("--language", choices=LANGUAGES, default="en", help="of their boards")
    simulate.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="club") as folder:
        tables = [
            SimulatedTable(
                Path(folder, str(at)), line, asked.language, asked.seed + at, asked.pace, asked.away
            )
            for at, line in enumerate(asked.invitations)
        ]
        if not all(table.joined for table in tables):
            return 2
        ends = time.monotonic() + asked.minutes * 60
        threads = [threading.Thread(target=table.run, args=(ends,)) for table in tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    return _report(tables)


def _report(tables: Sequence[SimulatedTable]) -> int:
    played, told = sum(one.entries for one in tables), sum(one.told for one in tables)
    delays = [delay for one in tables for delay in one.delays]
    print(f"{len(tables)} tables: {played} entries played, {told} at the hub")
    if len(delays) > 1:
        marks = quantiles(delays, n=100)
        print(
            f"seconds until the hub had one: {marks[49]:.2f} at half, {marks[98]:.2f} at 99 of 100"
        )
        print("matches in which something is hidden leave when they are over")
    return 0 if played == told else 1


if __name__ == "__main__":
    sys.exit(command())
