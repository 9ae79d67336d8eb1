"""No entry that was called saved is missing without a word, and nobody is alarmed for nothing.

Matches and sheets of points are played into the store, which is started again, and now and then
forgets a match or a name; every entry that it calls saved is written down here. Then one of its
files is damaged at random: the journal, its log, or what vouches for both is cut, emptied, taken
away, overwritten, has bytes inserted, or is put back as it was earlier. Whatever was called saved
and is not there, as it was, when the store is opened and everything is read, must have been named
by match and number, and nothing that is there may be named. Opened once more it must be quiet.

Then stores to which nothing happened but what happens at tables: the companion was killed while it
wrote, the power was cut, matches came back from a backup and that was taken back, names were
changed and forgotten, matches deleted, the store is of an earlier version, or damage of earlier
days is mended. None of them may say a word.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree

from tests.proofs._losses import ANCHORS, Store, damaged, look, lost
from tests.proofs._report import report
from tests.proofs._sound import SOUND

MEMORY = Path("/dev/shm")
"""Where a sync costs nothing; it is not the disk that is tried here."""

OF_EACH = 40
"""Damages that are done to one store before another is played."""


def _damages(
    count: int, rng: Random, folder: Path, careless: bool
) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    store = Store.played(rng, folder / "store")
    for number in range(count):
        if number % OF_EACH == OF_EACH - 1:
            rmtree(folder / "store")
            store = Store.played(rng, folder / "store")
        how, files = damaged(store, rng)
        if careless:
            files.pop(ANCHORS, None)
        place = folder / "one"
        place.mkdir()
        for name, data in files.items():
            (place / name).write_bytes(data)
        try:
            seen = look(place, store.keys)
            gone = lost(store.saved, seen.there)
            named = seen.named
            counts[how] += 1
            counts["entries called saved, lost and named"] += len(gone & named)
            counts["stores that lost entries"] += bool(gone)
            counts["stores of which something was said"] += bool(seen.said)
            if gone - named:
                wrong.append(f"{number}, {how}: lost without a word: {sorted(gone - named)[:3]}")
            if named - gone:
                wrong.append(f"{number}, {how}: named, but there: {sorted(named - gone)[:3]}")
            if how.startswith(f"{ANCHORS} ") and "earlier" not in how and not seen.said:
                wrong.append(f"{number}, {how}: nothing was said of it")
            if look(place, store.keys).said:
                wrong.append(f"{number}, {how}: said again at the next start")
        except Exception as error:
            wrong.append(f"{number}, {how}: {error!r}")
        rmtree(place)
    if not counts["stores that lost entries"]:
        wrong.append("no damage took anything that was called saved, which proves nothing")
    return counts, wrong


def _alarms(
    count: int, rng: Random, folder: Path, careless: bool
) -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    ways: list[tuple[str, Callable[[Random, Path], Store]]] = list(SOUND.items())
    for number in range(count):
        name, make = ways[number % len(ways)]
        place = folder / "sound"
        place.mkdir()
        store = make(rng, place)
        if careless:
            (store.folder / ANCHORS).unlink(missing_ok=True)
        seen = look(store.folder, store.keys)
        counts[name] += 1
        if seen.said:
            wrong.append(f"{number}, {name}: {seen.said[0]}")
        if lost(store.saved, seen.there):
            wrong.append(f"{number}, {name}: entries are missing")
        rmtree(place)
    return counts, wrong


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="losses", description=__doc__)
    parser.add_argument("--damages", type=int, default=2000)
    parser.add_argument("--sound", type=int, default=200, help="stores without damage")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--careless",
        action="store_true",
        help="take away what vouches for the journal, to see that this proof would notice",
    )
    asked = parser.parse_args(argv)
    bad = []
    for what, try_some, count in (
        ("random damages", _damages, asked.damages),
        ("sound stores", _alarms, asked.sound),
    ):
        with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
            counts, wrong = try_some(count, Random(asked.seed), Path(folder), asked.careless)
        print(f"{count:8} {what}, seed {asked.seed}")
        report(wrong, counts)
        print(flush=True)
        bad += wrong
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
