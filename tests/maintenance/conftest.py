"""A table in a folder, as people leave it after an evening."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.maintenance.backup import write_backup
from companion.maintenance.log import OURS
from companion.store import Library
from companion.store.keys import make_key
from tests.store.table import hide, play, played, secret


def now() -> datetime:
    return datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def table(folder: Path) -> Library:
    library = Library(folder, now)
    library.journal.flush()
    return library


@pytest.fixture
def evening(tmp_path: Path) -> tuple[Path, str, Path]:
    """A data folder with a match, settings, a box and a key, its match, and a backup of it."""
    data = tmp_path / "data"
    make_key(data)
    (data / "settings.toml").write_text('language = "de"\n')
    (data / "boxes").mkdir()
    (data / "boxes" / "Unsere.box.json").write_text('{"game": "some game", "box": {}}')
    library = table(data)
    match, _ = play(library, 5)
    sealed = secret("seven")
    hide(library, match, 6, sealed)
    library.journal.append(match, played(6, hides=sealed))
    library.keep_box("some game", "own", {"told": 1})
    library.journal.flush()
    file = write_backup(tmp_path / "stick", data, library, now())  # while the match goes on
    library.close()
    return data, match, file


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
