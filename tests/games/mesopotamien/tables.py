"""Tables to try things on, in few words."""

from typing import Any

from companion.games.mesopotamien.position import Position
from companion.games.mesopotamien.rules import game
from companion.kernel import Accepted, Refused, Verdict, judge
from tests.games.mesopotamien.vectors import at_start, situated

FOUR = ("green", "yellow", "red", "blue")


def natives(at: str, seat: str = "green", load: str = "none", count: int = 1) -> dict[str, Any]:
    return {"at": at, "seat": seat, "load": load, "count": count}


def table(*some: dict[str, Any], **more: Any) -> Position:
    """Green's second turn with these natives."""
    named = {"natives": list(some)} if some else {}
    return situated(at_start(FOUR), {"turn": 5, **named, **more})


def verdict(position: Position, **move: Any) -> Verdict:
    return judge(game, position, game.move(move))


def after(position: Position, **move: Any) -> Position:
    """The position after an accepted move."""
    found = verdict(position, **move)
    assert isinstance(found, Accepted), found
    last: Position = found.position
    return last


def clauses(position: Position, **move: Any) -> list[str]:
    """What a refused move breaks."""
    found = verdict(position, **move)
    assert isinstance(found, Refused), "accepted"
    return [fault.clause for fault in found.faults]
