"""Whether the machine is too hot or has too little current just now: the header says so at once,
for a machine that slows down or goes out in the middle of an evening is no riddle then."""

from __future__ import annotations

from collections.abc import Callable

from companion.maintenance.health import Finding, Sources, strained
from ui.background import in_background
from ui.beat import Beat

EVERY = 30.0
"""Seconds between two looks."""


class Strain:
    """Looks beside the screen. sources: where; asked anew each time. told: gets what there is, each
    time that is something else than before."""

    def __init__(
        self, sources: Callable[[], Sources], told: Callable[[tuple[Finding, ...]], None]
    ) -> None:
        self._sources, self._told = sources, told
        self._before: tuple[str, ...] = ()
        self._beat = Beat(self.look, EVERY)

    def start(self) -> None:
        """The first look is some seconds from now."""
        self._beat.start()

    def stop(self) -> None:
        """Look no more."""
        self._beat.stop()

    def look(self) -> None:
        """Look now; returns at once."""
        in_background(lambda: strained(self._sources()), self._found)

    def _found(self, now: tuple[Finding, ...]) -> None:
        keys = tuple(one.key for one in now)
        if keys != self._before:  # a degree more or less is nothing new
            self._before = keys
            self._told(now)
