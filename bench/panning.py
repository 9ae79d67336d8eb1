"""The frames while a finger moves the fullest board of the recorded games.

``python -m bench.panning``: the screen that looks back on a match, at the entry after which most
lies on the table, enlarged to the double. Taken is the CPU time of the process from one flipped
frame to the next; a Raspberry Pi has a graphics chip, so Mesa is told to leave out the drawing
itself, and once more without that. Times 11 is about a Raspberry Pi 4.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from bench.course import run
from bench.judging import RECORDS, taken_up
from bench.rows import WHOLE, Row, Size
from bench.virtual import drawn_by_a_chip, twice

PI_4 = 11
STEP = 3.0
"""Pixels a finger goes from one frame to the next."""

SETTLING = 6
"""Frames from the first touch until what they take is counted."""


def fullest() -> tuple[Any, int]:
    """The match and its entry with the most shapes on the table, of all recorded games."""
    best: tuple[int, Any, int] = (0, None, 0)
    for file in sorted(RECORDS.glob("*.record")):
        match = taken_up(file)
        for number, step in enumerate(match.steps, 1):
            count = len(match.package.scene(match.game.public(step.after)).shapes)
            if count > best[0]:
                best = (count, match, number)
    return best[1], best[2]


def inside(frames: int, json: bool) -> None:
    """Runs in a process of its own, with a screen."""
    folder = Path(tempfile.mkdtemp())
    from ui.__main__ import configure

    configure(folder, (1280, 720), windowed=True)
    from firmware_bridge import NOTHING
    from ui.app import Choices, Companion

    app = Companion(Choices(folder, "en", hardware=NOTHING))
    flips: list[float] = []

    def course() -> Iterator[float]:
        board = _board(app.root)
        for _ in range(20):
            yield 0.0
        board.viewport = board.viewport.zoomed(2.0, *board.center)
        board.refresh()
        yield 0.0
        x, y = board.center
        for number, _ in enumerate(_moved(x, y, frames)):
            if number == SETTLING:
                flips.append(time.process_time())
            yield 0.0
        app.stop()

    def flipped() -> None:
        if flips:
            flips.append(time.process_time())

    run(app, course(), flipped)
    found = sorted(1000 * (after - before) for before, after in pairwise(flips))
    middle, high = found[len(found) // 2], found[int(len(found) * 0.95)]
    if json:
        print(msgspec.json.encode({"frames": found}).decode(), flush=True)
        return
    print(
        f"{len(found):>6} frames: CPU ms p50 {middle:.2f}, p95 {high:.2f}, p95*11 {high * PI_4:.0f}"
    )


def _board(root: Any) -> Any:
    """The board of the page that looks back on the fullest table."""
    from ui.presenter import Presenter
    from ui.screens.table.replay import Replay
    from ui.texts import of_screens

    match, at = fullest()
    presenter = Presenter(match.package, match, of_screens(), "en")
    page = Replay(root, presenter, "replay", root.home, at)
    root.open(page)
    return page.board


def _moved(x: float, y: float, frames: int) -> Iterator[None]:
    """A finger that comes down, goes to and fro, and is lifted: each time it is told of."""
    from kivy.core.window import Window
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    queue = SDL2MotionEventProvider.q

    def tell(what: str, right: float) -> None:
        queue.appendleft((what, 7, (x + right) / Window.width, 1 - y / Window.height, 1.0))

    tell("fingerdown", 0.0)
    yield
    for number in range(frames):
        way = number % 40
        tell("fingermotion", 30 + STEP * (way if way < 20 else 40 - way))
        yield
    tell("fingerup", 0.0)


def rows(size: Size) -> Iterator[Row]:
    """The CPU time of a frame, drawn by a chip."""
    frames = 200 if size is WHOLE else 40
    told = drawn_by_a_chip("bench.panning", "--inside", "--json", "--frames", str(frames))
    found = msgspec.json.decode(told, type=dict[str, list[float]])["frames"]
    for name, share in (("median", 0.5), ("p95", 0.95)):
        figure = found[int(len(found) * share)]
        what = f"a frame while the fullest board is moved, {name}"
        yield Row(what=what, unit="ms", ours=(figure,), better="less", noisy=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.panning", description=__doc__)
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        inside(asked.frames, asked.json)
        return 0
    return twice("bench.panning", "--inside", "--frames", str(asked.frames))


if __name__ == "__main__":
    raise SystemExit(main())
