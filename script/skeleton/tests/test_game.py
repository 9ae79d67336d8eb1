"""What is about this game alone; what holds for every game is tried by ``tests/games`` itself."""

from companion.games.skeleton.rules import game

from companion.kernel import Fault
from tests.games.skeleton.vectors import situated, start


def test_whoever_took_the_last_stone_wins() -> None:
    begun = start({"situation": {}})
    over = situated(begun, {"heaps": [0, 0, 0], "taken": {"red": 7, "blue": 5}, "active": "blue"})
    outcome = game.outcome(over)
    assert outcome is not None and outcome.places == (("blue",), ("red",))


def test_more_stones_than_the_box_has_are_told() -> None:
    begun = start({"situation": {}})
    assert game.violations(situated(begun, {"taken": {"red": 1}})) == (
        Fault("too_many_stones", {"most": 11}),
    )
