"""One browser and one service for all tests of a worker, each test with a page of its own."""

from collections.abc import Iterator

import pytest

from guests.addresses import names
from tests.guests.browser import Browser
from tests.guests.service import Service

HOUSE = names()[1]
"""The name of this machine in the house: no loopback, so that a page may here what it may there."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    browser = Browser({HOUSE: "127.0.0.1"})
    yield browser
    browser.close()


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    yield service
    service.close()
