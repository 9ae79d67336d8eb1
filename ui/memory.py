"""Memory that nothing needs any longer is given back while nobody touches anything.

What a screen leaves behind goes at once, save what holds itself: that must be looked for. Among
what is new that is soon done, but to look through all takes a few hundredths of a second, on a
small computer half a second. Between two moves people think, and nobody notices.
"""

import ctypes
import gc
import time
from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window

from ui.canvas.layers import gather

SHOWN = 0.05
"""Seconds after an input in which what came of it has been shown: what came since the last long
pause is looked through. To let go of what more inputs leave behind would hold up a frame for too
long."""

MUCH = 2
"""Times since it was last looked through that the collector has gone through what was new: then no
input puts it off, and what devices send waits until it has had its frame. A device may never rest,
and what that leaves behind in a while is let go of all at once: 80,000 things hold up a frame for a
fifth of a second."""

LASTS = 0.06
"""Seconds of the processor that looking through what is new may take: after that what is left of it
is expected to last, and is looked through again in the next long pause only. Else each look would
take longer, as long as nobody pauses, and hold up its frame."""

FRAMES, FEW = 60, 8
"""Frames in a row at most that are spared it for being drawn; the second where there is much."""

QUIET = 5.0
"""Seconds since the last input after which nobody seems to be about to touch anything: all is
looked through."""

SELDOM = 10_000, 5, 80
"""When Python looks by itself, in the numbers of its own: only seldom, and little at once. As it
comes, it looks thirty times while the first page of a match is built, for forty milliseconds."""

APART = 0.1
"""Seconds between two large things that are let go of."""

ENOUGH = 10
"""Fewer inputs leave nothing yet that is worth looking through all for."""


M_MMAP_THRESHOLD, LARGE = -3, 1 << 20
"""Bytes from which things stand apart, so that their memory is given back with them: sheets of
words. By itself glibc would put them in between the others as soon as it has seen some go. What is
drawn anew with every move is smaller, and to set that apart would hold up the verdict."""


class Memory:
    """Lets go after each input and tidies up after each longer pause. shown, quiet, lasts:
    seconds."""

    def __init__(self, shown: float = SHOWN, quiet: float = QUIET, lasts: float = LASTS) -> None:
        self._inputs, self._lasts = 0, lasts
        self._between = Clock.create_trigger(self._let_go, -1)  # once it is known what is drawn
        self._soon = Clock.create_trigger(lambda _: self._between(), shown)
        self._again = Clock.create_trigger(lambda _: self._between(), 0)
        self._waited = 0
        self._pause = Clock.create_trigger(self._tidy, quiet)
        gc.freeze()  # what it takes to begin will last
        gc.set_threshold(*SELDOM)
        _of_the_system("mallopt")(M_MMAP_THRESHOLD, LARGE)

    def input(self) -> None:
        """Somebody did something."""
        self._inputs += 1
        if not _much():
            for one in (self._soon, self._again, self._between):  # no finger is held up
                one.cancel()
        self._soon()
        self._pause.cancel()
        self._pause()

    @property
    def waits(self) -> bool:
        """Whether so much is to be let go of that it waits for one of the next frames, in which
        nothing is drawn: what devices send waits, too."""
        return bool(self._again.is_triggered or self._between.is_triggered)

    def stop(self) -> None:
        """Look for nothing any more."""
        for one in (self._soon, self._again, self._between, self._pause):
            one.cancel()

    def _let_go(self, _: float) -> None:
        """In a frame in which nothing is drawn, if one comes soon: the two take as long."""
        if Window.canvas.needs_redraw and self._waited < (FEW if _much() else FRAMES):
            self._waited += 1
            self._again() if _much() else self._soon()
        else:
            self._waited, begun = 0, time.thread_time()
            gc.collect()
            if time.thread_time() - begun > self._lasts:
                gc.freeze()

    def _tidy(self, _: float) -> None:
        if self._inputs >= ENOUGH:
            self._inputs = 0
            gather()
            Clock.schedule_once(lambda _: tidy(), 0)


def set_aside() -> None:
    """Expect what is new to last: it is not looked through again until the next long pause."""
    gc.collect()
    gc.freeze()


def _much() -> bool:
    _, young, older = gc.get_count()
    return older > 0 or young >= MUCH


def tidy() -> None:
    """Let go of what nothing needs, and give its memory back to the system; set the rest aside."""
    gc.unfreeze()
    set_aside()
    _of_the_system("malloc_trim")(0)


def part_with(things: list[object]) -> None:
    """Let go of large things that were set aside, the last one first and each before a frame of its
    own: all at once would hold one up for too long. Nothing else may hold them."""

    def part(_: float) -> None:
        things.pop()
        gc.unfreeze()
        gc.collect()
        if things:
            Clock.schedule_once(part, APART)

    if things:
        Clock.schedule_once(part, APART)


def _of_the_system(name: str) -> Callable[..., object]:
    """A function of glibc, which keeps what is free between things that are not; only when told
    does it give it back. Where there is no glibc there is nothing to tell."""
    return getattr(ctypes.CDLL(None), name, lambda *_: None)
