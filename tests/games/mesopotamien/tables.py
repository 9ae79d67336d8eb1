"""Tables to try things on, in few words."""

from typing import Any

from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.rules import game
from tests.games.made import Made
from tests.games.mesopotamien.vectors import at_start, situated

FOUR = ("green", "yellow", "red", "blue")

made = Made(game)
after, allowed, clauses, happened = made.after, made.allowed, made.clauses, made.happened


def natives(at: str, seat: str = "green", load: str = "none", count: int = 1) -> dict[str, Any]:
    return {"at": at, "seat": seat, "load": load, "count": count}


def table(*some: dict[str, Any], **more: Any) -> Position:
    """Green's second turn with these natives."""
    named = {"natives": list(some)} if some else {}
    return situated(at_start(FOUR), {"turn": 5, **named, **more})
