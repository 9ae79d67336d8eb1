"""What tables say, kept exactly once: an answer is given when it is durable, and never before."""

import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from sqlalchemy import Connection, Engine, Row, delete, func, insert, or_, select, update

from companion.uplink.wire import (
    MATCHES,
    VERSION,
    Card,
    Course,
    Have,
    Heard,
    Joined,
    Say,
    Seconds,
    moved,
    standing,
    vouched,
)
from hub.boards import checked
from hub.database import reading, tell
from hub.results import read
from hub.schema import courses, entries, invitations, tables

NOTHING = standing(())

QUOTA = 2 << 30
"""Bytes of entries, and of how matches ended, that are kept of one table: those of half a century
of evenings."""

BESIDE = 200
"""Bytes that an entry takes in the database beside what it says: so a table that says nothing, very
often, does not fill the disk."""

RESULT = 1 << 14
"""Bytes of how one match ended: pages of the record read those of many at once."""


class NotKnown(Exception):
    """Nobody here knows this token, or this code."""


class Full(Exception):
    """A table tells of more than anybody plays."""


def mixed(secret: str) -> str:
    """A token, a code or a key as it is kept: nobody gets it back from that."""
    return sha256(secret.encode()).hexdigest()


def known(engine: Engine, token: str) -> bool:
    """Whether a token lets a table in."""
    with reading(engine) as connection:
        return _table(connection, mixed(token)) is not None


def join(engine: Engine, code: str, now: float) -> Joined:
    """Let the table in for which a code was made; the code is used up. Raises NotKnown."""
    with engine.begin() as connection:
        used = delete(invitations).where(invitations.c.code == mixed(code))
        found = connection.execute(used.returning(invitations.c.name, invitations.c.until)).first()
        if found is None or found.until < now:
            raise NotKnown
        token = secrets.token_urlsafe(32)
        here = tables.c.name == found.name
        again = {"token": mixed(token), "next_token": None, "renew": False}
        if not connection.execute(update(tables).where(here).values(again)).rowcount:
            new = {"id": secrets.token_hex(8), "name": found.name, "standing": NOTHING, **again}
            new |= {"size": 0, "painted": 0}
            connection.execute(insert(tables).values(new))
        tell(connection)
        return Joined(v=VERSION, token=token, name=found.name)


def say(engine: Engine, token: str, told: Say, now: float) -> Heard:
    """Keep what a table says; durable once this returns. Raises NotKnown and Full."""
    with engine.begin() as connection:
        table = _table(connection, mixed(token), alone=True)
        if table is None:
            raise NotKnown
        changes: dict[str, Any] = {"seen": now, "ahead": told.now - now}
        changes |= {"version": told.version, "free": told.free}
        if table.next_token == mixed(token):
            changes |= {"token": table.next_token, "next_token": None, "renew": False}
        new = ""
        if table.renew and table.token == mixed(token):
            new = secrets.token_urlsafe(32)
            changes["next_token"] = mixed(new)
        taken = [_taken_in(connection, table.id, course) for course in told.courses]
        have = [one.new for one in taken]
        changes["standing"] = total = moved(table.standing, (one.old for one in taken), have)
        changes["size"] = table.size + sum(one.more for one in taken)
        if changes["size"] > QUOTA:
            raise Full
        changes |= _card(table, told.card, now) | _picture(table, told)
        connection.execute(update(tables).where(tables.c.id == table.id).values(changes))
        tell(connection)
        there = _all(connection, table.id) if told.tell else have
        painted = changes.get("painted", table.painted)
        return Heard(v=VERSION, have=tuple(there), standing=total, token=new, painted=painted)


def _table(connection: Connection, token: str, *, alone: bool = False) -> Row[Any] | None:
    """The table with that token. alone: nobody else changes it until this transaction ends."""
    asked = select(tables).where(or_(tables.c.token == token, tables.c.next_token == token))
    return connection.execute(asked.with_for_update() if alone else asked).first()


def _card(table: Row[Any], card: Card | None, now: float) -> dict[str, Any]:
    if card is None:
        return {}
    told = msgspec.json.encode(card)
    return {} if told == table.card else {"card": told, "moved": now}


def _picture(table: Row[Any], told: Say) -> dict[str, Any]:
    if told.picture is UNSET:
        return {}
    shown = None if told.picture is None else checked(told.picture)
    if shown == table.picture:
        return {}
    return {"picture": shown, "painted": table.painted + 1}


def _all(connection: Connection, table: str) -> Iterable[Have]:
    names = (courses.c.match, courses.c.number, courses.c.mark, courses.c.ended)
    rows = connection.execute(select(*names).where(courses.c.of == table))
    return (Have(*row) for row in rows)


class _Taken(NamedTuple):
    """How far a match was there before, and is now; how many bytes more that are."""

    old: Have
    new: Have
    more: int = 0


def _taken_in(connection: Connection, table: str, course: Course) -> _Taken:
    here = (courses.c.of == table) & (courses.c.match == course.match)
    row = connection.execute(select(courses).where(here)).first()
    old = Have(course.match) if row is None else Have(row.match, row.number, row.mark, row.ended)
    base = old if course.after else Have(course.match)
    if (course.after, course.mark) != (base.number, base.mark) or not _follows(course):
        return _Taken(old, old)  # something lies between: the table begins again where this ends
    result = bytes(course.result) if vouched(course.result) else b""
    if len(result) > RESULT:
        raise Full
    before = 0 if row is None else row.size
    size = len(result)
    if course.after and row is not None:
        size += max(0, before - len(row.result or b""))
    if not course.after:
        gone = (entries.c.of == table) & (entries.c.match == course.match)
        connection.execute(delete(entries).where(gone))
    if course.entries:
        whose = {"of": table, "match": course.match}
        rows = [whose | {"number": x.number, "body": bytes(x.body)} for x in course.entries]
        connection.execute(insert(entries), rows)
        size += sum(len(bytes(one.body)) + BESIDE for one in course.entries)
    last = course.entries[-1] if course.entries else base
    new = Have(course.match, last.number, last.mark, vouched(course.result))
    values = {
        "game": course.game,
        "seats": msgspec.json.encode(course.seats),
        "begun": course.begun,
        "number": new.number,
        "mark": new.mark,
        "result": result or None,
        "ended": new.ended,
        "won": read(result).winner,
        "size": size,
        "seconds": _seconds(course) if course.entries else row.seconds if row else 0.0,
    }
    if row is None:
        _one_more(connection, table)
        connection.execute(insert(courses).values(of=table, match=course.match, **values))
    else:
        connection.execute(update(courses).where(here).values(values))
    return _Taken(old, new, size - before)


class _At(msgspec.Struct):
    at: Seconds = 0.0


def _seconds(course: Course) -> float:
    """How long a match has taken by its last entry; 0 where that is not told."""
    try:
        return max(0.0, msgspec.json.decode(course.entries[-1].body, type=_At).at)
    except (ValueError, RecursionError):
        return 0.0


def _one_more(connection: Connection, table: str) -> None:
    """Whether a table may tell of another match. Raises Full."""
    asked = select(func.count()).select_from(courses).where(courses.c.of == table)
    if connection.execute(asked).scalar_one() >= MATCHES:
        raise Full


def _follows(course: Course) -> bool:
    """Whether its entries are numbered without a gap, from the one after which they come on."""
    due = range(course.after + 1, course.after + 1 + len(course.entries))
    first = course.after or course.entries
    return bool(first) and all(
        one.number == at for one, at in zip(course.entries, due, strict=True)
    )
