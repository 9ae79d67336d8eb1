"""A full set is drawn once for all tests of it."""

import os
from functools import cache

import pytest

from companion.match import shelf
from companion.match.shelf import Title
from printables.document import Drawn, draw
from tests.printables import ALL, TITLES, WITH_CARDS, order

EVERY_GAME = "EVERY_GAME"
"""Name of the environment variable that has all games tried; without it only the one with the
fewest pieces is, for time. See tests/proofs/sheets.py."""


def _tried(games: tuple[Title, ...]) -> tuple[Title, ...]:
    if os.environ.get(EVERY_GAME):
        return games
    return (min(games, key=lambda game: len(game.catalogue.pieces)),)


@cache
def _full_set(name: str) -> Drawn:
    return draw(order(shelf.title(name)), ALL)


@pytest.fixture(params=_tried(TITLES), ids=lambda title: title.game.name)
def title(request: pytest.FixtureRequest) -> Title:
    """Every game that is tried, in turn."""
    found: Title = request.param
    return found


@pytest.fixture(params=_tried(WITH_CARDS), ids=lambda title: title.game.name)
def with_cards(request: pytest.FixtureRequest) -> Title:
    """Every game with cards that is tried, in turn."""
    found: Title = request.param
    return found


@pytest.fixture
def full_set(title: Title) -> Drawn:
    """All sheets of a game, in German on A4."""
    return _full_set(title.game.name)
