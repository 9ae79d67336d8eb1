"""The judge: what a move's needs say, and what it does.

Everything here is a function of a game, a position and a move; nothing is remembered. What is
on offer is in ``offers``, what would be possible instead of a refused move in ``instead``.
"""

from typing import Any, TypeVar

import msgspec

from companion.kernel.drafts import Partial
from companion.kernel.game import Asked, Fault, Game
from companion.kernel.happening import Happening
from companion.kernel.kinds import Kind, Move, Need
from companion.kernel.values import Open

P = TypeVar("P")


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The move is carried out. ``happenings`` and ``positions`` go in step; the last position
    is the new one."""

    happenings: tuple[Happening, ...]
    positions: tuple[Any, ...]

    @property
    def position(self) -> Any:
        """The position after the move."""
        return self.positions[-1]


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The move is not carried out: all its faults, in the order of the needs, and at most four
    moves that would be possible instead (only from :func:`answer`)."""

    faults: tuple[Fault, ...]
    instead: tuple[Move, ...] = ()


Verdict = Accepted | Refused


def frame(game: Game[P], position: P, kind: Kind[P, Any], by: str | None) -> str | None:
    """None when this kind of move is asked for now (of ``by``, if given); else the clause that
    says why not."""
    if kind.role != "play":
        return None
    asked = game.asked(position)
    name = kind.name
    another = False
    for one in asked:
        if name in one.kinds:
            if by is None or one.seat == by:
                return None
            another = True
    if another:
        return kind.out_of_turn or game.turn
    if game.outcome(position) is not None:
        return game.over
    for one in asked:
        if one.owed and one.rule:
            return one.rule
    return kind.out_of_phase or game.phase


def outside(
    game: Game[P], position: P, kind: Kind[P, Any], move: Move | Partial, by: str | None
) -> str | None:
    """As :func:`frame`, for a move or draft that may name whose it is itself."""
    if not kind.by:
        return frame(game, position, kind, by)
    try:
        named = getattr(move, kind.by)
    except Open:
        named = by
    if by is not None and by != named:
        return kind.out_of_turn or game.turn
    return frame(game, position, kind, named)


def asked_now(game: Game[P], position: P) -> dict[str, Any]:
    """The values of a fault of the frame: who is asked instead."""
    return {"asked": tuple(dict.fromkeys(one.seat for one in game.asked(position)))}


def faults(game: Game[P], position: P, move: Move, by: str | None = None) -> tuple[Fault, ...]:
    """All broken needs of a whole move, the frame first. Open needs do not refuse.

    A fault of the frame has as ``asked`` the seats that are asked now.
    """
    kind = game.by_type[type(move)]
    found: list[Fault] = []
    away = outside(game, position, kind, move, by)
    if away is not None:
        found.append(Fault(away, asked_now(game, position)))
    for need in kind.needs:
        try:
            if need.test(position, move):
                continue
        except Open:
            continue
        found.append(Fault(need.clause, values_of(need, position, move)))
        if need.fact:
            break
    return tuple(found)


def carry_out(game: Game[P], position: P, move: Move) -> Accepted:
    """What the move does, without asking whether the rules allow it.

    Raises ValueError when a fact fails, for then there is nothing to carry out.
    """
    kind = game.by_type[type(move)]
    for need in kind.needs:
        if need.fact and not _holds(need.test, position, move):
            raise ValueError(f"{kind.name}: {need.clause}")
    return _done(kind, position, move)


def judge(game: Game[P], position: P, move: Move, by: str | None = None) -> Verdict:
    """The verdict on a whole move made by a seat (or by whoever is asked for it)."""
    found = faults(game, position, move, by)
    if found:
        return Refused(found)
    return _done(game.by_type[type(move)], position, move)


def _done(kind: Kind[P, Any], position: P, move: Move) -> Accepted:
    happenings: list[Happening] = []
    positions: list[P] = []
    course = kind.does(position, move)
    while True:
        try:
            one, after = next(course)
        except StopIteration as end:
            if not happenings:
                raise ValueError(f"{kind.name}: nothing happens") from None
            if end.value is not None:
                positions[-1] = end.value
            return Accepted(tuple(happenings), tuple(positions))
        happenings.append(one)
        positions.append(after)


def _holds(test: Any, position: Any, move: Any) -> bool:
    try:
        return bool(test(position, move))
    except Open:
        return True


def values_of(need: Need[P, Any], view: P, move: Any) -> dict[str, Any]:
    """The values of a need, or none when they rest on something not known yet."""
    if need.values is None:
        return {}
    try:
        return need.values(view, move)
    except Open:
        return {}


def asked_for(game: Game[P], view: P, kind: str, by: str | None = None) -> Asked | None:
    """Who is asked for this kind of move now, if anybody; or how the seat ``by`` is."""
    for one in game.asked(view):
        if kind in one.kinds and by in (None, one.seat):
            return one
    return None


def maker(game: Game[P], position: P, move: Move) -> str | None:
    """Whose move it is: the seat that it names, or the one that is asked for it, if any."""
    kind = game.by_type[type(move)]
    if kind.by:
        seat: str = getattr(move, kind.by)
        return seat
    asked = asked_for(game, position, kind.name)
    return asked.seat if asked else None
