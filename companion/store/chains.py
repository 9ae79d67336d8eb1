"""Rows as they are read back: in order, and only as far as each follows from the one before."""

from collections.abc import Iterator
from typing import Any

from companion.store.disk import Connection, Damaged, DiskError
from companion.store.rows import End, Row, sound, unbroken


def chain(connection: Connection, table: str, key: str) -> tuple[tuple[Row, ...], bool]:
    """The rows of a key, in order, up to the first broken one, and whether that was all.

    Raises DiskError.
    """
    found: list[tuple[Any, ...]] = []
    whole = True
    try:
        found = connection.execute(
            f"SELECT key, number, body, seal, rowid FROM {table} WHERE key = ? ORDER BY number",
            (key,),
        )
        # A broken index can hide the last rows, so look for more behind its back.
        last = found[-1][4] if found else 0
        whole = not connection.execute(
            f"SELECT 1 FROM {table} NOT INDEXED WHERE rowid > ? AND key = ? LIMIT 1", (last, key)
        )
    except DiskError as error:
        if not error.damaged:
            raise
        whole = False
    rows, all_follow = unbroken(table, (row[:4] for row in found))
    return rows, whole and all_follow


def chains(connection: Connection, table: str) -> dict[str, tuple[Row, ...]]:
    """All rows of every key, in the order in which the keys first came.

    Raises DiskError, damaged when a row of the table is.
    """
    by_key: dict[str, list[tuple[Any, ...]]] = {}
    for row in connection.execute(
        f"SELECT key, number, body, seal FROM {table} NOT INDEXED ORDER BY rowid"
    ):
        by_key.setdefault(row[0], []).append(row)
    found = {}
    for key, same in by_key.items():
        found[key], whole = unbroken(table, same)
        if not whole:
            raise Damaged(f"{table} {key} is broken")
    return found


def last(connection: Connection, table: str, key: str) -> End | None:
    """Where a chain ends, None when there is nothing of it. Raises DiskError, damaged when its
    last row is."""
    found = connection.execute(
        f"SELECT number, seal FROM {table} WHERE key = ? ORDER BY number DESC LIMIT 1", (key,)
    )
    if found and not sound((key, found[0][0], b"", found[0][1])):
        raise Damaged(f"the end of {table} {key} is broken")
    return End(*found[0]) if found else None


def ends(connection: Connection, table: str) -> Iterator[tuple[str, End]]:
    """Where all chains of a table end, without reading it all: of each only its places in the
    index. Raises DiskError, damaged when a last row is."""
    for key, number, seal in connection.execute(
        f"WITH RECURSIVE chain(key) AS (SELECT min(key) FROM {table} UNION ALL"
        f" SELECT (SELECT min(key) FROM {table} WHERE key > chain.key) FROM chain"
        " WHERE chain.key IS NOT NULL) SELECT key, number, seal FROM chain"
        f" JOIN {table} USING (key)"
        f" WHERE number = (SELECT max(number) FROM {table} WHERE key = chain.key)"
    ):
        if not sound((key, number, b"", seal)):
            raise Damaged(f"the end of {table} {key} is broken")
        yield key, End(number, seal)


def insert(connection: Connection, row: Row) -> None:
    """Add a row, inside a transaction of the caller. Raises DiskError."""
    name, *values = row
    connection.execute(f"INSERT INTO {name} (key, number, body, seal) VALUES (?, ?, ?, ?)", values)
