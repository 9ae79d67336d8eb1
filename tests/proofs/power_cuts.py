"""Whenever the power is cut, nothing that was marked saved is lost, and all files can be read.

Journals of every game, played as tables do, go through the store onto a disk that loses its power
again and again: while entries are written, while the log is emptied into the file, while the files
are made for the first time, while they are opened after the cut before, and while a damaged file
is being mended. What a cut leaves is described in ``tests/store/power.py``. After each cut the
files are opened with plain SQLite, and the game goes on from there.
"""

import argparse
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from hashlib import blake2s
from pathlib import Path
from random import Random

import msgspec

from companion.match import registry
from companion.match.checkpoint import Checkpoint
from companion.match.clock import Thinking
from companion.match.commitments import SALT_BYTES, Secret, commitment
from companion.match.entries import Entry, Played, decode, encode
from companion.store import Damage, DiskError, Library
from companion.store.library import Resumed
from tests.proofs._match import some_match
from tests.proofs._report import counted, report
from tests.store.power import CutDisk

LONG_MATCH = 600
"""Entries of a long match for four, with refusals and takebacks."""


def now() -> datetime:
    return datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def again(entry: Entry, rng: Random, hidden: Secret | None) -> Entry:
    """The entry as it is when it happens anew: at another time, with something else hidden."""
    anew = msgspec.structs.replace(entry, at=rng.random())
    if hidden is not None and isinstance(anew, Played):
        anew = msgspec.structs.replace(anew, commitment=commitment(hidden))
    return anew


def stood(lines: Sequence[bytes]) -> Checkpoint:
    """A checkpoint after these entries; all it knows is which they were."""
    told = msgspec.json.encode(blake2s(b"\n".join(lines)).hexdigest())
    return Checkpoint(len(lines), "", 1, "", msgspec.Raw(told), len(lines), 0.0, Thinking())


