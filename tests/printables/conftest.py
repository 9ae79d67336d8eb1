"""A full set is drawn once for all tests of it."""

from functools import cache

import pytest

from companion.match import shelf
from companion.match.shelf import Title
from printables.document import Drawn, draw
from tests.printables import ALL, TITLES, WITH_CARDS, order


@cache
def _full_set(name: str) -> Drawn:
    return draw(order(shelf.title(name)), ALL)


@pytest.fixture(params=TITLES, ids=[title.game.name for title in TITLES])
def title(request: pytest.FixtureRequest) -> Title:
    """Every game in turn."""
    found: Title = request.param
    return found


@pytest.fixture(params=WITH_CARDS, ids=[title.game.name for title in WITH_CARDS])
def with_cards(request: pytest.FixtureRequest) -> Title:
    """Every game with cards in turn."""
    found: Title = request.param
    return found


@pytest.fixture
def full_set(title: Title) -> Drawn:
    """All sheets of a game, in German on A4."""
    return _full_set(title.game.name)
