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

from companion.store.files import settle

_REASONS = {5: "busy", 6: "busy", 8: "read_only", 10: "disk", 13: "full", 14: "unreachable"}
_SYSTEM = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
}
_DAMAGED = (11, 26)
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
def told() -> Iterator[None]:
    """Turns what the system says about files into DiskError."""
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


class _Sqlite:
    """A connection of the standard library."""

    def __init__(self, path: Path) -> None:
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


def _said(error: sqlite3.Error | UnicodeDecodeError) -> DiskError:
    # Text that is no text, in a damaged file or in what SQLite says of one, is noticed by Python
    # and comes without a code.
    unreadable = isinstance(error, sqlite3.OperationalError | UnicodeDecodeError)
    code = getattr(error, "sqlite_errorcode", _DAMAGED[0] if unreadable else 0)
    return DiskError(str(error), code & 0xFF)


class RealDisk:
    """The disk of this machine."""

    def connect(self, path: Path) -> Connection:
        return _Sqlite(path)

    def move(self, old: Path, new: Path) -> None:
        with told():
            os.replace(old, new)
            settle(new.parent)

    def make(self, folder: Path) -> None:
        with told():
            missing = [path for path in (folder, *folder.parents) if not path.exists()]
            for path in reversed(missing):
                path.mkdir(mode=0o700, exist_ok=True)
                settle(path.parent)

    def reserve(self, path: Path, size: int) -> None:
        with suppress(OSError), path.open("r+b") as out:
            before = out.seek(0, os.SEEK_END)
            try:
                out.write(bytes(max(0, size - before)))
                out.flush()
            except OSError:
                out.truncate(before)  # the last room is for what is played
                raise
