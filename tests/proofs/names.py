"""Whatever people call themselves, every screen stays whole, and no file is broken by it.

Every screen of every game, with players whose names hold markup, formulas, control characters or
marks that turn the line round: no exception, nothing cut, nothing over anything else. Names of ten
thousand letters, which only a file changed by hand can hold, are not taken. What such names do to
journals, records, settings and exports is tried by the doors "names" and "exports" of the fuzz.
Printed sheets bear no names: they have a line to write one on.
"""

import argparse
import os
import sys

import pytest

from companion.match import registry

TESTS = "tests/ui/screens/test_hostile.py"


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="names", description=__doc__)
    parser.add_argument("--game", choices=registry.names(), help="default: all")
    asked = parser.parse_args(argv)
    os.environ["EVERYWHERE"] = "yes"
    options = ["-v", "--no-header", "-p", "no:cacheprovider", "-o", "timeout=3600", TESTS]
    return int(pytest.main([*options, *(("-k", asked.game) if asked.game else ())]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
