"""Whole games end by the rules, and every kind of move and every rule is met.

Every game on the shelf with every number of seats by turns. Every other game is played with other
options: then each of them that has few values is drawn by the seed of the game. What the box shows
and how the table stands at the start is drawn for every game, where there is something to draw.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.kernel import Game
from companion.match import registry
from companion.referee.simulate import Table, Tally, report, run_side_by_side
from tests.games.tried import tried

ACCEPTED = 1.0
"""So often every kind of move must be accepted, for each game played."""

REFUSED = 0.1
"""So often every rule must refuse a move by one of its clauses, for each game played; every clause
and every fact must at least once."""

ENDED = 0.95
"""The share of games that must end by the rules."""


def tables(game: Game[Any], games: int, seed: int) -> Iterator[Table]:
    """What the games start from."""
    least, most = game.players
    starts = tried(game.name).starts
    seats = starts.SEATED or range(least, most + 1)
    varied = _varied(type(game.options()))
    for number in range(games):
        rng = Random(seed + number)
        seated = seats[number % len(seats)]
        begun = starts.start(game.colours[:seated], Random(f"start {seed + number}"))
        box = msgspec.convert(begun.box, game.box)
        situation = begun.situation and msgspec.convert(begun.situation, game.situation)
        found = None
        while found is None:
            drawn = {name: rng.choice(values) for name, values in varied.items()}
            chosen = (drawn if number // len(seats) % 2 else {}) | begun.options
            options = msgspec.structs.replace(game.options(), **chosen)
            found = _possible(game, Table(seed + number, seated, options, box, situation))
        yield found


def _possible(game: Game[Any], table: Table) -> Table | None:
    try:
        table.start(game)
    except ValueError:
        return None
    return table


def _varied(options: type) -> dict[str, tuple[object, ...]]:
    """The options that have few values, with them."""
    hints = get_type_hints(options)
    values = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Literal}
    return values | {name: (False, True) for name, hint in hints.items() if hint is bool}


def refusable(game: Game[Any]) -> dict[str, None]:
    """Every clause that can refuse a move in play: what its needs cite, and what the frame does."""
    play = [kind for kind in game.kinds if kind.role == "play"]
    needs = (need.clause for kind in play for need in kind.needs)
    phases = (kind.out_of_phase or game.phase for kind in play)
    turns = (kind.out_of_turn or game.turn for kind in play)
    owed = tried(game.name).starts.OWED
    return dict.fromkeys(chain(needs, phases, turns, owed, (game.over,)))


def faults(game: Game[Any], tally: Tally) -> Iterator[str]:
    """What does not come up to the bars."""
    games = tally.games
    if tally.by_the_rules(game) < ENDED * games:
        yield f"only {tally.by_the_rules(game)} of {games} games ended by the rules"
    for kind in game.kinds:
        if tally.accepted[kind.name] < ACCEPTED * games:
            yield f"{kind.name}: accepted {tally.accepted[kind.name]} times"
    refused: Counter[str] = Counter()
    for clause in refusable(game):
        entry = game.rulebook[clause]
        if entry.strength != "fact":
            refused[entry.number] += tally.refused[clause]
        if not tally.refused[clause]:
            yield f"{clause}: never refused"
    for rule, count in refused.items():
        if count < REFUSED * games:
            yield f"{rule}: refused {count} times"


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="simulation", description=__doc__)
    parser.add_argument("--game", action="append", choices=registry.names(), help="default: all")
    parser.add_argument("--games", type=int, default=1000, help="of each")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; others count on")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    parser.add_argument("--random", type=float, default=0.2, help="share of moves at random")
    asked = parser.parse_args(argv)
    return max([_prove(name, asked) for name in asked.game or registry.names()])


def _prove(name: str, asked: argparse.Namespace) -> int:
    game = registry.game_package(name).game
    begun = list(tables(game, asked.games, asked.seed))
    tally = run_side_by_side(name, asked.random, begun, asked.jobs)
    wrong = list(faults(game, tally))
    print(f"{name}: {asked.games} games, seeds from {asked.seed}, {asked.jobs} processes")
    print(f"{len(wrong)} bars missed")
    for one in wrong:
        print(f"  {one}")
    for line in report(game, tally):
        print(line)
    print(flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
