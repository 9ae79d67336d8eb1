"""A table in a folder, as people leave it after an evening."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.maintenance.log import OURS
from companion.store import Library


def now() -> datetime:
    return datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library(tmp_path / "data", now)
    library.journal.flush()
    yield library
    library.close()


@pytest.fixture(autouse=True)
def _no_log_left() -> Iterator[None]:
    before = {name: list(logging.getLogger(name).handlers) for name in OURS}
    yield
    for name, handlers in before.items():
        logger = logging.getLogger(name)
        for handler in [one for one in logger.handlers if one not in handlers]:
            logger.removeHandler(handler)
            handler.close()
