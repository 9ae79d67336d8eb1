"""``python -m demo.film``: a film of an evening, from the finger's touches to the winner.

A clock of its own runs in it: every picture is a tenth of a second, however long the machine takes
for one. What does not change is no picture, and costs the film nothing.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ui.__main__ import configure, parser

if TYPE_CHECKING:
    from PIL.Image import Image

    from demo.script import Step

WHAT = "Plays a short evening and leaves a film of it."

TARGET = Path(__file__).parents[1] / "docs" / "images" / "evening.webp"

SIZE, SHOWN = (1280, 720), (800, 450)
"""Pixels of the screen, and of the film."""

PICTURE = 0.1
"""Seconds of one."""

BETWEEN = 0.6
"""Seconds from one touch to the next."""

SEEN = 0.4
"""Seconds for which a touch is marked."""

FINGER = 22
"""Pixels across a touch on the film."""

FIRST = 20
"""Pictures in which the first screen is drawn, before any is kept."""

PATIENCE = 400
"""Pictures in which what is expected must come true."""

MANY, MOST = 3, 2000
"""Moves between two pictures while it plays on to the end, and until it gives up."""

QUALITY = 42


class Now:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.seconds = max(time.monotonic(), time.perf_counter()) + 1  # never back

    def __call__(self) -> float:
        """The time, in seconds."""
        return self.seconds


class Reel:
    """The pictures so far, each with how many milliseconds it is seen."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []
        self.lasting: list[int] = []

    def add(self, picture: Image, milliseconds: int) -> None:
        """One more; the last one longer, where it is the same."""
        kept = BytesIO()
        picture.save(kept, "WebP", lossless=True, quality=0, method=0)
        if self._kept and self._kept[-1] == kept.getvalue():
            self.lasting[-1] += milliseconds
            return
        self._kept.append(kept.getvalue())
        self.lasting.append(milliseconds)

    def save(self, path: Path) -> None:
        """As an animated picture."""
        from PIL import Image

        first, *others = (Image.open(BytesIO(one)).convert("RGB") for one in self._kept)
        first.save(
            path,
            "WebP",
            save_all=True,
            append_images=others,
            duration=self.lasting,
            loop=0,
            quality=QUALITY,
            method=4,
        )


