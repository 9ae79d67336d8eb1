"""Options of the whole suite."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.doors import Caught, heard_by, wide_open

# Kivy fills its folder when first imported; two workers that did so at once tripped over it.
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kivy-")

# How long an example takes says nothing on a busy machine.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

# More seldom than usual: otherwise a twentieth of all tests would be looking for what is
# gone, most of it among what lasts.
gc.set_threshold(10_000, 50, 20)


def pytest_collection_finish() -> None:
    """What was imported and collected lasts until the end."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--port", help="a real button box for tests/bridge/conformance")


@pytest.fixture(scope="session", autouse=True)
def _kivy_home() -> Iterator[None]:
    yield
    shutil.rmtree(os.environ["KIVY_HOME"], ignore_errors=True)


@pytest.fixture
def caught() -> Iterator[list[BaseException]]:
    """For tests of the doors: they stay shut, and what they caught is here."""
    ears = Caught()
    with heard_by(ears):
        yield ears.errors


@pytest.fixture(autouse=True)
def _doors(request: pytest.FixtureRequest) -> Iterator[None]:
    if "caught" in request.fixturenames:
        yield
    else:
        with wide_open():
            yield


@pytest.fixture(autouse=True)
def own_umask() -> Iterator[None]:
    """What a program chose for the files it makes ends with the test that called it."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    os.umask(before)
