"""Memory that nothing needs any longer is given back while nobody touches anything.

What a screen leaves behind goes at once, save what holds itself: that must be looked for, and
looking takes a few hundredths of a second, on a small computer half a second. Between two moves
people think, and nobody notices.
"""

import ctypes
import gc
from collections.abc import Callable

from kivy.clock import Clock

QUIET = 8.0
"""Seconds since the last input after which nobody seems to be about to touch anything."""

MANY = 300
"""Inputs without such a pause after which there is no more waiting for one: in an hour they would
leave hundreds of megabytes."""


class Memory:
    """Tidies up after each pause. quiet: seconds."""

    def __init__(self, quiet: float = QUIET) -> None:
        self._inputs = 0
        self._pause = Clock.create_trigger(self._tidy, quiet)
        self._soon = Clock.create_trigger(self._tidy, 0)

    def input(self) -> None:
        """Somebody did something."""
        self._inputs += 1
        self._pause.cancel()
        self._pause()
        if self._inputs >= MANY:
            self._soon()

    def stop(self) -> None:
        """Tidy up no more."""
        self._pause.cancel()
        self._soon.cancel()

    def _tidy(self, _: float) -> None:
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
