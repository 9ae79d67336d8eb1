"""Long matches: what a judged move, an undo and a reopening cost after 100 to 100,000 entries.

``python -m bench.scaling``: a match of Stacks7, whose games can be as long as one likes, goes on
through the whole of the companion's match: judged, told, written down. Judging and taking back must
cost the same however long it is; reopening as much more as there are more entries, and from where
the match stood a while ago much less.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.reopen import reopened as reopened_from_disk
from bench.rows import WHOLE, Row, Size, table
from bench.stacks7 import PACKAGE
from bench.stacks7.moves import Step, Wait
from bench.stacks7.position import SEATS, Options
from companion.kernel import Move, legal
from companion.match.checkpoint import Checkpoint
from companion.match.entries import Entry, decode, encode
from companion.match.match import Match
from companion.match.sink import Sink
from companion.store import Library

FLAT = 1.5
"""Times the cost at 100 entries that still counts as the same."""

LINEAR = 1.5
"""Times the cost of one entry, for each, that still counts as linear."""

PROBES = 10
"""Moves, each taken back, that are timed in one turn."""

NOTE = "Times better than at the shortest length, in the same turn; the CPU time of this thread."


class Long(Sink):
    """A match that goes on, and what was kept of it."""

    def __init__(self, plies: int) -> None:
        self.lines: list[Entry] = []
        self.checkpoints: list[Checkpoint] = []
        self.match = Match.start(
            PACKAGE,
            SEATS,
            options=Options(plies),
            clock=lambda: 0.0,
            salt=lambda: b"",
            sink=self,
        )
        self._rng = Random(1)

    def keep(self, entry: Entry, /) -> None:
        """Keep an entry."""
        self.lines.append(entry)

    def keep_secret(self, number: int, values: tuple[dict[str, Any], ...], salt: bytes, /) -> None:
        """Nothing is hidden in these."""

    def keep_checkpoint(self, checkpoint: Checkpoint, /) -> None:
        """Keep where the match stood."""
        self.checkpoints.append(checkpoint)

    def any_move(self) -> Move:
        """A legal move."""
        moves: list[Move] = list(islice(legal(PACKAGE.game, self.match.position), 4))
        return self._rng.choice(moves)

    def play(self, entries: int) -> None:
        """Go on until there are that many entries."""
        while len(self.match.timeline.entries) < entries:
            assert self.match.submit(self.any_move()).done

    def cost(self) -> tuple[float, float]:
        """Milliseconds of a judged move and of taking it back, in the middle of some."""
        judged, undone = [], []
        for _ in range(PROBES):
            move, by = self.any_move(), self.match.asked[0].seat
            assert isinstance(move, Step | Wait)
            begun = time.thread_time_ns()
            assert self.match.submit(move).done
            middle = time.thread_time_ns()
            assert self.match.undo(by).done
            judged.append(middle - begun)
            undone.append(time.thread_time_ns() - middle)
        return median(judged) / 1e6, median(undone) / 1e6


def reopened(lines: list[bytes], checkpoint: Checkpoint | None = None) -> float:
    """Seconds from the lines of a journal to the match that can go on."""
    begun = time.thread_time_ns()
    match = Match.reopen(
        PACKAGE, map(decode, lines), clock=lambda: 0.0, salt=lambda: b"", checkpoint=checkpoint
    )
    took = (time.thread_time_ns() - begun) / 1e9
    assert not match.read_only, match.read_only
    return took


def stored(long: Long, repeats: int) -> tuple[float, ...]:
    """Seconds from the closed file to the match that can go on."""
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder), lambda: datetime.now(UTC))
        sink = library.begin()
        for entry in long.lines:
            sink.keep(entry)
        for checkpoint in long.checkpoints:
            sink.keep_checkpoint(checkpoint)
        assert library.close(), "the disk did not take all of it"
        with ProcessPoolExecutor(1, get_context("spawn")) as anew:  # by one who has not played it
            taken = [anew.submit(_taken_up, Path(folder), sink.match) for _ in range(repeats)]
            return tuple(one.result() for one in taken)


def _taken_up(folder: Path, name: str) -> float:
    return reopened_from_disk(name, folder, lambda game: PACKAGE)[1]


def rows(size: Size) -> Iterator[Row]:
    """One row for each length and each of what is timed."""
    matches = {length: Long(10 * size.longest) for length in size.lengths}
    for length, long in matches.items():
        long.play(length)
    lines = {length: [encode(entry) for entry in long.lines] for length, long in matches.items()}
    judged, undone, opened = (defaultdict[int, list[float]](list) for _ in range(3))
    few = min(3, size.repeats)
    for turn in range(size.repeats):
        for length, long in matches.items():
            there, back = long.cost()
            judged[length].append(there)
            undone[length].append(back)
            if turn < few:
                opened[length].append(reopened(lines[length]))
    each = {length: [1000 * took / length for took in opened[length]] for length in matches}
    for what, bar, taken in (
        ("judged move, after {:,} entries", FLAT, judged),
        ("move taken back, after {:,} entries", FLAT, undone),
        ("reopening, all judged again, an entry, of {:,}", LINEAR, each),
    ):
        for length in matches:
            yield Row(
                what=what.format(length),
                unit="ms",
                ours=tuple(taken[length]),
                peer="the shortest",
                theirs=tuple(taken[size.lengths[0]]),
                better="less",
                bar=1 / bar,
                noisy=True,
                note=NOTE,
            )
    for length, long in matches.items():
        ways = {"all judged again": tuple(opened[length])}
        if long.checkpoints:
            last = long.checkpoints[-1]
            ways["from a checkpoint"] = tuple(reopened(lines[length], last) for _ in range(few))
            ways["from a checkpoint, and the disk"] = stored(long, few)
        for way, seconds in ways.items():
            yield Row(
                what=f"reopening of {length:,} entries, {way}",
                unit="s",
                ours=seconds,
                better="less",
                bar=None if way == "all judged again" else 1.0,
                noisy=True,
            )


if __name__ == "__main__":
    print(table(rows(WHOLE)))
