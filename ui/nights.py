"""The backup of each night: made beside the screen as soon as it is due and nobody plays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from companion.maintenance import generations
from companion.maintenance.trouble import MaintenanceError
from companion.store import Library
from companion.text import Phrasebook
from ui.background import in_background
from ui.beat import Beat

EVERY = 60.0
"""Seconds between two looks at the clock."""

PAUSE = 10
"""Looks that are left out after a backup could not be made: a stick may come, or get room."""


def overdue(folder: Path, now: datetime, say: Phrasebook) -> str:
    """What stands on the way to the backups when the nights have brought none for long; ""
    otherwise."""
    count = generations.late(generations.read(folder), now)
    return say.say("button_detail", "care_late", {"count": count}) if count else ""


class Nights:
    """folder: of all data. library: what is on the disk. playing: whether somebody is at a match.
    now: the time of day."""

    def __init__(
        self,
        folder: Path,
        library: Callable[[], Library],
        playing: Callable[[], bool],
        now: Callable[[], datetime],
    ) -> None:
        self._folder, self._library, self._playing, self._now = folder, library, playing, now
        self._pause = 0
        self._making = False
        self._beat = Beat(self.look, EVERY)

    def start(self) -> None:
        """The first look is some seconds from now."""
        self._beat.start()

    def stop(self) -> None:
        """Make no more."""
        self._beat.stop()

    def look(self) -> None:
        """Make one if it is time; returns at once: the file that says so lies on a disk, too."""
        self._pause = max(0, self._pause - 1)
        if self._making or self._pause:
            return
        self._making = True
        in_background(partial(self._make, self._library(), playing=self._playing()), self._made)

    def _make(self, library: Library, *, playing: bool) -> bool:
        """Whether all is well: one is made, or not due."""
        now = self._now()
        if not generations.due(generations.read(self._folder), now, playing=playing):
            return True
        from companion.maintenance import nights  # with all that packs and locks: not at the start

        with suppress(MaintenanceError):  # why is kept, and stands among what was found
            nights.make(self._folder, library, now)
            return True
        return False

    def _made(self, well: bool) -> None:
        self._making, self._pause = False, 0 if well else PAUSE
