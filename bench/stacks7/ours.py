"""What is timed of ours, each through the public interface, and plain Python beside it."""

import tempfile
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from bench.peers import stacks7
from bench.rows import Size
from bench.stacks7 import PACKAGE, game
from bench.stacks7.moves import Step, Wait
from bench.stacks7.position import FIELDS, SEATS, WORKERS, Box, Numbers, Options, Position
from companion.kernel import TABLE, Accepted, Move, Refused, all_legal, drawn, judge
from companion.kernel import after as moved
from companion.match.checkpoint import Checkpoint
from companion.match.composer import Composer, Submit
from companion.match.entries import Entry, Played, decode, encode
from companion.match.history import Steps
from companion.match.match import Match
from companion.match.sink import Sink
from companion.match.steps import Step as Told
from companion.match.steps import deed
from companion.store import Library
from companion.text import LANGUAGES, Phrasebook, Texts

SEEDS = range(1, 9)
"""Of the games that everybody plays."""


def start(seed: int, plies: int = 200) -> Position:
    """The first position of a game."""
    return game.setup(SEATS, Options(plies), Box(seed))


def move(told: tuple[int, int]) -> Move:
    """A move from the numbers in which peers tell it."""
    return Wait() if told == stacks7.WAIT else Step(WORKERS[told[0]], FIELDS[told[1]])


def recorded(seed: int, plies: int = 200) -> list[Move]:
    """The moves of a whole game at random, the same in all languages."""
    return [move(told) for told in stacks7.played(seed, plies)[1]]


def same(position: Position, seed: int, plies: int = 200) -> bool:
    """Whether a game came to the position it must come to."""
    reference = stacks7.played(seed, plies)[0]
    stacks = [[ord(tile) - ord("a") for tile in stack] for stack in position.stacks]
    workers = [FIELDS.index(field) for field in position.workers]
    return bool(stacks == reference.stacks and workers == reference.workers)


def after(position: Position, one: Move) -> Position:
    """The position after a legal move."""
    verdict = judge(game, position, one)
    assert isinstance(verdict, Accepted), verdict
    found: Position = verdict.position
    return found


Wrong = tuple[int, tuple[int, int]]
"""A move that is not allowed, in the numbers in which peers tell it, and how many moves of the
first game came before it."""

QUICKEST: Wrong = (100, (3, 0))
"""The refusal that the other engine finds soonest."""


def refusals() -> list[Wrong]:
    """For each rule that moves of the first game's second half could break, the first that breaks
    it and no other."""
    found: dict[str, Wrong] = {}
    position = start(SEEDS[0])
    ways = [stacks7.WAIT, *product(range(len(WORKERS)), range(len(FIELDS)))]
    for ply, one in enumerate(recorded(SEEDS[0])):
        for told in ways if ply >= 100 else ():
            verdict = judge(game, position, move(told))
            if isinstance(verdict, Refused) and len(verdict.faults) == 1:
                found.setdefault(verdict.faults[0].clause, (ply, told))
        position = after(position, one)
    return [found[clause] for clause in sorted(found)]


def in_javascript(wrong: list[Wrong]) -> list[tuple[int, tuple[int, ...]]]:
    """The same as boardgame.io is told it: there, to wait is a move without numbers."""
    return [(ply, () if told == stacks7.WAIT else told) for ply, told in wrong]


class Ours:
    """What is timed of ours, each once."""

    def __init__(self, size: Size) -> None:
        self.seeds = SEEDS if size.seconds else SEEDS[:1]
        self.games = {seed: recorded(seed) for seed in self.seeds}
        self.ends = {seed: self.end(seed) for seed in self.seeds}
        self.middle = self.at(100)
        self.wrong = [(self.at(ply), move(told)) for ply, told in refusals()]
        self.quickest = self.at(QUICKEST[0]), move(QUICKEST[1])
        self.texts = Texts(PACKAGE.texts)

    def end(self, seed: int) -> Position:
        """The last position of a game, which is that of the reference."""
        position = start(seed)
        for one in self.games[seed]:
            position = after(position, one)
        assert same(position, seed)
        return position

    def at(self, ply: int) -> Position:
        """The position after that many moves of the first game."""
        position = start(SEEDS[0])
        for one in self.games[SEEDS[0]][:ply]:
            position = after(position, one)
        return position

    def moves(self) -> int:
        """Whole games, every position kept: that is the history undo goes back in."""
        for seed, moves in self.games.items():
            history = [start(seed)]
            for one in moves:
                history.append(after(history[-1], one))
        return 200 * len(self.games)

    def undone(self) -> int:
        """A move made and taken back, in the middle of a game."""
        history, one = [self.middle], self.games[1][100]
        for _ in range(50):
            history.append(after(history[-1], one))
            history.pop()
        assert history == [self.middle]
        return 50

    def refused(self) -> int:
        """A move against each rule."""
        for _ in range(20):
            for position, wrong in self.wrong:
                verdict = judge(game, position, wrong)
                assert isinstance(verdict, Refused) and verdict.faults
        return 20 * len(self.wrong)

    def refused_quickly(self) -> int:
        """A move with two faults."""
        position, wrong = self.quickest
        for _ in range(50):
            verdict = judge(game, position, wrong)
            assert isinstance(verdict, Refused) and verdict.faults
        return 50

    def told(self) -> int:
        """A move against each rule, with its sentences in both languages."""
        for position, wrong in self.wrong:
            verdict = judge(game, position, wrong)
            assert isinstance(verdict, Refused)
            for language in LANGUAGES:
                phrasebook = Phrasebook(
                    language, (self.texts,), game.rulebook, PACKAGE.phrase, position
                )
                for fault in verdict.faults:
                    phrasebook.fault(fault)
        return len(self.wrong)

    def playouts(self) -> int:
        """Whole games at random: list, choose, move."""
        for seed in self.seeds:
            position, numbers = start(seed), Numbers(seed)
            while game.asked(position):
                ways = all_legal(game, position)
                position = moved(game, position, ways[numbers.below(len(ways))])
            assert position == self.ends[seed]
        return 200 * len(self.seeds)

    def drawn(self) -> int:
        """Whole games at random: draw a move without listing the others, and make it."""
        for seed in self.seeds:
            position, dice = start(seed), Random(seed)
            while (one := drawn(game, position, dice)) is not None:
                position = moved(game, position, one)
            assert position.ply == 200
        return 200 * len(self.seeds)


