"""All that is dear in one file, and the way back from it.

A backup is a zip with a list of its files and their sums. It holds the settings, the boxes, the
matches and the key of the printed codes, and never what matches hide: that is in a file of its
own, which nobody reads here. What is hidden on this machine stays; a match that comes back from a
backup takes up again what its commitments know.

A restore only lays the files ready. They take their places at the next start, before anything is
opened, and what was there goes into a folder of its own, from which there is a way back.
"""

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from errno import EINVAL
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from companion import __version__
from companion.care.trouble import CareError
from companion.store import MATCHES, DiskError, Library, examine, settle, write_whole
from companion.store.boxes import ENDING

VERSION = 1
FILE_ENDING = ".backup.zip"
LIST = "backup.json"
READY, MAKING, MARK, BEFORE = "restore", "restore.part", "goes-to", "before-restore"

SINGLE = ("settings.toml", "hardware.toml", "printing.toml", "box.key")
MOST = 2_000_000_000
"""Bytes that a backup may unpack to; a match of an evening is half a million."""


class Backup(msgspec.Struct, frozen=True):
    """What a backup says of itself. files: their SHA-256 sums by name."""

    version: int
    made: datetime
    companion: str
    files: dict[str, str]


def write_backup(place: Path, folder: Path, library: Library, now: datetime) -> Path:
    """Write a backup of a data folder into another; the file. Raises CareError."""
    file = place / f"tabletop-companion-{now:%Y%m%d-%H%M%S}{FILE_ENDING}"
    packed = BytesIO()
    try:
        members = _members(folder, library)
        sums = {name: sha256(data).hexdigest() for name, data in members.items()}
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            told = msgspec.json.encode(Backup(VERSION, now, __version__, sums))
            archive.writestr(LIST, told)
            for name, data in members.items():
                archive.writestr(name, data)
    except (OSError, DiskError) as error:
        raise CareError("not_readable", folder) from error
    try:
        write_whole(file, packed.getvalue())
    except OSError as error:
        raise CareError("not_written", file) from error
    return file


def _members(folder: Path, library: Library) -> dict[str, bytes]:
    found = [folder / name for name in SINGLE]
    found += sorted((folder / "boxes").glob(f"*{ENDING}"))
    members = {
        one.relative_to(folder).as_posix(): one.read_bytes() for one in found if one.is_file()
    }
    with TemporaryDirectory() as place:  # a whole copy first: a match may be going on
        library.copy(Path(place, MATCHES))
        members[MATCHES] = Path(place, MATCHES).read_bytes()
    return members


def restore(file: Path, folder: Path) -> Backup:
    """Lay a backup ready for the next start; what it says of itself.

    Raises CareError when it cannot be read, is damaged, is no backup, is of a newer version, or
    when there is no room for it. Then nothing has changed.
    """
    try:
        with ZipFile(file) as archive:
            told = _told(archive, file)
            members = {name: archive.read(name) for name in told.files}
    except CareError:
        raise
    except OSError as error:
        nowhere = error.errno == EINVAL  # it says of a part that it lies before its own beginning
        raise CareError("damaged" if nowhere else "not_read", file) from error
    except Exception as error:  # zip files break in many ways, each with an error of its own
        raise CareError("damaged", file) from error
    for name, data in members.items():
        if sha256(data).hexdigest() != told.files[name]:
            raise CareError("damaged", file)
    try:
        _lay_ready(folder, members)
    except DiskError as error:
        raise CareError("newer" if error.reason == "newer" else "damaged", file) from error
    except OSError as error:
        raise CareError("no_room", folder) from error
    return told


def _told(archive: ZipFile, file: Path) -> Backup:
    try:
        told = msgspec.json.decode(archive.read(LIST), type=Backup)
    except (KeyError, msgspec.DecodeError, RecursionError) as error:
        raise CareError("no_backup", file) from error
    if told.version > VERSION:
        raise CareError("newer", file)
    if not all(_may_be(name) for name in told.files):
        raise CareError("no_backup", file)
    if sum(archive.getinfo(name).file_size for name in told.files) > MOST:
        raise CareError("damaged", file)
    return told


def _may_be(name: str) -> bool:
    """Whether a backup may hold such a file: nothing else is ever written."""
    folder, _, base = name.rpartition("/")
    own = folder == "boxes" and base.endswith(ENDING) and not base.startswith(".")
    return name in (*SINGLE, MATCHES) or own


def _lay_ready(folder: Path, members: dict[str, bytes]) -> None:
    making = folder / MAKING
    shutil.rmtree(making, ignore_errors=True)
    try:
        making.mkdir(parents=True)  # also where there was nothing before
        for name, data in members.items():
            write_whole(making / name, data)
        if MATCHES in members:
            examine(making / MATCHES)
        shutil.rmtree(folder / READY, ignore_errors=True)
        making.replace(folder / READY)
        settle(folder)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def finish(folder: Path, now: datetime) -> Path | None:
    """Put what was laid ready in its place; where the old files are now, None if nothing was.

    Called at every start before anything is opened. Cut short anywhere, it goes on at the next
    start. Raises CareError when the disk does not let it.
    """
    ready = folder / READY
    if not ready.is_dir():
        return None
    try:
        before = _before(folder, now)
        # The matches last, so that what is only half in place is still taken for unfinished.
        names = [one.relative_to(ready) for one in ready.rglob("*") if one.is_file()]
        names = [name for name in names if _may_be(name.as_posix())]
        for name in sorted(names, key=lambda name: (name.name == MATCHES, name)):
            # First its log: without its file it would be taken for another file's.
            for old in (f"{name}-wal", f"{name}-shm", f"{name}"):
                if (folder / old).exists():
                    (before / old).parent.mkdir(parents=True, exist_ok=True)
                    (folder / old).replace(before / old)
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (ready / name).replace(folder / name)
        settle(folder)
        shutil.rmtree(ready)
    except OSError as error:
        raise CareError("no_room", folder) from error
    return before


def _before(folder: Path, now: datetime) -> Path:
    """The folder for the old files: the same one when this was cut short."""
    marked = folder / READY / MARK
    if not marked.exists():
        write_whole(marked, f"{BEFORE}-{now:%Y%m%d-%H%M%S}".encode())
    before = folder / marked.read_text("utf-8")
    before.mkdir(exist_ok=True)
    return before


def back(folder: Path) -> Path:
    """Lay ready what was there before the last restore; the folder it comes from.

    Raises CareError when there was none, or when it cannot be read.
    """
    found = sorted(folder.glob(f"{BEFORE}-*"))
    if not found:
        raise CareError("no_way_back", folder)
    before = found[-1]
    try:
        members = {
            one.relative_to(before).as_posix(): one.read_bytes()
            for one in before.rglob("*")
            if _may_be(one.relative_to(before).as_posix())
        }
        if MATCHES in members:
            members[MATCHES] = _with_log(before / MATCHES)
        _lay_ready(folder, members)
    except (DiskError, sqlite3.Error) as error:
        raise CareError("damaged", before) from error
    except OSError as error:
        raise CareError("no_room", folder) from error
    return before


def _with_log(file: Path) -> bytes:
    """A database with what is still in its log, as one file."""
    with TemporaryDirectory() as place:
        for name in (file.name, f"{file.name}-wal"):
            if (file.parent / name).exists():
                shutil.copy(file.parent / name, Path(place, name))
        with closing(sqlite3.connect(Path(place, file.name))) as opened:
            opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Path(place, file.name).read_bytes()
