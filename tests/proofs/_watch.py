"""A run of the real app with people at it, and what is seen of it. To be imported after Kivy is set
up."""

import logging
import os
import platform
import sqlite3
import sys
import threading
import time
import traceback
from argparse import Namespace
from collections import Counter
from random import Random

import kivy
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import glFinish

from bench.probe import resident
from companion.match import registry
from companion.match.check import check
from companion.match.record import write
from firmware_bridge import NOTHING
from tests.proofs._people import People
from ui.app import Choices, Companion
from ui.memory import QUIET
from ui.session.open_match import OpenMatch

SAVED = 2.0
"""Seconds after the last touch in which all must be saved."""

PAUSE = QUIET + 1.0
"""Seconds in which nobody touches anything before memory is measured."""

FASTEST = 1000
"""Frames a second that are asked for while it is played."""


class Soak:
    """One run. wrong: what went wrong, in words."""

    def __init__(self, asked: Namespace) -> None:
        self._asked = asked
        self.app = Companion(Choices(asked.folder, "de", hardware=NOTHING))
        seats = registry.game_package(asked.game).game.colours[:2]
        self.app.session.set(seats={asked.game: seats})  # the shortest games
        self._people = People(self.app, Random(asked.seed), asked.game)
        self.counts = self._people.counts
        self.wrong: list[str] = []
        self._frames = 0
        self._longest = self._longest_wall = 0.0
        self._longest_doing = ""
        self._told: Counter[str] = Counter()
        self._memory: list[float] = []
        self._pausing = False
        self._memory_end = self._idle_share = self._played = 0.0
        self._left = (0.0, 0.0)
        self._next = 0.0

    # The run

    def play(self) -> int:
        """Play, watch the app rest, report; 0 when all held."""
        self._watch()
        Window.bind(on_flip=self._seen)
        try:
            self.app.run()
        except Exception:
            self._blame(traceback.format_exc())
        if not self._memory_end:
            self._blame("the app ended before its time")
        return self._report()

    def _watch(self) -> None:
        """Hear of every exception on any thread and of every error in the log."""
        soak = self

        class Ears(logging.Handler):
            def emit(self, one: logging.LogRecord) -> None:
                soak._blame(self.format(one))

        logging.getLogger().addHandler(Ears(logging.ERROR))
        threading.excepthook = lambda args: soak._blame(
            "".join(traceback.format_exception(args.exc_type, args.exc_value, args.exc_traceback))
        )
        offscreen = os.environ.get("SDL_VIDEODRIVER") == "offscreen"

        def flipped(*_: object) -> None:
            soak._frames += 1
            if offscreen:  # else frames queue up in memory, for nobody waits for the renderer
                glFinish()

        Window.bind(on_flip=flipped)

    def _blame(self, what: str) -> None:
        if len(self.wrong) < 20:
            self.wrong.append(what.strip())

    def _seen(self, *_: object) -> None:
        """Nobody touches before there is something to see."""
        Window.unbind(on_flip=self._seen)
        Clock.schedule_once(lambda _: self._sit_down(), 0.5)

    def _sit_down(self) -> None:
        self._calm = Clock._max_fps
        Clock._max_fps = FASTEST
        self._begun = time.monotonic()
        self._course = self._people.play()
        self._left = (time.process_time(), time.monotonic())
        self._turns = Clock.schedule_interval(self._turn, 0)

    def _share(self) -> float:
        """How much of the play is over."""
        if self._asked.touches:
            return self.counts["touches"] / int(self._asked.touches)
        return (time.monotonic() - self._begun) / (60 * float(self._asked.minutes))

    def _turn(self, _: float) -> None:
        """Once a frame: what the app did since, then the next touch."""
        took = time.process_time() - self._left[0], time.monotonic() - self._left[1]
        if took[0] > self._longest:
            self._longest, self._longest_doing = took[0], self._people.doing
        self._longest_wall = max(self._longest_wall, took[1])
        now = time.monotonic()
        if now >= self._next:
            self._count()
            if self._pausing:
                self._memory.append(resident())
                self._pausing = False
            if self._share() >= 1:
                self._rest()
            elif self._asked.careless and self.counts["touches"] > 10:
                raise LookupError("a word is lost")
            elif self._share() * self._asked.looks > len(self._memory) + 1:
                self._pausing = True
                self._next = now + PAUSE
            else:
                self._next = now + next(self._course)
        self._left = (time.process_time(), time.monotonic())

    def _rest(self) -> None:
        self._turns.cancel()
        Clock._max_fps = self._calm
        self._played = time.monotonic() - self._begun
        Clock.schedule_once(
            lambda _: self._begin_to_watch(), SAVED if not self._asked.looks else PAUSE
        )

    def _begin_to_watch(self) -> None:
        self._memory_end = resident()
        self._settle()
        open_match = self.app.session.open_match
        if open_match is not None and open_match.match.clocks and self.app.root is not None:
            self.app.root.home()  # a clock on the screen is drawn anew every second
        self._left = (time.process_time(), time.monotonic())
        Clock.schedule_once(lambda _: self._rested(), self._asked.idle)

    def _rested(self) -> None:
        cpu, wall = time.process_time() - self._left[0], time.monotonic() - self._left[1]
        self._idle_share = 100 * cpu / wall
        self.app.stop()

    # What is seen

    def _count(self) -> None:
        """Add up what is new in the journal, and look at a match that is over."""
        open_match = self.app.session.open_match
        if open_match is None:
            return
        match = open_match.match
        before = self._told[open_match.name]
        for entry in match.timeline.entries[before:]:
            self.counts[f"entries: {type(entry).__name__.lower()}"] += 1
        self._told[open_match.name] = len(match.timeline.entries)
        over = f"over {open_match.name}"
        if match.over and not self._told[over]:
            self._told[over] = 1
            how = "by the rules" if match.outcome is not None else "by agreement"
            self.counts[f"matches ended {how}"] += 1
            self._replay(open_match)

    def _replay(self, open_match: OpenMatch) -> None:
        difference = check(write(open_match.match))
        self.counts["records replayed"] += 1
        if difference is not None:
            self._blame(f"a record does not replay: {difference}")

    def _settle(self) -> None:
        """The match that is under way, and whether all is saved."""
        open_match = self.app.session.open_match
        if open_match is not None:
            self._replay(open_match)
            if not open_match.saved:
                self._blame("in the end not all is saved")

    def _report(self) -> int:
        end = self._memory_end
        half = self._asked.looks // 2
        warm = self._memory[half - 1] if len(self._memory) >= half > 0 else end
        growth = 100 * (end / warm - 1) if warm else 0.0
        longest = 1000 * self._longest
        bar, games = self._asked.growth, self._asked.games
        frame, rest = self._asked.frame, self._asked.rest
        ended = sum(n for what, n in self.counts.items() if what.startswith("matches ended"))
        for what, bad in (
            (f"{ended} matches were played to their end, wanted {games}", ended < games),
            (f"memory grew by {growth:.1f} %, bar {bar:.0f} %", growth > bar),
            (f"a frame took {longest:.0f} ms, bar {frame:.0f} ms", longest > frame),
            (f"at rest {self._idle_share:.2f} %, bar {rest:.1f} %", self._idle_share > rest),
        ):
            if bad:
                self._blame(what)
        print(f"{time.strftime('%F %R')}, {os.cpu_count()} cores, Python", end=" ")
        print(f"{platform.python_version()}, Kivy {kivy.__version__}, SQLite", end=" ")
        print(f"{sqlite3.sqlite_version}; seed {self._asked.seed}")
        print(f"\n{self._played:9.0f} s played")
        print(f"{self._frames:9} frames")
        for what, count in sorted(self.counts.items()):
            print(f"{count:9} {what}")
        print(f"{longest:9.0f} ms of the processor for the longest frame (bar {frame:.0f})")
        print(f"{'':9} (after: {self._longest_doing})")
        print(
            f"{1000 * self._longest_wall:9.0f} ms by the clock for it, with others on the machine"
        )
        print(f"{warm:9.1f} MB in memory after warming up (at half of the time)")
        print(f"{end:9.1f} MB at the end: {growth:+.1f} % (bar {bar:.0f} %)")
        print(f"{'':9} (on the way: {', '.join(f'{one:.0f}' for one in self._memory)})")
        print(f"{self._idle_share:9.2f} % of a core at rest (bar {rest:.1f} %)")
        print(f"{len(self.wrong):9} things went wrong")
        for one in self.wrong:
            print(f"\n{one}")
        sys.stdout.flush()
        return 1 if self.wrong else 0
