"""All that matters in one file, and the way back from it.

A backup is a zip with a list of its files and their sums. It holds the settings, the boxes and the
matches, and nothing that only few may know: whoever finds the stick can read it. Once a passphrase
was given the zip is locked with it, and holds the key of the printed codes, the PIN and what
matches hide, too. What is hidden on this machine stays where a backup brings none of it; a match
that comes back takes up again what its commitments know.

A restore judges all of it: what a backup may not bring, and what this version cannot read, is left
out, and said. Whoever takes a stick along can have changed what is on it.

It only lays the files ready. They take their places at the next start, before anything is
opened, and what was there goes into a folder of its own, from which there is a way back.
"""

import re
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from datetime import datetime
from errno import EDQUOT, ENOSPC
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from companion import __version__
from companion.files import atomic_write, holds, listed, make_folder, move, read_whole
from companion.maintenance import passphrase
from companion.maintenance.contents import (
    BOXES,
    FILE_ENDING,
    FOR_US,
    LARGEST,
    LIST,
    LOCKED_ENDING,
    PIN_FILE,
    SINGLE,
    STORES,
    VERSION,
    Backup,
    Left,
    may_be,
    sealed,
)
from companion.maintenance.incoming import JudgeFile, judged, unpacked
from companion.maintenance.trouble import MaintenanceError
from companion.store import (
    ANCHORS,
    MATCHES,
    SECRETS,
    DiskError,
    Library,
    examine,
    vouch_for_nothing,
)
from companion.store.boxes import ENDING
from companion.store.keys import BACKUP_KEY_FILE, make_key

READY, MAKING, MARK, BEFORE = "restore", "restore.part", "goes-to", "before-restore"
GONE = "not-there.json"
"""What was not there before a restore, and goes away on the way back."""

LARGEST_COPY = 2_000_000_000
"""Bytes of the matches of this machine."""


class Restored(msgspec.Struct, frozen=True):
    """made: when the backup was made. left: what of it does not come back."""

    made: datetime
    left: tuple[Left, ...]


def write_backup(place: Path, folder: Path, library: Library, now: datetime) -> Path:
    """Write a backup of a data folder into another; the file, which was read back from there.
    Raises MaintenanceError."""
    try:
        lock = passphrase.kept(folder)
    except passphrase.Unreadable as error:
        raise MaintenanceError("lock_unreadable", folder / passphrase.FILE) from error
    ending = FILE_ENDING if lock is None else LOCKED_ENDING
    file = place / f"tabletop-companion-{now:%Y%m%d-%H%M%S}{ending}"
    packed = BytesIO()
    try:
        members = _members(folder, library, locked=lock is not None)
        sums = {name: sha256(data).hexdigest() for name, data in members.items()}
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            contents = Backup(VERSION, now, __version__, sums)
            with suppress(DiskError):  # it comes back without, as on another machine
                key = make_key(folder, BACKUP_KEY_FILE)
                contents = msgspec.structs.replace(contents, seal=sealed(contents, key))
            archive.writestr(LIST, msgspec.json.encode(contents))
            for name, data in members.items():
                archive.writestr(name, data)
    except (OSError, DiskError) as error:
        raise MaintenanceError("not_readable", folder) from error
    data = packed.getvalue() if lock is None else passphrase.locked(packed.getvalue(), lock)
    try:
        atomic_write(file, data)
        if not holds(file, data):
            raise OSError("the disk has kept something else")
    except OSError as error:
        full = error.errno in (ENOSPC, EDQUOT)
        raise MaintenanceError("stick_full" if full else "not_written", file) from error
    return file


def _members(folder: Path, library: Library, *, locked: bool) -> dict[str, bytes]:
    found = [folder / name for name in (*SINGLE, *(FOR_US if locked else ()))]
    found += listed(folder / BOXES, ENDING)
    members = {
        one.relative_to(folder).as_posix(): read_whole(one, LARGEST)
        for one in found
        if one.is_file() and may_be(one.relative_to(folder).as_posix(), one.stat().st_size)
    }
    with TemporaryDirectory() as place:  # a whole copy first: a match may be going on
        library.copy(Path(place, MATCHES))
        members[MATCHES] = read_whole(Path(place, MATCHES), LARGEST_COPY)
        if locked:  # after the matches: what an entry hides is kept before the entry
            library.copy_hidden(Path(place, SECRETS))
            members[SECRETS] = read_whole(Path(place, SECRETS), LARGEST_COPY)
    return members


def restore(
    file: Path,
    folder: Path,
    files: Mapping[str, JudgeFile] | None = None,
    letters: str = "",
) -> Restored:
    """Lay a backup ready for the next start; when it was made, and what of it was left out.

    files: what judges the small files; one that nobody judges is left out. letters: of the
    passphrase.

    Raises MaintenanceError when it cannot be read, is damaged or too large, is no backup, is of a
    newer version, is locked with another passphrase, or when there is no room for it. Then nothing
    has changed.
    """
    making = folder / MAKING
    shutil.rmtree(making, ignore_errors=True)
    try:
        make_folder(making)  # also where there was nothing before
        found = unpacked(file, making, letters)
        left = judged(making, found, folder, files or {})
        _lay_ready(folder)
    except DiskError as error:
        reason = error.reason if error.reason in ("newer", "full") else "damaged"
        raise MaintenanceError("no_room" if reason == "full" else reason, file) from error
    except OSError as error:
        raise MaintenanceError("no_room", folder) from error
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return Restored(found.contents.made, left)


