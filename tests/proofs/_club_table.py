"""A table that plays until it is killed: FOLDER, lines a second, seed."""

import sys
import time
from pathlib import Path
from random import Random

from tests.club.places import Table

LONGEST = 400
"""Entries of a match at most."""


def play(folder: Path, rate: float, rng: Random) -> None:
    """Entries at so many a second, in one match after the other."""
    table = Table(folder)
    while True:
        match = table.begin()
        for _ in range(rng.randint(2, LONGEST)):
            table.play(match)
            time.sleep(rng.expovariate(rate))
        table.end(match)


if __name__ == "__main__":
    play(Path(sys.argv[1]), float(sys.argv[2]), Random(sys.argv[3]))
