"""Several moves for one touch: the shortest way to a place too far for a single one."""

from collections import deque
from typing import Any

from companion.kernel import Accepted, Draft, Game, Move, fields, judge, offers, whole

LONGEST_WAY = 12
"""Most repetitions of a move tried for one touch on a place further away."""


def shortest_way(game: Game[Any], view: Any, move: Move) -> tuple[Move, ...]:
    """The shortest chain of moves of the same kind that ends as ``move`` would, each of them
    possible; () if there is none. The kind must say how it goes ``onward``."""
    kind = game.kind(move)
    assert kind.onward is not None
    names = [field.name for field in fields(kind.move)]
    goal = getattr(move, names[-1])
    start = tuple(getattr(move, name) for name in names[:-1])
    seen = set()
    todo: deque[tuple[Any, tuple[Any, ...], tuple[Move, ...]]] = deque([(view, start, ())])
    while todo:
        position, head, way = todo.popleft()
        for value in offers(game, position, Draft(kind.name, head)):
            if value in seen:
                continue
            seen.add(value)
            step = whole(kind.move, Draft(kind.name, (*head, value)))
            assert step is not None
            verdict = judge(game, position, step)
            if not isinstance(verdict, Accepted):
                continue
            if value == goal:
                return (*way, step)
            if len(way) + 1 < LONGEST_WAY:
                todo.append((verdict.position, kind.onward(position, step), (*way, step)))
    return ()
