"""A disk whose power is cut in the middle of anything.

It sits below SQLite as a file system of its own (through apsw), and remembers for every file what
was synced, and what was written since. When the power goes, of all that was not synced a random
part of the 512-byte sectors is there, in every file by itself; cut or grown lengths come or do
not; names that were made or removed without a sync of their folder are there or not, as the
folder was or as it would have been. Sectors are whole, and what was synced stays: a disk that lies
about that loses data whatever a program does.
"""

import os
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import apsw

from companion.store import DiskError

SECTOR = 512
RESERVED = 1 << 16
_names = count()


class Inode:
    """A file: what is durable, and what was done since, in order."""

    def __init__(self, durable: bytes = b"") -> None:
        self.durable = bytearray(durable)
        self.since: list[tuple[int, bytes | None]] = []  # a write, or with None the new length

    def sync(self) -> None:
        for at, data in self.since:
            _apply(self.durable, at, data, b"\0")
        self.since.clear()

    def after_cut(self, rng: Random) -> bytes:
        """What is left: of each sector that was not synced, the old or the new."""
        left = bytearray(self.durable)
        share = rng.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        hole = rng.choice((b"\0", b"\xa5"))
        for at, data in self.since:
            if data is None:
                if rng.random() < share:
                    _apply(left, at, None, hole)
                continue
            end = at + len(data)
            while at < end:
                upto = min(end, at - at % SECTOR + SECTOR)
                if rng.random() < share:
                    _apply(left, at, data[len(data) - (end - at) : len(data) - (end - upto)], hole)
                at = upto
        return bytes(left)


def _apply(content: bytearray, at: int, data: bytes | None, hole: bytes) -> None:
    if data is None:
        del content[at:]
    else:
        content.extend(hole * (at - len(content)))
        content[at : at + len(data)] = data


class CutDisk:
    """A disk as the store wants it, in a real folder, that dies after so many operations.

    content: what lies in the folder, durably, when the power comes on.
    operations: how many writes, syncs, renames and the like are survived.
    pragmas: what every connection is told first.
    instead: statements that are carried out in place of others.

    While it is ``full``, nothing can be written.
    """

    def __init__(
        self,
        folder: Path,
        content: dict[str, bytes],
        rng: Random,
        operations: int,
        pragmas: Sequence[str] = (),
        alternatives: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.dead = False
        self.full = False
        self.died_in = ""
        self._rng = rng
        self._left = operations
        self._pragmas = tuple(pragmas)
        self._instead = alternatives or {}
        self._now: dict[str, Inode] = {}
        for name, data in content.items():
            (folder / name).write_bytes(data)
            self._now[name] = Inode(data)
        self._durably = dict(self._now)
        self._system = _System(self)

    # What the store asks for

    def connect(self, path: Path) -> "_Connection":
        with _told():
            opened = apsw.Connection(str(path), vfs=self._system.name)
        opened.set_busy_timeout(5000)  # as the real one: two threads may ask at the same moment
        connection = _Connection(opened, self._instead)
        for pragma in self._pragmas:
            connection.execute(pragma)
        return connection

    def make(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)

    def move(self, old: Path, new: Path) -> None:
        with _told():
            self.step(f"renaming to {new.suffix}", lambda: self._move(old, new))

    def reserve(self, path: Path, size: int) -> None:
        """Less than is asked for: there are many cuts, and each looks at every sector."""
        if self.full or not path.exists():
            return
        zeros = bytes(max(0, min(size, RESERVED) - path.stat().st_size))

        def write() -> None:
            with path.open("ab") as out:
                out.write(zeros)

        self.inode(path.name).since.append((path.stat().st_size, zeros))
        with _told():
            self.step("reserving " + path.suffix, write)

    def atomic_write(self, path: Path, data: bytes) -> None:
        """As the real one does: under another name, synced, renamed, and then the folder."""
        if self.full:
            raise DiskError("no room", 13)
        part = path.with_name(path.name + ".part")
        with _told():
            self.step("making " + path.name, lambda: self._begin(part))
            self._write(part, 0, data)
            self._sync(part)
            self.step("renaming " + path.name, lambda: self._move(part, path))

    def opened(self, path: Path) -> "_Opened":
        if not path.exists():
            raise DiskError("not there", 14)
        return _Opened(self, path)

    def sync(self, path: Path) -> None:
        with _told():
            self._sync(path)

    def _begin(self, part: Path) -> None:
        part.write_bytes(b"")
        self._now[part.name] = Inode()

    def write_over(self, path: Path, at: int, data: bytes) -> None:
        """As it is without a sync."""
        with _told():
            self._write(path, at, data)

    def _write(self, path: Path, at: int, data: bytes) -> None:
        def write() -> None:
            with path.open("r+b") as out:
                out.seek(at)
                out.write(data)

        if not self.dead:
            self.inode(path.name).since.append((at, data))
        self.step("writing " + path.name, write)

    def _sync(self, path: Path) -> None:
        self.step("syncing " + path.name, lambda: self.inode(path.name).sync())

    def _move(self, old: Path, new: Path) -> None:
        os.replace(old, new)
        self._now[new.name] = self._now.pop(old.name)
        self.settle()

    # What happens below

    def step(self, what: str, act: Callable[[], None]) -> None:
        """One thing done to the disk. When the power goes in it, it was done or was not."""
        if self.dead:
            raise apsw.IOError("no power")
        self._left -= 1
        if self._left > 0:
            act()
            return
        if self._rng.random() < 0.5:
            act()
        self.dead, self.died_in = True, what
        raise apsw.IOError("the power was cut")

    def inode(self, name: str) -> Inode:
        if not (self.folder / name).exists():
            self._now.pop(name, None)
        return self._now.setdefault(name, Inode())

    def remove(self, name: str) -> None:
        self._now.pop(name, None)

    def settle(self) -> None:
        """The names in the folder become durable."""
        self._durably = dict(self._now)

    def after_cut(self) -> dict[str, bytes]:
        """What is in the folder when the power is back."""
        left = {}
        for name in sorted(self._now.keys() | self._durably.keys()):
            before, after = self._durably.get(name), self._now.get(name)
            found = before if before is after else self._rng.choice((before, after))
            if found is not None:
                left[name] = found.after_cut(self._rng)
        return left


class _Opened:
    def __init__(self, disk: CutDisk, path: Path) -> None:
        self._disk = disk
        self._path = path

    def write(self, at: int, data: bytes) -> None:
        self._disk.write_over(self._path, at, data)

    def close(self) -> None:
        pass


class _Connection:
    def __init__(self, opened: apsw.Connection, alternatives: dict[str, str]) -> None:
        self._opened = opened
        self._instead = alternatives

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with _told():
            return list(self._opened.cursor().execute(self._instead.get(sql, sql), values))

    def close(self) -> None:
        with _told():
            self._opened.close()


class _told:  # noqa: N801 - reads like the function that the store has for this
    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, apsw.Error):
            # Only errors that SQLite itself found have a code; ours are of two kinds.
            own = apsw.SQLITE_FULL if isinstance(error, apsw.FullError) else apsw.SQLITE_IOERR
            code = getattr(error, "result", own)
            raise DiskError(str(error), code & 0xFF) from error


