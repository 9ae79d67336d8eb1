"""The database of a hub: opened, brought to the newest version, and moved to another place."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib.resources import files
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, insert, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from hub.schema import NEWEST, metadata

CHANGED = "club"
"""The channel on which processes of one hub tell each other that something changed."""

AT_ONCE = 500
"""Rows that are moved at once."""

_READING = "only_reads"

_LOCK = 0x636C7562  # "club": held while the database is brought to the newest version


class NoDatabase(Exception):
    """The address leads to no database that a hub can use."""


def opened(address: str) -> Engine:
    """The database at an address as SQLAlchemy has them: ``sqlite:///FILE`` or
    ``postgresql://USER@HOST/NAME``, of the newest version once this returns. Raises NoDatabase;
    and sqlalchemy.exc.SQLAlchemyError where it does not answer."""
    engine = _engine(address)
    _migrate(engine)
    return engine


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
        if url.get_backend_name() == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
            return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=0)
        if url.get_backend_name() != "sqlite":
            raise NoDatabase(address)
        engine = create_engine(url, connect_args={"timeout": 20, "check_same_thread": False})
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise NoDatabase(address) from error
    event.listen(engine, "connect", _careful)
    event.listen(engine, "begin", _alone)
    return engine


def _careful(connection: Any, _: Any) -> None:
    """What is committed is on the disk; and SQLAlchemy says when something begins."""
    connection.isolation_level = None
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _alone(connection: Connection) -> None:
    # Whoever read first and then wants to write would be refused when another wrote meanwhile.
    only_reads = connection.get_execution_options().get(_READING)
    connection.exec_driver_sql("BEGIN" if only_reads else "BEGIN IMMEDIATE")


def reading(engine: Engine) -> AbstractContextManager[Connection]:
    """A transaction in which nothing is written: it waits for nobody."""
    return engine.execution_options(**{_READING: True}).begin()


def _migrate(engine: Engine) -> None:
    """Bring it to the newest version; of several processes that start at once one does it."""
    if _is_newest(engine):
        return
    # Read only where it is needed: it takes as long, and as much memory, as all the rest.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("hub").joinpath("migrations")))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _is_newest(engine: Engine) -> bool:
    with reading(engine) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        return (
            connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == NEWEST
        )


def tell(connection: Connection) -> None:
    """When this transaction is committed, all processes of the hub hear that something changed."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"NOTIFY {CHANGED}"))


def heard(engine: Engine) -> Iterator[None]:
    """Whenever something changed; waits in between, and ends never. Only PostgreSQL tells it.
    Raises sqlalchemy.exc.SQLAlchemyError where it does not answer any more."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"LISTEN {CHANGED}"))
        driver: Any = connection.connection.driver_connection
        yield None  # what changed before is looked at now
        for _ in driver.notifies():
            yield None


def move(source: Engine, target: Engine) -> int:
    """Copy everything into a database that holds nothing yet; how many rows. In one transaction,
    so that all is there or nothing. Raises NoDatabase where something is in it."""
    moved = 0
    with source.begin() as old, target.begin() as new:
        for table in metadata.sorted_tables:
            if new.execute(select(func.count()).select_from(table)).scalar():
                raise NoDatabase("there is something in it already")
            for some in old.execute(select(table)).mappings().partitions(AT_ONCE):
                new.execute(insert(table), [dict(row) for row in some])
                moved += len(some)
    return moved
