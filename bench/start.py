"""First frame and memory of the companion beside an empty Kivy window, and what it costs idle.

``python -m bench.start``: both are started several times, one after the other, on the same
virtual screen; what counts is the ratio. The companion starts as it does every day, in a
data folder that is there already. Idle is measured on the companion.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import msgspec

from bench.rows import WHOLE, Row, Size
from bench.virtual import virtual_screen

FIRST_FRAME_BAR = 2.0
SPLASH_BAR = 0.5
"""Seconds from the start of the program."""

CACHES = Path("/proc/sys/vm/drop_caches")
"""Where the system is told to forget what it read from the disk; only root may."""

MEMORY_BAR = 1.35
IDLE_BAR = 2.0
"""How many times the memory of an empty window, and the most per cent of a core at rest."""

EMPTY = """
import time
begun = time.perf_counter()
from kivy.config import Config
Config.set("graphics", "maxfps", 30)
Config.set("graphics", "multisamples", 0)
Config.set("graphics", "width", 1280)
Config.set("graphics", "height", 720)
from bench.empty import Empty
from bench.probe import probe
probe(begun, {idle})
Empty().run()
"""

COMPANION = """
import time
begun = time.perf_counter()
from pathlib import Path
from ui.__main__ import open_window, options
open_window(Path({folder!r}), options().parse_args(["--windowed"]))
splash = time.perf_counter() - begun
from ui.app import Choices, Companion
from bench.probe import probe
probe(begun, {idle}, splash)
Companion(Choices(Path({folder!r}))).run()
"""


class Seen(msgspec.Struct):
    """What one start showed: seconds until something was to be seen, and to the first frame of
    home; MB resident then, % of a core idle."""

    first: float
    memory: float
    idle: float
    splash: float = 0.0


def start(program: str, folder: str, idle: float, *, chip: bool = False) -> Seen:
    """Start a program that probes itself. chip: as if a graphics chip did the drawing, as on the
    device; else a program that draws something holds the software that draws instead, and an
    empty window does not."""
    env = {
        **os.environ,
        "KIVY_NO_ARGS": "1",
        "KIVY_CLOCK": "interrupt",
        "KIVY_HOME": folder,
        "KIVY_NO_CONSOLELOG": "1",
    }
    if chip:
        env["GALLIUM_NOOP"] = "true"
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # a second start reads what the first compiled
    code = program.format(idle=idle, folder=folder)
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    # Pin libraries that find no pins say so on the same stream, at any time.
    (told,) = (line for line in done.stdout.splitlines() if line.startswith("{"))
    return msgspec.json.decode(told, type=Seen)


def _cold(folder: str) -> tuple[Seen, Seen] | None:
    """The companion and an empty window, each read from the disk anew; None where the system does
    not let go of what it has read."""
    if not os.access(CACHES, os.W_OK):
        return None
    found = []
    for program in (COMPANION, EMPTY):
        os.sync()
        CACHES.write_text("3")
        found.append(start(program, folder, 0.0))
    return found[0], found[1]


def _beside_an_empty_window(pairs: Sequence[tuple[Seen, Seen]]) -> Iterator[Row]:
    for what, unit, bar in (("first", "s", FIRST_FRAME_BAR), ("memory", "MB", MEMORY_BAR)):
        ours, theirs = (
            tuple(float(getattr(seen, what)) for seen in side) for side in zip(*pairs, strict=True)
        )
        yield Row(
            what={"first": "first frame, by the clock", "memory": "memory then"}[what],
            unit=unit,
            ours=ours,
            peer="empty Kivy window",
            theirs=theirs,
            better="less",
            bar=1 / bar,
            noisy=what == "first",
        )


def rows(size: Size) -> Iterator[Row]:
    """First frame and memory beside an empty window, by turns; idling."""
    with virtual_screen(), tempfile.TemporaryDirectory() as folder:
        start(EMPTY, folder, 0.0)
        start(COMPANION, folder, 0.0)
        pairs = [
            (start(COMPANION, folder, 0.0), start(EMPTY, folder, 0.0))
            for _ in range(min(5, size.repeats))
        ]
        chips = [
            tuple(start(one, folder, 0.0, chip=True).memory for one in (COMPANION, EMPTY))
            for _ in range(min(3, size.repeats))
        ]
        cold = _cold(folder)
        resting = start(COMPANION, folder, 8.0 if size is WHOLE else 3.0)
    yield from _beside_an_empty_window(pairs)
    ours, theirs = zip(*chips, strict=True)
    yield Row(
        what="memory then, with a graphics chip that draws",
        unit="MB",
        ours=ours,
        peer="empty Kivy window",
        theirs=theirs,
        better="less",
        bar=1 / MEMORY_BAR,
    )
    yield Row(
        what="until something is to be seen",
        unit="s",
        ours=tuple(one.splash for one, _ in pairs),
        better="less",
        bar=SPLASH_BAR,
        noisy=True,
    )
    if cold is not None:
        yield Row(
            what="first frame, nothing of it in memory yet",
            unit="s",
            ours=(cold[0].first,),
            peer="empty Kivy window",
            theirs=(cold[1].first,),
            better="less",
            noisy=True,
        )
    what = "idle with a match open, of a core"
    yield Row(what=what, unit="%", ours=(resting.idle,), better="less", bar=IDLE_BAR, noisy=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds watched while idle")
    asked = parser.parse_args(arguments)
    with virtual_screen(), tempfile.TemporaryDirectory() as folder:
        start(EMPTY, folder, 0.0)
        start(COMPANION, folder, 0.0)
        empty, companion = [], []
        for _ in range(asked.repeats):
            empty.append(start(EMPTY, folder, 0.0))
            companion.append(start(COMPANION, folder, 0.0))
        cold = _cold(folder)
        resting = start(COMPANION, folder, asked.idle)
    first = [median(one.first for one in found) for found in (empty, companion)]
    memory = [median(one.memory for one in found) for found in (empty, companion)]
    print(f"{'':<24} {'empty':>8} {'ours':>8} {'ratio':>6} {'bar':>6}")
    for name, (a, b), bar in (
        ("first frame, s", first, FIRST_FRAME_BAR),
        ("memory, MB", memory, MEMORY_BAR),
    ):
        verdict = "met" if b / a <= bar else "MISSED"
        print(f"{name:<24} {a:>8.2f} {b:>8.2f} {b / a:>6.2f} {bar:>6.2f} {verdict}")
    if cold is not None:
        a, b = cold[1].first, cold[0].first
        print(f"{'first frame, cold, s':<24} {a:>8.2f} {b:>8.2f} {b / a:>6.2f}")
    splash = median(one.splash for one in companion)
    verdict = "met" if splash <= SPLASH_BAR else "MISSED"
    print(
        f"{'something to see, s':<24} {'':>8} {splash:>8.2f} {'':>6} {SPLASH_BAR:>6.2f} {verdict}"
    )
    verdict = "met" if resting.idle <= IDLE_BAR else "MISSED"
    print(
        f"{'idle, % of a core':<24} {'':>8} {resting.idle:>8.2f} {'':>6} {IDLE_BAR:>6.2f} {verdict}"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