class _System(apsw.VFS):
    def __init__(self, disk: CutDisk) -> None:
        self.name = f"power-{next(_names)}"
        self.disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return _File(self.disk, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        def delete() -> None:
            super(_System, self).xDelete(name, sync)
            self.disk.remove(Path(name).name)
            if sync:
                self.disk.settle()

        self.disk.step("deleting " + Path(name).suffix, delete)


class _File(apsw.VFSFile):
    # https://sqlite.org/src/file/src/os_unix.c: the first sync of a new log or journal also syncs
    # the folder; nothing else does.
    _SYNCS_FOLDER = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL

    def __init__(
        self, disk: CutDisk, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        told = name.filename() if isinstance(name, apsw.URIFilename) else name
        assert told is not None, "the store needs no temporary files"
        self._disk = disk
        self._suffix = Path(told).suffix
        self._inode = disk.inode(Path(told).name)
        self._new = bool(flags[0] & self._SYNCS_FOLDER and flags[0] & apsw.SQLITE_OPEN_CREATE)
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        if self._disk.dead:
            raise apsw.IOError("no power")
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        def write() -> None:
            super(_File, self).xWrite(data, offset)

        if self._disk.full:
            raise apsw.FullError("no room")
        self._since(offset, bytes(data))
        self._disk.step("writing " + self._suffix, write)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        def truncate() -> None:
            super(_File, self).xTruncate(size)

        self._since(size, None)
        self._disk.step("shortening " + self._suffix, truncate)

    def xSync(self, flags: int) -> None:  # noqa: N802
        def sync() -> None:  # only here: the disk below need not wait for anything
            self._inode.sync()
            if self._new:
                self._disk.settle()
                self._new = False

        self._disk.step("syncing " + self._suffix, sync)

    def _since(self, at: int, data: bytes | None) -> None:
        if not self._disk.dead:
            self._inode.since.append((at, data))
