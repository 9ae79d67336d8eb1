"""The parts of a backup, and how another one is made of them whose sums are right."""

import io
import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, SupportsIndex

from companion.store.rows import seal

LIST = "backup.json"
TABLES = ("match", "entry", "box", "player", "result", "summary", "score")


@dataclass(frozen=True)
class Parts:
    """A sound backup. told: its list. running: the matches that go on. small: no bombs that take
    long to be made."""

    told: dict[str, Any]
    members: dict[str, bytes]
    running: Sequence[str]
    small: bool


Attack = Callable[[Random, Parts], bytes]


def parts_of(file: Path, running: Sequence[str], *, small: bool) -> Parts:
    """The parts of a backup."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    return Parts(json.loads(members.pop(LIST)), members, running, small)


def parts_in(data: bytes) -> dict[str, bytes]:
    """The members of a backup, without its list."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != LIST}


def packed(parts: Parts, **changed: bytes | None) -> bytes:
    """A backup with other members, whose sums are right. Names have "__" for "/", "_dot_" for
    "."; None for one that is not there."""
    named = {name.replace("__", "/").replace("_dot_", "."): it for name, it in changed.items()}
    return whole(parts, parts.members | named)


def whole(parts: Parts, members: dict[str, bytes | None] | dict[str, bytes]) -> bytes:
    """The same, with these members."""
    there = {name: data for name, data in members.items() if data is not None}
    told = parts.told | {"files": {name: sha256(it).hexdigest() for name, it in there.items()}}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(LIST, json.dumps(told))
        for name, data in there.items():
            archive.writestr(zipfile.ZipInfo(_Named(name)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


class _Named(str):
    """A name that may be empty, too: Python's own writer asks for its last letter."""

    __slots__ = ()

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        return super().__getitem__(key) if self else ""


def changed_store(data: bytes, change: Callable[[sqlite3.Connection], None]) -> bytes:
    """The matches after something was done to them with SQL, whole again as one file."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "matches.db")
        file.write_bytes(data)
        with closing(sqlite3.connect(file, isolation_level=None)) as opened:
            opened.execute("PRAGMA journal_mode = DELETE")
            change(opened)
            opened.execute("VACUUM")
            opened.execute("PRAGMA journal_mode = WAL")
        return file.read_bytes()


def sealed(opened: sqlite3.Connection) -> None:
    """All rows sealed anew, so that each follows from the one before."""
    for table in TABLES:
        before: dict[Any, bytes] = {}
        rows = opened.execute(f"SELECT rowid, key, number, body FROM {table} ORDER BY key, number")
        for rowid, key, number, body in rows.fetchall():
            if not (isinstance(key, str) and isinstance(number, int)):
                continue
            body = body if isinstance(body, bytes) else str(body).encode()
            sign = seal(before.get(key, b""), table, key, number, body)
            opened.execute(
                f"UPDATE {table} SET body = ?, seal = ? WHERE rowid = ?", (body, sign, rowid)
            )
            before[key] = sign


def put(opened: sqlite3.Connection, table: str, key: str, body: bytes) -> None:
    """A row behind the last one of its key, sealed."""
    found = opened.execute(
        f"SELECT number, seal FROM {table} WHERE key = ? ORDER BY number DESC LIMIT 1", (key,)
    ).fetchone()
    first = 1 if table in ("entry", "score") else 0
    number, before = (found[0] + 1, found[1]) if found else (first, b"")
    sign = seal(before, table, key, number, body)
    opened.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", (key, number, body, sign))
