"""How the boards are read: what the guide asks for, and where the practice numbers stand."""

from companion.games.maya.guide import guide
from companion.games.maya.rules import game
from companion.scene.guides import Guide


def test_each_pyramid_and_then_the_quarries_are_asked_for_until_they_are_told() -> None:
    asked = guide(game.setup(("red", "blue", "green"), game.options(), game.box()))
    assert isinstance(asked, Guide) and asked.now
    *pyramids, quarries = asked.boards
    assert [one.token for one in pyramids] == [f"P{n}" for n in range(1, len(pyramids) + 1)]
    assert quarries.token == "quarries" and quarries.parts
    for board in asked.boards:
        assert sum(part.told for part in board.parts) == board.high
        assert {part.kind for part in board.parts} <= set(game.by_name)
