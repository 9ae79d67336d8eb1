"""Matches that differ in nothing but what is hidden look and sound the same wherever others look.

Pairs of matches of every game are played side by side: the same moves in the open, other values
wherever somebody tells something in private. After every move all that is offered, lit, said,
sounded and logged is the same. In the end the real app shows both: the words and a picture of every
screen, with moves begun and refused, are the same, and so are records, exports, the journal without
its seals and the diagnostics bundle. Only the seat that may know, its finger on the screen, sees
a difference, and in each pair there is one. See tests/ui/screens/test_twins.py.
"""

import argparse
import os
import sys

import pytest

from companion.match import shelf

TESTS = "tests/ui/screens/test_twins.py"


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="twins", description=__doc__)
    parser.add_argument("--game", choices=shelf.names(), help="default: all")
    parser.add_argument("--pairs", type=int, default=10, help="of each game")
    asked = parser.parse_args(argv)
    os.environ["PAIRS"] = str(asked.pairs)
    options = ["-q", "-p", "no:cacheprovider", "-o", "timeout=3600", TESTS]
    return int(pytest.main([*options, *(("-k", asked.game) if asked.game else ())]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
