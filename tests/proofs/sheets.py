"""The printed sheets of every game can be read, hide what is hidden, and lead to a verdict.

All tests of printed sheets, over all games: the tests that every change must pass try only the
game with the fewest pieces, for time.
"""

import argparse
import os
import sys

import pytest


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    argparse.ArgumentParser(prog="sheets", description=__doc__).parse_args(argv)
    os.environ["EVERY_GAME"] = "yes"
    return int(
        pytest.main(
            ["-q", "-p", "no:cacheprovider", "-n", "2", "-o", "timeout=900", "tests/printables"]
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
