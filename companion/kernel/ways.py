"""Ways: several moves, one after the other, that lead to where one alone does not.

A kind of move that leads on names who goes and where to (``mover``, ``destination``) and who it is
afterwards (``onward``). The search goes breadth first on the view it is given, so that it tells
nothing that is hidden there; it ends after that many positions, never by a clock.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeVar

import msgspec

from companion.kernel.drafts import Draft, next_blank
from companion.kernel.game import Game
from companion.kernel.judge import Way, after, asked_for, frame
from companion.kernel.kinds import Move, MoveKind
from companion.kernel.offers import candidates, offers
from companion.kernel.values import Open

P = TypeVar("P")

LONGEST_WAY = 12
"""Most moves in a row that are tried for one touch on a place further away."""

MOST_LOOKED_AT = 300
"""Positions that a search for ways looks at."""


class Stop(msgspec.Struct, frozen=True):
    """Where a way leads. mover: who goes on from there; at: where that is; cost: its moves."""

    at: Any
    mover: Any
    view: Any
    way: Way

    @property
    def cost(self) -> int:
        """How many moves it takes."""
        return len(self.way)


def stops(
    game: Game[P],
    view: P,
    kind: MoveKind[P, Any],
    mover: Any,
    *,
    longest: int = LONGEST_WAY,
    most: int = MOST_LOOKED_AT,
) -> Iterator[Stop]:
    """Everywhere that somebody gets by moves of one kind, the nearest first. A place comes again
    only with as few moves, where another way there comes to something else."""
    asked = asked_for(game, view, kind.name)
    if kind.onward is None or kind.reveals or asked is None:
        return
    now, reached = [Stop(None, mover, view, ())], set[Any]()
    while now and longest:
        longest -= 1
        found: dict[Any, list[Stop]] = {}
        ways = ((here, to) for here in now for to in _next(game, kind, asked.seat, here))
        for stop, to in ways:
            most -= 1
            same = found.setdefault(to, [])
            made = None if to in reached else _onward(game, kind, stop, to)
            if made is not None and all(one.view != made.view for one in same):
                same.append(made)
                yield made
            if most <= 0:
                return
        reached |= set(found)
        now = [one for same in found.values() for one in same]


def _next(game: Game[P], kind: MoveKind[P, Any], seat: str, stop: Stop) -> tuple[Any, ...]:
    """Where one more move of that seat can lead."""
    view = game.public(stop.view) if stop.way else stop.view
    if frame(game, view, kind, seat) is not None:
        return ()
    return offers(game, view, Draft(kind.name, (stop.mover,)))


def _onward(game: Game[P], kind: MoveKind[P, Any], stop: Stop, to: Any) -> Stop | None:
    """Where a move leads that is on offer; None if that rests on something nobody knows."""
    assert kind.onward is not None
    step = kind.move(stop.mover, to)
    try:
        view = after(game, stop.view, step)
    except Open:
        return None
    return Stop(to, kind.onward(stop.view, step), view, (*stop.way, step))


def ways_to(game: Game[P], view: P, move: Move) -> tuple[Way, ...]:
    """The shortest ways of moves of the same kind to where ``move`` goes, one for everything
    different that comes of them; none if the kind leads nowhere, or back to where it began."""
    kind = game.by_type[type(move)]
    if kind.onward is None:
        return ()
    mover, goal = getattr(move, kind.mover), getattr(move, kind.destination)
    found: list[Stop] = []
    for stop in stops(game, view, kind, mover):
        if found and stop.cost > found[0].cost:
            break
        if stop.at == goal and stop.mover != mover:
            found.append(stop)
    return tuple(stop.way for stop in found)


def ahead(game: Game[P], view: P) -> Iterator[Any]:
    """What those who are asked could name next in this turn, now or further on: the values of the
    second blank of each move that begins with who goes, from everywhere that they get to. As they
    are found, some of them again."""
    for asked in game.asked(view):
        kinds = [game.by_name[name] for name in asked.kinds]
        for kind in (one for one in kinds if one.onward is not None):
            others = [one.name for one in kinds if one is not kind and _begins_alike(one, kind)]
            for mover in candidates(game, view, Draft(kind.name)):
                here = Stop(None, mover, view, ())
                for stop in chain((here,), stops(game, view, kind, mover)):
                    for name in others:
                        yield from offers(game, stop.view, Draft(name, (stop.mover,)))


def _begins_alike(one: MoveKind[P, Any], other: MoveKind[P, Any]) -> bool:
    first, second = (next_blank(kind.move, Draft(kind.name)) for kind in (one, other))
    return first is not None and second is not None and first.type == second.type
