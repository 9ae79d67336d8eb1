"""Whole games of Mesopotamien end by the rules, and every kind of move and every rule is met.

Two, three and four seats by turns. Every other game is played with other options: then each of
those in VARIED is drawn from its values by the seed of the game.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from random import Random

import msgspec

from companion.games.mesopotamien.options import Options
from companion.games.mesopotamien.rules import game
from companion.referee.simulate import Table, Tally, report, run_side_by_side

NEW_GOODS = ("rule_sheet", "new_tile_first", "all_on_new_tile")
VARIED: dict[str, tuple[object, ...]] = {
    "first_turn_points": (True, False),
    "start_cards": (False, True),
    "wood_onto_temple": (False, True),
    "deliver_at_once": (False, True),
    "marker_leaves_temple": (True, False),
    "rob_again": (False, True),
    "loaded_count": (True, False),
    "new_goods": NEW_GOODS,
    "short_supply": (True, False),
    "volcano_anywhere": (False, True),
    "movement_back": (True, False),
    "tiles_again": (False, True),
    "foreign_markers_block": (True, False),
    "played_cards_leave": (False, True),
    "cards_any_phase": (False, True),
    "teleport_free": (False, True),
    "expel_neutral": (True, False),
    "expelled_keeps_marker": (True, False),
    "mana_per_site": (True, False),
}

ACCEPTED = 1.0
"""So often every kind of move must be accepted, for each game played."""

REFUSED = 0.1
"""So often every rule must refuse a move by one of its clauses, for each game played; every clause
and every fact must at least once."""

ENDED = 0.95
"""The share of games that must end by the rules."""

OWED = ("M51", "M56a", "M58")
"""What is cited when something else is tried while an exploration waits for an answer."""


def tables(games: int, seed: int) -> Iterator[Table]:
    """What the games start from."""
    for number in range(games):
        rng = Random(seed + number)
        options = Options()
        if number // 3 % 2:
            drawn = {name: rng.choice(values) for name, values in VARIED.items()}
            options = msgspec.convert(drawn, Options)
        yield Table(seed + number, 2 + number % 3, options)


def refusable() -> dict[str, None]:
    """Every clause that can refuse a move in play: what its needs cite, and what the frame does."""
    play = [kind for kind in game.kinds if kind.role == "play"]
    needs = (need.clause for kind in play for need in kind.needs)
    phases = (kind.out_of_phase or game.phase for kind in play)
    turns = (kind.out_of_turn or game.turn for kind in play)
    return dict.fromkeys(chain(needs, phases, turns, OWED, (game.over,)))


def faults(tally: Tally) -> Iterator[str]:
    """What does not come up to the bars."""
    games = tally.games
    if tally.by_the_rules(game) < ENDED * games:
        yield f"only {tally.by_the_rules(game)} of {games} games ended by the rules"
    for kind in game.kinds:
        if tally.accepted[kind.name] < ACCEPTED * games:
            yield f"{kind.name}: accepted {tally.accepted[kind.name]} times"
    refused: Counter[str] = Counter()
    for clause in refusable():
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
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; others count on")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    parser.add_argument("--random", type=float, default=0.2, help="share of moves at random")
    asked = parser.parse_args(argv)
    start = list(tables(asked.games, asked.seed))
    tally = run_side_by_side("mesopotamien", asked.random, start, asked.jobs)
    wrong = list(faults(tally))
    print(f"{asked.games} games, seeds from {asked.seed}, {asked.jobs} processes")
    print(f"{len(wrong)} bars missed")
    for one in wrong:
        print(f"  {one}")
    for line in report(game, tally):
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
