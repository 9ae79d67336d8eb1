"""Nothing that comes in from outside makes anything fall over: it is answered in words.

Noise, and right things made slightly wrong, go through every door that meets the outside. At each
only the stated answers count; any other exception, a broken promise (a name that is taken for
something else, a piece lost, a line that depends on how its bytes arrive), an input that takes
too long or memory that grows is a failure. A failure is shown as the smallest input found that
still fails. Where the doors are, and what must hold at each, is in the modules ``_door_….py``.
"""

import argparse
import gc
import os
import platform
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bench.probe import resident
from tests.doors import wide_open
from tests.proofs import (
    _door_files,
    _door_lines,
    _door_link,
    _door_settings,
    _door_table,
    _door_taking,
)
from tests.proofs._door import Door, Parts

DOORS = (
    *_door_lines.DOORS,
    *_door_link.DOORS,
    *_door_settings.DOORS,
    *_door_table.DOORS,
    *_door_files.DOORS,
    *_door_taking.DOORS,
)

PATIENCE = 30.0
"""Seconds of the processor that one input may take; the usual ones take milliseconds."""

GROWTH = 100.0
"""MB that the process may grow after the first tenth of the inputs."""

ATTEMPTS = 400
"""How often a failing input is tried with less in it."""

SHOWN = 12
"""Different failures shown for each door."""


class TooSlow(BaseException):
    """An input took too long. Not an Exception: nothing in between shall take it for an answer."""


@dataclass
class Tally:
    """What was seen at one door. failures: the smallest inputs by where they fail."""

    inputs: int = 0
    parts: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    failures: dict[str, tuple[int, Parts, BaseException]] = field(default_factory=dict)
    again: int = 0


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Raises TooSlow in the block when it takes so much of the processor."""

    def late(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def trouble(door: Door, parts: Parts) -> BaseException | None:
    """What goes wrong with an input, if anything."""
    try:
        with patience(PATIENCE), wide_open():
            door.enter(parts)
    except (Exception, TooSlow) as error:
        return error
    return None


def place(error: BaseException) -> str:
    """What went wrong where: one failure is another's twin when this is the same."""
    frames = traceback.extract_tb(error.__traceback__)
    root = str(Path(__file__).parents[2])
    own = [one for one in frames if one.filename.startswith(root) and ".venv" not in one.filename]
    last = own[-1]
    file = os.path.relpath(last.filename, root)
    return f"{type(error).__name__} in {file}:{last.lineno}"


def smallest(door: Door, parts: Parts, error: BaseException) -> tuple[Parts, BaseException]:
    """The input with everything left out that the failure does not need."""
    where, left = place(error), ATTEMPTS

    def fails(some: Parts) -> BaseException | None:
        nonlocal left
        left -= 1
        found = trouble(door, some)
        return found if found is not None and place(found) == where else None

    shrinking = True
    while shrinking and left > 0:
        shrinking = False
        for less in _with_less(parts):
            if left <= 0:
                break
            found = fails(less)
            if found is not None:
                parts, error, shrinking = less, found, True
                break
    return parts, error


def _with_less(parts: Parts) -> Iterator[Parts]:
    """The input without some of its parts, then with less in one of them."""
    size = len(parts)
    while size > 1:
        size = (size + 1) // 2
        for at in range(0, len(parts), size):
            yield parts[:at] + parts[at + size :]
    for at, part in enumerate(parts):
        for less in _shorter(part):
            yield (*parts[:at], less, *parts[at + 1 :])


