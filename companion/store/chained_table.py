"""One file of chained rows: made, checked, read, added to, and mended when it is broken."""

import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.store.anchors import TABLES, Anchors, Found
from companion.store.chains import chain, chains, insert, last
from companion.store.damage import UNSURE, Damage
from companion.store.disk import Connection, Damaged, Disk, DiskError, as_disk_error, plain
from companion.store.erasing import blank, in_json, rewrite, scrub
from companion.store.mending import Mending, Now, content
from companion.store.rows import End, NewRow, Row, seal
from companion.store.salvage import PAGE
from companion.store.schema import set_up, version_of
from companion.store.vouching import all_ends, anchors, gaps, vouch_for_all

_SETTINGS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
)


class ChainedTable:
    """A database of chained rows.

    One thread opens it and writes; any thread may read.

    migrations: the statements that lead from each version to the next, the first from nothing.
    tables: their names, as of the last version.
    log_bytes: what the log is given before anything is written. While it grows the disk writes
        down its length with every commit, which takes half as long again.
    vouched: what tells whether rows that were called saved are there.
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Sequence[str]],
        tables: Sequence[str],
        disk: Disk,
        now: Now,
        log_bytes: int = 0,
        vouched: Anchors | None = None,
    ) -> None:
        self._path = path
        self._migrations = tuple(tuple(steps) for steps in migrations)
        self._tables = tuple(tables)
        self._disk = disk
        self._log_bytes = log_bytes
        self._vouched = vouched
        self._mending = Mending(path, self._migrations, tables, disk, now)
        self._writing: Connection | None = None
        self._suspect: Connection | None = None
        self._checked = False
        self._examined = False
        self._unsure: Damage | None = None
        self._ends: dict[tuple[str, str], End | None] = {}
        self._in_place = threading.Lock()  # while somebody reads, no file is set aside

    def open(self) -> tuple[Damage, ...]:
        """Make the file ready to be written; do nothing when it is.

        Says what was damaged, if anything was. Raises DiskError when the disk does not let us.
        """
        if self._writing is not None:
            return ()
        mended = None
        try:
            if self._suspect is None:
                with as_disk_error():
                    self._disk.make(self._path.parent)
                    mended = self._mending.finish()
                    self._open(look=mended is None)
            else:
                mended = self.mend()
        except DiskError as error:
            if not error.damaged:
                raise
            mended = self.mend()
        news = tuple(one for one in (mended, self._unsure) if one is not None)
        self._unsure = None
        return news

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
        if self._log_bytes:
            self._disk.reserve(self._mending.beside("-wal"), self._log_bytes)
        self._examined = True
        return damage

    def add(self, lines: Sequence[NewRow]) -> None:
        """Add rows, durably once this returns; those whose number is there already are left out.

        Raises DiskError; then none of them is there. ``open`` must be called before it is tried
        again. Raises ValueError when a number leaves a gap.
        """
        with self._transaction() as connection:
            for line in lines:
                self._add(connection, line)
        saved = {(name, x.key) for x in lines for name in TABLES if name == x.table}
        if saved and self._vouched is not None:
            found = {x: end for x in saved if (end := self._end(connection, *x)) is not None}
            self._vouched.note(anchors(connection, found, self._vouched.known))

    def forget(self, key: str) -> None:
        """Remove all rows of a key, and every trace of them from the files. Raises DiskError."""
        self._vouch_no_more({(table, key) for table in TABLES})
        with self._transaction() as connection:
            for name in self._tables:
                connection.execute(f"DELETE FROM {name} WHERE key = ?", (key,))
                self._ends.pop((name, key), None)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def rewrite(self, lines: Sequence[NewRow], gone: Sequence[tuple[str, str]], text: str) -> None:
        """Give rows other bodies, so that no trace of a text is left, also in files set aside.

        lines: of every key all its rows, with their numbers. gone: tables and keys to be removed.
        text: must not be there any more; it was in rows as JSON has it. Raises DiskError.
        """
        self._vouch_no_more({*gone, *((x.table, x.key) for x in lines)})  # seals are others then
        with self._transaction() as connection:
            rewrite(connection, ((x.table, x.key, x.number or 0, x.body) for x in lines), gone)
            self._ends.clear()
        scrub(connection)
        if self._vouched is not None:
            vouch_for_all(self._vouched, connection)
        with as_disk_error():
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

    def believed(self, table: str) -> dict[str, tuple[Row, ...]]:
        """The same of a broken file that cannot be mended just now. Raises DiskError."""
        with self._in_place, as_disk_error():
            return self._mending.believed(table)

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

    def last(self, table: str, keys: Iterable[str]) -> dict[str, bytes]:
        """What the last rows of these keys hold, as they are found. Raises DiskError."""
        statement = f"SELECT body FROM {table} WHERE key = ? ORDER BY number DESC LIMIT 1"
        with self._reading() as connection:
            found = {key: connection.execute(statement, (key,)) for key in keys}
        return {key: bytes(rows[0][0]) for key, rows in found.items() if rows}

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
        if self._vouched is not None:
            self._vouched.close()
        self._ends.clear()
        _let_go(self._writing)
        _let_go(self._suspect)
        self._writing = self._suspect = None

    def mend(self) -> Damage:
        """Set the file aside and go on with a new one that has all rows before the damage.

        Can be cut short at any point: then it is done again, or finished, when the file is next
        opened. Raises DiskError.
        """
        with self._in_place, as_disk_error():
            damage = self._mending.set_aside()
            self.close()
            self._mending.take()
            self._open(look=False)
            return damage

    def reckon(self, damage: Damage) -> Damage:
        """Once what was known is put back into a mended file: what of it is missing though it was
        called saved. Raises DiskError."""
        if self._vouched is None or self._writing is None:
            return damage
        return damage.lacking(gaps(self._writing, all_ends(self._writing), self._vouched.known))

    def vouch(self) -> None:
        """Once what is missing has been told: what is there is vouched for from now on. Raises
        DiskError."""
        if self._vouched is not None and self._writing is not None:
            with suppress(DiskError):  # then it is said once more
                vouch_for_all(self._vouched, self._writing)

    @property
    def unsettled(self) -> bool:
        """Whether there is something to wait for when nobody waits; see :meth:`settle`."""
        return self._vouched is not None and self._vouched.unsettled

    def settle(self) -> None:
        """See Anchors.settle."""
        if self._vouched is not None:
            self._vouched.settle()

    # Opening

    def _open(self, *, look: bool) -> None:
        """look: whether what was called saved must be there."""
        plain(self._path)
        log = content(self._mending.beside("-wal"))
        vouched = self._vouched if look else None
        found: Found = "whole" if vouched is None else vouched.read()
        if found == "broken":
            self._unsure = UNSURE[found]
        if not self._path.exists():
            if log or (vouched is not None and vouched.known):
                raise Damaged(f"{self._path.name} is gone")
            if vouched is not None:  # first: no file is ever without
                vouched.renew(())
            self._mending.create()
            found = "whole"
        if self._path.stat().st_size < PAGE:  # SQLite would take it for new, and drop the log
            raise Damaged(f"{self._path.name} is cut short")
        connection = self._disk.connect(self._path)
        try:
            version = version_of(connection, self._path, self._migrations, clean=not log)
            for statement in _SETTINGS:
                connection.execute(statement)
            if vouched is not None and found == "gone":
                if version < len(self._migrations):
                    vouched.renew(())  # no file of an earlier version had any
                else:
                    self._unsure = UNSURE[found]
            self._migrate(connection, version)
            if log:
                self._take_in(connection, log)
            if vouched is not None:
                self._hold_against(vouched, connection)
        except DiskError as error:
            if error.damaged:
                self._suspect = connection  # closing it would empty the log, and lose its end
            else:
                _let_go(connection)
            raise
        self._writing = connection
        self._checked = True
        self._examined = False

    def _hold_against(self, vouched: Anchors, connection: Connection) -> None:
        """Raises Damaged when something is missing that was called saved."""
        found = all_ends(connection)
        if gaps(connection, found, vouched.known):
            raise Damaged(f"{self._path.name} lacks what was saved")
        if self._unsure is not None:  # that is told first
            return
        with suppress(DiskError):  # it is done before anything more is called saved
            vouched.hold(anchors(connection, found, vouched.known))

    def _migrate(self, connection: Connection, version: int) -> None:
        """Bring the file to the newest version, in one transaction."""
        if version < len(self._migrations):
            connection.execute("BEGIN IMMEDIATE")
            set_up(connection, self._migrations, version)
            connection.execute("COMMIT")

    def _take_in(self, connection: Connection, log: bytes) -> None:
        rows = self._mending.cut_off(connection, log)
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

    def _add(self, connection: Connection, line: NewRow) -> None:
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
            self._ends[name, key] = last(connection, name, key)
        return self._ends[name, key]

    def _insert(self, connection: Connection, row: Row) -> None:
        insert(connection, row)
        self._ends[row.table, row.key] = End(row.number, row.seal)

    def _vouch_no_more(self, chains: Collection[tuple[str, str]]) -> None:
        """Before they are changed: cut short after that, there is less to vouch for."""
        if self._vouched is not None:
            self._vouched.drop(lambda one: one in chains)


def _let_go(connection: Connection | None) -> None:
    if connection is not None:
        with suppress(DiskError):
            connection.close()
