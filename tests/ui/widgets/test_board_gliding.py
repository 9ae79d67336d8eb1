"""A board that glides to another sight."""

import time

import pytest

from tests.ui.stage import Finger, Stage
from tests.ui.widgets import scenes
from tests.ui.widgets.test_board import Table
from ui.canvas import frame
from ui.canvas.animation import PACE

LONG = 2.0
"""Seconds, so that no slow frame leaps over all of it."""


def test_what_glides_under_a_finger_stands_still_until_it_leaves(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame, "GLIDE", LONG)
    table = Table.lay(stage, scenes.hexes(scenes.START), steady=True, travel=PACE)
    stage.frames(2)
    table.board.scene = scenes.hexes()
    stage.until(lambda: table.board.gliding)
    token = scenes.token(-1, 0)
    finger = Finger(*table.board.where(token))
    before = table.board.where(token)
    end = time.monotonic() + LONG / 2
    stage.until(lambda: time.monotonic() > end)
    assert table.board.where(token) == pytest.approx(before, abs=1)
    finger.up()
    assert table.said == [(token,)]
    stage.until(lambda: not table.board.gliding)
    stage.frames(2)
    assert table.board.where(token) != pytest.approx(before, abs=9)
