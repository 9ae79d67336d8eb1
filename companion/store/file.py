"""One file of chained rows: made, checked, read, added to, and mended when it is broken."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import msgspec

from companion.store.chains import chain, chains
from companion.store.disk import Connection, Damaged, Disk, DiskError, told
from companion.store.erasing import blank, rewrite, scrub
from companion.store.rows import End, Heap, Row, seal, sound
from companion.store.salvage import PAGE, beyond, frames, loose
from companion.store.schema import set_up, version_of

Now = Callable[[], datetime]


class Damage(msgspec.Struct, frozen=True):
    """A broken file that was set aside, and what became of its rows.

    file: the name it has now. kept: how many rows were saved. lost: how many are known to be
    lost; there may have been more at the very end. keys: what the lost ones belonged to.
    """

    file: str
    kept: int
    lost: int
    keys: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """A row to be added. number: None for the next one, whatever it is."""

    table: str
    key: str
    body: bytes
    number: int | None = None


class File:
    """A database of chained rows.

    One thread opens it and writes; any thread may read. The file is born complete under another
    name and then renamed, so it is never seen half made.

    migrations: the statements that lead from each version to the next, the first from nothing.
    tables: their names, as of the last version.
    room: bytes that the log is given before anything is written. While it grows the disk writes
        down its length with every commit, which takes half as long again.
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Sequence[str]],
        tables: Sequence[str],
        disk: Disk,
        now: Now,
        room: int = 0,
    ) -> None:
        self._path = path
        self._migrations = tuple(tuple(steps) for steps in migrations)
        self._tables = tuple(tables)
        self._disk = disk
        self._now = now
        self._room = room
        self._writing: Connection | None = None
        self._suspect: Connection | None = None
        self._checked = False
        self._examined = False
        self._ends: dict[tuple[str, str], End | None] = {}
        self._in_place = threading.Lock()  # while somebody reads, no file is set aside

    def open(self) -> Damage | None:
        """Make the file ready to be written; do nothing when it is.

        Says what was damaged, if anything was. Raises DiskError when the disk does not let us.
        """
        if self._writing is not None:
            return None
        if self._suspect is not None:
            return self.mend()
        try:
            with told():
                self._disk.make(self._path.parent)
                mended = self._finish_mending()
                self._open()
                return mended
        except DiskError as error:
            if not error.damaged:
                raise
            return self.mend()

    def examine(self) -> Damage | None:
        """Look through the whole file, once after it was opened; it must be done before anything
        is added, for on a page whose header is damaged SQLite would write over other rows.

        Says what was damaged, if anything was. Raises DiskError.
        """
        if self._examined or self._writing is None:
            return None
        try:
            whole = self._writing.execute("PRAGMA quick_check(1)") == [("ok",)]
        except DiskError as error:
            if not error.damaged:
                raise
            whole = False
        damage = None if whole else self.mend()
        if self._room:
            self._disk.reserve(self._beside("-wal"), self._room)
        self._examined = True
        return damage

    def add(self, lines: Sequence[Line]) -> None:
        """Add rows, durably once this returns; those whose number is there already are left out.

        Raises DiskError; then none of them is there. ``open`` must be called before it is tried
        again. Raises ValueError when a number leaves a gap.
        """
        with self._transaction() as connection:
            for line in lines:
                self._add(connection, line)

    def forget(self, key: str) -> None:
        """Remove all rows of a key, and every trace of them from the files. Raises DiskError."""
        with self._transaction() as connection:
            for name in self._tables:
                connection.execute(f"DELETE FROM {name} WHERE key = ?", (key,))
                self._ends.pop((name, key), None)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def rewrite(self, lines: Sequence[Line], gone: Sequence[tuple[str, str]], text: str) -> None:
        """Give rows other bodies, so that no trace of a text is left, also in files set aside.

        lines: of every key all its rows, with their numbers. gone: tables and keys to be removed.
        text: must not be there any more; it was in rows as JSON has it. Raises DiskError.
        """
        with self._transaction() as connection:
            rewrite(connection, ((x.table, x.key, x.number or 0, x.body) for x in lines), gone)
            self._ends.clear()
        scrub(connection)
        with told():
            aside = sorted(self._path.parent.glob(f"{self._path.stem}-damaged-*"))
            blank(aside, in_json(text))

    def naming(self, table: str, text: str) -> tuple[str, ...]:
        """The keys of the rows in which a text stands somewhere. Raises DiskError."""
        with self._reading() as connection:
            statement = f"SELECT DISTINCT key FROM {table} WHERE instr(body, ?) > 0"
            return tuple(key for (key,) in connection.execute(statement, (in_json(text),)))

    def chain(self, table: str, key: str) -> tuple[tuple[Row, ...], bool]:
        """See :func:`chain`."""
        with self._reading() as connection:
            return chain(connection, table, key)

    def chains(self, table: str) -> dict[str, tuple[Row, ...]]:
        """See :func:`chains`."""
        with self._reading() as connection:
            return chains(connection, table)

    def newest(self, table: str) -> dict[str, Row]:
        """The last row of every key, in the order in which the keys first came.

        Raises DiskError, damaged when a row of the table is.
        """
        return {key: rows[-1] for key, rows in self.chains(table).items()}

    def first(self, table: str) -> dict[str, Row]:
        """The first row of every key, likewise. Reads the whole table."""
        return {key: rows[0] for key, rows in self.chains(table).items()}

    def seal(self, table: str, key: str, number: int) -> bytes | None:
        """The seal of a row, which vouches for all before it; None when there is no such row.
        Raises DiskError."""
        with self._reading() as connection:
            statement = f"SELECT seal FROM {table} WHERE key = ? AND number = ?"
            found = connection.execute(statement, (key, number))
        return bytes(found[0][0]) if found else None

    def has(self, table: str, keys: Iterable[str]) -> frozenset[str]:
        """Those of these keys that have rows in a table. Raises DiskError."""
        with self._reading() as connection:
            statement = f"SELECT 1 FROM {table} WHERE key = ? LIMIT 1"
            return frozenset(key for key in keys if connection.execute(statement, (key,)))

    def copy(self, target: Path) -> None:
        """A whole copy as of now, in one file that is not there yet. Raises DiskError."""
        with self._reading() as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
        made = self._disk.connect(target)
        try:
            made.execute("PRAGMA journal_mode = WAL")  # as every file of ours is marked
        finally:
            made.close()

    def close(self) -> None:
        """Let go of the file. What was added stays."""
        self._ends.clear()
        _let_go(self._writing)
        _let_go(self._suspect)
        self._writing = self._suspect = None

    def mend(self) -> Damage:
        """Set the file aside and go on with a new one that has all rows before the damage.

        Can be cut short at any point: then it is done again, or finished, when the file is next
        opened. Raises DiskError.
        """
        with self._in_place, told():
            return self._mend()

    # Opening

    def _open(self) -> None:
        log = _bytes(self._beside("-wal"))
        if not self._path.exists():
            if log:
                raise Damaged(f"{self._path.name} is gone, its log is there")
            self._make(())
            self._disk.move(self._beside(".making"), self._path)
        if self._path.stat().st_size < PAGE:  # SQLite would take it for new, and drop the log
            raise Damaged(f"{self._path.name} is cut short")
        connection = self._disk.connect(self._path)
        try:
            version = version_of(connection, self._path, self._migrations, clean=not log)
            for statement in (
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA secure_delete = ON",
            ):
                connection.execute(statement)
            self._migrate(connection, version)
            if log:
                self._take_in(connection, log)
        except DiskError as error:
            if error.damaged:
                self._suspect = connection  # closing it would empty the log, and lose its end
            else:
                _let_go(connection)
            raise
        self._writing = connection
        self._checked = True
        self._examined = False

    def _migrate(self, connection: Connection, version: int) -> None:
        """Bring the file to the newest version, in one transaction."""
        if version < len(self._migrations):
            connection.execute("BEGIN IMMEDIATE")
            set_up(connection, self._migrations, version)
            connection.execute("COMMIT")

    def _take_in(self, connection: Connection, log: bytes) -> None:
        """Look at what SQLite would throw away: the end of the log, after the first frame that is
        not sound.

        After a power cut that is at most the one transaction that was not yet durable; whatever
        rows of it are whole are taken, they did happen. Not those that begin a chain: the heading
        of a match and its first entry belong together. More than that means damage.
        """
        ((_, read, _),) = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        rest = beyond(log, max(read, 0))
        if sum(frame.commits for frame in rest) > 1:
            raise Damaged(f"{self._path.name}: the log is broken")
        heap = Heap(loose(b"", rest))
        rows = [
            row
            for name in self._tables
            for key in heap.named()
            if (end := self._end(connection, name, key)) is not None
            for row in heap.chain(name, key, end)
        ]
        if rows:
            connection.execute("BEGIN IMMEDIATE")
            for row in rows:
                self._insert(connection, row)
            connection.execute("COMMIT")
        self._ends.clear()

    # Reading and writing

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        # SQLite throws away what it cannot read of a log, so nobody may read before the check.
        with self._in_place:
            if not self._checked:
                raise DiskError(f"{self._path.name} is not open", 14)
            connection = self._disk.connect(self._path)
            try:
                yield connection
            finally:
                connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        connection = self._writing
        if connection is None:
            raise DiskError(f"{self._path.name} is not open", 14)
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            self._ends.clear()
            try:
                connection.execute("ROLLBACK")
            except DiskError:
                self.close()  # SQLite gave up by itself; begin again from what is on the disk
            raise

    def _add(self, connection: Connection, line: Line) -> None:
        end = self._end(connection, line.table, line.key)
        if end is None:
            end = End(-1 if line.number is None else line.number - 1, b"")
        number = end.number + 1 if line.number is None else line.number
        if number <= end.number:
            return
        if number > end.number + 1:
            raise ValueError(f"{line.table} {line.key}: {number} after {end.number}")
        sign = seal(end.seal, line.table, line.key, number, line.body)
        self._insert(connection, Row(line.table, line.key, number, line.body, sign))

    def _end(self, connection: Connection, name: str, key: str) -> End | None:
        if (name, key) not in self._ends:
            found = connection.execute(
                f"SELECT number, seal FROM {name} WHERE key = ? ORDER BY number DESC LIMIT 1",
                (key,),
            )
            if found and not sound((key, found[0][0], b"", found[0][1])):
                raise Damaged(f"{self._path.name}: the end of {name} {key} is broken")
            self._ends[name, key] = End(*found[0]) if found else None
        return self._ends[name, key]

    def _insert(self, connection: Connection, row: Row) -> None:
        name, *values = row
        connection.execute(
            f"INSERT INTO {name} (key, number, body, seal) VALUES (?, ?, ?, ?)", values
        )
        self._ends[name, row.key] = End(row.number, row.seal)

    # Mending

    def _mend(self) -> Damage:
        log_path = self._beside("-wal")
        heap = Heap(loose(_bytes(self._path), frames(_bytes(log_path))))
        kept, lost, keys = self._chains(heap)
        self._make(kept)
        self._disk.move(self._beside(".making"), self._beside(".mended"))
        aside = self._aside()
        if self._path.exists():
            self._disk.move(self._path, aside)
        if log_path.exists():
            self._disk.move(log_path, aside.with_name(aside.name + "-wal"))
        self.close()
        self._take_mended()
        self._open()
        return Damage(aside.name, len(kept), lost, keys)

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
        path = self._beside(".making")
        for suffix in ("", "-journal", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        connection = self._disk.connect(path)
        try:
            connection.execute(f"PRAGMA page_size = {PAGE}")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("BEGIN IMMEDIATE")
            set_up(connection, self._migrations, 0)
            for row in rows:
                self._insert(connection, row)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()

    def _finish_mending(self) -> Damage | None:
        """Go on where mending was cut short, and say so; does nothing otherwise."""
        mended = self._beside(".mended")
        if not mended.exists():
            return None
        if self._path.exists():
            mended.unlink()  # the broken file was not yet set aside: it will be found again
            return None
        log_path = self._beside("-wal")
        if log_path.exists():
            aside = self._aside()
            self._disk.move(log_path, aside.with_name(aside.name + "-wal"))
        self._take_mended()
        names = sorted(path.name for path in self._path.parent.glob(f"{self._path.stem}-damaged-*"))
        rows = tuple(loose(_bytes(self._path), ()))
        return Damage(names[-1] if names else "", len(rows), 0, ())

    def _take_mended(self) -> None:
        self._beside("-shm").unlink(missing_ok=True)
        self._disk.move(self._beside(".mended"), self._path)

    def _beside(self, suffix: str) -> Path:
        return self._path.with_name(self._path.name + suffix)

    def _aside(self) -> Path:
        """A name that is not taken yet, with the day and time."""
        stem = f"{self._path.stem}-damaged-{self._now():%Y%m%d-%H%M%S}"
        number = 1
        while True:
            path = self._path.with_name(f"{stem}{f'-{number}' if number > 1 else ''}.db")
            if not path.exists() and not path.with_name(path.name + "-wal").exists():
                return path
            number += 1


def in_json(text: str) -> bytes:
    """A text as it stands in a body."""
    return msgspec.json.encode(text)[1:-1]


def _let_go(connection: Connection | None) -> None:
    if connection is not None:
        with suppress(DiskError):
            connection.close()


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""
