"""Backups that are made by themselves each night, onto a stick that stays in.

Those in charge choose the stick: it gets a folder under a name that nobody can guess, and nothing
is ever written by itself onto a stick without it. Each backup is whole before it has its name, and
read back from the stick before any older one goes.
"""

from contextlib import suppress
from datetime import datetime
from errno import EDQUOT, ENOSPC
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec.structs import replace

from companion.files import drop_parts, listed, make_folder, remove
from companion.maintenance import generations
from companion.maintenance.backup import write_backup
from companion.maintenance.contents import ENDINGS
from companion.maintenance.trouble import MaintenanceError
from companion.store import Library, sticks

_ONE = Lock()
"""Held while something is noted: the one by hand is made in a thread of its own, too."""


def begin(folder: Path, stick: Path, now: datetime) -> None:
    """Have backups made by themselves onto a stick from now on, beside others that were chosen.
    Raises MaintenanceError."""
    nights = generations.read(folder)
    nights = replace(nights, mark=nights.mark or generations.new_mark(), since=nights.since or now)
    try:
        make_folder(stick / nights.folder)
    except OSError as error:
        full = error.errno in (ENOSPC, EDQUOT)
        raise MaintenanceError("stick_full" if full else "not_written", stick) from error
    _note(folder, mark=nights.mark, since=nights.since, trouble="")


def end(folder: Path) -> None:
    """Make no more by themselves; those that are there stay. Raises MaintenanceError."""
    _note(folder, mark="", since=None, trouble="", made=())


def make(folder: Path, library: Library, now: datetime) -> Path:
    """Make the backup of a night, then remove what has become too old; the file. Why there is none
    is kept, too. Raises MaintenanceError."""
    nights = generations.read(folder)
    try:
        file = _made(nights, folder, library, now)
    except MaintenanceError as error:
        if nights.trouble != error.reason:
            _note(folder, trouble=error.reason)
        raise
    _note(folder, night=now, last=now, trouble="", made=(*nights.made, file.name))
    _clear(file, (*nights.made, file.name))
    return file


def by_hand(place: Path, folder: Path, library: Library, now: datetime) -> Path:
    """Make a backup that somebody asked for; the file. Raises MaintenanceError."""
    file = write_backup(place, folder, library, now)
    if folder not in file.parents:  # what lies beside the matches goes with them
        _note(folder, last=now)
    return file


def places() -> tuple[Path, ...]:
    """The folders on all sticks in which backups of nights lie, also those of other machines."""
    return tuple(one for stick in sticks() for one in listed(stick, generations.ENDING))


def _made(nights: generations.Nights, folder: Path, library: Library, now: datetime) -> Path:
    for stick in sticks(to_write=True):
        place = stick / nights.folder
        if place in listed(stick, nights.folder):
            drop_parts(place)  # of a night on which the stick was pulled
            return write_backup(place, folder, library, now)
    raise MaintenanceError("no_stick", folder)


def _clear(newest: Path, made: tuple[str, ...]) -> None:
    """Remove what has become too old. newest: stays, also where a wrong clock calls it old."""
    lying = {one.name for ending in ENDINGS for one in listed(newest.parent, ending)}
    ours = lying & {*made}
    with suppress(OSError):  # the stick was pulled just now: the next night does it
        for name in ours - generations.staying(ours) - {newest.name}:
            remove(newest.with_name(name))


def _note(folder: Path, **changed: Any) -> None:
    try:
        with _ONE:
            generations.write(folder, replace(generations.read(folder), **changed))
    except OSError as error:
        raise MaintenanceError("no_room", folder) from error
