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
from functools import partial
from random import Random
from statistics import median
from typing import Any

from companion.kernel import Accepted, Game, Verdict, census, tag_of
from companion.match.registry import game_package
from companion.referee.player import Player

LONGEST = 6_000
"""Moves after which a game is given up as not ending."""

BINS = 12
"""Bars of the plot of lengths; what is longer than nineteen in twenty falls into the last."""

WIDE = 40
"""Columns of the longest bar of a plot."""


@dataclass
class Tally:
    """What was seen over some games.

    games: how many were played.
    judged: verdicts, how many.
    seconds: from first to last.
    cpu: those of the processor, of all processes together.
    lengths: of each game, in moves.
    endings: by the rule that ended them, or in words.
    winners: by how many played, and which of them won (1 begins; 0 where several did).
    accepted: by kind of move, also of moves that were tried and taken back at once.
    refused: by clause.
    """

    games: int = 0
    judged: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    lengths: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[tuple[int, int]] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def saw(self, kind: str, verdict: Verdict) -> None:
        """Take in one verdict on a move of a kind."""
        self.judged += 1
        if isinstance(verdict, Accepted):
            self.accepted[kind] += 1
        else:
            self.refused.update(sorted({fault.clause for fault in verdict.faults}))

    def add(self, other: "Tally") -> None:
        """Take in the games of another tally; their time ran side by side."""
        self.games += other.games
        self.judged += other.judged
        self.seconds = max(self.seconds, other.seconds)
        self.cpu += other.cpu
        self.lengths += other.lengths
        self.endings += other.endings
        self.winners += other.winners
        self.accepted += other.accepted
        self.refused += other.refused

    def by_the_rules(self, game: Game[Any]) -> int:
        """How many games ended by the rules."""
        return sum(count for how, count in self.endings.items() if how in game.rulebook)


@dataclass(frozen=True)
class Table:
    """What a simulated game starts from.

    seed: of all its chance.
    seats: how many play.
    options, box: of the game's own types, None for its defaults.
    situation: of the game's own type, how the table stands; None for the beginning of a match.
    """

    seed: int
    seats: int
    options: Any = None
    box: Any = None
    situation: Any = None

    def start(self, game: Game[Any]) -> Any:
        """The first position. Raises ValueError when no match can start so."""
        options = game.options() if self.options is None else self.options
        box = game.box() if self.box is None else self.box
        position = game.start(game.colours[: self.seats], options, box)
        return position if self.situation is None else game.arrange(position, self.situation)


def play(game: Game[Any], table: Table, share: float, tally: Tally) -> Any:
    """One game to its end; the last position. Raises AssertionError when a piece is lost."""
    rng = Random(table.seed)
    position = table.start(game)
    player = Player(game, rng, share)
    pieces = census(game.layout(position))
    length = 0
    while length < LONGEST:
        tried, made = player.turn(position)
        for move, verdict in tried:
            tally.saw(tag_of(move), verdict)
        if made is None:
            break
        verdict = tried[-1][1]
        assert isinstance(verdict, Accepted)
        position = verdict.position
        length += 1
        assert census(game.layout(position)) == pieces, f"pieces were created or lost by {made}"
    outcome = game.outcome(position)
    if outcome and share:  # somebody has not noticed yet
        late, _, verdict = player.careless(position)
        tally.saw(tag_of(late), verdict)
    ending = outcome.rule if outcome else "no end" if length >= LONGEST else "nothing to do"
    tally.endings[ending] += 1
    if outcome:
        best = outcome.places[0]
        number = table.seats, game.colours.index(best[0]) + 1 if len(best) == 1 else 0
        tally.winners[number] += 1
    tally.games += 1
    tally.lengths.append(length)
    return position


def run(name: str, share: float, tables: Sequence[Table]) -> Tally:
    """Play one game at each table and add up."""
    game = game_package(name).game
    tally = Tally()
    begun, worked = time.perf_counter(), time.process_time()
    for table in tables:
        play(game, table, share, tally)
    tally.seconds = time.perf_counter() - begun
    tally.cpu = time.process_time() - worked
    return tally


def run_side_by_side(name: str, share: float, tables: Sequence[Table], jobs: int) -> Tally:
    """As :func:`run`, in that many processes."""
    if jobs == 1:
        return run(name, share, tables)
    tally = Tally()
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(partial(run, name, share), [tables[job::jobs] for job in range(jobs)]):
            tally.add(part)
    return tally


def report(game: Game[Any], tally: Tally) -> Iterator[str]:
    """The tally as lines for people."""
    lengths = sorted(tally.lengths)
    yield f"{tally.games} games in {tally.seconds:.1f} s, {tally.cpu:.1f} s of processors"
    pace = tally.games / tally.seconds, tally.judged / tally.seconds
    yield f"{pace[0]:.2f} games/s, {pace[1]:.0f} judged moves/s"
    yield (
        f"moves a game: median {median(lengths):.0f}, shortest {lengths[0]}, longest {lengths[-1]}"
    )
    yield f"ended by the rules: {100 * tally.by_the_rules(game) / tally.games:.1f} %"
    for how, count in tally.endings.most_common():
        yield f"  {how}: {count}"
    yield from _lengths(lengths)
    yield from _winners(tally.winners)
    yield "accepted moves by kind:"
    for kind in game.kinds:
        yield f"  {kind.name}: {tally.accepted[kind.name]}"
    yield "refusals by clause:"
    for clause, count in tally.refused.most_common():
        yield f"  {clause}: {count}"


def _lengths(lengths: Sequence[int]) -> Iterator[str]:
    """The plot of how long games are. lengths: in moves, the shortest first."""
    step = max(1, -(-lengths[-1 - len(lengths) // 20] // BINS))
    counts = Counter(min(length // step, BINS) for length in lengths)
    yield "games by moves:"
    for number in range(min(counts), max(counts) + 1):
        up_to = f"-{(number + 1) * step - 1}" if number < BINS else " or more"
        bar = _bar(counts[number], max(counts.values()))
        yield f"  {number * step}{up_to}".ljust(15) + f"{bar} {counts[number]}"


def _winners(winners: Counter[tuple[int, int]]) -> Iterator[str]:
    """The plot of who wins."""
    yield "games won, by players and whose turn comes when:"
    for players, number in sorted(winners):
        count = winners[players, number]
        of = sum(most for (seats, _), most in winners.items() if seats == players)
        who = f"number {number}" if number else "shared"
        yield f"  {players}: {who}".ljust(15) + f"{_bar(count, of)} {count}"


def _bar(count: int, most: int) -> str:
    return "#" * round(WIDE * count / most)


def command(arguments: Sequence[str]) -> int:
    """``companion simulate``."""
    parser = argparse.ArgumentParser(prog="companion simulate", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=0, help="players; default: the most")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="seed of the first game; the next ones count on",
    )
    parser.add_argument("--random", type=float, default=0.2, help="share of moves at random")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    asked = parser.parse_args(arguments)
    game = game_package(asked.game).game
    seats = asked.seats or game.players[1]
    if not game.players[0] <= seats <= game.players[1]:
        parser.error(f"{asked.game} has {game.players[0]} to {game.players[1]} seats")
    if asked.games < 1 or asked.jobs < 1 or not 0 <= asked.random <= 1:
        parser.error("at least one game and one process, and a share from 0 to 1")
    tables = [Table(asked.seed + number, seats) for number in range(asked.games)]
    tally = run_side_by_side(asked.game, asked.random, tables, min(asked.jobs, asked.games))
    sys.stdout.writelines(
        line + "\n" for line in (f"{asked.game}, {seats} seats", *report(game, tally))
    )
    return 0
