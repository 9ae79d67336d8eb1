"""Where the files lie: the few things asked of a disk, and the one disk that is real.

All else in this package is written against the two protocols here, so that the tests can put the
same SQL on a disk whose power is cut in the middle of anything.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from companion.files import atomic_write, make_folder, make_plain, move, open_kept

# By SQLite's primary result codes, https://sqlite.org/rescode.html.
_REASONS = {5: "busy", 6: "busy", 8: "read_only", 10: "disk", 13: "full", 14: "unreachable"}
_SYSTEM = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}
_DAMAGED = (11, 26)  # result codes of a file that is broken, or none of SQLite's
NEWER = "newer"


class DiskError(Exception):
    """Something on the disk did not work.

    code: SQLite's primary result code (https://sqlite.org/rescode.html), 0 when it was not SQLite.
    reason: a key of section ``saving`` of this package's texts.
    damaged: whether the file itself is broken, so that trying again cannot help.
    """

    def __init__(self, message: str, code: int = 0, reason: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason or _REASONS.get(code, "disk")
        self.damaged = code in _DAMAGED


class Damaged(DiskError):
    """A file is broken in a way that SQLite itself does not notice."""

    def __init__(self, message: str) -> None:
        super().__init__(message, _DAMAGED[0])


@contextmanager
def as_disk_error() -> Iterator[None]:
    """What the system says about files, said as the store does: raises DiskError."""
    try:
        yield
    except OSError as error:
        raise DiskError(str(error), reason=_SYSTEM.get(error.errno or 0, "disk")) from error


class Connection(Protocol):
    """An open database. Both methods raise DiskError and nothing else."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Carry out one statement and return all its rows. ``BEGIN`` and ``COMMIT`` are said."""

    def close(self) -> None:
        """Close it; what was not committed is gone."""


class Opened(Protocol):
    """A file of which parts are written over. Both methods raise DiskError and nothing else."""

    def write(self, at: int, data: bytes) -> None:
        """From that byte on; durable after the next :meth:`Disk.sync`, and a kill takes nothing."""

    def close(self) -> None:
        """Let go of it."""


class Disk(Protocol):
    """What the store asks of a disk besides reading whole files."""

    def connect(self, path: Path) -> Connection:
        """Open a database, or create an empty one. Raises DiskError."""

    def move(self, old: Path, new: Path) -> None:
        """Rename a file, durably once this returns. Raises DiskError."""

    def make(self, folder: Path) -> None:
        """Make a folder where there is none, durably once this returns. Raises DiskError."""

    def reserve(self, path: Path, size: int) -> None:
        """Make a file this many bytes long, with zeros at its end, if it is there and there is
        room: what is then written over them is durable sooner, for nothing grows any more."""

    def atomic_write(self, path: Path, data: bytes) -> None:
        """Make a small file, or make it anew, durably once this returns; before that the old one
        is there. Raises DiskError."""

    def opened(self, path: Path) -> Opened:
        """Open a file that is there, to write over parts of it. Raises DiskError."""

    def sync(self, path: Path) -> None:
        """Wait until a file is durable as it is. Raises DiskError."""


class _Sqlite:
    """A connection of the standard library. Raises DiskError."""

    def __init__(self, path: Path) -> None:
        with as_disk_error():  # SQLite would follow a link, and make a file that others may read
            make_plain(path)
        try:
            self._open = sqlite3.connect(
                path, timeout=5, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise _said(error) from error

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._open.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise _said(error) from error

    def close(self) -> None:
        try:
            self._open.close()
        except sqlite3.Error as error:
            raise _said(error) from error


class Reader(_Sqlite):
    """A database that is read and never changed, not even its log. Raises DiskError."""

    def __init__(self, path: Path, more: str = "") -> None:
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro{more}"
            self._open = sqlite3.connect(uri, timeout=5, uri=True, isolation_level=None)
        except sqlite3.Error as error:
            raise _said(error) from error


class Foreign(Reader):
    """One from elsewhere, that lies by itself: nothing in it is carried out, and text that is no
    text comes out as something that cannot be encoded. Raises DiskError."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "&immutable=1")
        self._open.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        for careful in ("trusted_schema = OFF", "cell_size_check = ON"):
            self.execute(f"PRAGMA {careful}")


def _said(error: sqlite3.Error | UnicodeDecodeError) -> DiskError:
    # Text that is no text, in a damaged file or in what SQLite says of one, is noticed by Python
    # and comes without a code.
    unreadable = isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)
    code = getattr(error, "sqlite_errorcode", _DAMAGED[0] if unreadable else 0)
    return DiskError(str(error), code & 0xFF)


def plain(path: Path) -> None:
    """Raises DiskError when a database, or what SQLite keeps beside it, is there and no file: to
    open a pipe would wait for ever, and a device may have no end."""
    for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
        if one.exists() and not one.is_file():
            raise DiskError(f"{one.name} is no file")


class _Opened:
    """A file of the system."""

    def __init__(self, path: Path) -> None:
        with as_disk_error():
            self._handle = open_kept(path, os.O_WRONLY)

    def write(self, at: int, data: bytes) -> None:
        with as_disk_error():
            os.pwrite(self._handle, data, at)

    def close(self) -> None:
        with as_disk_error():
            os.close(self._handle)


class RealDisk:
    """The disk of this machine."""

    def connect(self, path: Path) -> Connection:
        """Through SQLite, of which no error comes out as it is."""
        plain(path)
        return _Sqlite(path)

    def move(self, old: Path, new: Path) -> None:
        """With its folder, whose names are durable then, too."""
        with as_disk_error():
            move(old, new)

    def make(self, folder: Path) -> None:
        """For its owner alone, with those above it that are missing."""
        with as_disk_error():
            make_folder(folder)

    def reserve(self, path: Path, size: int) -> None:
        """Or leave it as it was: that there is no room is told by whoever needs it."""
        with suppress(OSError), open(open_kept(path, os.O_RDWR), "r+b") as out:
            before = out.seek(0, os.SEEK_END)
            try:
                out.write(bytes(max(0, size - before)))
                out.flush()
            except OSError:
                out.truncate(before)  # the last room is for what is played
                raise

    def atomic_write(self, path: Path, data: bytes) -> None:
        """Under a name that nobody can guess first."""
        with as_disk_error():
            atomic_write(path, data)

    def opened(self, path: Path) -> Opened:
        """Without following a link."""
        return _Opened(path)

    def sync(self, path: Path) -> None:
        """What it holds and how long it is; not when that was written."""
        with as_disk_error():
            handle = open_kept(path, os.O_WRONLY)
            try:
                os.fdatasync(handle)
            finally:
                os.close(handle)
