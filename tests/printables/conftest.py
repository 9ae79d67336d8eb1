"""A full set is drawn once for all tests of it."""

import os
from functools import cache

import pytest

from companion.match import registry
from companion.match.registry import GamePackage
from printables.document import Drawn, draw
from tests.printables import ALL, PACKAGES, WITH_CARDS, order

EVERY_GAME = "EVERY_GAME"
"""Name of the environment variable that has all games tried; without it only the one with the
fewest pieces is, for time. See tests/proofs/sheets.py."""


def _tried(games: tuple[GamePackage, ...]) -> tuple[GamePackage, ...]:
    if os.environ.get(EVERY_GAME):
        return games
    return (min(games, key=lambda game: len(game.catalogue.pieces)),)


@cache
def _full_set(name: str) -> Drawn:
    return draw(order(registry.game_package(name)), ALL)


@pytest.fixture(params=_tried(PACKAGES), ids=lambda package: package.game.name)
def package(request: pytest.FixtureRequest) -> GamePackage:
    """Every game that is tried, in turn."""
    found: GamePackage = request.param
    return found


@pytest.fixture(params=_tried(WITH_CARDS), ids=lambda package: package.game.name)
def with_cards(request: pytest.FixtureRequest) -> GamePackage:
    """Every game with cards that is tried, in turn."""
    found: GamePackage = request.param
    return found


@pytest.fixture
def full_set(package: GamePackage) -> Drawn:
    """All sheets of a game, in German on A4."""
    return _full_set(package.game.name)
