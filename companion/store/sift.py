"""A store that comes from elsewhere: read row by row, and made anew from what can be believed.

Nothing of its file is kept: not its pages, not what lies between them, not its schema.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.store.chained_table import ChainedTable
from companion.store.disk import Connection, Damaged
from companion.store.rows import NewRow, unbroken

LONGEST = 1 << 20
"""Bytes of a row; entries have a few thousand."""

LONGEST_CHAIN = 1 << 26
"""Bytes of all rows of a key in one table; a match of an evening is half a million."""

LONGEST_KEY = 400
"""Bytes: the name of a match, of a person, of a game and a box."""

MOST_KEYS = 100_000
"""Of one table; years of evenings have some thousand."""

_AT_ONCE = 1000  # rows in one transaction

_SIZES = """SELECT count(*), max(length(CAST(body AS BLOB))), sum(length(CAST(body AS BLOB))),
    max(length(CAST(seal AS BLOB))), max(length(CAST(number AS BLOB))) FROM {} WHERE key = ?"""
_KEYS = """SELECT key, count(*) FROM {} WHERE typeof(key) = 'text'
    AND length(CAST(key AS BLOB)) <= ? GROUP BY key ORDER BY min(rowid) LIMIT ?"""


class Chain(NamedTuple):
    """What is found of a key in one table. bodies: of the rows that follow each other, the first
    one first. lost: how many rows do not."""

    bodies: tuple[bytes, ...] = ()
    lost: int = 0


Judge = Callable[[str, Mapping[str, Chain]], tuple[str, Mapping[str, Sequence[bytes]]]]
"""Gets all chains of a key, by table; says under which key which bodies stay, by table."""


def sift(
    source: Connection,
    tables: Sequence[str],
    counted: Sequence[str],
    made: ChainedTable,
    judge: Judge,
) -> int:
    """Add to a new file what a judge lets stay of a database; how many rows have no key that one
    could be asked about.

    tables: those that the database has. counted: those in which rows are numbered from 1, and each
    counts. Raises DiskError, damaged when there are more keys than a table has in a lifetime.
    """
    strangers, keys = 0, dict[str, None]()
    for table in tables:
        ((rows,),) = source.execute(f"SELECT count(*) FROM {table}")
        found = source.execute(_KEYS.format(table), (LONGEST_KEY, MOST_KEYS + 1))
        if len(found) > MOST_KEYS:
            raise Damaged(f"too many keys in {table}")
        known = {key: count for key, count in found if _is_text(key)}
        strangers += rows - sum(known.values())
        keys |= dict.fromkeys(known)
    waiting: list[NewRow] = []
    for key in keys:
        chains = {table: _chain(source, table, key, table in counted) for table in tables}
        name, kept = judge(key, chains)
        waiting += _lines(name, kept, counted)
        if len(waiting) >= _AT_ONCE:
            made.add(waiting)
            waiting = []
    made.add(waiting)
    return strangers


def _is_text(key: str) -> bool:
    try:
        key.encode()
    except UnicodeEncodeError:
        return False
    return True


def _chain(source: Connection, table: str, key: str, counted: bool) -> Chain:
    ((rows, body, bodies, seal, number),) = source.execute(_SIZES.format(table), (key,))
    if not rows:
        return Chain()
    if None in (body, seal, number) or body > LONGEST or bodies > LONGEST_CHAIN:
        return Chain((), rows)
    if seal > LONGEST_KEY or number > LONGEST_KEY:
        return Chain((), rows)
    columns: list[tuple[Any, ...]] = source.execute(
        f"SELECT key, number, body, seal FROM {table} WHERE key = ? ORDER BY number", (key,)
    )
    found, _ = unbroken(table, columns)
    if counted and found and found[0].number != 1:
        found = ()
    return Chain(tuple(row.body for row in found), rows - len(found))


def _lines(
    key: str, kept: Mapping[str, Sequence[bytes]], counted: Sequence[str]
) -> Iterator[NewRow]:
    for table, bodies in kept.items():
        for number, body in enumerate(bodies, 1):
            yield NewRow(table, key, body, number if table in counted else None)
