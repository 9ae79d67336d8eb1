"""Rewriting rows so that nothing of what they said before is left in a file."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from companion.files import open_kept
from companion.store.disk import Connection
from companion.store.rows import seal


def rewrite(
    connection: Connection,
    rows: Iterable[tuple[str, str, int, bytes]],
    gone: Iterable[tuple[str, str]],
) -> None:
    """Give rows other bodies, inside a transaction of the caller.

    rows: table, key, number, new body; of every key all its rows, in their order. gone: tables
    and keys whose rows are deleted.
    """
    for table, key in gone:
        connection.execute(f"DELETE FROM {table} WHERE key = ?", (key,))
    before: dict[tuple[str, str], bytes] = {}
    for table, key, number, body in rows:
        sign = seal(before.get((table, key), b""), table, key, number, body)
        before[table, key] = sign
        connection.execute(
            f"UPDATE {table} SET body = ?, seal = ? WHERE key = ? AND number = ?",
            (body, sign, key, number),
        )


def scrub(connection: Connection) -> None:
    """Build the file anew from its rows, and empty its log: free pages and old ones are gone."""
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def blank(files: Sequence[Path], text: bytes) -> None:
    """Write over a text wherever it stands in files that were set aside. Rows that held it can
    no longer be believed; all others can. Raises OSError."""
    for file in files:
        with open(open_kept(file, os.O_RDWR), "r+b") as kept:
            found = kept.read()
            if text in found:  # over the old ones, not beside them
                kept.seek(0)
                kept.write(found.replace(text, b"?" * len(text)))
                kept.flush()
                os.fsync(kept.fileno())


def in_json(text: str) -> bytes:
    """A text as it stands in a body."""
    return msgspec.json.encode(text)[1:-1]
