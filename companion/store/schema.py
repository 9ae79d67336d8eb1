"""What a file of chained rows consists of, and whether one is sound and of which version."""

import sqlite3
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from companion.store.disk import NEWER, Connection, Damaged, DiskError
from companion.store.salvage import PAGE

Migrations = Sequence[Sequence[str]]
"""The statements that lead from each version to the next, the first from nothing."""

# Whose file it is, "tb"; the version is added, so that the two numbers vouch for each other.
_MARK = 0x74620000
# https://sqlite.org/fileformat2.html, section 1.3: what never changes in a file of ours.
_HEADER = b"SQLite format 3\0" + PAGE.to_bytes(2, "big") + b"\x02\x02\x00\x40\x20\x20"
_FORMAT = (slice(44, 48), b"\0\0\0\x04")
_ENCODING = (slice(56, 60), b"\0\0\0\x01")
_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
_ROW = "key TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, seal BLOB NOT NULL"


def table(name: str) -> str:
    """The statement that makes a table of chained rows."""
    return f"CREATE TABLE {name} ({_ROW}, PRIMARY KEY (key, number))"


def set_up(connection: Connection, migrations: Migrations, version: int) -> None:
    """Go from a version to the newest, inside a transaction of the caller."""
    for steps in migrations[version:]:
        for statement in steps:
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {len(migrations)}")
    connection.execute(f"PRAGMA application_id = {_MARK + len(migrations)}")


def version_of(connection: Connection, path: Path, migrations: Migrations, *, clean: bool) -> int:
    """The version of a sound file.

    clean: whether it was closed properly, so that nothing waits in a log.
    Raises Damaged; DiskError when the file is of a version that is not known here.
    """
    broken = Damaged(f"{path.name}: the header is broken")
    with path.open("rb") as file:
        header = file.read(100)
    # Before SQLite is asked: a format that it does not know is no damage to it.
    if not header.startswith(_HEADER):
        raise broken
    if any(header[where] != what for where, what in (_FORMAT, _ENCODING)):
        raise broken
    ((version,),) = connection.execute("PRAGMA user_version")
    ((mark,),) = connection.execute("PRAGMA application_id")
    ((count,),) = connection.execute("PRAGMA page_count")
    if version < 1 or mark != _MARK + version:
        raise broken
    if clean and count * PAGE != path.stat().st_size:
        raise broken
    if version > len(migrations):
        raise DiskError(f"{path.name} has version {version}", reason=NEWER)
    known = tuple(tuple(steps) for steps in migrations[:version])
    if tuple(connection.execute(_SCHEMA)) != _schema(known):
        raise Damaged(f"{path.name}: the schema is broken")
    return int(version)


@cache
def _schema(migrations: tuple[tuple[str, ...], ...]) -> tuple[tuple[str | None, ...], ...]:
    connection = sqlite3.connect(":memory:")
    try:
        for steps in migrations:
            for statement in steps:
                connection.execute(statement)
        return tuple(connection.execute(_SCHEMA))
    finally:
        connection.close()
