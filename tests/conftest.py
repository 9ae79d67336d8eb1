"""Options of the whole suite."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.doors import Caught, heard_by, wide_open

# How long an example takes says nothing on a busy machine.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--port", help="a real button box for tests/bridge/conformance")


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
