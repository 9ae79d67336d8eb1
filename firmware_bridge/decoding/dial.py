"""A dial (quadrature encoder): two contacts whose order of closing tells the direction.

Pure. Gray code needs no debounce: a bouncing contact moves one quarter step forth and back, which
cancels out.
"""

from typing import Final, Literal

Edges = Literal[2, 4]

# The order of (a, b), closed = True, when turned clockwise from the rest with both open.
_CLOCKWISE: Final = ((False, False), (True, False), (True, True), (False, True))
_PHASE: Final = {levels: phase for phase, levels in enumerate(_CLOCKWISE)}


class Dial:
    """Counts detents (the clicks one feels) of one dial."""

    def __init__(self, edges: Edges = 4, *, a: bool = False, b: bool = False) -> None:
        """``edges``: quarter steps from one detent to the next, as the dial is built.

        ``a``, ``b``: whether the contacts are closed at the beginning.
        """
        self.edges = edges
        self._phase = _PHASE[a, b]
        self._quarters = 0

    def feed(self, a: bool, b: bool) -> int:
        """The contacts are now ``a`` and ``b`` (closed = True).

        Returns 1 where this completes a detent clockwise, -1 counter-clockwise, else 0. A
        transition in which both contacts changed has no direction and moves nothing.
        """
        before, self._phase = self._phase, _PHASE[a, b]
        moved = (self._phase - before) % 4
        if moved == 1:
            self._quarters += 1
        elif moved == 3:
            self._quarters -= 1
        if self._phase not in ((0,) if self.edges == 4 else (0, 2)):
            return 0
        # At rest. Half of the quarter steps is enough, so that one missed edge loses no detent;
        # what is left over would only make the next detent wrong.
        quarters, self._quarters = self._quarters, 0
        if abs(quarters) * 2 < self.edges:
            return 0
        return 1 if quarters > 0 else -1
