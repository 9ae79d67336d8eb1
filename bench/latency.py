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
the same screen drawn once more with nothing changed; ``menu`` and ``help``: from the finger that is
lifted to the frame with that page. Times 11 is about a Raspberry Pi 4.

``--touches --rest SECONDS``: only touches, each that long after the one before, with how much of
the processor's time went into the system, how often the process waited for something meanwhile
and how often it had to make way for another.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from statistics import median
from typing import Any

import msgspec

from bench.course import run
from bench.opening import opening
from bench.rows import WHOLE, Row, Size
from bench.touches import Finger
from bench.virtual import drawn_by_a_chip, twice
from companion.kernel import TABLE, Move
from companion.match.registry import GamePackage, names
from companion.match.steps import Step
from demo.script import Step as Act
from firmware_bridge import Settings
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from ui.presenter import Presenter
from ui.session.open_match import OpenMatch
from ui.session.session import Session

BARS_MS = {"redraw": 8.0, "touch": 8.0, "press": 8.0, "scan": 8.0, "menu": 100.0, "help": 100.0}
PI_4 = 11
TICK = 0.03
"""Seconds between two looks whether it goes on; more often, and the looking itself would count."""

PAGES = ("menu", "help")
"""The buttons of pages that are opened often."""

REST = 0.25
"""Seconds between two measurements, so that nothing of the one falls into the other."""

Times = tuple[float, ...]
"""Milliseconds: CPU of the process, CPU of the thread that owns match and window, wall; of the
first, what went into the system. Then how often any thread of the process waited for something,
and how often one made way."""

COUNTED = 4
"""What of the times is no milliseconds, from here on."""


class _Watch:
    """What each input took. seen: by kind of input. profile: where the time goes is kept, too."""

    def __init__(self, told: Callable[[], int], profile: bool) -> None:
        self.seen: dict[str, list[Times]] = {name: [] for name in BARS_MS}
        self.profile = Profile(time.thread_time) if profile else None
        self._told = told
        self._running: tuple[str, Callable[[], bool], Times] | None = None

    def begin(self, name: str, done: Callable[[], bool] | None = None) -> None:
        """The input is made now. done: whether what came of it is there; None for an entry of the
        journal."""
        before = self._told()
        self._running = name, done or (lambda: self._told() != before), _now()
        if self.profile is not None and name != "redraw":
            self.profile.enable()

    @property
    def waits(self) -> bool:
        """Whether what came of the last input is still to be seen."""
        return self._running is not None

    def flipped(self) -> None:
        """A frame is on the screen; it counts when what came of the input is there."""
        if self._running is None:
            return
        name, done, before = self._running
        if not done():
            return
        now = _now()
        if self.profile is not None:
            self.profile.disable()
        self._running = None
        taken = [b - a for a, b in zip(before, now, strict=True)]
        self.seen[name].append((*(1000 * one for one in taken[:COUNTED]), *taken[COUNTED:]))


def _now() -> Times:
    used = resource.getrusage(resource.RUSAGE_SELF)
    clocks = time.process_time(), time.thread_time(), time.perf_counter()
    return *clocks, used.ru_stime, used.ru_nvcsw, used.ru_nivcsw


class _Inputs:
    """The real inputs of one app, used again and again for the same move. ways: the tokens that
    that lead to it, by kind of input. rest: seconds between two of them."""

    def __init__(
        self,
        presenter: Presenter,
        ways: dict[str, list[str]],
        root: Any,
        pins: SimulatedPins,
        scanner: SimulatedScanner,
        rest: float,
    ) -> None:
        from demo.hands import Hands

        self._presenter, self._ways, self._rest = presenter, ways, rest
        self._root, self._pins, self._scanner = root, pins, scanner
        self._hands = Hands(root, pins, scanner)
        self._by = presenter.seat
        self._place = presenter.view.setup.seats.index(self._by) + 1

    def once(self, watch: _Watch, pages: bool) -> Iterator[float]:
        """The move by each kind of input, taken back each time; a frame with nothing new; and, if
        wished, the pages."""
        for way, (*before, last) in self._ways.items():
            for token in before:
                yield from self._hands.do(Act("scan", (token,)))
                yield self._rest
            yield from self._last(way, last, watch)
            while watch.waits:
                yield TICK
            yield REST
            self._pins.release("confirm", self._place)
            self._presenter.undo(self._by)
            yield self._rest
        watch.begin("redraw", lambda: True)
        self._root.canvas.ask_update()
        yield REST
        for key in PAGES if pages else ():
            for pause in self._hands.do(Act("button", (key,))):
                yield pause
                if pause:
                    watch.begin(key, lambda: self._root.page.sheet is not None)
            while watch.waits:
                yield TICK
            yield REST
            self._root.page.close()
            yield REST

    def _last(self, way: str, token: str, watch: _Watch) -> Iterator[float]:
        """The input that is measured."""
        if way == "touch":
            for pause in self._hands.do(Act("touch", (token,))):
                yield pause
                if pause:
                    watch.begin(way)  # when the finger is lifted: that is what acts
        elif way == "scan":
            watch.begin(way)
            self._scanner.scan(token)
        else:
            self._pins.turn(0, 1)  # only says that the dial is used
            yield REST
            composer = self._presenter.composer
            choices = [choice.token for choice in composer.choices(self._presenter.view)]
            self._pins.turn(0, choices.index(token) - choices.index(str(composer.cursor)))
            yield REST
            watch.begin(way)
            self._pins.press("confirm", self._place)


