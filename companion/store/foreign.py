"""A store that lies by itself, or comes from elsewhere: examined, and made anew row by row."""

from collections.abc import Sequence
from pathlib import Path

from companion.store.chained_table import ChainedTable
from companion.store.disk import Damaged, DiskError, Foreign, Reader, RealDisk, as_disk_error
from companion.store.mending import Now
from companion.store.renaming import rename
from companion.store.rows import Row
from companion.store.salvage import PAGE
from companion.store.schema import Migrations, version_of
from companion.store.sift import Judge, sift
from companion.store.tables import (
    ENTRY,
    FIRST_TABLES,
    GOES_ON,
    MATCHES,
    MIGRATIONS,
    RESULT,
    SCORE,
    TABLES,
)
from companion.store.vault import (
    HIDDEN_MIGRATIONS,
    HIDDEN_TABLES,
    SECRET,
    keys_of,
)


def examine(file: Path) -> None:
    """Whether a copy that lies by itself is whole and can be read here. Raises DiskError."""
    _whole(file, MIGRATIONS)


def sifted(file: Path, target: Path, now: Now, judge: Judge) -> int:
    """Make a store of what a judge lets stay of one that comes from elsewhere; how many rows were
    no rows at all. Raises DiskError, also when the file is broken or of a newer version."""
    version = _whole(file, MIGRATIONS)
    made = ChainedTable(target, MIGRATIONS, TABLES, RealDisk(), now)
    tables = TABLES if version > 1 else TABLES[:FIRST_TABLES]
    return _sifted(file, tables, (ENTRY, SCORE), made, judge)


def sifted_secrets(file: Path, target: Path, now: Now, judge: Judge) -> int:
    """The same with what matches hide. Where they stood a while ago is not taken along: it is
    found out again."""
    _whole(file, HIDDEN_MIGRATIONS)
    made = ChainedTable(target, HIDDEN_MIGRATIONS, HIDDEN_TABLES, RealDisk(), now)
    return _sifted(file, (SECRET,), (), made, judge)


def renamed_by_itself(file: Path, old: str, new: str, now: Now) -> None:
    """Call somebody something else in a store that lies by itself, as
    :meth:`companion.store.Library.rename_player` does. Raises DiskError."""
    made = ChainedTable(file, MIGRATIONS, TABLES, RealDisk(), now)

    def whole(table: str, key: str) -> tuple[Row, ...]:
        rows, sound = made.chain(table, key)
        if not sound:  # what lies behind the damage could hold the name
            made.mend()
            rows, _ = made.chain(table, key)
        return rows

    try:
        made.open()
        rename(made, whole, old, new)
    finally:
        made.close()


def _sifted(
    file: Path, tables: Sequence[str], counted: Sequence[str], made: ChainedTable, judge: Judge
) -> int:
    source = Foreign(file)
    try:
        made.open()
        return sift(source, tables, counted, made, judge)
    finally:
        source.close()
        made.close()


def _whole(file: Path, migrations: Migrations) -> int:
    """The version of a copy that lies by itself. Raises DiskError when it is not whole."""
    with as_disk_error():
        if file.stat().st_size < PAGE:
            raise Damaged(f"{file.name} is cut short")
    connection = Foreign(file)
    try:
        version = version_of(connection, file, migrations, clean=True)
        if connection.execute("PRAGMA integrity_check") != [("ok",)]:
            raise Damaged(f"{file.name} is broken")
    finally:
        connection.close()
    return version


def hiding(folder: Path) -> frozenset[str] | None:
    """The matches of which something hidden lies in a folder and that are not known to be over;
    None when that cannot be told. For whoever has not opened the folder."""
    hidden = keys_of(folder)
    if not hidden:
        return hidden
    over = set()
    try:
        source = Reader(folder / MATCHES)
        try:
            for match in hidden:
                newest = f"SELECT body FROM {RESULT} WHERE key = ? ORDER BY number DESC LIMIT 1"
                found = source.execute(newest, (match,))
                if found and found[0][0] != GOES_ON:
                    over.add(match)
        finally:
            source.close()
    except DiskError:
        return hidden
    return hidden - over
