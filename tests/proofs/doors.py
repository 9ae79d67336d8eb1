"""Whatever is pressed on a page, moved in a match or asked of the referee, nothing escapes.

Every page of a match is tried with every kind of move of every game: what can be pressed there
fills the blanks, legal or not. Every kind of move, legal or not, is made in matches of every
length, allowed, taken back and amended. Every request of the referee is asked with junk in every
place of it: of other types, huge, nested, with other keys. The doors that would catch a fault
stand open, so that each is seen.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from random import Random

from companion.match import registry
from tests.doors import wide_open
from tests.games.tried import tried
from tests.proofs._moves import Moves
from tests.proofs._requests import Asking


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="doors", description=__doc__)
    parser.add_argument("--positions", type=int, default=40, help="of each game, for requests")
    parser.add_argument("--share", type=float, default=1.0, help="of the junk that is tried")
    parser.add_argument("--matches", type=int, default=60, help="of each game, for moves")
    parser.add_argument("--evenings", type=int, default=8, help="of each game, on the screen")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    print(f"{time.strftime('%F %R')}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"doors {' '.join(argv)}".strip(), flush=True)
    failed = 0
    with wide_open():
        for name in registry.names():
            rng = Random(f"{asked.seed} {name}")
            asking, moves = Asking(tried(name)), Moves(registry.game_package(name), rng)
            for _ in range(asked.positions):
                asking.all(rng, asked.share)
            for _ in range(asked.matches):
                moves.match()
            wrong = [*dict.fromkeys((*asking.wrong, *moves.wrong))]
            print(f"\n{name}: {asking.asked} requests, {moves.made} moves: {len(wrong)} wrong")
            for one in wrong[:20]:
                print(f"    {one}")
            failed += len(wrong)
            sys.stdout.flush()
    if asked.evenings:
        command = [sys.executable, "-m", "tests.proofs._pages", str(asked.evenings)]
        failed += subprocess.run([*command, str(asked.seed)]).returncode
    print("\nnothing escaped" if not failed else "\nsomething escaped", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
