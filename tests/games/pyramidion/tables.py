"""Tables to try things on, in few words."""

from typing import Any

from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from companion.kernel import Accepted, Refused, Verdict, judge
from tests.games.pyramidion.vectors import SEATS, at_start, situated


def table(*, players: tuple[str, ...] = SEATS, box: Any = None, **situation: Any) -> Position:
    """A table in the words of a situation."""
    return situated(at_start(players, box), situation)


def verdict(position: Position, by: str | None = None, **move: Any) -> Verdict:
    return judge(game, position, game.move(move), by)


def after(position: Position, **move: Any) -> Position:
    """The position after an accepted move."""
    found = verdict(position, **move)
    assert isinstance(found, Accepted), found
    last: Position = found.position
    return last


def keys(position: Position, **move: Any) -> list[str]:
    """What happens by an accepted move."""
    found = verdict(position, **move)
    assert isinstance(found, Accepted), found
    return [one.key for one in found.events]


def clauses(position: Position, **move: Any) -> list[str]:
    """What a refused move breaks."""
    found = verdict(position, **move)
    assert isinstance(found, Refused), "accepted"
    return [fault.clause for fault in found.faults]
