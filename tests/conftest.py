"""Options of the whole suite."""

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says nothing on a busy machine.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--port", help="a real button box for tests/bridge/conformance")
