"""Entries on the disk a second: the companion's journal beside plain SQLite.

``python -m bench.appends``: the same entries, one after the other, each durable before the next;
both in WAL mode with ``synchronous = FULL``, by the clock. Then all of them at once, which is what
a slow card makes of them.
"""

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bench.rows import WHOLE, Row, Size, by_turns, table
from bench.scaling import Long
from companion.match.entries import Entry, encode
from companion.store import Library

NOTE = (
    "By the clock. Plain SQLite only keeps the bytes; the journal also hands over to its thread, "
    "seals every row and says what is saved."
)


def ours(entries: list[Entry], *, singly: bool) -> float:
    """Entries a second through the store."""
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder), lambda: datetime.now(UTC))
        keep = library.begin().keep
        keep(entries[0])
        assert library.journal.flush()
        begun = time.perf_counter()
        for entry in entries[1:]:
            keep(entry)
            if singly:
                library.journal.flush()
        assert library.journal.flush()
        took = time.perf_counter() - begun
        library.close()
    return (len(entries) - 1) / took


def plain(entries: list[Entry], *, singly: bool) -> float:
    """Entries a second into a table of SQLite."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(sqlite3.connect(Path(folder) / "plain.db", isolation_level=None)) as file,
    ):
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = FULL")
        file.execute("CREATE TABLE entry (number INTEGER PRIMARY KEY, body BLOB)")
        begun = time.perf_counter()
        if not singly:
            file.execute("BEGIN")
        for entry in entries[1:]:
            file.execute("INSERT INTO entry VALUES (?, ?)", (entry.number, encode(entry)))
        if not singly:
            file.execute("COMMIT")
        took = time.perf_counter() - begun
    return (len(entries) - 1) / took


def rows(size: Size) -> Iterator[Row]:
    """One by one, and all at once."""
    long = Long(10_000)
    long.play(min(500, size.longest))
    for what, singly in (("each durable before the next", True), ("all at once", False)):
        found = by_turns(
            size.repeats,
            {
                "ours": lambda singly=singly: ours(long.lines, singly=singly),  # type: ignore[misc]
                "theirs": lambda singly=singly: plain(long.lines, singly=singly),  # type: ignore[misc]
            },
        )
        yield Row(
            what=f"entries to the disk, {what}",
            unit="/s",
            ours=found["ours"],
            peer="SQLite, WAL, FULL",
            theirs=found["theirs"],
            noisy=True,
            note=NOTE,
        )


if __name__ == "__main__":
    print(table(rows(WHOLE)))
