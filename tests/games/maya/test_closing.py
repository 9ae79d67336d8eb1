"""When laying workers ends by itself, also where a card may be named in private."""

from companion.games.maya.laying import PassWorkers
from companion.games.maya.rules import game
from companion.kernel import closing
from tests.games.maya.tables import table

LOW, HIGH = ["red:low"] * 4, ["red:high"] * 4


def test_who_has_no_worker_left_passes_by_itself() -> None:
    position = table(laid={"Q3": LOW, "Q4": HIGH})
    assert closing(game, game.public(position)) == ("red", PassWorkers())


def test_who_has_one_worker_left_is_asked() -> None:
    assert closing(game, game.public(table(laid={"Q3": LOW, "Q4": HIGH[1:]}))) is None
