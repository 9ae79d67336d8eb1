"""What a table knows of its club: where the hub is, what opens its door, how far it has each match.

All of it lies in one file, which is there as long as the table belongs to a club.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self, TypeVar

import msgspec
from msgspec import Meta

from companion.files import make_folder, make_plain, remove
from companion.uplink.wire import Have, Seconds

FILE = "uplink.db"

T = TypeVar("T")

FORMER = 8
"""Tokens that are kept, with the present one."""

AWAY = "away"
"""Noted while the hub does not answer at all."""

_TABLES = (
    "CREATE TABLE hub (host TEXT, port INTEGER, authority TEXT, token TEXT, key BLOB, name TEXT,"
    " heard REAL, said TEXT)",
    "CREATE TABLE cursor (match TEXT PRIMARY KEY, number INTEGER, mark TEXT, ended TEXT)",
)


class Hub(NamedTuple):
    """The other end.

    host, port: where it answers.
    authority: the certificate that vouches for its own, as PEM.
    token: what opens it to this table, and what did so before, parted by spaces, the newest first:
        a hub that was put back to a backup knows one of them.
    key: makes the marks of this table's entries, see :mod:`companion.uplink.journal`.
    name: what the club calls this table.
    """

    host: str
    port: Annotated[int, Meta(ge=1, le=65535)]
    authority: Annotated[str, Meta(min_length=1)]
    token: str
    key: Annotated[bytes, Meta(min_length=1, max_length=32)]
    name: str

    @property
    def tokens(self) -> list[str]:
        """Those of ``token``, one by one."""
        return self.token.split() or [""]


class NoClub(Exception):
    """This table belongs to no club."""


class Club:
    """hub: the other end. folder: where the file lies. Its methods raise sqlite3.Error where the
    disk does not do what it should, or the file is torn."""

    def __init__(self, folder: Path) -> None:
        """Raises NoClub, and sqlite3.Error."""
        self._file = folder / FILE
        if not self._file.is_file():
            raise NoClub
        self._same = self._file.stat().st_ino
        self._database = sqlite3.connect(self._file, isolation_level=None, timeout=5.0)
        self.hub = self._read("host, port, authority, token, key, name", Hub)

    @classmethod
    def joined(cls, folder: Path, hub: Hub) -> Self:
        """From now on the table belongs to a club; what it knew of another one is forgotten."""
        make_folder(folder)
        _clear(folder)
        file = folder / FILE
        make_plain(file)
        made = sqlite3.connect(file, isolation_level=None)
        made.execute("BEGIN")
        for statement in _TABLES:
            made.execute(statement)
        made.execute("INSERT INTO hub VALUES (?, ?, ?, ?, ?, ?, NULL, '')", hub)
        made.execute("COMMIT")
        made.close()
        return cls(folder)

    @property
    def left(self) -> bool:
        """Whether the table has left the club meanwhile, or joined it anew."""
        return not self._file.exists() or self._file.stat().st_ino != self._same

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def cursors(self) -> dict[str, Have]:
        """How far the hub said that it has each match. A row that makes no sense is passed over:
        the hub says it again."""
        rows = self._database.execute("SELECT match, number, mark, ended FROM cursor")
        found = dict[str, Have]()
        for row in rows:
            with suppress(ValueError):
                found[row[0]] = msgspec.convert(row, Have)
        return found

    def move(self, have: Iterable[Have], *, everything: bool) -> None:
        """Keep what the hub said. everything: whether it has no other match."""
        self._database.execute("BEGIN IMMEDIATE")
        if everything:
            self._database.execute("DELETE FROM cursor")
        rows = [(one.match, one.number, one.mark, one.ended) for one in have]
        self._database.executemany("INSERT OR REPLACE INTO cursor VALUES (?, ?, ?, ?)", rows)
        self._database.execute("COMMIT")

    def renew(self, token: str) -> None:
        """Another token opens the hub from now on; durable once this returns."""
        kept = [token, *(one for one in self.hub.tokens if one != token)][:FORMER]
        self.hub = self.hub._replace(token=" ".join(kept))
        self._database.execute("UPDATE hub SET token = ?", (self.hub.token,))

    def note(self, heard: float | None, said: str) -> None:
        """When the hub last answered, None for not just now; and what it said against what it was
        told, in a sentence of each language on a line of its own: "" for nothing, or AWAY."""
        self._database.execute("UPDATE hub SET heard = coalesce(?, heard), said = ?", (heard, said))

    def noted(self) -> tuple[float | None, str]:
        """Likewise, as it was noted last."""
        heard, said = self._read("heard, said", tuple[Seconds | None, str])
        return heard, said

    def _read(self, columns: str, kind: type[T]) -> T:
        """What stands there of the hub. Raises sqlite3.Error, also for what makes no sense."""
        try:
            row: Any = self._database.execute(f"SELECT {columns} FROM hub").fetchone()
            return msgspec.convert(row, kind)
        except ValueError as error:  # also where SQLite says in torn letters what is wrong
            raise sqlite3.DatabaseError("it is torn") from error


def leave(folder: Path) -> None:
    """The table belongs to no club any more, whatever is left of what it knew of it. Raises NoClub,
    and OSError."""
    if not _clear(folder):
        raise NoClub


def _clear(folder: Path) -> bool:
    """Remove what is known of a club, also what SQLite would mend it by; whether there was any."""
    there = [one for one in (folder / f"{FILE}-journal", folder / FILE) if one.exists()]
    for one in there:
        remove(one)
    return bool(there)
