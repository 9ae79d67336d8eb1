"""From the input to the flipped frame that shows the verdict: touch, GPIO edge, scanned byte.

``python -m bench.latency``: the real app on a virtual screen, played through its real inputs:
fingers as SDL tells them, edges on simulated pins, bytes on a pseudo-terminal. A recorded game of
each title is played to the last move of its opening that ends on the board; the last input of that
move is measured: the touch, the scan, or the button that takes what the dial stands on. Taken are
the CPU time of the process and the wall time, from the moment the input is made until the frame
that shows the verdict has been flipped: the piece leaves for its new place or, where nothing
moves, the sentence stands there. What can be done next lights up one frame later. It is done
twice: a Raspberry Pi has a graphics chip, so first Mesa is told to leave out the drawing itself;
then its software rasteriser draws, which costs more than all the rest. ``redraw`` is the floor:
the same screen drawn once more with nothing changed. Times 11 is about a Raspberry Pi 4.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from typing import Any

import msgspec

from bench.opening import opening
from bench.rows import WHOLE, Row, Size
from bench.touches import Finger
from bench.virtual import drawn_by_a_chip, virtual_screen
from companion.kernel import Move
from companion.match.registry import GamePackage, names
from companion.match.steps import Step

BAR_MS = 8.0
PI_4 = 11
TICK = 0.03
"""Seconds between two looks whether it goes on; more often, and the looking itself would count."""

REST = 0.25
"""Seconds between two measurements, so that nothing of the one falls into the other."""

Times = tuple[float, float, float]
"""Milliseconds: CPU of the process, CPU of the thread that owns match and window, wall."""


def inside(name: str, repeats: int, profile: bool, json: bool) -> None:
    """Runs in a process of its own, with a screen. name: the game."""
    folder = Path(tempfile.mkdtemp())
    from ui.__main__ import configure

    configure(folder, (1280, 720), windowed=True)
    from kivy.clock import Clock
    from kivy.core.window import Window

    from demo.hands import Hands
    from demo.script import Step
    from firmware_bridge import Settings
    from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
    from ui.app import Choices, Companion

    scanner = SimulatedScanner()
    settings = Settings(scanner=scanner.settings(repeat_ms=1))
    pins = SimulatedPins(settings)
    app = Companion(Choices(folder, "en", None, None, hardware=settings, pins=pins.factory))
    seen: dict[str, list[Times]] = {"redraw": [], "touch": [], "press": [], "scan": []}
    running: dict[str, Any] = {}
    watch = Profile(time.thread_time) if profile else None

    def told() -> int:
        return len(running["desk"].match.timeline.entries)

    def begin(name: str) -> None:
        running["lines"] = told()
        running["name"] = name
        running["t"] = (time.process_time(), time.thread_time(), time.perf_counter())
        if watch is not None and name != "redraw":
            watch.enable()

    def flipped() -> None:
        if "t" not in running:
            return
        if running["name"] != "redraw" and told() == running["lines"]:
            return
        now = (time.process_time(), time.thread_time(), time.perf_counter())
        if watch is not None:
            watch.disable()
        before = running.pop("t")
        took = tuple(1000 * (b - a) for a, b in zip(before, now, strict=True))
        seen[running["name"]].append((took[0], took[1], took[2]))

    def course() -> Iterator[float]:
        assert app.root is not None
        root = app.root
        started, steps = opening(name)
        game = app.session.package(name)
        options = msgspec.convert(started.options, type(game.game.options()))
        open_match = app.session.start(game, started.seats, started.players, options)
        presenter = running["desk"] = open_match.presenter
        moves, ways = _last_on_the_board(presenter.package, steps)
        for move in moves:
            presenter.make(move)
        root.play(open_match)
        yield 2.0

        hands = Hands(root, pins, scanner)
        by = presenter.seat
        place = str(presenter.view.setup.seats.index(by) + 1)
        for _ in range(repeats):
            for way in ways:
                *before, last = ways[way]
                for token in before:
                    yield from hands.do(Step("scan", (token,)))
                    yield REST
                if way == "touch":
                    for pause in hands.do(Step("touch", (last,))):
                        yield pause
                        if pause:
                            begin(way)  # when the finger is lifted: that is what acts
                elif way == "scan":
                    begin(way)
                    scanner.scan(last)
                else:
                    pins.turn(0, 1)  # only says that the dial is used
                    yield REST
                    choices = [
                        choice.token for choice in presenter.composer.choices(presenter.view)
                    ]
                    pins.turn(
                        0, choices.index(last) - choices.index(str(presenter.composer.cursor))
                    )
                    yield REST
                    begin(way)
                    pins.press("confirm", int(place))
                yield REST
                pins.release("confirm", int(place))
                presenter.undo(by)
                yield REST
            begin("redraw")
            root.canvas.ask_update()
            yield REST
        app.stop()

    steps: dict[str, Any] = {}

    def tick(_: float) -> None:
        if "course" not in steps:
            steps["course"] = course()
        if time.monotonic() < steps.get("until", 0.0):
            return
        try:
            steps["until"] = time.monotonic() + next(steps["course"])
        except StopIteration:
            steps["until"] = float("inf")

    flip = Window.flip

    def flip_and_look() -> None:  # what is bound to on_flip is called before it
        flip()
        flipped()

    Window.flip = flip_and_look
    Clock.schedule_once(lambda _: Clock.schedule_interval(tick, TICK), 1.5)
    app.run()
    scanner.close()
    if json:
        print(msgspec.json.encode(seen).decode(), flush=True)
        return
    report(seen)
    if watch is not None:
        Stats(watch).sort_stats("cumulative").print_stats(60)


def _last_on_the_board(
    game: GamePackage, steps: Sequence[Step]
) -> tuple[list[Move], dict[str, list[str]]]:
    """The moves before the last one that ends with a touch of the board, and what leads to that
    one by each kind of input."""
    for at in reversed(range(1, len(steps))):
        move, view = steps[at].move, game.game.public(steps[at - 1].after)
        assert move is not None
        finger = Finger(game, drags=False)
        reader = Finger(game, drags=False, fields=False)
        touched = min(finger.ways(view, [move]), key=len, default=[""])
        named = min(reader.ways(view, [move]), key=len, default=[])
        if named and touched[-1] in {one.token for one in game.scene(view).shapes}:
            before = [step.move for step in steps[:at] if step.move is not None]
            return before, {"touch": touched, "press": named, "scan": named}
    raise LookupError("no move of the opening ends on the board")


def report(seen: dict[str, list[Times]]) -> None:
    """The table."""
    print(f"{'milliseconds':<26} {'n':>4} {'p50':>7} {'p95':>7} {'p95*11':>8} {'bar':>5}")
    for name, times in seen.items():
        assert times, f"no verdict was shown for any {name}"
        for index, what in enumerate(("CPU, whole process", "CPU, main thread", "wall")):
            found = sorted(one[index] for one in times)
            middle, high = found[len(found) // 2], found[int(len(found) * 0.95)]
            bar = f"{BAR_MS:.0f}" if index < 2 else ""
            print(
                f"{name + ', ' + what:<26} {len(found):>4} {middle:>7.2f} {high:>7.2f} "
                f"{high * PI_4:>8.1f} {bar:>5}"
            )


def rows(size: Size) -> Iterator[Row]:
    """From each kind of input to the frame with the verdict, drawn by a chip."""
    repeats = 40 if size is WHOLE else 8
    for game in names():
        told = drawn_by_a_chip(
            "bench.latency", "--inside", "--json", "--game", game, "--repeats", str(repeats)
        )
        for name, times in msgspec.json.decode(told, type=dict[str, list[Times]]).items():
            found = sorted(one[0] for one in times)
            what = "redraw" if name == "redraw" else f"{name} to the frame with the verdict"
            yield Row(
                what=f"{game}: {what}, p95",
                unit="ms",
                ours=(found[int(len(found) * 0.95)],),
                better="less",
                bar=BAR_MS,
                noisy=True,
            )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.latency", description=__doc__)
    parser.add_argument("--game", choices=names(), default="mesopotamien")
    parser.add_argument("--repeats", type=int, default=40)
    parser.add_argument("--profile", action="store_true", help="tell where the time went")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        inside(asked.game, asked.repeats, asked.profile, asked.json)
        return 0
    command = [sys.executable, "-m", "bench.latency", "--inside", "--game", asked.game]
    command += ["--repeats", str(asked.repeats)]
    command += ["--profile"] if asked.profile else []
    with virtual_screen():
        print("as with a graphics chip: OpenGL takes every call and draws nothing", flush=True)
        failed = subprocess.call(command, env={**os.environ, "GALLIUM_NOOP": "true"})
        print("drawn by Mesa's software rasteriser, whose work is in the figures", flush=True)
        return failed or subprocess.call(command, env=dict(os.environ))


if __name__ == "__main__":
    raise SystemExit(main())
