"""While the disk is full play goes on, it is said, and once there is room everything is saved.

Matches of every game are played on a disk that is full and has room again by turns, at moments
taken by chance. Whatever was marked saved is on the disk at every moment; what waits is told, in
its order; and at the end of each match all of it is there.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from companion.match import registry
from companion.match.checkpoint import Checkpoint
from companion.match.entries import Entry, encode
from companion.match.sink import Sink
from companion.store import Library, State
from tests.proofs._match import some_match
from tests.proofs._report import report
from tests.store.power import CutDisk
from tests.store.table import copy, now, stored

CHANGES = 0.05
"""How often, before an entry, the disk fills up or gets room."""

LOOKS = 0.1
"""How often, while it is full, somebody looks at what is on the disk."""


class Evening(Sink):
    """One match on such a disk."""

    def __init__(self, game: str, rng: Random, folder: Path) -> None:
        self._rng, self._folder = rng, folder
        self._states: list[State] = []
        self.counts: Counter[str] = Counter()
        self.longest = 0
        self.wrong: list[str] = []
        (folder / "data").mkdir()
        self._disk = CutDisk(folder / "data", {}, rng, 10**9)
        self._library = Library(
            folder / "data", now, disk=self._disk, on_state=self._states.append, pauses=(0.001,)
        )
        self._sink = self._library.begin()
        self._lines: list[bytes] = []
        self._package = registry.game_package(game)

    def play(self, entries: int) -> None:
        """Play it, and let there be room in the end."""
        some_match(self._package, self._rng, entries, sink=self)
        self._room()
        if not self._library.close():
            self.wrong.append("not all could be written in the end")
        if list(stored(self._folder / "data", self._sink.match)) != self._lines:
            self.wrong.append("something is missing or changed in the end")
        told = [state.reason for state in self._states]
        if told != ["full", ""] * (len(told) // 2):
            self.wrong.append(f"told: {told}")
        self.counts["times it was said that nothing is saved"] += told.count("full")

    def keep_secret(self, number: int, values: tuple[dict[str, Any], ...], salt: bytes, /) -> None:
        """On its way to the disk, too."""
        self._sink.keep_secret(number, values, salt)

    def keep_checkpoint(self, checkpoint: Checkpoint, /) -> None:
        """Nobody goes on from one here."""

    def keep(self, entry: Entry, /) -> None:
        """While it is on its way there may be no room left."""
        journal = self._library.journal
        if self._rng.random() < CHANGES:
            if self._disk.full:
                self._room()
            else:
                journal.flush()
                self._disk.full = True
                self.counts["times the disk was full"] += 1
        self._lines.append(encode(entry))
        self._sink.keep(entry)
        self.counts["entries"] += 1
        if self._disk.full:
            self.counts["of them, while it was full"] += 1
            self._while_full()
        elif not journal.flush():
            self.wrong.append("there is room, and nothing is saved")

    def _while_full(self) -> None:
        journal, match = self._library.journal, self._sink.match
        if journal.flush() or journal.state().reason != "full":
            self.wrong.append(f"the disk is full, and is said to be {journal.state()}")
        saved = journal.saved(match)
        self.longest = max(self.longest, journal.state().waiting)
        if list(self._library.read(match).lines) != self._lines:
            self.wrong.append("the match cannot be read while the disk is full")
        if saved and self._rng.random() < LOOKS:
            self.counts["times the disk was looked at meanwhile"] += 1
            place = copy(self._folder / "data", self._folder / f"{self.counts.total()}")
            if len(stored(place, match)) < saved:
                self.wrong.append("something that was marked saved is not there")

    def _room(self) -> None:
        self._disk.full = False
        while not self._library.journal.flush():
            pass  # the attempt under way may still fail


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="full", description=__doc__)
    parser.add_argument("--game", action="append", choices=registry.names(), help="default: all")
    parser.add_argument("--matches", type=int, default=20, help="of each game")
    parser.add_argument("--entries", type=int, default=200, help="of each match, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the first; others count on")
    asked = parser.parse_args(argv)
    return max([_prove(name, asked) for name in asked.game or registry.names()])


def _prove(name: str, asked: argparse.Namespace) -> int:
    counts: Counter[str] = Counter()
    wrong, longest = list[str](), 0
    for seed in range(asked.seed, asked.seed + asked.matches):
        with tempfile.TemporaryDirectory() as folder:
            evening = Evening(name, Random(seed), Path(folder))
            evening.play(asked.entries)
        counts += evening.counts
        longest = max(longest, evening.longest)
        wrong += [f"seed {seed}: {one}" for one in evening.wrong]
    print(f"{name}: {asked.matches} matches, seeds from {asked.seed}")
    report(wrong, counts)
    print(f"{longest:6} entries waited at most\n", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
