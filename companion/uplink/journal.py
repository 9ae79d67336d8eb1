"""What of a table's matches may leave it, read from its store without holding anybody up.

Only ``matches.db`` is opened, read-only and for an instant each time, so that its log can be
emptied. Entries leave without the names of people and without sentences, in which names stand. A
match in which something is hidden, or shown once and then to be remembered, leaves when it is over;
one of a game that has no such thing (``[journal] open`` in its ``about.toml``) as it is played.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

import msgspec
import tomli
from msgspec import Raw

import companion
from companion.home import added
from companion.uplink.wire import Card, Course, Entry

FILE = "matches.db"
"""Of the store, see docs/storage.md: the tables and what is read of their rows are told there."""

KEPT_HERE = ("players", "sentences", "snapshot")
"""Fields of an entry that stay at the table: names, and what is told with them."""

EMPTY = {"name": Raw(b'""')}
"""Those that leave with nothing in them, since an entry is none without: what somebody typed."""

GOES_ON = b"{}"
"""The result of a match whose end was taken back."""

_MATCHES = """
    WITH head AS (SELECT key, max(number) AS newest FROM match GROUP BY key)
    SELECT head.key,
        (SELECT body FROM match WHERE key = head.key AND number = newest),
        (SELECT body FROM result WHERE key = head.key ORDER BY number DESC LIMIT 1),
        entry.number, entry.seal
    FROM head JOIN entry ON entry.key = head.key
        AND entry.number = (SELECT max(number) FROM entry WHERE key = head.key)
"""
_ENTRIES = "SELECT number, body, seal FROM entry WHERE key = ? AND number > ? ORDER BY number"
_SEAL = "SELECT seal FROM entry WHERE key = ? AND number = ?"
_LAST = "SELECT body FROM entry WHERE key = ? ORDER BY number DESC LIMIT 1"


class Unreadable(Exception):
    """The journal cannot be read just now."""


class _Heading(msgspec.Struct, frozen=True):
    """What is read of a match's heading.

    game, seats: the folder of its rules, its seats in turn order.
    begun, last: when it was begun, and last taken up; None when nobody knows.
    foreign: whether it was not played here.
    """

    game: str
    seats: tuple[str, ...]
    begun: datetime | None = None
    last: datetime | None = None
    foreign: bool = False


class _Last(msgspec.Struct, frozen=True):
    entry: str = ""
    at: float = 0.0


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """A match that was played here.

    match, game, seats, begun: see :class:`companion.uplink.wire.Course`.
    number, seal: of its last entry.
    result: how it ended; null while it goes on.
    last: when it was last taken up, in seconds since 1970.
    """

    match: str
    game: str
    seats: tuple[str, ...]
    begun: float
    number: int
    seal: bytes
    result: Raw
    last: float

    @property
    def leaves(self) -> bool:
        """Whether its entries may leave the table now."""
        return bytes(self.result) != b"null" or open_to_all(self.game)


class Journal:
    """The store in a folder. key: makes the marks of this table's entries."""

    def __init__(self, folder: Path, key: bytes) -> None:
        self._file, self._log, self._key = folder / FILE, folder / f"{FILE}-wal", key
        self._seen: tuple[tuple[int, int], ...] | None = None

    def changed(self) -> bool:
        """Whether anything was written since this was last asked; costs two looks at a folder."""
        now = self._state()
        before, self._seen = self._seen, now
        return now != before

    def forget(self) -> None:
        """Whatever was seen is to be read again."""
        self._seen = None

    def read(self) -> "Look":
        """Look into it; to be closed at once. Raises Unreadable."""
        # Nobody has it open: then no log has to be read, and no file is made beside it.
        alone = not self._log.exists()
        before = self._state()
        where = f"{self._file.absolute().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
        try:
            connection = sqlite3.connect(where, uri=True, timeout=1.0)
        except sqlite3.Error as error:
            raise Unreadable(str(error)) from error
        look = Look(connection, self._key)
        try:
            look.matches()
        except Unreadable:
            look.close()
            raise
        if alone and before != self._state():
            look.close()
            raise Unreadable("somebody has begun to write")
        return look

    @property
    def free(self) -> int:
        """Bytes that are free where it lies."""
        # Of the file where it is there: its folder may be another one than it seems to be.
        found = os.statvfs(self._file if self._file.exists() else self._file.parent)
        return found.f_bavail * found.f_frsize

    def _state(self) -> tuple[tuple[int, int], ...]:
        return tuple(map(_state, (self._file, self._log)))


