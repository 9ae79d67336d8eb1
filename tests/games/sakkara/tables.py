"""Tables to try things on, in few words."""

from typing import Any

from companion.games.sakkara.position import Position
from companion.games.sakkara.rules import game
from companion.kernel import Accepted, Refused, Verdict, judge
from tests.games.sakkara.vectors import BEGUN, at_start, situated

CONFIRMED = {"confirmed": True}


def table(
    box: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **more: Any
) -> Position:
    """White's first turn on a bare board, with what is named."""
    return situated(situated(at_start(box, **(options or {})), BEGUN), more)


def verdict(position: Position, **move: Any) -> Verdict:
    return judge(game, position, game.move(move))


def after(position: Position, *moves: dict[str, Any], **move: Any) -> Position:
    """The position after accepted moves."""
    for one in moves or (move,):
        found = verdict(position, **one)
        assert isinstance(found, Accepted), found
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


def go(worker: str, to: str, kind: str = "step", **more: Any) -> dict[str, Any]:
    return {"move": kind, "worker": worker, "to": to, **more}
