"""Contacts as they are sampled, and the presses and turns that follow from them.

All contacts are looked at together: bit n of a sample is set while contact n is closed.
"""

SAMPLE_MS = 2
"""Milliseconds from one sample to the next. Klipper samples its buttons as often."""

_CLOCKWISE = (0, 1, 3, 2)  # a and b as bits, in the order of a turn clockwise from both open
_PHASE = tuple(_CLOCKWISE.index(levels) for levels in range(4))


class Buttons:
    """Settled contacts: a level counts when two samples in a row agree on it."""

    def __init__(self, closed: int = 0) -> None:
        self.down = closed
        self._last = closed

    def sample(self, closed: int) -> int:
        """Take in a sample; bit n of the answer: button n has just changed (see ``down``)."""
        changed = (closed ^ self.down) & ~(closed ^ self._last)
        self._last = closed
        self.down ^= changed
        return changed


class Dial:
    """Detents of one dial of two contacts, four samples of different levels to a detent.

    A contact that bounces moves a quarter step forth and back, which cancels out.
    """

    def __init__(self, levels: int = 0) -> None:
        self._phase = _PHASE[levels]
        self._quarters = 0

    def sample(self, levels: int) -> int:
        """Take in contacts a (bit 0) and b (bit 1); 1 for a detent clockwise, -1 the other way."""
        moved = (_PHASE[levels] - self._phase) % 4
        if moved == 0:
            return 0
        self._phase = _PHASE[levels]
        if moved == 1:
            self._quarters += 1
        elif moved == 3:
            self._quarters -= 1
        if self._phase:
            return 0
        # At rest. Half of the quarters is enough, so that one missed sample loses no detent.
        quarters = self._quarters
        self._quarters = 0
        return 1 if quarters > 1 else -1 if quarters < -1 else 0
