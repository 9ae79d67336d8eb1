"""Two touches for two fields: a chosen piece shows how far it gets, and goes there at once."""

from typing import Any

import msgspec
import pytest

from companion.match.composer import Composer, Composing, Submit
from companion.match.registry import game_package
from tests.games.tried import EACH_GAME, Tried, possible

GAME = game_package("mesopotamien").game
START = GAME.setup(("green", "yellow", "red", "blue"), GAME.options(), GAME.box())


def position(**situation: Any) -> Any:
    return GAME.arrange(START, msgspec.convert(situation, GAME.situation))


def test_every_place_within_reach_is_there_with_its_price() -> None:
    composer, view = Composer(GAME), position(movement=3)
    assert composer.reach(view) == ()
    composer.take(view, "-1,0")
    reach = {stop.at: stop.cost for stop in composer.reach(view)}
    assert reach == {"0,0": 1, "-1,1": 1, "1,-1": 2, "1,0": 2}
    composer.clear()
    view = position(movement=1)
    composer.take(view, "-1,0")
    assert {stop.cost for stop in composer.reach(view)} == {1}


@pytest.mark.no_cover
@EACH_GAME
def test_a_place_in_reach_is_reached_by_its_touch(tried: Tried) -> None:
    game, reached = tried.game, 0
    for place in tried.positions[::4]:
        view = game.public(place)
        composer = Composer(game)
        for first in [choice.token for choice in composer.choices(view)][:6]:
            composer.clear()
            composer.take(view, first)
            for stop in composer.reach(view)[:4]:
                assert stop.cost == len(stop.way) >= 1
                assert possible(game, view, stop.way) == stop.view
                composer.clear()
                composer.take(view, first)
                made = composer.take(view, str(stop.at))
                asked = isinstance(made, Composing) and composer.pick()
                assert asked or (isinstance(made, Submit) and len(made.moves) == stop.cost)
                reached += 1
    assert reached or not any(kind.onward for kind in game.kinds)