def _lay_ready(folder: Path) -> None:
    """What is whole in the one folder waits for the next start in the other."""
    making = folder / MAKING
    shutil.rmtree(folder / READY, ignore_errors=True)
    move(making, folder / READY)


def finish(folder: Path, now: datetime) -> Path | None:
    """Put what was laid ready in its place; where the old files are now, None if nothing was.

    Called at every start before anything is opened. Cut short anywhere, it goes on at the next
    start. Raises MaintenanceError when the disk does not let it.
    """
    ready = folder / READY
    if not ready.is_dir():
        return None
    try:
        names = _names(ready)
        gone = [name for name in _list(ready / GONE) if name not in names]
        before = _before(folder, names, now)
        # The matches last, so that what is only half in place is still taken for unfinished.
        if MATCHES in (*names, *gone):  # what was saved here goes, and nobody is to miss it
            vouch_for_nothing(folder)
        for name in sorted([*names, *gone], key=lambda name: (name == MATCHES, name)):
            # First its log: without its file it would be taken for another file's.
            for old in (f"{name}-wal", f"{name}-shm", name):
                if (folder / old).exists():
                    make_folder((before / old).parent)
                    move(folder / old, before / old)
            if name in names:
                make_folder((folder / name).parent)
                move(ready / name, folder / name)
        if MATCHES in gone:
            (folder / ANCHORS).unlink(missing_ok=True)
        shutil.rmtree(ready)
    except OSError as error:
        raise MaintenanceError("no_room", folder) from error
    return before


def _names(folder: Path) -> list[str]:
    """The files in a folder that a backup may hold."""
    found = [one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file()]
    return [name for name in found if may_be(name)]


def _list(file: Path) -> list[str]:
    """Names of files that were noted."""
    try:
        names: list[str] = msgspec.json.decode(read_whole(file, LARGEST), type=list[str])
    except (OSError, ValueError):
        return []
    return [name for name in names if may_be(name)]


def _before(folder: Path, names: Sequence[str], now: datetime) -> Path:
    """The folder for the old files, with a note of what was not there: the same one when this was
    cut short."""
    marked = folder / READY / MARK
    try:
        name = read_whole(marked, 1000).decode("ascii")
    except (FileNotFoundError, UnicodeDecodeError):
        name = ""
    if not re.fullmatch(rf"{BEFORE}-[0-9-]+", name):
        name = f"{BEFORE}-{now:%Y%m%d-%H%M%S}"
        earlier = sorted(one.name for one in folder.glob(f"{BEFORE}-*"))
        if earlier and name <= earlier[-1]:  # the clock is wrong, or two came at once
            name = f"{earlier[-1]}-2"
        atomic_write(marked, name.encode())
    before = folder / name
    make_folder(before)
    if not (before / GONE).exists():
        new = [one for one in names if not (folder / one).exists()]
        atomic_write(before / GONE, msgspec.json.encode(new))
    return before


def ways_back(folder: Path) -> bool:
    """Whether there is a state before the last restore, and nothing waits for the next start."""
    return any(folder.glob(f"{BEFORE}-*")) and not (folder / READY).is_dir()


def laid_by(folder: Path) -> tuple[Path, ...]:
    """The folders with the states before a restore, and with one that waits for the next start."""
    return tuple(one for one in (*folder.glob(f"{BEFORE}-*"), folder / READY) if one.is_dir())


def back(folder: Path) -> Path:
    """Lay ready what was there before the last restore; the folder it comes from. A PIN stays: it
    may have been changed since it came, and nobody is asked whether to be without.

    Raises MaintenanceError when there was none, or when it cannot be read.
    """
    found = sorted(folder.glob(f"{BEFORE}-*"))
    if not found:
        raise MaintenanceError("no_way_back", folder)
    before, making = found[-1], folder / MAKING
    shutil.rmtree(making, ignore_errors=True)
    try:
        make_folder(making)
        for name in _names(before):
            store = name in STORES
            data = _with_log(before / name) if store else read_whole(before / name, LARGEST)
            atomic_write(making / name, data)
        gone = [name for name in _list(before / GONE) if name != PIN_FILE]
        atomic_write(making / GONE, msgspec.json.encode(gone))
        if (making / MATCHES).exists():
            examine(making / MATCHES)
        _lay_ready(folder)
    except (DiskError, sqlite3.Error) as error:
        raise MaintenanceError("damaged", before) from error
    except OSError as error:
        raise MaintenanceError("no_room", folder) from error
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return before


def _with_log(file: Path) -> bytes:
    """A database with what is still in its log, as one file."""
    with TemporaryDirectory() as place:
        for name in (file.name, f"{file.name}-wal"):
            if (file.parent / name).exists():
                atomic_write(Path(place, name), read_whole(file.parent / name, LARGEST_COPY))
        with closing(sqlite3.connect(Path(place, file.name))) as opened:
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return read_whole(Path(place, file.name), LARGEST_COPY)