class Look:
    """One look into the store."""

    def __init__(self, connection: sqlite3.Connection, key: bytes) -> None:
        self._connection, self._key = connection, key
        self._known: tuple[Known, ...] | None = None

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()

    def __enter__(self) -> "Look":
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def matches(self) -> tuple[Known, ...]:
        """All that were played here and can be read. Raises Unreadable."""
        if self._known is None:
            found = map(_known, self._rows(_MATCHES))
            self._known = tuple(one for one in found if one is not None)
        return self._known

    def mark(self, seal: bytes) -> str:
        """What vouches at the hub for the entry with this seal."""
        return blake2s(seal, key=self._key, digest_size=16).hexdigest()

    def mark_at(self, match: str, number: int) -> str:
        """That of an entry; "" where there is none. Raises Unreadable."""
        found = next(iter(self._rows(_SEAL, match, number)), None)
        return self.mark(found[0]) if found else ""

    def entries(self, match: str, after: int) -> Iterator[Entry]:
        """Those after a number, as they leave the table. Raises Unreadable."""
        for number, body, seal in self._rows(_ENTRIES, match, after):
            yield Entry(number, self.mark(seal), Raw(leaving(body)))

    def card(self) -> Card:
        """What is seen from afar: the match that was taken up last. Raises Unreadable."""
        if not self.matches():
            return Card()
        one = max(self.matches(), key=lambda known: known.last)
        (body,) = next(iter(self._rows(_LAST, one.match)))
        try:
            last = msgspec.json.decode(body, type=_Last)
        except (ValueError, RecursionError):
            last = _Last()
        over = bytes(one.result) != b"null"
        state = "over" if over else "paused" if last.entry == "paused" else "playing"
        seconds = max(0.0, min(last.at, 1e9))
        return Card(
            game=one.game, seats=one.seats, entries=one.number, seconds=seconds, state=state
        )

    def _rows(self, statement: str, *values: str | int) -> Iterator[tuple[Any, ...]]:
        try:
            with closing(self._connection.execute(statement, values)) as rows:
                yield from rows
        except sqlite3.Error as error:
            raise Unreadable(str(error)) from error


@cache
def open_to_all(game: str) -> bool:
    """Whether nothing in a match of this game is hidden from anybody at any time."""
    beside = added()
    shelves = [Path(companion.__file__).parent, *([] if beside is None else [beside])]
    for shelf in shelves:
        about = shelf / "games" / game / "about.toml"
        try:
            told = tomli.loads(about.read_text("utf-8"))
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            return False
        return told.get("journal") == {"open": True}
    return False


def leaving(body: bytes) -> bytes:
    """An entry as it leaves the table."""
    fields = msgspec.json.decode(body, type=dict[str, Raw])
    told = {key: EMPTY.get(key, fields[key]) for key in fields if key not in KEPT_HERE}
    return msgspec.json.encode(told)


def _known(row: tuple[Any, ...]) -> Known | None:
    """A match as its rows tell it; None where it was played elsewhere, or cannot be told of."""
    match, heading, result, number, seal = row
    ended = result is not None and result != GOES_ON
    try:
        head = msgspec.json.decode(heading, type=_Heading)
        told = msgspec.json.decode(result if ended else b"null", type=Raw)
        # What the hub would not understand it would refuse, with all that is told beside it.
        fits = {"match": match, "game": head.game, "seats": head.seats}
        msgspec.convert(fits, Course)
    except (ValueError, RecursionError):
        return None
    if head.foreign:
        return None
    return Known(
        match=match,
        game=head.game,
        seats=head.seats,
        begun=_seconds(head.begun),
        number=number,
        seal=bytes(seal),
        result=told.copy(),
        last=_seconds(head.last),
    )


def _seconds(when: datetime | None) -> float:
    return 0.0 if when is None else when.timestamp()


def _state(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
