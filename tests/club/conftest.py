"""One hub and one PostgreSQL for all tests of a worker; each test has tables of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from hub.database import opened
from tests.club.places import Hub, Table
from tests.club.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(scope="session")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """One that is there for all; tables are told apart by their names."""
    hub = Hub(tmp_path_factory.mktemp("hub"))
    yield hub
    hub.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of a new database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hub.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


@pytest.fixture
def database(address: str) -> Iterator[Engine]:
    engine = opened(address)
    yield engine
    engine.dispose()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "table")
    yield table
    table.close()
