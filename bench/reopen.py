"""How long a three-hour match takes to be taken up again.

``python -m bench.reopen``: tables of the goal-seeking player fill one match, taken back to its
start and played anew whenever it ends, until it has as many entries as three hours bring; it is
written through the real store and taken up again from the disk, as the companion does it.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median

from bench.rows import Row, Size
from companion.kernel import Accepted
from companion.match.entries import decode
from companion.match.match import Match
from companion.match.registry import GamePackage, game_package
from companion.referee.player import Player
from companion.store import Library

ENTRIES = 3000
"""One every 3.6 seconds for three hours."""

BAR = 1.0
"""Seconds."""


def played(game: str, seats: int, entries: int, folder: Path) -> str:
    """Write a long match into the store in ``folder``; its name there."""
    rng, now = Random(1), [0.0]

    def clock() -> float:
        now[0] += 3.6
        return now[0]

    found = game_package(game)
    library = Library(folder, lambda: datetime.now(UTC))
    sink = library.begin()
    match = Match.start(
        found,
        found.game.colours[:seats],
        clock=clock,
        salt=lambda: rng.randbytes(16),
        sink=sink,
    )
    player = Player(found.game, rng, 0.08)
    while len(match.timeline.entries) < entries:
        if match.over:
            answer = match.back_to(1, match.seats[0], match.seats)
            assert answer.done, answer.says
        tried, made = player.turn(match.position)
        for move, verdict in tried:
            if not isinstance(verdict, Accepted):
                match.submit(move)
        if made is not None:
            match.submit(made)
    assert library.close(), "the disk did not take all of it"
    return sink.match


def reopened(
    name: str, folder: Path, find: Callable[[str], GamePackage] = game_package
) -> tuple[float, float, int]:
    """Seconds, by the clock and of the processor, from the closed file to the match that can go
    on, and its number of entries. find: a game by its name."""
    begun, spent = time.perf_counter(), time.process_time()
    library = Library(folder, lambda: datetime.now(UTC))
    reading, secrets, checkpoint, sink = library.resume(name)
    match = Match.reopen(
        find(getattr(decode(reading.lines[0]), "game", "")),
        map(decode, reading.lines),
        clock=time.monotonic,
        salt=lambda: b"",
        secrets=secrets,
        checkpoint=checkpoint,
        sink=sink,
    )
    took, spent = time.perf_counter() - begun, time.process_time() - spent
    assert not match.read_only, match.read_only
    library.close()
    return took, spent, len(match.timeline.entries)


def rows(size: Size) -> Iterator[Row]:
    """A match of three hours, through the store and back."""
    entries = ENTRIES if size.longest > ENTRIES else size.longest // 4
    with tempfile.TemporaryDirectory() as folder:
        name = played("mesopotamien", 4, entries, Path(folder))
        taken = [reopened(name, Path(folder)) for _ in range(min(3, size.repeats))]
    yield Row(
        what=f"a match of {taken[0][2]:,} entries taken up again, from the disk",
        unit="s",
        ours=tuple(cpu for _, cpu, _ in taken),
        better="less",
        bar=BAR,
        noisy=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.reopen", description=__doc__)
    parser.add_argument("--game", default="mesopotamien")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        name = played(asked.game, asked.seats, asked.entries, Path(folder))
        wall, cpu, counts = zip(
            *(reopened(name, Path(folder)) for _ in range(asked.repeats)), strict=True
        )
    print(f"{'seconds':<26} {'entries':>8} {'median':>8} {'worst':>8} {'bar':>6}")
    for name, times in (("taken up again, wall", wall), ("taken up again, CPU", cpu)):
        verdict = "met" if median(times) <= BAR else "MISSED"
        print(
            f"{name:<26} {counts[0]:>8} {median(times):>8.2f} {max(times):>8.2f} "
            f"{BAR:>6.2f} {verdict}"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
