"""What holds for every position and every move of every game holds for thousands of both.

The properties in tests/games/test_properties.py, which every change must pass with some of both,
tried many times as often.
"""

import argparse
import os
import sys

import pytest

TESTS = "tests/games/test_properties.py"


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="properties", description=__doc__)
    parser.add_argument("--times", type=int, default=50, help="as often as with every change")
    os.environ["TIMES"] = str(parser.parse_args(argv).times)
    options = ["-q", "-p", "no:cacheprovider", "-n", "2", "-o", "timeout=3600"]
    return int(pytest.main([*options, TESTS]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
