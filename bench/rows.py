"""Rows of the table: what was measured, beside whom, and how it is timed.

Whatever is compared is measured by turns, ours, theirs, ours, theirs, in one run on one machine;
what counts is the ratio. Time is the processor time of the thread that does the work, unless a
row says otherwise: what else the machine does meanwhile does not count.
"""

import gc
import time
from collections.abc import Callable, Iterable, Mapping
from statistics import median
from typing import Literal

import msgspec

Sample = Callable[[], float]
"""Takes one sample of a figure."""


class Size(msgspec.Struct, frozen=True):
    """How much is measured: samples of each figure, seconds each takes at least, the entries of
    the longest matches, and that many lines of each record (None for all)."""

    repeats: int
    seconds: float
    longest: int
    lines: int | None

    @property
    def lengths(self) -> tuple[int, ...]:
        """Lengths of matches, each ten times the one before."""
        found = tuple(10**power for power in range(2, 9) if 10**power <= self.longest)
        return found or (self.longest,)


WHOLE = Size(repeats=7, seconds=0.15, longest=100_000, lines=None)
QUICK = Size(repeats=3, seconds=0.05, longest=1_000, lines=150)
LEAST = Size(repeats=1, seconds=0.0, longest=20, lines=30)
"""Only shows that everything still runs."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table.

    what: what was measured.
    unit: of the figures.
    ours, theirs: the samples of a figure and of the peer's, taken by turns; theirs may be missing.
    peer: beside whom, "" for nobody.
    better: whether more of it is better or less.
    bar: how many times better than the peer it must be; where there is no peer, the least (or most)
        the figure itself may be.
    noisy: whether the ratio says too little to be compared with that of another run.
    note: what is not the same work.
    """

    what: str
    unit: str
    ours: tuple[float, ...]
    peer: str = ""
    theirs: tuple[float, ...] = ()
    better: Literal["more", "less"] = "more"
    bar: float | None = None
    noisy: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times better ours is, in the middle of all turns."""
        if not self.ours or not self.theirs:
            return None
        turns = zip(self.ours, self.theirs, strict=True)
        each = [a / b if self.better == "more" else b / a for a, b in turns]
        return median(each)

    @property
    def held(self) -> bool | None:
        """Whether the bar is held; None without a bar."""
        if self.bar is None:
            return None
        if self.ratio is not None:
            return self.ratio >= self.bar
        figure = median(self.ours)
        return figure >= self.bar if self.better == "more" else figure <= self.bar


def rate(once: Callable[[], int], seconds: float) -> float:
    """How many a second: ``once`` does some and says how many, again and again."""
    gc.collect()
    done, begun = 0, time.thread_time_ns()
    while True:
        done += once()
        spent = time.thread_time_ns() - begun
        if spent >= seconds * 1e9:
            return done * 1e9 / max(spent, 1)


def by_turns(repeats: int, sides: Mapping[str, Sample]) -> dict[str, tuple[float, ...]]:
    """``repeats`` samples of every side, one side after the other in each turn."""
    found: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(repeats):
        for name, sample in sides.items():
            found[name].append(sample())
    return {name: tuple(samples) for name, samples in found.items()}


def table(rows: Iterable[Row]) -> str:
    """The rows as a table of a page, their notes below it."""
    lines = [
        "| what | unit | ours | spread | beside | theirs | spread | times better | bar | |",
        "|---|---|--:|--:|---|--:|--:|--:|--:|---|",
    ]
    notes: list[str] = []
    for row in rows:
        mark = ""
        if row.note:
            if row.note not in notes:
                notes.append(row.note)
            mark = f" [{notes.index(row.note) + 1}]"
        told = [row.what + mark, row.unit, *_both(row.ours), row.peer or "-", *_both(row.theirs)]
        told += ["-" if row.ratio is None else figure(row.ratio), _bar(row)]
        told += [{None: "", True: "held", False: "**missed**"}[row.held]]
        lines.append(f"| {' | '.join(told)} |")
    lines += ["", *(f"[{number}] {note}  " for number, note in enumerate(notes, 1))]
    return "\n".join(lines).rstrip()


def _both(samples: tuple[float, ...]) -> tuple[str, str]:
    """The median and how far from it the samples lie."""
    if not samples:
        return "-", "-"
    middle = median(samples)
    spread = max(abs(one - middle) for one in samples) / middle if middle else 0.0
    return figure(middle), f"± {100 * spread:.0f} %" if len(samples) > 1 else "-"


def _bar(row: Row) -> str:
    if row.bar is None:
        return "-"
    if row.ratio is not None:
        return f"≥ {figure(row.bar)}x"
    return ("≥ " if row.better == "more" else "≤ ") + figure(row.bar)


def figure(value: float) -> str:
    """A figure with three digits that count."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
