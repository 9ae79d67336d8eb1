"""Which touches are meant: the first one of a sleeping screen only wakes it, and ghosts do nothing.

It only decides, on times and places that are handed in; :mod:`ui.input.event_manager` carries
it out.
"""

from dataclasses import dataclass
from math import hypot
from typing import Literal

SHORTEST = 0.015
"""Seconds. Touch panels report 60 to 90 times a second (arXiv 2408.02525, section 4, measured two
kinds): what came and went between two reports is electric noise. Fingers stay 50 ms and longer."""

AGAIN = 0.12
"""Seconds after a touch was left in which the same place is not touched on purpose. A hand with an
essential tremor moves 4 to 12 times a second (Elble, Neurology 54, 2000, S2), so it is back after
some 40 to 125 ms. The time runs from the last touch that counted: who taps one place as fast as
hands can, about 5 times a second, loses every other tap at worst, and never two in a row."""

NEAR = 6.0
"""Millimetres between two touches of the same point: less than from one 9 mm key to the next."""

MOST = 5
"""Fingers on the glass at once: two people with two fingers each, and one more. Beyond that it is
a palm, a cloth or water."""

STUCK = 120.0
"""Seconds after which a touch is no finger but something that lies on the glass. The longest touch
that means anything is a private look, and that ends after 10."""

Why = Literal["", "asleep", "outside", "many", "again"]
"""Why a touch does nothing; "" for one that is meant."""


@dataclass(frozen=True)
class _Touch:
    at: float
    x: float
    y: float


class TouchFilter:
    """Decides about each touch as it begins. Times in seconds of one clock, places in
    millimetres; a clock that jumps at worst lets a touch through."""

    def __init__(self) -> None:
        self._fingers: dict[int, _Touch] = {}
        self._ghosts: set[int] = set()
        self._flooded = False
        self._left: _Touch | None = None

    def begun(
        self,
        touch: int,
        at: float,
        point: tuple[float, float],
        screen_size: tuple[float, float],
        *,
        asleep: bool,
    ) -> Why:
        """A touch began: why it does nothing, or "" when it counts. screen_size: as ``point``."""
        why = self._why(at, point, screen_size, asleep)
        if why:
            self._ghosts.add(touch)
        else:
            self._fingers[touch] = _Touch(at, *point)
        return why

    def means(self, touch: int) -> bool:
        """Whether this touch was one that counts, and still lasts."""
        return touch in self._fingers

    def ended(self, touch: int, at: float) -> bool:
        """A touch ended; whether it was one that counts."""
        self._ghosts.discard(touch)
        finger = self._fingers.pop(touch, None)
        if finger is not None:
            self._left = _Touch(at, finger.x, finger.y)
        if not self._fingers and not self._ghosts:
            self._flooded = False
        return finger is not None

    def stuck(self, at: float) -> tuple[int, ...]:
        """The touches that last longer than a finger would; each is told once, and then ended
        by whoever asked."""
        return tuple(one for one, begun in self._fingers.items() if at - begun.at > STUCK)

    @property
    def touched(self) -> bool:
        """Whether a finger is on the glass."""
        return bool(self._fingers)

    def _why(
        self, at: float, point: tuple[float, float], screen_size: tuple[float, float], asleep: bool
    ) -> Why:
        x, y = point
        if not (0 <= x <= screen_size[0] and 0 <= y <= screen_size[1]):
            return "outside"
        if self._flooded or len(self._fingers) >= MOST:
            self._flooded = True  # until everything is off the glass
            return "many"
        if asleep:
            return "asleep"
        left = self._left
        if left is None or not 0 <= at - left.at < AGAIN:
            return ""
        return "again" if hypot(x - left.x, y - left.y) < NEAR else ""
