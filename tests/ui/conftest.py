"""A real window without a screen, for everything below this folder.

The environment must be set before the first import of Kivy.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ |= {
    "KIVY_NO_ARGS": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_CLOCK": "interrupt",
    "KIVY_HOME": tempfile.mkdtemp(prefix="kivy-"),
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
}

from tests.ui.stage import Stage


@pytest.fixture(params=[(1280, 720)], ids=["1280x720"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """The window, empty, of the size in the parameter; dark theme."""
    stage = Stage(request.param)
    yield stage
    stage.close()


@pytest.fixture(scope="session", autouse=True)
def _kivy_home() -> Iterator[None]:
    yield
    shutil.rmtree(Path(os.environ["KIVY_HOME"]), ignore_errors=True)
