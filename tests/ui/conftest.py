"""A real window without a screen, for everything below this folder.

The environment must be set before the first import of Kivy.
"""

import os
from collections.abc import Iterator

import pytest

os.environ |= {
    "KIVY_NO_ARGS": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_CLOCK": "interrupt",
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
}

from tests.ui.stage import Stage
from ui import theme


@pytest.fixture(params=[(1280, 720)], ids=["1280x720"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """The window, empty, of the size in the parameter; dark theme."""
    stage = Stage(request.param)
    yield stage
    stage.close()


@pytest.fixture
def sized() -> Iterator[None]:
    """At first and afterwards everything has the sizes of the usual window."""
    theme.use((1280, 720))
    yield
    theme.use((1280, 720))
