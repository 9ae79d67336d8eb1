"""Plays an evening on the running app, frame by frame, and tells what it sees."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window

from companion.match import record
from demo.claims import Claims
from demo.hands import Hands, NotThere
from demo.script import Script, Step
from firmware_bridge import Settings
from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from ui.app import Choices, Companion
from ui.widgets import moment

PATIENCE = 8.0
"""Seconds a claim may take to come true before the evening has failed."""

FRAME = 1 / 30

LOOKED = 0.5
"""Seconds after the first picture in which the devices are found, before the hands begin."""


class Evening:
    """The app with people at the table. out: where pictures and the record go."""

    def __init__(
        self,
        script: Script,
        out: Path,
        language: str | None,
        inch: float | None,
        tell: Callable[[str], None],
    ) -> None:
        self._script = script
        self._out = out
        self._tell = tell
        self._scanner = SimulatedScanner()
        settings = self._wired()
        self._pins = SimulatedPins(settings)
        choices = Choices(
            out / "data", language, None, inch, hardware=settings, pins=self._pins.factory
        )
        self.app = Companion(choices)
        self.app.session.set(names=script.seats, seats={script.game: tuple(script.seats)})
        self.failed = ""
        self._wait_until = 0.0
        self._said = 0
        self._course: Iterator[float] | None = None

    def _wired(self) -> Settings:
        """What the app knows of the devices."""
        return Settings(scanner=self._scanner.settings(repeat_ms=100))

    def play(self) -> bool:
        """Open the app, play, close it; whether every step did what was expected."""
        Window.bind(on_flip=self._seen)
        try:
            self.app.run()
        finally:
            self._scanner.close()
        if not self.failed and self._course is not None:
            self.failed = "the window was closed before the evening was over"
        return not self.failed

    def _seen(self, *_: object) -> None:
        """Nobody touches before there is something to see: until then, nothing has its place."""
        Window.unbind(on_flip=self._seen)
        Clock.schedule_once(lambda _: self._begin(), LOOKED)

    def _begin(self) -> None:
        root = self.app.root
        assert root is not None
        self._hands = Hands(root, self._pins, self._scanner)
        self._claims = Claims(root)
        self._course = self._steps()
        self._ticks = Clock.schedule_interval(self._tick, FRAME)

    def _tick(self, _: float) -> None:
        self._tell_news()
        if time.monotonic() < self._wait_until or self._course is None:
            return
        if Clock.get_before_frame_events():  # what was just built has no place yet
            return
        try:
            pause = next(self._course)
        except StopIteration:
            self._finish("")
        except (NotThere, LookupError, AssertionError) as error:
            self._finish(f"{self._now}: {error}")
        else:
            self._wait_until = time.monotonic() + pause

    _now: Step | str = ""

    def _steps(self) -> Iterator[float]:
        for step in self._script.steps:
            self._now = step
            yield from self._step(step)

    def _step(self, step: Step) -> Iterator[float]:
        if step.verb == "picture":
            yield 0.5  # whatever travels arrives first
            moment.finish()
            yield 0.0
            self._picture(step.words[0])
        elif self._claims.knows(step.verb):
            yield from self._wait_for(step)
        else:
            self._claims.since = self._claims.lines
            yield from self._hands.do(step)

    def _wait_for(self, step: Step) -> Iterator[float]:
        end = time.monotonic() + PATIENCE
        while not self._claims.holds(step.verb, step.words):
            if time.monotonic() > end:
                raise AssertionError("this was expected, and is not so")
            yield 0.0

    def _picture(self, name: str) -> None:
        taken = Path(Window.screenshot(name=str(self._out / f"{name}.png")))
        taken.replace(self._out / f"{name}.png")

    def _tell_news(self) -> None:
        """Every new line of the journal as a sentence, and what the screen tells besides."""
        root = self.app.root
        open_match = None if root is None else root.session.open_match
        if root is None or open_match is None:
            return
        entries = open_match.match.timeline.entries
        for entry in entries[self._said :]:
            for sentence in entry.said(root.session.language):
                self._tell(f"{entry.number:4}  {sentence}")
        self._said = len(entries)
        news = root.page.toast_text() if root.page is not None else ""
        if news and news != self._told:
            self._tell(f"   ·  {news}")
        self._told = news

    _told = ""

    def _finish(self, failed: str) -> None:
        self._ticks.cancel()
        self._course = None
        self.failed = failed
        if failed:
            self._picture("failed")
        open_match = self.app.session.open_match
        if open_match is not None:
            text = record.write(open_match.match, self.app.session.language)
            (self._out / "record.txt").write_text(text, "utf-8")
        self.app.stop()


def run(script: Script, out: Path, language: str | None, inch: float | None) -> int:
    """Play an evening; 0 when every step did what was expected."""
    evening = Evening(script, out, language, inch, lambda line: print(line, flush=True))
    well = evening.play()
    if not well:
        print(evening.failed, file=sys.stderr)
    return 0 if well else 1