class Table:
    """One match after the other, across all power cuts; counts what goes wrong."""

    def __init__(
        self, game: str, entries: int, rng: Random, folder: Path, alternatives: dict[str, str]
    ) -> None:
        self._rng = rng
        self._game = game
        self._journal = some_match(registry.game_package(game), rng, entries).entries
        self._folder = folder
        self._instead = alternatives
        self._content: dict[str, bytes] = {}
        self._match = ""
        self._played: list[bytes] = []
        self._once: set[bytes] = set()
        self._hidden: dict[str, Secret] = {}
        self._box = 0
        self._over = False
        self.lives = 0
        self.saved = 0
        self.died_in: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.wrong: list[str] = []

    @property
    def length(self) -> int:
        """How many entries a match has."""
        return len(self._journal)

    def live(self) -> None:
        """From power on to the next power cut, and what is then on the disk."""
        self.lives += 1
        rng = self._rng
        if self._over or rng.random() < 0.01:  # a new folder, to see it made
            self._content, self._match, self._played, self._box, self.saved = {}, "", [], 0, 0
            self._over = False
        broken = "matches.db" in self._content and rng.random() < 0.1
        if broken:
            self._break_header()
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            operations = rng.randint(1, rng.choice((40, 150, 400, 800)))
            pages = rng.choice((4, 20, 100, 1000))
            disk = CutDisk(
                Path(place),
                self._content,
                rng,
                operations,
                (f"PRAGMA wal_autocheckpoint = {pages}",),
                self._instead,
            )
            self._play(disk)
            when = "mending" if broken and not self._opened else self._doing
            self.died_in[f"{when}, {disk.died_in}"] += 1
            left = disk.after_cut().items()
            self._content = {name: data for name, data in left if "-damaged-" not in name}
        self._look()

    def _play(self, disk: CutDisk) -> None:
        self._opened, self._doing = False, "opening"
        while not disk.dead:
            library = Library(
                disk.folder,
                now,
                disk=disk,
                pauses=(60.0,),
                on_saved=self._note,
                on_damage=self._heed,
                name=lambda: f"{self._rng.getrandbits(128):032x}",
            )
            if library.journal.state().saving and not disk.dead:
                self._opened, self._doing = True, "playing"
                self._sit_down(library)
                for _ in range(self._rng.randint(1, 60)):
                    if disk.dead:
                        break
                    self._take_turns(library)
                if not disk.dead:
                    self._doing = "closing"
            library.close()

    def _sit_down(self, library: Library) -> None:
        if self._match and self._played:
            resumed = library.resume(self._match)
            self._found(resumed.reading.lines)
            self._believed(resumed)
            self._doors = resumed.sink
            library.journal.flush()  # so that the same seed does the same things again
            self.saved = len(self._played)  # whoever sits down again is shown all this as saved
        else:
            self._doors = library.begin()
            self._match, self._played = self._doors.match, []
            self.saved = 0

    def _take_turns(self, library: Library) -> None:
        rng = self._rng
        entries = []
        for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
            number, hidden = len(self._played) + 1, None
            if number > len(self._journal):
                break
            if rng.random() < 0.2 and isinstance(self._journal[number - 1], Played):
                salt = rng.randbytes(SALT_BYTES)
                hidden = Secret(({"value": rng.randint(1, 9)},), salt.hex())
                self._doors.keep_secret(number, hidden.values, salt)
                self._hidden[commitment(hidden)] = hidden
            entry = again(self._journal[number - 1], rng, hidden)
            self._played.append(encode(entry))
            self._once.add(encode(entry))
            entries.append(entry)
        library.journal.append(self._match, *entries)
        if self._played and rng.random() < 0.1:
            self._doors.keep_checkpoint(stood(self._played))
        if not library.journal.flush():
            return
        if rng.random() < 0.05:
            library.keep_box(self._game, "ours", {"told": self._box + 1})
            if not library.journal.flush():
                return
            self._box += 1
        if len(self._played) >= len(self._journal):
            self.seen["games played to their end"] += 1
            library.end(self._match, {"places": [["red"]]})
            library.journal.flush()
            self._match, self._over = "", True
            self._sit_down(library)

    def _note(self, match: str, number: int) -> None:
        if match == self._match:
            self.saved = max(self.saved, number)
            self.seen["times something was marked saved"] += 1

    def _heed(self, damage: Damage) -> None:
        self.seen["damaged files mended"] += 1
        self.seen["of them, entries never marked saved said to be lost"] += damage.lost

    def _break_header(self) -> None:
        data = bytearray(self._content["matches.db"])
        data[self._rng.randrange(16)] ^= 0xFF
        self._content["matches.db"] = bytes(data)

    # After the cut

    def _look(self) -> None:
        """Open what is left with plain SQLite, and hold it against what was played."""
        header = self._content.get("matches.db", b"SQLite format 3\0")[:16]
        expected = header != b"SQLite format 3\0" or "matches.db.mended" in self._content
        damages: list[Damage] = []
        with tempfile.TemporaryDirectory(dir=self._folder) as place:
            for name, data in self._content.items():
                Path(place, name).write_bytes(data)
            library = Library(Path(place), now, pauses=(60.0,), on_damage=damages.append)
            if not library.journal.state().saving:
                self._blame("cannot be opened")
            else:
                try:
                    self._compare(library)
                except (DiskError, LookupError) as error:
                    self._blame(f"cannot be read: {error}")
            library.close()
            for name in ("matches.db", "secrets.db"):
                if not _is_sound(Path(place, name)):
                    self._blame(f"{name} is not sound")
        if damages and not expected:
            self._blame("a mere power cut was taken for damage")

    def _compare(self, library: Library) -> None:
        if self._box > library.boxes(self._game).get("ours", {"told": 0})["told"]:
            self._blame("a box that was saved is lost")
        lines: tuple[bytes, ...] = ()
        if self.saved and self._match not in [one.match for one in library.matches()]:
            self._blame("a match that was saved is not in the list")
        elif self._played and library.read(self._match).lines:
            resumed = library.resume(self._match)
            lines = resumed.reading.lines
            if resumed.reading.damage:
                self._blame("a match is broken")
            self._believed(resumed)
            for number, line in enumerate(lines, 1):
                told = getattr(decode(line), "commitment", "")
                if resumed.secrets.get(number) != self._hidden.get(told):
                    self._blame(f"what entry {number} hides is lost")
        if len(lines) < self.saved:
            self._blame(f"{self.saved} entries were saved, {len(lines)} are there")
        self._found(lines)

    def _found(self, lines: tuple[bytes, ...]) -> None:
        """Go on with these entries, if they are what was played.

        The last ones that were not yet marked saved may be missing. A mended file may hold more,
        that an earlier cut had taken away.
        """
        both = min(len(lines), len(self._played))
        if lines[:both] != tuple(self._played[:both]) or not self._once.issuperset(lines):
            self._blame("entries have changed")
        self.seen["entries kept though not yet marked saved"] += max(0, both - self.saved)
        self.seen["entries lost that were not yet marked saved"] += len(self._played) - both
        self.seen["entries found again by mending"] += len(lines) - both
        self._played = list(lines)

    def _believed(self, resumed: Resumed) -> None:
        """A checkpoint must be of these very entries."""
        if resumed.checkpoint is not None:
            self.seen["times a checkpoint was believed"] += 1
            if resumed.checkpoint != stood(resumed.reading.lines[: resumed.checkpoint.number]):
                self._blame("a checkpoint of other entries was believed")

    def _blame(self, what: str) -> None:
        self.wrong.append(f"after cut {self.lives}: {what}")


def _is_sound(path: Path) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        try:
            return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        except sqlite3.DatabaseError:
            return False


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="power_cuts", description=__doc__)
    parser.add_argument("--game", action="append", choices=registry.names(), help="default: all")
    parser.add_argument("--cuts", type=int, default=1000, help="how often, of each game")
    parser.add_argument("--entries", type=int, default=LONG_MATCH, help="of each match, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--careless",
        choices=("NORMAL", "OFF"),
        help="let SQLite wait less for the disk, to see that this proof would notice",
    )
    asked = parser.parse_args(argv)
    return max([_prove(name, asked) for name in asked.game or registry.names()])


def _prove(name: str, asked: argparse.Namespace) -> int:
    alternatives = {}
    if asked.careless:
        alternatives["PRAGMA synchronous = FULL"] = f"PRAGMA synchronous = {asked.careless}"
    with tempfile.TemporaryDirectory() as folder:
        table = Table(name, asked.entries, Random(asked.seed), Path(folder), alternatives)
        while table.lives < asked.cuts and not table.wrong:
            table.live()
    print(f"{name}: {table.lives} power cuts, matches of {table.length} entries, seed {asked.seed}")
    report(table.wrong, table.seen)
    print("The power went while:")
    counted(table.died_in)
    print(flush=True)
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
