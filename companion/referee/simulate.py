"""Whole games from seeds: how fast, how long, how they end, and whether all rules are met.

``companion simulate GAME --seats N --games K --seed S [--random SHARE]``
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from companion.kernel import Accepted, Game, census, tag_of
from companion.match.shelf import title
from companion.referee.player import Player

LONGEST = 20_000
"""Moves after which a game is given up as not ending."""


@dataclass
class Tally:
    """What was seen over some games."""

    games: int = 0
    judged: int = 0
    seconds: float = 0.0
    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Take in the games of another tally; their time ran side by side."""
        self.games += other.games
        self.judged += other.judged
        self.seconds = max(self.seconds, other.seconds)
        self.lengths += other.lengths
        self.endings += other.endings
        self.accepted += other.accepted
        self.refused += other.refused


def play(game: Game[Any], seats: int, rng: Random, share: float, tally: Tally) -> Any:
    """One game to its end; the last position. Raises AssertionError when a piece is lost."""
    position = game.setup(game.colours[:seats], game.options(), game.box())
    player = Player(game, rng, share)
    pieces = census(game.layout(position))
    length = 0
    while length < LONGEST:
        tried, made = player.turn(position)
        for move, verdict in tried:
            tally.judged += 1
            if isinstance(verdict, Accepted):
                tally.accepted[tag_of(move)] += 1
            else:
                tally.refused.update(fault.clause for fault in verdict.faults)
        if made is None:
            break
        verdict = tried[-1][1]
        assert isinstance(verdict, Accepted)
        position = verdict.position
        length += 1
    assert census(game.layout(position)) == pieces, "pieces were created or lost"
    outcome = game.outcome(position)
    ending = outcome.rule if outcome else "no end" if length >= LONGEST else "nothing to do"
    tally.endings[ending] += 1
    tally.games += 1
    tally.lengths.append(length)
    return position


def run(name: str, seats: int, seeds: Sequence[int], share: float) -> Tally:
    """Play one game for each seed and add up."""
    game = title(name).game
    tally = Tally()
    begun = time.perf_counter()
    for seed in seeds:
        play(game, seats, Random(seed), share, tally)
    tally.seconds = time.perf_counter() - begun
    return tally


def report(name: str, seats: int, tally: Tally) -> Iterator[str]:
    """The tally as lines for people."""
    game = title(name).game
    lengths = sorted(tally.lengths)
    ended = sum(n for how, n in tally.endings.items() if how in game.rulebook)
    yield f"{name}, {seats} seats: {tally.games} games in {tally.seconds:.1f} s"
    pace = tally.games / tally.seconds, tally.judged / tally.seconds
    yield f"{pace[0]:.2f} games/s, {pace[1]:.0f} judged moves/s"
    yield (
        f"moves a game: median {median(lengths):.0f}, shortest {lengths[0]}, longest {lengths[-1]}"
    )
    yield f"ended by the rules: {100 * ended / tally.games:.1f} %"
    for how, count in tally.endings.most_common():
        yield f"  {how}: {count}"
    yield "accepted moves by kind:"
    for kind in game.kinds:
        if kind.role == "play":
            yield f"  {kind.name}: {tally.accepted[kind.name]}"
    yield "refusals by clause:"
    for clause in sorted(tally.refused, key=lambda one: -tally.refused[one]):
        yield f"  {clause}: {tally.refused[clause]}"


def command(arguments: Sequence[str]) -> int:
    """``companion simulate``."""
    parser = argparse.ArgumentParser(prog="companion simulate", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0, help="players; default: the most")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; others count on")
    parser.add_argument("--random", type=float, default=0.2, help="share of moves at random")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    asked = parser.parse_args(arguments)
    game = title(asked.game).game
    seats = asked.seats or game.players[1]
    if not game.players[0] <= seats <= game.players[1]:
        parser.error(f"{asked.game} has {game.players[0]} to {game.players[1]} seats")
    seeds = range(asked.seed, asked.seed + asked.games)
    tally = Tally()
    if asked.jobs == 1:
        tally = run(asked.game, seats, seeds, asked.random)
    else:
        with ProcessPoolExecutor(asked.jobs) as pool:
            shares = [seeds[job :: asked.jobs] for job in range(asked.jobs)]
            for part in pool.map(
                run,
                [asked.game] * asked.jobs,
                [seats] * asked.jobs,
                shares,
                [asked.random] * asked.jobs,
            ):
                tally.add(part)
    sys.stdout.writelines(line + "\n" for line in report(asked.game, seats, tally))
    return 0
