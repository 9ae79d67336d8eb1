"""The process in which the app is flooded: sets Kivy up as the companion does, then floods."""

import argparse
import logging
import os
import platform
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.kernel import MOVE
from firmware_bridge.settings import HARDWARE
from tests.proofs._noisy import NOISY, Keys, Scanner
from ui.__main__ import configure

if TYPE_CHECKING:
    from ui.app import Companion

SENT = {
    "scanner": "lines of a scanner sent",
    "keys": "keys went down or up, as quickly as a machine can",
    "hands": "keys went down or up, as few as are taken for a hand's",
}

QUIET = 0.5
"""Seconds before the flood, and until the last code is taken."""

TOUCHED = 0.5
"""Seconds from one touch to the next, in which the first must be answered."""

LOOKED = 20
"""So often the last code is shown until it is taken: on a busy machine a plug is seen late."""

LAST = "THELASTONE"
"""The code that is shown by hand."""


class Flood:
    """One run. turned_off: how often the device was; touched, answered: the button."""

    def __init__(self, asked: argparse.Namespace, app: "Companion", noisy: Scanner | Keys):
        self._asked, self._app, self._noisy = asked, app, noisy
        self.sent = self.turned_off = self.touched = self.answered = 0
        self.longest = self.longest_wall = self.longest_own = self.took = 0.0
        self.wrong: list[str] = []
        self._at: tuple[float, float, float] | None = None
        self._spent = 0.0
        self._ended = self._begun = False
        self._before, self._seen_at = "", 0.0
        self.missed: list[str] = []

    def begin(self) -> None:
        """Once there is something to see: a match, and then the flood."""
        from kivy.clock import Clock

        session = self._app.session
        package = session.package(self._asked.game)
        assert self._app.root is not None
        self._app.root.play(session.start(package, package.game.colours[:2], {}))
        Clock.schedule_interval(lambda _: self._frame(), 0)
        Clock.schedule_interval(lambda _: self._turn_on(), self._asked.again)

    def _frame(self) -> None:
        now = (time.process_time() - self._spent, time.monotonic(), time.thread_time())
        if self._at is not None:
            self.longest = max(self.longest, now[0] - self._at[0])
            self.longest_wall = max(self.longest_wall, now[1] - self._at[1])
            self.longest_own = max(self.longest_own, now[2] - self._at[2])
        self._at = now
        self._look(now[1])
        if not self._begun and self._state() == "ready":  # on a busy machine it is found late
            self._begun = True
            threading.Thread(target=self._send).start()
        if self._ended:
            self._ended = False
            self._end()

    def _look(self, now: float) -> None:
        """Touch again half a second after the last touch was seen, and not after it was made: in
        a long frame the next would be taken for a hand that trembles. It is looked for in each
        frame whether the last was answered: keys may choose a language, too."""
        if self._before and self._app.session.language != self._before:
            self._before = ""
            self.answered += 1
        if self._seen_at == 0.0:
            self._seen_at = now
        if self._begun and now - self._seen_at >= TOUCHED:
            if self._before:
                page = self._app.root and self._app.root.page
                shown = [type(one).__name__ for one in (page, page and page.sheet) if one]
                self.missed.append(" ".join(shown))
            self._seen_at = 0.0
            self._touch()

    def _touch(self) -> None:
        """The other language, by its button: seen at once if it is answered."""
        from kivy.core.window import Window
        from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

        session, root = self._app.session, self._app.root
        assert root is not None and root.page is not None
        self._before = session.language
        x, y = root.page.header.language.to_window(*root.page.header.language.center)
        at = (7, x / Window.width, 1 - y / Window.height, 1.0)
        for what in ("fingerdown", "fingerup"):
            SDL2MotionEventProvider.q.appendleft((what, *at))
        self.touched += 1

    def _state(self) -> str:
        if self._app.bridge is None:  # it begins once the first picture is there
            return ""
        states = self._app.bridge.states()
        return next((one.state for one in states if one.name == self._noisy.name), "")

    def _turn_on(self) -> None:
        if self._state() == "off":
            self.turned_off += 1
            assert self._app.bridge is not None
            self._app.bridge.again(self._noisy.name)

    def _send(self) -> None:
        """In a thread of its own: all of it, no faster than it is to come."""
        begun, whole = time.monotonic(), self._asked.sent
        self._noisy.say(self._words())
        pause = self._asked.seconds / whole
        while self.sent < whole:
            due = min(whole, int((time.monotonic() - begun) / pause) + 1)
            self._noisy.send(due - self.sent)
            self.sent = max(self.sent, due)
            self._spent = time.thread_time()  # what it takes to be a device is not the companion's
            time.sleep(0.005)
        self.took = time.monotonic() - begun
        self._ended = True

    def _words(self) -> list[str]:
        open_match = self._app.session.open_match
        assert open_match is not None
        game, scene = open_match.presenter.game, open_match.presenter.scene
        tokens = [shape.token for shape in scene.shapes if shape.token]
        return [*dict.fromkeys(tokens), *(MOVE + kind.name for kind in game.kinds), "nonsense"]

    def _end(self) -> None:
        """It is calm again, and somebody shows a code."""
        from kivy.clock import Clock

        assert self._app.bridge is not None
        self._noisy.calm()
        self._app.bridge.again(self._noisy.name)

        left = LOOKED

        def show(_: float) -> None:
            self._noisy.show(LAST)
            Clock.schedule_once(heard, QUIET)

        def heard(_: float) -> None:
            nonlocal left
            assert self._app.bridge is not None
            last = [getattr(one, "code", "") for one in self._app.bridge.latest()]
            left -= 1
            if LAST not in last and left:
                show(0.0)
                return
            if LAST not in last:
                states = [(one.name, one.state) for one in self._app.bridge.states()]
                self.wrong.append(f"the last code was not taken: {states}")
            self._app.stop()

        Clock.schedule_once(show, 3 * QUIET)

    def report(self) -> int:
        """What was seen; 0 when all held."""
        frame = self._asked.frame
        missed = len(self.missed)
        if 1000 * self.longest > frame:
            self.wrong.append(f"a frame took {1000 * self.longest:.0f} ms, bar {frame:.0f} ms")
        if missed > self.touched // 20 + 1:
            self.wrong.append(f"{missed} touches were not answered within half a second")
        print(
            f"{time.strftime('%F %R')}, {os.cpu_count()} cores, Python {platform.python_version()}"
        )
        print(f"\n{self.sent:9} {SENT[self._asked.by]} in {self.took:.1f} s")
        print(f"{self.turned_off:9} times it was turned off for that, and on again by hand")
        print(f"{self.touched:9} touches, {missed} not answered within half a second")
        longest = f"{1000 * self.longest:9.0f}"
        print(f"{longest} ms of the processor for the longest frame (bar {frame:.0f})")
        own = f"{1000 * self.longest_own:9.0f}"
        print(f"{own} ms at most for the thread of the screen; the rest draws, or hears devices")
        print(f"{1000 * self.longest_wall:9.0f} ms by the clock for it, with others on the machine")
        print(f"{len(self.wrong):9} things went wrong")
        for one in self.missed:
            print(f"\nnot answered; what was shown half a second later: {one}")
        for one in self.wrong:
            print(f"\n{one}")
        return 1 if self.wrong else 0


class _Ears(logging.Handler):
    def __init__(self, blame: Callable[[str], Any]) -> None:
        super().__init__(logging.ERROR)
        self._blame = blame

    def emit(self, one: logging.LogRecord) -> None:
        self._blame(self.format(one))


def main(argv: list[str]) -> int:
    """0 when all held."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", required=True)
    parser.add_argument("--by", choices=[*NOISY], required=True)
    parser.add_argument("--sent", type=int, required=True)
    for name in ("seconds", "frame", "again"):
        parser.add_argument(f"--{name}", type=float, required=True)
    asked = parser.parse_args(argv)
    configure(asked.folder, (1280, 720), windowed=True)
    from kivy.clock import Clock

    from ui.app import Choices, Companion

    with NOISY[asked.by]() as noisy:
        (asked.folder / HARDWARE).write_text(noisy.wired())
        app = Companion(Choices(asked.folder, "de", inputs=noisy.opener))
        flood = Flood(asked, app, noisy)
        logging.getLogger().addHandler(_Ears(flood.wrong.append))
        Clock.schedule_once(lambda _: flood.begin(), 2 * QUIET)
        try:
            app.run()
        except Exception:
            flood.wrong.append(traceback.format_exc())
        return flood.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
