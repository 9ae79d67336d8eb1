"""A few telling screens look as they did when somebody last looked at them.

A picture is compared block by block, so that the edges of another graphics driver do not count.
When a screen was meant to change, look at what the failing test saved, and run the test with
GOLDEN=accept to take it.
"""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from kivy.core.image import Image

from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.session import open_match, session

GOLDEN = Path(__file__).parents[1] / "golden"
BLOCK = 16
"""Pixels across what is compared."""

LIKE = 14.0
"""Mean difference, of 255, that a block may show."""

FEW = 0.004
"""The share of blocks that may differ: a letter here or there, not a piece."""

SIZES = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)


def _blocks(path: Path) -> Iterator[tuple[float, ...]]:
    """The mean red, green and blue of each block of a picture."""
    (data,) = Image(str(path), keep_data=True).image._data
    wide, high = data.width, data.height
    step = len(data.fmt)
    row = data.rowlength or wide * step
    for top in range(0, high, BLOCK):
        for left in range(0, wide, BLOCK):
            right = min(left + BLOCK, wide)
            lines = [
                data.data[y * row + left * step : y * row + right * step]
                for y in range(top, min(top + BLOCK, high))
            ]
            count = sum(map(len, lines)) / step
            yield tuple(sum(sum(line[one::step]) for line in lines) / count for one in range(3))


def _look(table: Table, name: str, folder: Path) -> str:
    """What is wrong with how a screen looks now; "" for nothing."""
    stage = table.stage
    file = f"{name}-{stage.size[0]}x{stage.size[1]}.png"
    seen, golden = folder / file, GOLDEN / file
    table.complete()
    stage.picture(str(seen))
    if os.environ.get("GOLDEN") == "accept":
        golden.write_bytes(seen.read_bytes())
    blocks = list(zip(_blocks(seen), _blocks(golden), strict=True))
    apart = [max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in blocks]
    share = sum(one > LIKE for one in apart) / len(apart)
    return f"{seen}: {share:.1%} is not like {golden}" if share > FEW else ""


@SIZES
def test_every_screen_looks_as_it_was_meant(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = datetime(2026, 11, 23, 20, tzinfo=UTC)
    monkeypatch.setattr(open_match, "now", lambda: day)  # the end says when it was, and how long
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda: 0.0))
    table = Table(stage, tmp_path / "data", "en")
    wrong = []
    table.begin()
    table.play.board.travel = 0
    wrong.append(_look(table, "table", tmp_path))
    table.touch("blue@-1,0", "0,0", "blue@0,0", "0,-1")
    wrong.append(_look(table, "refusal", tmp_path))
    table.button("never_mind")
    for seat in table.open_match.match.seats[:-1]:
        table.open_match.match.resign(seat)
    table.root.refresh()
    wrong.append(_look(table, "end", tmp_path))
    table.close()
    assert not any(wrong), "\n".join(wrong)
