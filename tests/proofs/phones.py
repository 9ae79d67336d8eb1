"""Telephones tell others nothing, do what was wished on the table that was seen, and do it once.

First pairs of tables of every game in which something is hidden, that differ in nothing else: what
telephones are answered whose seats may not know the difference, and what all are sent, is the same,
byte by byte, also after a telephone has told something in private, another thing at each table.

Then every recorded match is played once more to its end, at one table by telephone wherever a
telephone may and at another one by touch, with all that was taken back, corrected and overruled:
both journals are the same, byte by byte, and say what the record says; all that was sealed opens.

Then telephones and the table want something at the same time, over the real service: each wish
comes out at the table that was seen or not at all, and no wish comes out twice.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.games.tried import GAMES, SECRETIVE, tried
from tests.proofs._by_phone import Again
from tests.proofs._hands import asked
from tests.proofs._racing import racing
from tests.proofs.television import listed
from tests.records.reading import HERE, opened


def hidden(names: list[str], many: int, seed: int) -> int:
    """Tell how many of the answers at such pairs differ."""
    differ = 0
    for name in names:
        found = asked(tried(name), many, seed)
        print(
            f"{name}: {found.pairs} pairs of tables, {found.answers.total()} times the same was "
            f"asked or sent at both ({listed(found.answers)}), {found.size:,} bytes; "
            f"{found.differ.total()} differ; something else told by telephone at each table "
            f"{found.told} times; of {found.knows.total()} who may know the difference "
            f"{found.knows[True]} saw it"
        )
        for what, count in (+found.differ).items():
            print(f"  {count} {what}")
        sys.stdout.flush()
        differ += found.differ.total()
    return differ


def recorded(names: list[str], most: int) -> int:
    """Tell how the recorded matches of these games went by telephone, up to so many lines."""
    wrong, kinds, moves = 0, set[str](), 0
    for file in sorted(HERE.glob("*.record")):
        table = Again(opened(file.stem))
        if table.game.name not in names:
            continue
        found = table.play(most)
        print(
            f"{file.stem}: {found.lines} lines, {found.kinds.total()} moves of "
            f"{len(found.kinds)} kinds by telephone, {found.back['taken back']} times taken back "
            f"and {found.back['agreed']} times agreed; {found.apart} of all at once told apart; "
            f"{found.table.total()} of a seat by touch alone; {found.proofs} secrets opened as "
            f"sealed; {len(found.wrong)} wrong"
        )
        for line in found.wrong[:5]:
            print(f"  {line[:400]}")
        sys.stdout.flush()
        wrong += len(found.wrong) + found.table.total()
        kinds |= {f"{table.game.name} {one}" for one in found.kinds}
        moves += found.kinds.total()
    print(f"{moves} moves of {len(kinds)} kinds by telephone, {wrong} wrong")
    return wrong


def raced(names: list[str], many: int, seed: int) -> int:
    """Tell what came of so many races, in equal shares at a table of each game."""
    wrong = 0
    for name in names:
        share = -(-many // len(names))
        with tempfile.TemporaryDirectory() as folder, racing(name, Path(folder), seed) as table:
            found = table.found
            while found.races < share and not found.wrong:
                table.race()
        print(
            f"{name}: {found.races} races, won by: {listed(found.won)}; answered: "
            f"{listed(found.said)}; {len(found.wrong)} wrong"
        )
        for line in found.wrong[:5]:
            print(f"  {line[:400]}")
        sys.stdout.flush()
        wrong += len(found.wrong)
    return wrong


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    names = [one.name for one in GAMES]
    parser = argparse.ArgumentParser(prog="phones", description=__doc__)
    parser.add_argument("--game", choices=names, help="default: all")
    parser.add_argument("--pairs", type=int, default=10_000, help="of tables, of each game")
    parser.add_argument("--lines", type=int, default=10_000, help="of each recorded match at most")
    parser.add_argument("--races", type=int, default=10_000, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(argv)
    print(f"seed {chosen.seed}")
    if chosen.game:
        names = [chosen.game]
    secretive = [one.name for one in SECRETIVE if one.name in names]
    for name in names:
        if chosen.pairs and name not in secretive:
            print(f"{name}: nothing is hidden there, so no two tables differ in that alone")
    wrong = hidden(secretive, chosen.pairs, chosen.seed) if chosen.pairs else 0
    wrong += recorded(names, chosen.lines) if chosen.lines else 0
    wrong += raced(names, chosen.races, chosen.seed) if chosen.races else 0
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
