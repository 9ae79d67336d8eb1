"""A table that grows stays large enough to be read and touched."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.kernel import begin, completions, tag_of
from companion.referee.player import Player
from tests.ui.screens.table import Table
from ui import theme

EXPLORED = 7
"""Explorations after which it is looked at."""

CHOICES = 60
"""Places of which one is explored by chance."""

SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (720, 1280), (1024, 600), (800, 480)], indirect=True, ids=str
)


def explore(match: Any, rng: Random) -> None:
    """Seven new tiles, wherever they can lie."""
    player, turned = Player(match.game, rng, share=0.0), 0
    while turned < EXPLORED:
        asked = match.game.asked(match.position)
        seat = next((one.seat for one in asked if "explore" in one.kinds), None)
        ways = (
            []
            if seat is None
            else completions(match.game, match.position, begin(match.game, "explore", seat))
        )
        could = list(islice(ways, CHOICES))
        move = rng.choice(could) if could else player.turn(match.position)[1]
        assert move is not None
        by = next(one.seat for one in asked if tag_of(move) in one.kinds)
        assert match.submit(move, by).done
        turned += tag_of(move) == "draw"


@SIZES
def test_tiles_can_be_read_and_touched_after_seven_explorations(table: Table) -> None:
    table.begin()
    explore(table.open_match.match, Random(3))
    table.open_match.presenter.on_change()
    table.complete()
    board = table.play.board
    table.stage.until(lambda: not board.gliding)
    table.complete()
    tile = next(one for one in board.figures if one.shape.form == "hex" and not one.shape.ghost)
    high = (tile.bounds[3] - tile.bounds[1]) * board.viewport.scale / theme.mm(1)
    assert high >= (12.0 if theme.compact() else 15.0) - 0.05
