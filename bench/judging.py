"""How long the referee thinks: judge and apply, offers, refusals with their sentences.

``python -m bench.judging [RECORD …]`` plays recorded games again, move by move, and times each
step by itself. Every figure is also given times 11, which is about a Raspberry Pi 4.
"""

import argparse
import gc
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from bench.rows import Row, Size
from companion.kernel import Accepted, Move, Refused, answer, judge, offers
from companion.kernel.drafts import steps
from companion.match import entries
from companion.match.match import Match
from companion.match.record import Record, read
from companion.match.registry import GamePackage, game_package
from companion.match.timeline import Timeline
from companion.text import LANGUAGES, Phrasebook, Texts

PI_4 = 11
"""How much slower CPython is on a Raspberry Pi 4 than on the machine the bars were set on."""

RECORDS = Path(__file__).parent.parent / "tests" / "records"

T = TypeVar("T")


class Clock:
    """Collects how much time of the processor calls take, in microseconds: on a busy machine the
    time on the wall tells of its other work."""

    def __init__(self, name: str, bar_ms: float) -> None:
        self.name = name
        self.bar = bar_ms
        self.times: list[float] = []

    def __call__(self, call: Callable[..., T], *given: Any) -> T:
        """Time one call; what came of it."""
        begun = time.thread_time_ns()
        result = call(*given)
        self.times.append((time.thread_time_ns() - begun) / 1000)
        return result

    def line(self) -> str:
        """Median and p99, here and on a Pi 4, beside the bar."""
        found = sorted(self.times)
        p99 = found[int(len(found) * 0.99)] / 1000
        middle = median(found) / 1000
        verdict = "met" if p99 <= self.bar else "MISSED"
        return (
            f"{self.name:<38} {len(found):>7} {middle:>8.3f} {p99:>8.3f} "
            f"{middle * PI_4:>8.2f} {p99 * PI_4:>8.2f} {self.bar:>6.2f} {verdict}"
        )


def recorded(file: Path, most: int | None = None) -> Record:
    """A recorded game, or its first lines."""
    lines = file.read_text("utf-8").splitlines(keepends=True)
    return read("".join(lines[:most]))


def taken_up(file: Path) -> Match:
    """A recorded game as a match that goes on where the file ends."""
    told = recorded(file)
    first = told.entries[0]
    assert isinstance(first, entries.Started)
    return Match.reopen(
        game_package(first.game),
        told.entries,
        clock=time.monotonic,
        salt=lambda: os.urandom(16),
        secrets=told.secrets,
    )


def moves(game: GamePackage, entry: entries.Entry, line: Timeline) -> Iterator[Move]:
    """The moves an entry tells; what was refused and is no move any more tells none."""
    if isinstance(entry, entries.Played | entries.Refused):
        secret = line.secrets.get(entry.number)
        hidden = secret.values[0] if secret is not None else {}
        with nullcontext() if isinstance(entry, entries.Played) else suppress(ValueError):
            yield game.game.move({**entry.move, **hidden})


def refusal(game: GamePackage, position: Any, view: Any, move: Move, words: Texts) -> list[str]:
    """Judge a move that is refused, and say all its faults in both languages."""
    verdict = judge(game.game, position, move)
    assert isinstance(verdict, Refused)
    said = []
    for language in LANGUAGES:
        phrasebook = Phrasebook(language, (words,), game.game.rulebook, game.phrase, view)
        said += [phrasebook.fault(fault) for fault in verdict.faults]
    return said


def run(files: Sequence[Path], most: int | None = None) -> list[Clock]:
    """Time every move of the records. Python's collector waits meanwhile: in the companion it
    seldom comes between, and how long a frame then waits is what the soak is for."""
    gc.disable()
    judged = Clock("judge and apply", 0.2)
    offered = Clock("offers for the next blank", 1.0)
    refused = Clock("refusal, all faults, both languages", 0.5)
    near = Clock("the same with what is possible instead", 5.0)
    for file in files:
        record = recorded(file, most)
        first = record.entries[0]
        assert isinstance(first, entries.Started)
        game = game_package(first.game)
        words = Texts(game.texts)
        line = Timeline(game.game, record.secrets)
        for entry in record.entries:
            if line.entries:
                position = line.position
                view = game.game.public(position)
                for move in moves(game, entry, line):
                    verdict = judged(judge, game.game, position, move)
                    for draft, _ in steps(move):
                        offered(offers, game.game, view, draft)
                    if not isinstance(verdict, Accepted):
                        refused(refusal, game, position, view, move, words)
                        near(answer, game.game, position, move)
            line.add(entry)
    gc.enable()
    return [judged, offered, refused, near]


def rows(size: Size) -> Iterator[Row]:
    """The ninety-ninth percentile of each step over the records."""
    files = sorted(RECORDS.glob("*.record"))[: None if size.seconds else 2]
    run(files[:1], size.lines)  # warm up
    for clock in run(files, size.lines):
        found = sorted(clock.times)
        yield Row(
            what=f"{clock.name}, p99 of {len(found):,}",
            unit="ms",
            ours=(found[int(len(found) * 0.99)] / 1000,),
            better="less",
            bar=clock.bar,
            noisy=True,
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.judging", description=__doc__)
    parser.add_argument("record", nargs="*", type=Path, help="default: all recorded games")
    asked = parser.parse_args(arguments)
    files = asked.record or sorted(RECORDS.glob("*.record"))
    run(files[:1])  # warm up
    clocks = run(files)
    names = ("calls", "median", "p99", "median*11", "p99*11", "bar")
    print("{:<38} {:>7} {:>8} {:>8} {:>8} {:>8} {:>6}".format("milliseconds", *names))
    for clock in clocks:
        print(clock.line())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