class Film:
    """The companion, who plays, and what is seen of it. now: the clock that everything goes by."""

    def __init__(self, folder: Path, language: str, now: Now) -> None:
        from kivy.base import runTouchApp
        from kivy.core.window import Window

        from demo.claims import Claims
        from demo.hands import Hands
        from demo.script import parse
        from firmware_bridge import NOTHING
        from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
        from ui.app import Choices, Companion

        self.script = parse(files(__package__).joinpath("film.toml").read_text("utf-8"))
        self.reel, self._now = Reel(), now
        self.app = Companion(Choices(folder, language, hardware=NOTHING))
        seats = self.script.seats
        self.app.session.set(names=seats, seats={self.script.game: tuple(seats)}, speaker=0)
        self.root = self.app.build()
        self.hands = Hands(self.root, SimulatedPins(NOTHING), SimulatedScanner())
        self.claims = Claims(self.root)
        self._touched, self._at = -1.0, (0.0, 0.0)
        self._screen: Image | None = None
        self._new = True
        Window.bind(on_flip=self._flipped)
        runTouchApp(self.root, embedded=True)  # fingers are read, and the loop is ours

    def _flipped(self, *_: object) -> None:
        self._new = True

    def play(self) -> Reel:
        """All of it. Raises AssertionError or LookupError where it goes otherwise than it is
        written."""
        from demo.hands import NotThere

        self._open()
        self._pause(1.0)
        for step in self.script.steps:
            try:
                self._do(step)
            except (AssertionError, LookupError, NotThere) as error:
                self._shot().save(tempfile.gettempdir() + "/film-failed.png")
                raise AssertionError(f"{step}: {error}") from error
        self.app.on_stop()
        self.hands.scanner.close()
        return self.reel

    def _open(self) -> None:
        """Until the shelf is whole: the first picture is what is seen of a film that stands."""
        from kivy.base import EventLoop

        for _ in range(FIRST):
            self._now.seconds += PICTURE
            EventLoop.idle()

    def _do(self, step: Step) -> None:
        if step.verb == "pause":
            self._pause(float(step.words[0]))
        elif step.verb == "main":
            from ui.screens.table.tray import Main

            (place,) = (one for one in self.root.walk() if isinstance(one, Main))
            self._act(self.hands._tap(*place.to_window(*place.center)))
        elif step.verb == "rest_of_it":
            self._play_on()
        elif self.claims.knows(step.verb):
            self._wait_for(step)
        else:
            self.claims.since = self.claims.lines
            self._act(self.hands.do(step))

    def _act(self, course: Iterator[float]) -> None:
        for pause in course:
            if self.hands._at != self._at:
                self._touched, self._at = self._now.seconds, self.hands._at
            self._pause(pause)
        self._pause(BETWEEN)

    def _wait_for(self, step: Step) -> None:
        for _ in range(PATIENCE):
            if self.claims.holds(step.verb, step.words):
                return
            self._pause(PICTURE)
            time.sleep(0.02)  # for the disk
        raise AssertionError("this was expected, and is not so")

    def _play_on(self) -> None:
        """The rest of the match, faster than anybody can play."""
        from companion.referee.player import Player
        from demo.walk import Walk

        presenter = Walk(self.root, self.script.game).presenter
        match, moves = presenter.match, 0
        player = Player(match.game, random.Random(7), 0.0)
        while not match.over and moves < MOST:
            _, made = player.turn(match.position)
            if made is None:
                break
            presenter.make(made)
            moves += 1
            if moves % MANY == 0:
                self._pause(PICTURE)
        self.root.refresh()

    def _pause(self, seconds: float) -> None:
        for _ in range(max(1, round(seconds / PICTURE))):
            self._picture()

    def _picture(self) -> None:
        """A tenth of a second goes by, and is seen."""
        from kivy.base import EventLoop

        self._now.seconds += PICTURE
        EventLoop.idle()
        if self._new or self._screen is None:
            self._screen, self._new = self._shot(), False
        self.reel.add(self._marked(self._screen), round(PICTURE * 1000))

    def _shot(self) -> Image:
        from kivy.core.window import Window
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
        from PIL import Image

        Window.dispatch("on_draw")
        pixels = glReadPixels(0, 0, *SIZE, GL_RGBA, GL_UNSIGNED_BYTE)
        seen = Image.frombytes("RGBA", SIZE, pixels).convert("RGB")
        return seen.transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize(
            SHOWN, Image.Resampling.LANCZOS
        )

    def _marked(self, seen: Image) -> Image:
        """With the finger, while one was there just now."""
        from PIL import ImageDraw

        if self._now.seconds - self._touched > SEEN:
            return seen
        share = SHOWN[0] / SIZE[0]
        x, y = self._at[0] * share, (SIZE[1] - self._at[1]) * share
        marked, half = seen.copy(), FINGER / 2
        ImageDraw.Draw(marked, "RGBA").ellipse(
            (x - half, y - half, x + half, y + half), (255, 255, 255, 90), (255, 255, 255, 230), 2
        )
        return marked


def main(arguments: list[str] | None = None) -> int:
    """Play and save; 0 when all went as it is written."""
    made = parser("python -m demo.film", WHAT)
    made.add_argument("--out", type=Path, default=TARGET, metavar="FILE")
    chosen = made.parse_args(arguments)
    now = Now()
    time.monotonic = now
    os.environ |= {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    with tempfile.TemporaryDirectory(prefix="film-") as folder:
        configure(Path(folder), SIZE, windowed=True)
        from kivy.config import Config

        Config.set("graphics", "maxfps", 0)
        from kivy.base import EventLoop
        from kivy.clock import Clock

        Clock.time = now
        EventLoop.ensure_window()
        reel = Film(Path(folder), chosen.language or "en", now).play()
    reel.save(chosen.out)
    size, long = chosen.out.stat().st_size / 1e6, sum(reel.lasting) / 1000
    print(f"{chosen.out}: {long:.0f} seconds in {len(reel.lasting)} pictures, {size:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
