"""Tables to try things on, in few words."""

from typing import Any

from companion.games.maya.position import Position
from companion.games.maya.rules import game
from tests.games.made import Made
from tests.games.maya.vectors import BEGUN, at_start, situated

made = Made(game)
after, allowed = made.after, made.allowed


def table(seats: int = 3, options: dict[str, Any] | None = None, **more: Any) -> Position:
    """Red is to lay workers on the practice board without any stone, with what is named."""
    begun = situated(at_start(seats, **(options or {})), {"practice": True, **BEGUN})
    return situated(begun, more)
