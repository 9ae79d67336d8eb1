"""Rewriting rows so that nothing of what they said before is left in a file."""

from collections.abc import Iterable, Sequence
from pathlib import Path

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
        found = file.read_bytes()
        if text in found:
            file.write_bytes(found.replace(text, b"?" * len(text)))
