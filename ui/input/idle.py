"""How long nobody has done anything, so that the screen can come to rest."""

from collections.abc import Callable

from ui.beat import Beat

LOOK = 15.0
"""Seconds from one look to the next: nobody minds whether the screen rests a little later."""


class Idle:
    """Calls ``rest(seconds)`` when nothing was done for as long as ``patience()`` says.

    now: seconds of any clock that never jumps. patience: in seconds; 0 for never. It is asked
    anew each time, so that it may depend on what is on the screen.
    """

    def __init__(
        self,
        now: Callable[[], float],
        patience: Callable[[], float],
        rest: Callable[[float], None],
    ) -> None:
        self._now, self._patience, self._rest = now, patience, rest
        self._last = now()
        self._looks = Beat(self.look, LOOK)
        self._looks.start()

    def input(self) -> None:
        """Somebody did something."""
        self._last = self._now()

    def look(self) -> None:
        """Come to rest if it is time to."""
        patience, still = self._patience(), self._now() - self._last
        if patience and still >= patience:
            self._rest(still)

    def stop(self) -> None:
        """Look no more."""
        self._looks.stop()
