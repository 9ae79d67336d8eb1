"""The companion at a table, in a fresh folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store import drives
from tests.ui.screens.table import Table
from tests.ui.stage import Stage


@pytest.fixture
def table(stage: Stage, tmp_path: Path) -> Iterator[Table]:
    """On the home screen, in German, with touch alone."""
    table = Table(stage, tmp_path)
    yield table
    table.close()


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A USB stick, where sticks are looked for; none of this machine."""
    place = tmp_path / "media" / "user" / "STICK"
    place.mkdir(parents=True)
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    return place