def bare_moves() -> int:
    """Plain Python: whole games."""
    for seed in SEEDS:
        position = stacks7.Stacks7(seed)
        for worker, to in _played(seed):
            assert position.move(worker, to)
    return 200 * len(SEEDS)


def bare_playouts() -> int:
    """Plain Python: list, choose, move."""
    for seed in SEEDS:
        position, numbers = stacks7.Stacks7(seed), stacks7.Numbers(seed)
        while position.ply < 200:
            ways = position.legal()
            position.move(*ways[numbers.below(len(ways))])
    return 200 * len(SEEDS)


_PLAYED: dict[int, list[tuple[int, int]]] = {}


def _played(seed: int) -> list[tuple[int, int]]:
    if seed not in _PLAYED:
        _PLAYED[seed] = stacks7.played(seed)[1]
    return _PLAYED[seed]


def history(plies: int) -> float:
    """KiB that the steps of one game of that many moves take, from each of which one can go on."""
    moves = recorded(1, plies)
    position = start(1, plies)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    steps = Steps(game)
    for line, one in enumerate(moves, 2):
        verdict = judge(game, position, one)
        assert isinstance(verdict, Accepted), verdict
        did = deed(position, verdict)
        steps.append(Told(line=line, entry_number=line, by=TABLE, move=one, deed=did))
        position = did.after
    found = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert same(position, 1, plies)
    return found / 1024


def durable(plies: int) -> float:
    """Moves a second by the clock, each judged, told, written down and on the disk before the
    next is made."""
    moves = recorded(1, plies)
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder), lambda: datetime.now(UTC))
        match = _match(plies, library)
        library.journal.flush()  # theirs is timed from a match that is there, too
        begun = time.perf_counter()
        for one in moves:
            assert match.submit(one).done
            assert library.journal.flush()
        took = time.perf_counter() - begun
        library.close()
    return plies / took


class _Lines(Sink):
    """Keeps the entries, and nothing else."""

    def __init__(self, lines: list[Any]) -> None:
        self._lines = lines

    def keep(self, entry: Entry, /) -> None:
        """Keep an entry."""
        self._lines.append(entry)

    def keep_secret(self, number: int, values: tuple[dict[str, Any], ...], salt: bytes, /) -> None:
        """Nothing is hidden in these."""

    def keep_checkpoint(self, checkpoint: Checkpoint, /) -> None:
        """Nobody goes on from one here."""


def _match(plies: int, library: Library | None = None, lines: list[Any] | None = None) -> Match:
    sink: Sink | None = None if lines is None else _Lines(lines)
    if library is not None:
        sink = library.begin()
    return Match.start(
        PACKAGE,
        SEATS,
        options=Options(plies),
        clock=lambda: 0.0,
        salt=lambda: b"",
        sink=sink,
    )


def replayed(plies: int) -> tuple[Callable[[], int], Callable[[], int]]:
    """Of the journal of a long match what reads every move, judges it and carries it out again;
    and what takes the match up again, with its clocks and all that its log can be asked."""
    entries: list[Any] = []
    match = _match(plies, lines=entries)
    match.set_by_itself(False)  # who cannot step waits by a move of its own, as the peers do
    for one in recorded(1, plies):
        assert match.submit(one).done
    lines = [encode(entry) for entry in entries]

    def moves() -> int:
        position = start(1, plies)
        for entry in map(decode, lines):
            if isinstance(entry, Played):
                position = after(position, game.move(entry.move))
        assert position == match.position
        return plies

    def whole() -> int:
        again = Match.reopen(PACKAGE, map(decode, lines), clock=lambda: 0.0, salt=lambda: b"")
        assert again.position == match.position
        return plies

    return moves, whole


def verdicts(plies: int) -> list[float]:
    """Milliseconds from a token that was read to the sentence that is shown, move by move."""
    match, found = _match(plies), []
    composer = Composer(game)
    for one in recorded(1, plies):
        if not isinstance(one, Step):
            match.submit(one)
            continue
        composer.take(match.public, one.worker)
        begun = time.thread_time_ns()
        done = composer.take(match.public, one.to)
        assert isinstance(done, Submit) and match.submit(done.moves[0]).done
        found.append((time.thread_time_ns() - begun) / 1e6)
        composer = Composer(game)
    return found
