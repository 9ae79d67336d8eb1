"""Matches that differ in nothing but what is hidden look, sound and answer the same to all others.

First somebody curious asks pairs of tables of every game: every kind of move with every value, as
every seat and as nobody, at the table and through the referee's door, see ``_curious``. No answer
may differ but to the seat that may know the difference, about a move of its own that it is asked
for.

Then pairs of matches are played side by side: the same moves in the open, other values wherever
somebody tells something in private. After every move all that is offered, lit, said, sounded and
logged is the same. In the end the real app shows both: the words and a picture of every screen,
with moves begun and refused, are the same, and so are records, exports, the journal without its
seals and the diagnostics bundle. Only the seat that may know, its finger on the screen, sees a
difference, and in each pair there is one. See tests/ui/screens/test_twins.py.
"""

import argparse
import os
import sys
from itertools import islice
from random import Random

import pytest

from tests.doors import wide_open
from tests.games.tried import SECRETIVE, tried
from tests.proofs._curious import Curious, Heard, pairs
from tests.proofs._curious_anew import TellsAnew
from tests.proofs._curious_back import GoesBack

TESTS = "tests/ui/screens/test_twins.py"

NAMES = tuple(one.name for one in SECRETIVE)
"""Games in which something is hidden."""


def curious(name: str, tables: int, share: float, seed: int) -> Heard:
    """What somebody curious hears at so many pairs of tables of a game. share: of all moves."""
    heard, game = Heard(), tried(name)
    for number, both in enumerate(islice(pairs(game, seed), tables)):
        with wide_open():
            rng = Random(f"{seed} {number}")
            asking = Curious(game, both, rng, heard)
            asking.ask(share)
            back = GoesBack(asking, rng)
            back.ask(share)
            TellsAnew(back, rng).ask(share)
    return heard


def report(name: str, heard: Heard) -> None:
    """Say what was heard."""
    table = sum(count for door, count in heard.asked.items() if not door.startswith("referee"))
    protocol = heard.asked.total() - table
    print(
        f"{name}: {table} answers of the table and {protocol} of the referee compared, "
        f"{heard.differ.total()} differ; {heard.own} more only tell a seat what it knows itself"
    )
    for what, count in heard.differ.most_common():
        print(f"  {what}: {count} differ")
    sys.stdout.flush()


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="twins", description=__doc__)
    parser.add_argument("--game", choices=NAMES, help="default: all")
    parser.add_argument("--pairs", type=int, default=10, help="of each game, on the screen")
    parser.add_argument("--tables", type=int, default=20, help="pairs that are asked, of each game")
    parser.add_argument("--share", type=float, default=1.0, help="of the moves asked about")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    told = 0
    for name in (asked.game,) if asked.game else NAMES:
        heard = curious(name, asked.tables, asked.share, asked.seed)
        report(name, heard)
        told += heard.differ.total()
    if not asked.pairs:
        return int(told > 0)
    os.environ["PAIRS"] = str(asked.pairs)
    options = ["-q", "-p", "no:cacheprovider", "-o", "timeout=3600", TESTS]
    shown = int(pytest.main([*options, *(("-k", asked.game) if asked.game else ())]))
    return shown or int(told > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
