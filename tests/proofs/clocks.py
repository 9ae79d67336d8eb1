"""Clocks that jump back and forth change no match: its time never runs back, and it is the same.

Matches of every game are played with clocks for the seats, while both clocks of the machine jump:
the one that counts seconds stands still, falls back or leaps ahead between any two entries, and
the time of day is any day at all. The time of a match never falls, a seat is never given time it
did not have, and no jump back takes any; the moves and verdicts are those of the same match on
steady clocks; and the match that is opened again from the disk is the same one.
"""

import argparse
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.match import registry
from companion.match.entries import Entry, decode
from companion.match.match import Match
from companion.store import Library
from tests.proofs._match import SALT, some_match
from tests.proofs._report import report

BUDGET, INCREMENT = 600.0, 10.0


class Jumping:
    """Both clocks. forth: seconds that they went ahead in sum, jumps and all."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._seconds = self._highest = 1000.0
        self.forth = 0.0
        self.jumps: Counter[str] = Counter()

    def seconds(self) -> float:
        """The one that counts seconds."""
        what, before = self._rng.random(), self._seconds
        if what < 0.1:
            self._seconds -= self._rng.uniform(0.0, 10_000.0)
            self.jumps["jumps back of the clock that counts seconds"] += 1
        elif what < 0.15:
            self._seconds += self._rng.uniform(0.0, 10_000.0)
            self.jumps["jumps ahead of it"] += 1
        else:
            self._seconds += self._rng.uniform(0.0, 2.0)
        self.forth += max(0.0, self._seconds - before)
        return self._seconds

    def day(self) -> datetime:
        """The time of day."""
        self.jumps["other days"] += 1
        return datetime(1970, 1, 2, tzinfo=UTC) + timedelta(days=self._rng.randrange(40_000))


def _try_one(name: str, seed: int, entries: int, folder: Path) -> tuple[list[str], Jumping]:
    """What went wrong in one match."""
    package, clocks, wrong = registry.game_package(name), Jumping(Random(seed)), list[str]()
    library = Library(folder, clocks.day)
    sink = library.begin()
    used: dict[str, float] = {}
    played = some_match(
        package,
        Random(seed),
        entries,
        clock=clocks.seconds,
        sink=sink,
        each=lambda match: _look(match, clocks, used, wrong),
    )
    quiet = some_match(package, Random(seed), entries, each=_begin_clock)
    if [_timeless(one) for one in played.entries] != [_timeless(one) for one in quiet.entries]:
        wrong.append("the match went another way")
    if any(later.at < earlier.at for earlier, later in pairwise(played.entries)):
        wrong.append("the time of the match ran back")
    assert library.close()
    library = Library(folder, clocks.day)
    _, secrets, _, sink = library.resume(sink.match)
    lines = library.read(sink.match).lines
    match = Match.reopen(
        package,
        [decode(line) for line in lines],
        clock=clocks.seconds,
        salt=lambda: SALT,
        secrets=secrets,
    )
    if match.read_only or match.position != played.position or match.entries != played.entries:
        wrong.append("it is another match when it is opened again")
    if [one.match for one in library.matches()] != [sink.match]:
        wrong.append("it is not in the list")
    library.close()
    return wrong, clocks


def _begin_clock(match: Match) -> None:
    if len(match.entries) == 1:
        match.set_clock(BUDGET, INCREMENT)


def _look(match: Match, clocks: Jumping, used: dict[str, float], wrong: list[str]) -> None:
    """The clocks of the seats, after each thing that happened."""
    _begin_clock(match)
    for one in match.clocks:
        if one.used < used.get(one.seat, 0.0) and not _taken_back(match):
            wrong.append(f"{one.seat} was given {used[one.seat] - one.used:.1f} s")
        used[one.seat] = one.used
    if sum(used.values()) > clocks.forth * len(used) + 1:
        wrong.append("somebody paid for time that did not pass")


def _taken_back(match: Match) -> bool:
    return type(match.entries[-1]).__name__ in ("Undone", "Redone", "Amended", "Corrected")


def _timeless(entry: Entry) -> Any:
    plain = msgspec.to_builtins(msgspec.structs.replace(entry, at=0.0))
    plain.pop("snapshot", None)
    return plain


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="clocks", description=__doc__)
    parser.add_argument("--game", action="append", choices=registry.names(), help="default: all")
    parser.add_argument("--matches", type=int, default=50, help="of each game")
    parser.add_argument("--entries", type=int, default=200, help="of each match, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first; others count on")
    asked = parser.parse_args(argv)
    return max([_prove(name, asked) for name in asked.game or registry.names()])


def _prove(name: str, asked: argparse.Namespace) -> int:
    wrong, jumps = list[str](), Counter[str]()
    for seed in range(asked.seed, asked.seed + asked.matches):
        with tempfile.TemporaryDirectory() as folder:
            found, clocks = _try_one(name, seed, asked.entries, Path(folder))
        wrong += [f"seed {seed}: {one}" for one in found]
        jumps += clocks.jumps
    print(f"{name}: {asked.matches} matches, seeds from {asked.seed}")
    report(wrong, jumps)
    print(flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
