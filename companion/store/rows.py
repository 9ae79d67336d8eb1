"""Rows that vouch for themselves: chained by seals, so that each can be believed by itself.

Everything the store keeps is a row of one of a few tables of the same shape. Rows with the same
key form a chain: they are numbered without a gap and only ever added at the end. The seal of a
row is a hash over the seal before it and all that the row says, its table included. So a changed
byte, a missing row, and a row of several written as one that the power cut ended, are all noticed;
and a row that is found lying about in a broken file can be put back where it belongs.
"""

from collections.abc import Iterable
from hashlib import blake2s
from itertools import count
from typing import Any, NamedTuple


class Loose(NamedTuple):
    """A row as found, not yet believed; of which table is not known."""

    key: str
    number: int
    body: bytes
    seal: bytes


_TYPES = (str, int, bytes, bytes)


class Row(NamedTuple):
    """A row that is believed.

    table: the table of its chain.
    key: what the chain belongs to: a match, a sheet of points, a box.
    number: its place in the chain.
    body: what it holds, as JSON.
    seal: over this row and the one before it.
    """

    table: str
    key: str
    number: int
    body: bytes
    seal: bytes


class NewRow(NamedTuple):
    """A row to be added. number: None for the next one, whatever it is."""

    table: str
    key: str
    body: bytes
    number: int | None = None


class End(NamedTuple):
    """Where a chain ends: the last number and its seal."""

    number: int
    seal: bytes


def seal(before: bytes, table: str, key: str, number: int, body: bytes) -> bytes:
    """The seal of a row after the one with the seal ``before`` (empty for the first)."""
    head = f"{table}\0{key}\0{number}\0".encode()
    return blake2s(before + head + body, digest_size=16).digest()


def sound(columns: tuple[Any, ...]) -> bool:
    """Whether the columns of a row are of their types; a damaged file may hold anything."""
    return tuple(map(type, columns)) == _TYPES


def unbroken(table: str, rows: Iterable[tuple[Any, ...]]) -> tuple[tuple[Row, ...], bool]:
    """The rows of one key (their columns), in order, up to the first that does not follow, and
    whether all did."""
    found: list[Row] = []
    before, due = b"", None
    for columns in rows:
        if not sound(columns):
            return tuple(found), False
        key, number, body, sign = columns
        if (due is not None and number != due) or sign != seal(before, table, key, number, body):
            return tuple(found), False
        found.append(Row(table, key, number, body, sign))
        before, due = sign, number + 1
    return tuple(found), True


class Heap:
    """Loose rows, and what chains can be made of them.

    Where two rows claim the same place, the one that was added first is believed.
    """

    def __init__(self, rows: Iterable[Loose]) -> None:
        self._rows: dict[str, dict[int, list[Loose]]] = {}
        for one in rows:
            same = self._rows.setdefault(one.key, {}).setdefault(one.number, [])
            if one not in same:
                same.append(one)

    def named(self) -> tuple[str, ...]:
        """All keys that any row names, true or not."""
        return tuple(self._rows)

    def chain(self, table: str, key: str, after: End | None) -> tuple[Row, ...]:
        """The rows that follow ``after``, or the chain from its beginning when that is None."""
        if after is None:
            for number in sorted(self._rows.get(key, ())):
                found = self.chain(table, key, End(number - 1, b""))
                if found:
                    return found
            return ()
        rows: list[Row] = []
        while (row := self._next(table, key, after)) is not None:
            rows.append(row)
            after = End(row.number, row.seal)
        return tuple(rows)

    def missing(self, tables: Iterable[str], key: str, kept: int | None) -> int:
        """How many rows of this key are known to have come after number ``kept``.

        kept: None when no row can be believed; then the key itself may be what is broken.
        Known by a row that follows any other one here, or that is broken in the next place.
        """
        mine = self._rows.get(key, {})
        run = 0
        if kept is not None:
            run = next(number for number in count(kept) if number + 1 not in mine)
        follow = (
            number
            for number, same in mine.items()
            for table in tables
            for before in mine.get(number - 1, ())
            if any(one.seal == seal(before.seal, table, key, number, one.body) for one in same)
        )
        return max((run, *follow)) - (kept or 0)

    def _next(self, table: str, key: str, after: End) -> Row | None:
        number = after.number + 1
        for one in self._rows.get(key, {}).get(number, ()):
            if one.seal == seal(after.seal, table, key, number, one.body):
                return Row(table, *one)
        return None
