"""Memory that nothing needs any longer is given back while nobody touches anything.

What a screen leaves behind goes at once, save what holds itself: that must be looked for. Among
what is new that is soon done, but to look through all takes a few hundredths of a second, on a
small computer half a second. Between two moves people think, and nobody notices.
"""

import ctypes
import gc
from collections.abc import Callable

from kivy.clock import Clock

SHOWN = 0.05
"""Seconds after an input in which what came of it has been shown: what came since the last long
pause is looked through. To let go of what more inputs leave behind would hold up a frame for too
long."""

QUIET = 5.0
"""Seconds since the last input after which nobody seems to be about to touch anything: all is
looked through."""

ENOUGH = 10
"""Fewer inputs leave nothing yet that is worth looking through all for."""


class Memory:
    """Lets go after each input and tidies up after each longer pause. shown, quiet: seconds."""

    def __init__(self, shown: float = SHOWN, quiet: float = QUIET) -> None:
        self._inputs = 0
        self._soon = Clock.create_trigger(lambda _: gc.collect(), shown)
        self._pause = Clock.create_trigger(self._tidy, quiet)
        gc.freeze()  # what it takes to begin will last

    def input(self) -> None:
        """Somebody did something."""
        self._inputs += 1
        self._soon.cancel()  # while a finger moves, nothing holds it up
        self._soon()
        self._pause.cancel()
        self._pause()

    def stop(self) -> None:
        """Look for nothing any more."""
        self._soon.cancel()
        self._pause.cancel()

    def _tidy(self, _: float) -> None:
        if self._inputs >= ENOUGH:
            self._inputs = 0
            tidy()


def tidy() -> None:
    """Let go of what nothing needs, and give its memory back to the system.

    What is here now is expected to last: it is not looked through again until the next time, and
    what is new only seldom, for that would hold up a frame while a match is played.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    _trim(0)


def _trim_of_the_system() -> Callable[[int], object]:
    """glibc keeps what is free between things that are not; only when told does it give it back.
    Where there is no glibc there is nothing to tell."""
    return getattr(ctypes.CDLL(None), "malloc_trim", lambda _: None)


_trim = _trim_of_the_system()
