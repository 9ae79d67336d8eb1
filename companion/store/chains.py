"""Rows as they are read back: in order, and only as far as each follows from the one before."""

from typing import Any

from companion.store.disk import Connection, Damaged, DiskError
from companion.store.rows import Row, unbroken


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
