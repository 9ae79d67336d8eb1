"""Tables to try things on, in few words."""

from typing import Any

from companion.games.maya.position import Position
from companion.games.maya.rules import game
from companion.kernel import Accepted, Refused, Verdict, census, judge
from tests.games.maya.vectors import BEGUN, at_start, situated


def table(seats: int = 3, options: dict[str, Any] | None = None, **more: Any) -> Position:
    """Red is to lay workers on the practice board without any stone, with what is named."""
    begun = situated(at_start(seats, **(options or {})), {"practice": True, **BEGUN})
    return situated(begun, more)


def verdict(position: Position, **move: Any) -> Verdict:
    return judge(game, position, game.move(move))


def after(position: Position, *moves: dict[str, Any], **move: Any) -> Position:
    """The position after accepted moves."""
    for one in moves or (move,):
        found = verdict(position, **one)
        assert isinstance(found, Accepted), found
        assert census(game.layout(found.position)) == census(game.layout(position))
        position = found.position
    return position


def happened(position: Position, **move: Any) -> list[str]:
    """What an accepted move brings, in order."""
    found = verdict(position, **move)
    assert isinstance(found, Accepted), found
    return [one.key for one in found.events]


def clauses(position: Position, **move: Any) -> list[str]:
    """What a refused move breaks."""
    found = verdict(position, **move)
    assert isinstance(found, Refused), "accepted"
    return [fault.clause for fault in found.faults]