def _shorter(part: Any) -> Iterator[Any]:
    """A text or bytes without some of it: half of it, a quarter …"""
    if isinstance(part, tuple):
        for at, one in enumerate(part):
            yield from ((*part[:at], less, *part[at + 1 :]) for less in _shorter(one))
    if not isinstance(part, str | bytes):
        return
    piece = len(part)
    while piece > max(1, len(part) // 64):
        piece = (piece + 1) // 2
        for start in range(0, len(part), piece):
            less: Any = part[:start]
            yield less + part[start + piece :]


class Fuzz:
    """All doors in turn, each with a stream of inputs of its own."""

    def __init__(self, seed: int, doors: tuple[Door, ...]) -> None:
        self._seed = seed
        self.doors = doors
        self.tallies = {door.name: Tally() for door in doors}

    def one(self, door: Door) -> None:
        """One more input at a door."""
        tally = self.tallies[door.name]
        number = tally.inputs
        begun = time.process_time()
        parts = door.make(Random(f"{self._seed} {door.name} {number}"))
        error = trouble(door, parts)
        took = time.process_time() - begun
        tally.inputs += 1
        tally.parts += len(parts)
        tally.seconds += took
        tally.slowest = max(tally.slowest, took)
        if error is None:
            return
        tally.again += 1
        where = place(error)
        if where not in tally.failures and len(tally.failures) < SHOWN:
            tally.failures[where] = (number, *smallest(door, parts, error))

    def next_door(self, lines: int) -> Door | None:
        """The door that has had least, so that all get their share; None when all are served."""
        open_doors = [d for d in self.doors if not lines or self.tallies[d.name].parts < lines]
        if not open_doors:
            return None
        return min(open_doors, key=self._had_in_lines if lines else self._had_in_time)

    def _had_in_lines(self, door: Door) -> float:
        return self.tallies[door.name].parts

    def _had_in_time(self, door: Door) -> float:
        return self.tallies[door.name].seconds


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--lines", type=int, default=0, help="so many for each door, not minutes")
    parser.add_argument("--seed", type=int, default=1)
    names = [door.name for door in DOORS]
    parser.add_argument("--door", action="append", choices=names, help="only at this one")
    asked = parser.parse_args(argv)
    print(f"{time.strftime('%F %R')}, {os.cpu_count()} cores, Python {platform.python_version()},")
    print(f"msgspec {msgspec.__version__}, SQLite {sqlite3.sqlite_version}; seed {asked.seed}")
    print(f"fuzz {' '.join(argv)}".strip(), flush=True)
    fuzz = Fuzz(asked.seed, tuple(d for d in DOORS if not asked.door or d.name in asked.door))
    begun, warm, count = time.monotonic(), 0.0, 0
    end = begun + 60 * asked.minutes
    while (door := fuzz.next_door(asked.lines)) is not None:
        if not asked.lines and time.monotonic() >= end:
            break
        fuzz.one(door)
        count += 1
        share = (time.monotonic() - begun) / (60 * asked.minutes)
        if asked.lines:
            done = min(tally.parts for tally in fuzz.tallies.values())
            share = done / asked.lines
        if not warm and share >= 0.1:
            gc.collect()
            warm = resident()
    gc.collect()
    grown = resident() - (warm or resident())
    return report(fuzz, time.monotonic() - begun, grown)


def report(fuzz: Fuzz, seconds: float, grown: float) -> int:
    """What was seen, for people; 0 when nothing went wrong."""
    found = 0
    print(f"\n{'door':<24} {'inputs':>8} {'parts':>9} {'slowest':>9} {'failed':>7} {'places':>7}")
    for name, tally in fuzz.tallies.items():
        found += len(tally.failures)
        print(
            f"{name:<24} {tally.inputs:>8} {tally.parts:>9} {tally.slowest:>7.2f} s"
            f" {tally.again:>7} {len(tally.failures):>7}"
        )
    total = sum(tally.parts for tally in fuzz.tallies.values())
    print(f"\n{total} lines and other parts in {seconds:.0f} s")
    print(f"memory grew by {grown:.1f} MB after the first tenth (bar {GROWTH:.0f})")
    for name, tally in fuzz.tallies.items():
        for where, (number, parts, error) in tally.failures.items():
            print(f"\n{name}, input {number}: {where}: {_short(str(error), 200)}")
            for part in parts[:12]:
                print(f"    {_short(repr(part), 300)}")
    print(f"\n{found} ways to fall over were found", flush=True)
    return 0 if not found and grown <= GROWTH else 1


def _short(text: str, most: int) -> str:
    said = text.encode("unicode_escape").decode() if not text.isprintable() else text
    return said if len(said) <= most else f"{said[:most]}… ({len(said)} characters)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
