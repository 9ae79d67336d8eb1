"""Telephones tell others nothing, do what was wished on the table that was seen, and do it once.

First pairs of tables of every game in which something is hidden, that differ in nothing else: what
telephones are answered whose seats may not know the difference, and what all are sent, is the same,
byte by byte, also after a telephone has told something in private, another thing at each table.
"""

import argparse
import sys
from collections import Counter

from tests.games.tried import SECRETIVE, tried
from tests.proofs._hands import asked


def hidden(names: list[str], many: int, seed: int) -> int:
    """Tell how many of the answers at such pairs differ."""
    differ = 0
    for name in names:
        found = asked(tried(name), many, seed)
        print(
            f"{name}: {found.pairs} pairs of tables, {found.answers.total()} times the same was "
            f"asked or sent at both ({_listed(found.answers)}), {found.size:,} bytes; "
            f"{found.differ.total()} differ; something else told by telephone at each table "
            f"{found.told} times; of {found.knows.total()} who may know the difference "
            f"{found.knows[True]} saw it"
        )
        print(*(f"  {count} {what}" for what, count in (+found.differ).items()), sep="\n", end="")
        sys.stdout.flush()
        differ += found.differ.total()
    return differ


def _listed(found: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in found.most_common())


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    names = [one.name for one in SECRETIVE]
    parser = argparse.ArgumentParser(prog="phones", description=__doc__)
    parser.add_argument("--game", choices=names, help="default: all")
    parser.add_argument("--pairs", type=int, default=10_000, help="of tables, of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked_for = parser.parse_args(argv)
    print(f"seed {asked_for.seed}")
    return int(
        hidden([asked_for.game] if asked_for.game else names, asked_for.pairs, asked_for.seed) > 0
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
