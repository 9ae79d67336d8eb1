"""Who may do what: tables that are let in, shut out or given another token, and people who look at
the wall or look after everything. Each change is one transaction."""

import secrets
from typing import NamedTuple

from sqlalchemy import Engine, delete, insert, select, update

from companion.uplink.joining import new_code
from hub.database import reading, tell
from hub.ledger import mixed
from hub.schema import invitations, rights, tables

MINUTES = 10
"""For which an invitation counts."""

LONGEST = 40
"""Letters of what a table is called, at most."""


class Right(NamedTuple):
    """Somebody who may look. owner: who also looks after everything."""

    name: str
    owner: bool


def named(told: str) -> str:
    """What a table is to be called; "" where nothing can be called that."""
    name = " ".join(told.split())
    return name if name.isprintable() and len(name) <= LONGEST else ""


def invite(engine: Engine, name: str, now: float) -> str:
    """A code that lets one table in under a name; a table that is called so already gets a new
    token with it, and the old one ends."""
    code = new_code()
    with engine.begin() as connection:
        connection.execute(delete(invitations).where(invitations.c.until < now))
        told = {"code": mixed(code), "name": name, "until": now + MINUTES * 60}
        connection.execute(insert(invitations).values(told))
    return code


def is_there(engine: Engine, name: str) -> bool:
    """Whether a table is called so and let in."""
    asked = select(tables.c.id).where(tables.c.name == name, tables.c.token.is_not(None))
    with reading(engine) as connection:
        return connection.execute(asked).first() is not None


def shut_out(engine: Engine, name: str) -> bool:
    """Let nobody in as this table any more; what it told stays. Whether there is such a table."""
    with engine.begin() as connection:
        gone = {"token": None, "next_token": None, "renew": False}
        tell(connection)
        here = update(tables).where(tables.c.name == name)
        return bool(connection.execute(here.values(gone)).rowcount)


def renew(engine: Engine, name: str) -> bool:
    """Give a table another token when it next speaks. Whether there is such a table."""
    with engine.begin() as connection:
        here = update(tables).where(tables.c.name == name)
        return bool(connection.execute(here.values(renew=True)).rowcount)


def allow(engine: Engine, right: Right) -> str:
    """A key for somebody, that is part of an address; the one they had ends."""
    key = secrets.token_urlsafe(16)
    with engine.begin() as connection:
        connection.execute(delete(rights).where(rights.c.name == right.name))
        told = {"key": mixed(key), "name": right.name, "owner": right.owner}
        connection.execute(insert(rights).values(told))
    return key


def end(engine: Engine, name: str) -> bool:
    """Somebody may look no more. Whether there was such a one."""
    with engine.begin() as connection:
        return bool(connection.execute(delete(rights).where(rights.c.name == name)).rowcount)


def right(engine: Engine, key: str) -> Right | None:
    """Whose key it is; None for nobody's."""
    with reading(engine) as connection:
        asked = select(rights.c.name, rights.c.owner).where(rights.c.key == mixed(key))
        found = connection.execute(asked).first()
    return None if found is None else Right(*found)
