"""Where the table is: which match is open, and on which screen, for the next start.

Only what everybody may see is remembered. Whoever was looking at something in private when the plug
was pulled comes back to the table.
"""

from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Annotated, Literal

import msgspec

from companion.files import atomic_write, read_whole
from companion.match.begun import Begun
from ui.presenter.together import Told
from ui.session.entered import Entered

FILE = "where.json"
_MOST = 100_000  # bytes of the file

Screen = Literal["play", "lay_out"]


class ResumePoint(msgspec.Struct, frozen=True):
    """How the table stands.

    match: its name in the store; "" while none is open.
    screen: which one shows it.
    tries: how often the companion ended by itself since a start with it last went well (see
        :data:`LASTED`).
    refused: the line of its journal that was refused and not put away, 0 for none.
    told: what everybody was telling.
    begun: the move that was begun.
    entered: what was entered on a page beside the table.
    seen: the line of its journal up to which results were seen, None where that is not known.
    """

    match: str = ""
    screen: Screen = "play"
    tries: Annotated[int, msgspec.Meta(ge=0)] = 0
    refused: int = 0
    told: Told | None = None
    begun: Begun | None = None
    entered: Entered | None = None
    seen: int | None = None


LASTED = 20.0
"""Seconds after which a start has gone well."""

MOST_TRIES = 2
"""So often a match is opened by itself that ends the companion; then it waits on the home screen,
so that nobody is caught in it."""


def count_crash(folder: Path) -> None:
    """The companion ended by itself: one more try is used up."""
    found = read(folder)
    write(folder, msgspec.structs.replace(found, tries=found.tries + 1))


def read(folder: Path) -> ResumePoint:
    """Where the table was; nowhere when that is not known."""
    try:
        return msgspec.json.decode(read_whole(folder / FILE, _MOST), type=ResumePoint)
    except (OSError, ValueError, RecursionError):
        return ResumePoint()


def write(folder: Path, point: ResumePoint) -> None:
    """Keep it, whole or not at all. A folder that cannot be written keeps nothing."""
    _put(folder, msgspec.json.encode(point))


def _put(folder: Path, data: bytes) -> None:
    with suppress(OSError):
        atomic_write(folder / FILE, data)


class Whereabouts:
    """Where the table is, written down beside the screen, which never waits for the disk. What
    comes while the disk is busy waits; of several the newest counts.

    folder: of all data. point: as it stands now, at first as the last start left it.
    """

    def __init__(self, folder: Path) -> None:
        self.point = read(folder)
        self._folder = folder
        self._turn = Condition()
        self._due: bytes | None = None
        self._writing = False

    def keep(self, point: ResumePoint) -> None:
        """Remember it for the next start."""
        if point == self.point:
            return
        self.point, data = point, msgspec.json.encode(point)
        with self._turn:
            self._due = data
            if not self._writing:
                Thread(target=self._write, name="whereabouts", daemon=True).start()
                self._writing = True

    def flush(self) -> None:
        """Wait until the newest is durable, or was refused by the disk."""
        with self._turn:
            self._turn.wait_for(lambda: not self._writing)

    def _write(self) -> None:
        while (data := self._next()) is not None:
            _put(self._folder, data)

    def _next(self) -> bytes | None:
        with self._turn:
            data, self._due = self._due, None
            self._writing = data is not None
            self._turn.notify_all()
            return data