def inside(
    name: str, repeats: int, profile: bool, json: bool, *, touches: bool, rest: float
) -> None:
    """Runs in a process of its own, with a screen. name: the game. touches: nothing else is
    measured. rest: seconds between two of them."""
    folder = Path(tempfile.mkdtemp())
    from ui.__main__ import configure

    configure(folder, (1280, 720), windowed=True)
    from ui.app import Choices, Companion

    scanner = SimulatedScanner()
    settings = Settings(scanner=scanner.settings(repeat_ms=1))
    pins = SimulatedPins(settings)
    app = Companion(Choices(folder, "en", None, None, hardware=settings, pins=pins.factory))

    def told() -> int:
        assert app.session.open_match is not None
        return len(app.session.open_match.match.timeline.entries)

    watch = _Watch(told, profile)

    def course() -> Iterator[float]:
        open_match, ways = _begun(app.session, name)
        assert app.root is not None
        app.root.play(open_match)
        yield 2.0
        ways = {"touch": ways["touch"]} if touches else ways
        inputs = _Inputs(open_match.presenter, ways, app.root, pins, scanner, rest)
        for number in range(repeats):
            yield from inputs.once(watch, pages=number % 2 == 0 and not touches)
        app.stop()

    run(app, course(), watch.flipped, tick=TICK)
    scanner.close()
    if json:
        print(msgspec.json.encode(watch.seen).decode(), flush=True)
        return
    report({name: times for name, times in watch.seen.items() if times or not touches})
    if touches:
        _spent(watch.seen["touch"])
    if watch.profile is not None:
        Stats(watch.profile).sort_stats("cumulative").print_stats(60)


def _begun(session: Session, name: str) -> tuple[OpenMatch, dict[str, list[str]]]:
    """A match of a game that stands before the move which is measured, and the ways to that."""
    started, steps = opening(name)
    game = session.package(name)
    options = msgspec.convert(started.options, type(game.game.options()))
    open_match = session.start(game, started.seats, started.players, options)
    moves, ways = _last_on_the_board(open_match.presenter.package, steps)
    for move in moves:
        open_match.presenter.make(move)
    return open_match, ways


def _last_on_the_board(
    game: GamePackage, steps: Sequence[Step]
) -> tuple[list[Move], dict[str, list[str]]]:
    """The moves before the last one that ends with a touch of the board, and what leads to that
    one by each kind of input."""
    for at in reversed(range(1, len(steps))):
        move, view = steps[at].move, game.game.public(steps[at - 1].after)
        assert move is not None
        if steps[at].by == TABLE:  # what came up is told by nobody's button
            continue
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
            bar = f"{BARS_MS[name]:.0f}" if index < 2 or name in PAGES else ""
            print(
                f"{name + ', ' + what:<26} {len(found):>4} {middle:>7.2f} {high:>7.2f} "
                f"{high * PI_4:>8.1f} {bar:>5}"
            )


def _spent(times: Sequence[Times]) -> None:
    """What else is known of touches, in the middle."""
    process, _, wall, system, waited, made_way = (median(one) for one in zip(*times, strict=True))
    print(
        f"a touch in the middle: {wall:.1f} ms, of the processor {process:.1f}, in the system "
        f"{system:.1f}; waited {waited:.0f} times, made way {made_way:.0f} times"
    )


def rows(size: Size) -> Iterator[Row]:
    """From each kind of input to the frame with the verdict, drawn by a chip. The first of each
    game draws what was never seen before, and is told by itself."""
    repeats = 24 if size is WHOLE else 8
    for game in names():
        told = drawn_by_a_chip(
            "bench.latency", "--inside", "--json", "--game", game, "--repeats", str(repeats)
        )
        seen_of = msgspec.json.decode(told, type=dict[str, list[Times]])
        yield Row(
            what=f"{game}: the first touch after it was opened to the frame with the verdict",
            unit="ms",
            ours=(seen_of["touch"][0][0],),
            better="less",
            noisy=True,
        )
        for name, times in seen_of.items():
            found = sorted(one[2 if name in PAGES else 0] for one in times)
            seen = "its page, by the clock" if name in PAGES else "the verdict"
            what = name if name == "redraw" else f"{name} to the frame with {seen}"
            yield Row(
                what=f"{game}: {what}, p95",
                unit="ms",
                ours=(found[int(len(found) * 0.95)],),
                better="less",
                bar=BARS_MS[name],
                noisy=True,
            )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.latency", description=__doc__)
    parser.add_argument("--game", choices=names(), default="mesopotamien")
    parser.add_argument("--repeats", type=int, default=40)
    parser.add_argument("--profile", action="store_true", help="tell where the time went")
    parser.add_argument("--touches", action="store_true", help="measure nothing but touches")
    parser.add_argument("--rest", type=float, default=REST, help="seconds between two inputs")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.inside:
        inside(
            asked.game,
            asked.repeats,
            asked.profile,
            asked.json,
            touches=asked.touches,
            rest=asked.rest,
        )
        return 0
    more = ["--profile"] if asked.profile else []
    more += ["--touches"] if asked.touches else []
    more += ["--rest", str(asked.rest)]
    repeats = ["--repeats", str(asked.repeats)]
    return twice("bench.latency", "--inside", "--game", asked.game, *repeats, *more)


if __name__ == "__main__":
    raise SystemExit(main())
