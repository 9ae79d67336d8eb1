"""The frames while a finger moves the fullest board of the recorded games.

``python -m bench.panning``: the screen that looks back on a match, at the entry after which most
lies on the table, enlarged to the double. Taken is the CPU time of the process from one flipped
frame to the next; a Raspberry Pi has a graphics chip, so Mesa is told to leave out the drawing
itself, and once more without that. Times 11 is about a Raspberry Pi 4.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bench.judging import RECORDS
from bench.rows import WHOLE, Row, Size
from bench.virtual import drawn_by_a_chip, virtual_screen

PI_4 = 11
STEP = 3.0
"""Pixels a finger goes from one frame to the next."""


def fullest() -> tuple[Any, int]:
    """The match and its entry with the most shapes on the table, of all recorded games."""
    from companion.match import entries
    from companion.match.match import Match
    from companion.match.record import read
    from companion.match.registry import game_package

    best: tuple[int, Any, int] = (0, None, 0)
    for file in sorted(RECORDS.glob("*.record")):
        record = read(file.read_text("utf-8"))
        first = record.entries[0]
        assert isinstance(first, entries.Started)
        game = game_package(first.game)
        match = Match.reopen(
            game,
            record.entries,
            clock=time.monotonic,
            salt=lambda: os.urandom(16),
            secrets=record.secrets,
        )
        for number, step in enumerate(match.timeline.steps, 1):
            count = len(game.scene(game.game.public(step.after)).shapes)
            if count > best[0]:
                best = (count, match, number)
    return best[1], best[2]


def inside(frames: int, json: bool) -> None:
    """Runs in a process of its own, with a screen."""
    folder = Path(tempfile.mkdtemp())
    from ui.__main__ import configure

    configure(folder, (1280, 720), windowed=True)
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

    from firmware_bridge import NOTHING
    from ui.app import Choices, Companion
    from ui.presenter import Presenter
    from ui.screens.table.replay import Replay
    from ui.texts import of_screens

    app = Companion(Choices(folder, "en", hardware=NOTHING))
    took: list[float] = []
    last: list[float] = []

    def course() -> Iterator[None]:
        assert app.root is not None
        match, at = fullest()
        presenter = Presenter(match.package, match, of_screens(), "en")
        page = Replay(app.root, presenter, "replay", app.root.home, at)
        app.root.open(page)
        for _ in range(20):
            yield
        board = page.board
        board.viewport = board.viewport.zoomed(2.0, *board.center)
        board.refresh()
        yield
        x, y = board.center
        queue = SDL2MotionEventProvider.q

        def place(right: float) -> tuple[int, float, float, float]:
            return 7, (x + right) / Window.width, 1 - y / Window.height, 1.0

        queue.appendleft(("fingerdown", *place(0.0)))
        yield
        for number in range(frames):
            way = number % 40
            far = STEP * (way if way < 20 else 40 - way)
            queue.appendleft(("fingermotion", *place(30 + far)))
            if number == 5:
                last.append(time.process_time())
            yield
        queue.appendleft(("fingerup", *place(0.0)))
        app.stop()

    steps: dict[str, Any] = {}

    def tick(_: float) -> None:
        running = steps.setdefault("course", course())
        next(running, None)

    flip = Window.flip

    def flip_and_look() -> None:
        flip()
        if last:
            now = time.process_time()
            took.append(1000 * (now - last[-1]))
            last.append(now)

    Window.flip = flip_and_look
    Clock.schedule_once(lambda _: Clock.schedule_interval(tick, 0), 1.0)
    app.run()
    found = sorted(took)
    middle, high = found[len(found) // 2], found[int(len(found) * 0.95)]
    if json:
        print(msgspec.json.encode({"frames": found}).decode(), flush=True)
        return
    print(
        f"{len(found):>6} frames: CPU ms p50 {middle:.2f}, p95 {high:.2f}, p95*11 {high * PI_4:.0f}"
    )


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
    command = [sys.executable, "-m", "bench.panning", "--inside", "--frames", str(asked.frames)]
    with virtual_screen():
        print("as with a graphics chip:", flush=True)
        failed = subprocess.call(command, env={**os.environ, "GALLIUM_NOOP": "true"})
        print("drawn by Mesa's software rasteriser:", flush=True)
        return failed or subprocess.call(command, env=dict(os.environ))


if __name__ == "__main__":
    raise SystemExit(main())
