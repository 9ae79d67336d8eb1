"""Memory that nothing needs any longer is given back while nobody touches anything.

What a screen leaves behind goes at once, save what holds itself: that must be looked for, and
looking takes a few hundredths of a second, on a small computer half a second. Between two moves
people think, and nobody notices.
"""

import ctypes
import gc
from collections.abc import Callable

from kivy.clock import Clock

YOUNG = 1
"""Python's name for what came since the last look."""

SHORT = 0.4
"""Seconds after an input in which nobody does the next thing yet: what the last one left behind is
looked for among what is new, which is soon done."""

FEW = 10
"""Each time there were so many inputs, there is no more waiting for such a pause. Fewer leave
nothing yet that is worth looking through all for."""

SHOWN = 0.05
"""Seconds after an input in which what came of it has been shown."""

QUIET = 5.0
"""Seconds since the last input after which nobody seems to be about to touch anything: all is
looked through."""

MANY = 30
"""Inputs after which there is no more waiting for that pause: more would hold up a frame for too
long."""


class Memory:
    """Lets go after each input and tidies up after each longer pause. short, quiet: seconds."""

    def __init__(self, short: float = SHORT, quiet: float = QUIET) -> None:
        self._inputs = 0
        self._pauses = (
            Clock.create_trigger(self._let_go, short),
            Clock.create_trigger(self._pondered, quiet),
        )
        self._few = Clock.create_trigger(self._let_go, SHOWN)
        self._many = Clock.create_trigger(self._tidy, SHOWN)

    def input(self) -> None:
        """Somebody did something."""
        for pause in self._pauses:
            pause.cancel()
            pause()
        self._inputs += 1
        if self._inputs >= MANY:
            self._many()
        elif self._inputs % FEW == 0:
            self._few()

    def stop(self) -> None:
        """Look for nothing any more."""
        for one in (*self._pauses, self._few, self._many):
            one.cancel()

    def _let_go(self, _: float) -> None:
        gc.collect(YOUNG)

    def _pondered(self, _: float) -> None:
        if self._inputs >= FEW:
            self._tidy(0)

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
