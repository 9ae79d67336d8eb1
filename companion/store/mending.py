"""A file of chained rows is made, new or out of what is left of a broken one."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from companion.files import read_whole
from companion.store.chains import insert, last
from companion.store.damage import Damage
from companion.store.disk import Connection, Damaged, Disk
from companion.store.rows import Heap, Row
from companion.store.salvage import PAGE, beyond, frames, loose
from companion.store.schema import Migrations, set_up

Now = Callable[[], datetime]

_MOST = 1 << 40  # no limit, but a device has no end


class Mending:
    """Makes one file anew. It is born complete under another name and then renamed, so that it is
    never seen half made; a broken one is set aside before.

    path, migrations, tables, disk: see :class:`companion.store.chained_table.ChainedTable`.
    now: the time of day.
    """

    def __init__(
        self, path: Path, migrations: Migrations, tables: Sequence[str], disk: Disk, now: Now
    ) -> None:
        self._path = path
        self._migrations = migrations
        self._tables = tuple(tables)
        self._disk = disk
        self._now = now

    def create(self) -> None:
        """Make the file with nothing in it. Raises DiskError."""
        self._make(())
        self._disk.move(self.beside(".making"), self._path)

    def set_aside(self) -> Damage:
        """Make a new file with all rows before the damage, and set the broken one aside; nobody
        may have it open when :meth:`take` then puts the new one in its place. Cut short in
        between, :meth:`finish` does it. Raises DiskError, OSError."""
        log_path = self.beside("-wal")
        heap = Heap(loose(content(self._path), frames(content(log_path))))
        kept, lost, keys = self._chains(heap)
        self._make(kept)
        self._disk.move(self.beside(".making"), self.beside(".mended"))
        aside = self._aside()
        if not (self._path.exists() or log_path.exists()):
            return Damage("", len(kept), lost, keys, what="gone")
        if self._path.exists():
            self._disk.move(self._path, aside)
        if log_path.exists():
            self._disk.move(log_path, aside.with_name(aside.name + "-wal"))
        return Damage(aside.name, len(kept), lost, keys)

    def take(self) -> None:
        """Put the new file in its place. Raises DiskError."""
        self.beside("-shm").unlink(missing_ok=True)
        self._disk.move(self.beside(".mended"), self._path)

    def finish(self) -> Damage | None:
        """Go on where mending was cut short, and say so; does nothing otherwise. Raises
        DiskError."""
        mended = self.beside(".mended")
        if not mended.exists():
            return None
        if self._path.exists():
            mended.unlink()  # the broken file was not yet set aside: it will be found again
            return None
        log_path = self.beside("-wal")
        if log_path.exists():
            aside = self._aside()
            self._disk.move(log_path, aside.with_name(aside.name + "-wal"))
        self.take()
        names = sorted(path.name for path in self._path.parent.glob(f"{self._path.stem}-damaged-*"))
        rows = tuple(loose(content(self._path), ()))
        return Damage(names[-1] if names else "", len(rows), 0, ())

    def believed(self, table: str) -> dict[str, tuple[Row, ...]]:
        """What could be saved of a table, while the file cannot be mended. Raises OSError."""
        heap = Heap(loose(content(self._path), frames(content(self.beside("-wal")))))
        found = {key: heap.chain(table, key, None) for key in heap.named()}
        return {key: rows for key, rows in found.items() if rows}

    def cut_off(self, connection: Connection, log: bytes) -> tuple[Row, ...]:
        """Look at what SQLite would throw away: the end of the log, after the first frame that is
        not sound.

        After a power cut that is at most the one transaction that was not yet durable; whatever
        rows of it are whole are taken, they did happen. Not those that begin a chain: the heading
        of a match and its first entry belong together. More than that means damage. Raises
        DiskError.
        """
        ((_, read, _),) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        rest = beyond(log, max(read, 0))
        if sum(frame.commits for frame in rest) > 1:
            raise Damaged(f"{self._path.name}: the log is broken")
        heap = Heap(loose(b"", rest))
        return tuple(
            row
            for name in self._tables
            for key in heap.named()
            if (end := last(connection, name, key)) is not None
            for row in heap.chain(name, key, end)
        )

    def beside(self, suffix: str) -> Path:
        """The name of the file with something behind it."""
        return self._path.with_name(self._path.name + suffix)

    def _chains(self, heap: Heap) -> tuple[tuple[Row, ...], int, tuple[str, ...]]:
        """The rows that can be believed, how many more there were at least, and of which keys."""
        kept: list[Row] = []
        lost: dict[str, int] = {}
        for key in heap.named():
            rows = [row for name in self._tables for row in heap.chain(name, key, None)]
            end = max((row.number for row in rows), default=None)
            missing = heap.missing(self._tables, key, end)
            kept.extend(rows)
            if missing:
                lost[key] = missing
        return tuple(kept), sum(lost.values()), tuple(lost)

    def _make(self, rows: Sequence[Row]) -> None:
        """Make a whole new file with these rows beside the one in use."""
        path = self.beside(".making")
        for suffix in ("", "-journal", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        connection = self._disk.connect(path)
        try:
            connection.execute(f"PRAGMA page_size = {PAGE}")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            set_up(connection, self._migrations, 0)
            for row in rows:
                insert(connection, row)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()

    def _aside(self) -> Path:
        """A name that is not taken yet, with the day and time."""
        stem = f"{self._path.stem}-damaged-{self._now():%Y%m%d-%H%M%S}"
        number = 1
        while True:
            path = self._path.with_name(f"{stem}{f'-{number}' if number > 1 else ''}.db")
            if not path.exists() and not path.with_name(path.name + "-wal").exists():
                return path
            number += 1


def content(path: Path) -> bytes:
    """A file as it is; nothing where there is none. Raises OSError."""
    return read_whole(path, _MOST) if path.exists() else b""
