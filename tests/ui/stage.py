"""The window of the tests: puts a widget on it, draws frames, touches it."""

import gc
import os
import time
from collections.abc import Callable
from typing import Any

from kivy.config import Config

# Off screen the surface keeps the size it was made with: large enough for every screen.
Config.set("graphics", "width", 1280)
Config.set("graphics", "height", 1280)
Config.set("graphics", "multisamples", 0)
# Tests need not wait for the next frame. The clock asks for this once, when it is imported.
Config.set("graphics", "maxfps", 0)

from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels  # noqa: E402
from kivy.input.motionevent import MotionEvent  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from ui import canvas, theme  # noqa: E402

canvas.install()

KEPT = 12
"""Tests whose apps may lie about before they are looked for: among all that there is, which takes
as long as a short test. Of more, so much memory is in use that to look through it takes longer."""

SOON, LATE = 0.002, 0.02
"""Seconds between two looks at what comes from another thread, which needs them for itself: at
first, and at most."""


class Finger(MotionEvent):
    """One finger on the window, in pixels from the lower left; down as soon as it is made.

    after: seconds since the last finger left, on the fingers' own clock; they take their time,
    however fast a test is. lasts: seconds until it leaves. gone: whether it has left already
    when the window hears of it.
    """

    count = 0
    clock = 0.0

    def __init__(
        self,
        x: float,
        y: float,
        double: bool = False,
        after: float = 0.3,
        lasts: float = 0.06,
        gone: bool = False,
    ) -> None:
        Finger.count += 1
        super().__init__("tests", Finger.count, self._share(x, y), is_touch=True, type_id="touch")
        self.is_double_tap = double
        self.time_start = Finger.clock = max(Finger.clock, time.time() - 1) + after
        self._lasts = lasts
        if gone:
            self._leave()
        EventLoop.post_dispatch_input("begin", self)

    @staticmethod
    def _share(x: float, y: float) -> dict[str, float]:
        width, height = Window.system_size
        return {"x": x / (width - 1), "y": y / (height - 1)}

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ["pos"]
        super().depack(args)

    def to(self, x: float, y: float) -> "Finger":
        self.move(self._share(x, y))
        EventLoop.post_dispatch_input("update", self)
        return self

    def _leave(self) -> None:
        self.time_end = Finger.clock = max(Finger.clock, self.time_start + self._lasts)

    def up(self) -> None:
        self._leave()
        EventLoop.post_dispatch_input("end", self)


class Stage:
    """The window with one widget on it. flips: frames that were drawn so far."""

    left = 0

    def __init__(self, size: tuple[int, int]) -> None:
        EventLoop.ensure_window()
        if tuple(Window.system_size) != size:
            Window.size = size
        self.size = size
        self.flips = 0
        self._listening = len(Window.get_property_observers("size"))
        theme.use(size)
        self.clear()
        Window.bind(on_flip=self._flipped)
        self.settle()

    def _flipped(self, *_: object) -> bool:
        self.flips += 1
        return True

    def put(self, widget: Widget) -> Any:
        """Show this widget and nothing else."""
        self.clear()
        Window.clearcolor = theme.colour("background")
        Window.add_widget(widget)
        self.frames(1)  # as for people: a first touch finds a screen that was drawn
        return widget

    def clear(self) -> None:
        """Take everything away."""
        for child in list(Window.children):
            Window.remove_widget(child)

    def close(self) -> None:
        """Leave the window to the next test, which draws nothing of what nobody sees any more.

        Raises AssertionError when an app was left open: it would be built anew at every change
        of size from now on, and be most of what the tests after it do.
        """
        self.clear()
        for event in Clock.get_events():
            if not event.loop:
                event.cancel()
        Window.unbind(on_flip=self._flipped)
        Stage.left = (Stage.left + 1) % KEPT
        if not Stage.left:
            gc.unfreeze()  # an app set aside what lasts as long as itself: until now
            gc.collect()
            gc.freeze()
        assert len(Window.get_property_observers("size")) <= self._listening, "close the table"

    def frames(self, count: int = 1) -> None:
        """Let so many turns of the loop pass."""
        for _ in range(count):
            EventLoop.idle()

    def settle(self) -> None:
        """Let everything find its place, without drawing it."""
        for _ in range(3):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()

    def rest(self) -> None:
        """Let everything that is under way end, a late word of the window's size too, until no
        frame is drawn any more.

        Raises AssertionError when something is drawn all the time.
        """
        still, since = 0, time.monotonic()

        def rested() -> bool:
            nonlocal still, since
            drawn = self.flips
            EventLoop.idle()
            still += 1
            if self.flips != drawn:
                still, since = 0, time.monotonic()
            return still >= 10 and time.monotonic() - since > 0.2

        self.until(rested)

    def until(self, done: Callable[[], object], seconds: float = 120) -> None:
        """Draw frames until something holds. Raises AssertionError when it never does."""
        end, pause = time.monotonic() + seconds, SOON
        while not done():
            assert time.monotonic() < end, "it never happened"
            time.sleep(pause)
            EventLoop.idle()
            pause = min(2 * pause, LATE)

    def tap(self, x: float, y: float, double: bool = False) -> None:
        """Touch and leave the same point."""
        Finger(x, y, double).up()

    def pixels(self) -> bytes:
        """What the window shows now, as rows of RGBA from the lowest up."""
        self.frames(2)
        Window.dispatch("on_draw")
        data: bytes = glReadPixels(0, 0, *self.size, GL_RGBA, GL_UNSIGNED_BYTE)
        return data

    def picture(self, path: str) -> None:
        """Save what the window shows."""
        self.frames(2)
        os.replace(Window.screenshot(name=path), path)


def pixel(pixels: bytes, width: int, x: float, y: float) -> tuple[int, int, int]:
    """The colour at a point of what :meth:`Stage.pixels` gave."""
    at = 4 * (round(y) * width + round(x))
    return pixels[at], pixels[at + 1], pixels[at + 2]
