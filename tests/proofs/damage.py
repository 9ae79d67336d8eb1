"""A damaged journal gives back all that came before the damage, says so, and the match goes on.

A short match of every game is played into the store, the second half of it after the companion was
started again. Every single byte is changed, and the file is cut at every length, one damage at a
time: of the file as it is when the companion was closed, and of the log that lies beside it when
the plug is pulled instead. Each time the files are opened, the match is read, taken up again and
gone on with, and the files are opened once more. No entry may change; none may be lost before the
damaged one; whatever is lost is named; and the damaged file is set aside.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from companion.match import registry
from tests.proofs._damaged import FILE, LOG, Case, Found, Left, left_by, try_all
from tests.proofs._report import report

MEMORY = Path("/dev/shm")
"""Where a sync costs nothing; it is not the disk that is tried here."""

BITES = 16


def _some(left: Left, cases: list[Case]) -> Found:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return try_all(left, cases, Path(folder))


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="damage", description=__doc__)
    parser.add_argument("--game", action="append", choices=registry.names(), help="default: all")
    parser.add_argument("--entries", type=int, default=12, help="of the match, at least")
    parser.add_argument("--every", type=int, default=1, help="only every so many damages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    asked = parser.parse_args(argv)
    return max([_prove(name, asked) for name in asked.game or registry.names()])


def _prove(name: str, asked: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        left = left_by(name, asked.seed, asked.entries, Path(folder))
    cases = left.cases(asked.every, asked.seed % asked.every)
    found = Found()
    if asked.jobs == 1:
        found = _some(left, cases)
    else:
        bites = asked.jobs * BITES
        with ProcessPoolExecutor(asked.jobs) as pool:
            for part in pool.map(_some, [left] * bites, [cases[n::bites] for n in range(bites)]):
                found.add(part)
    sizes = ", ".join(f"{one} of {len(left.whole(one)[one])} bytes" for one in (FILE, LOG))
    print(f"{name}: {len(left.lines)} entries, {sizes}; seed {asked.seed}")
    print(f"{len(cases):8} damages")
    report(found.wrong, found.counts)
    print(flush=True)
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
