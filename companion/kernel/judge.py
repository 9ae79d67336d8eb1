"""The judge: what a move's needs say, and what it does.

Everything here is a function of a game, a position and a move; nothing is remembered. What is
on offer is in ``offers``, what would be possible instead of a refused move in ``instead``.
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from companion.kernel.drafts import Partial
from companion.kernel.events import Event
from companion.kernel.game import Asked, Fault, Game
from companion.kernel.kinds import Move, MoveKind, Need, holds, masked
from companion.kernel.values import TABLE, Open

P = TypeVar("P")


Way = tuple[Move, ...]
"""Moves to be made one after the other, each judged when it is made; mostly a single one."""


class FactFails(ValueError):
    """There is nothing to carry out: a fact of the move does not hold."""


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The move is carried out. ``events`` and ``positions`` go in step; the last position
    is the new one."""

    events: tuple[Event, ...]
    positions: tuple[Any, ...]

    @property
    def position(self) -> Any:
        """The position after the move."""
        return self.positions[-1]


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The move is not carried out: all its faults, in the order of the needs, and at most three
    ways that would be possible instead, best first (only from ``alternatives.answer``)."""

    faults: tuple[Fault, ...]
    alternatives: tuple[Way, ...] = ()


Verdict = Accepted | Refused


def frame(game: Game[P], position: P, kind: MoveKind[P, Any], by: str | None) -> str | None:
    """None when this kind of move is asked for now (of ``by``, if given); else the clause that
    says why not."""
    return _called(game, position, kind, by)[0]


def _called(
    game: Game[P], position: P, kind: MoveKind[P, Any], by: str | None
) -> tuple[str | None, str]:
    """As :func:`frame`, with the seat that is asked, "" for nobody."""
    if kind.role != "play":
        return None, ""
    asked = game.asked(position)
    name = kind.name
    another = False
    for one in asked:
        if name in one.kinds:
            if by is None or one.seat == by:
                return None, one.seat
            another = True
    if another:
        return kind.out_of_turn or game.turn, ""
    if game.outcome(position) is not None:
        return game.over, ""
    for one in asked:
        if one.owed and one.rule:
            return one.rule, ""
    return kind.out_of_phase or game.phase, ""


def outside(
    game: Game[P], position: P, kind: MoveKind[P, Any], move: Move | Partial, by: str | None
) -> str | None:
    """As :func:`frame`, for a move or draft that may name whose it is itself."""
    return _made_by(game, position, kind, move, by)[0]


def _made_by(
    game: Game[P], position: P, kind: MoveKind[P, Any], move: Move | Partial, by: str | None
) -> tuple[str | None, str]:
    """As :func:`outside`, with the seat whose move it is, "" for nobody."""
    if not kind.by:
        return _called(game, position, kind, by)
    try:
        named = getattr(move, kind.by)
    except Open:
        named = by
    if by is not None and by != named:
        return kind.out_of_turn or game.turn, ""
    return _called(game, position, kind, named)


def asked_now(game: Game[P], position: P) -> dict[str, Any]:
    """The values of a fault of the frame: who is asked instead."""
    return {"asked": tuple(dict.fromkeys(one.seat for one in game.asked(position)))}


SEEN = "seen by "
"""Under what, and the seat, views are noted: no name that a game could give to anything of its
own."""


def sight(game: Game[P], position: P, seat: str) -> P:
    """What a move of that seat is held against: all that it knows itself, and no more. A move of
    the table, of nobody ("") and every correction is held against what everybody knows.

    It is noted with the position: a verdict, what everybody may read of it and what is offered next
    all rest on the same few views. What hides nothing is not noted, or it would hold on to itself.
    """
    if not game.conceals:
        return position
    noted = vars(position)
    whose = "" if seat == TABLE else seat
    view: P | None = noted.get(SEEN + whose)
    if view is None:
        view = game.seen_by(position, whose) if whose else game.public(position)
        if view is not position:
            noted[SEEN + whose] = view
    return view


Sights = tuple[tuple[P, Move], ...]
"""What a move is held against, each time with what of the move."""


def sights(game: Game[P], position: P, kind: MoveKind[P, Any], move: Move, seat: str) -> Sights[P]:
    """What a move of that seat is held against, and as what.

    What is told in private is held against what everybody knows; what the seat knows is held
    only against the open part of the move. So no refusal tells the one by the other.
    """
    own = sight(game, position, seat)
    if not kind.hidden:
        return ((own, move),)
    return (own, masked(kind, move)), (sight(game, position, ""), move)


def need_of(
    game: Game[P], position: P, move: Move, by: str | None, fault: Fault
) -> Need[P, Any] | None:
    """The need that a fault of a move tells of, None for one of the frame: of several with the same
    clause the one that gave its values."""
    kind = game.by_type[type(move)]
    views = sights(game, position, kind, move, _made_by(game, position, kind, move, by)[1])
    same = [need for need in kind.needs if need.clause == fault.clause]
    for need in same:
        if any(values_of(need, view, known) == fault.values for view, known in views):
            return need
    return same[0] if same else None


def _against(views: Sights[P], needs: tuple[Need[P, Any], ...]) -> list[Fault]:
    """Those of some needs that are broken, on any of the views; each is told once."""
    if all(holds(needs, view, known) for view, known in views):
        return []
    found: list[Fault] = []
    for need in needs:
        for view, known in views:
            if broken := _broken((need,), view, known):
                found += broken
                if need.fact:
                    return found
                break
    return found


def _broken(needs: tuple[Need[P, Any], ...], view: P, known: Move) -> list[Fault]:
    found: list[Fault] = []
    for need in needs:
        try:
            if need.test(view, known):
                continue
        except Open:
            continue
        found.append(Fault(need.clause, values_of(need, view, known)))
        if need.fact:
            break
    return found


def faults(
    game: Game[P], position: P, move: Move, by: str | None = None, *, openly: bool = False
) -> tuple[Fault, ...]:
    """All broken needs of a whole move, as whoever makes it may know them; openly: as everybody
    may. Open needs do not refuse.

    Who is not asked hears the fault of the frame and nothing behind it: it has as ``asked`` the
    seats that are asked now.
    """
    kind = game.by_type[type(move)]
    away, seat = _made_by(game, position, kind, move, by)
    if away is not None:
        return (Fault(away, asked_now(game, position)),)
    # What a view knows is true of the position: where that breaks no need, no view refuses.
    if holds(kind.needs, position, move):
        return ()
    whose = "" if openly else seat
    if not kind.hidden:
        return tuple(_broken(kind.needs, sight(game, position, whose), move))
    return tuple(_against(sights(game, position, kind, move, whose), kind.needs))


def all_faults(game: Game[P], position: P, move: Move, by: str | None = None) -> tuple[Fault, ...]:
    """As :func:`faults` for whoever knows all there is, with what lies behind the frame: to try out
    the rules of a game, never to be told at a table."""
    kind = game.by_type[type(move)]
    away = outside(game, position, kind, move, by)
    found = [] if away is None else [Fault(away, asked_now(game, position))]
    return (*found, *_broken(kind.needs, position, move))


def carry_out(
    game: Game[P], position: P, move: Move, by: str | None = None, *, openly: bool = False
) -> Accepted:
    """What the move does, without asking whether the rules allow it.

    Raises :class:`FactFails` when one does, for then there is nothing to carry out. As in
    :func:`faults`, facts are held against what whoever makes it may know; where nobody does,
    against the position.
    """
    kind = game.by_type[type(move)]
    away, seat = _made_by(game, position, kind, move, by)
    views: Sights[P] = ((position, move),)
    if away is None or by is not None:
        whose = "" if openly or kind.role != "play" else seat or by or ""
        views = sights(game, position, kind, move, whose)
    for fault in _against(views, tuple(need for need in kind.needs if need.fact)):
        raise FactFails(f"{kind.name}: {fault.clause}")
    return _done(kind, position, move)


def judge(
    game: Game[P], position: P, move: Move, by: str | None = None, *, openly: bool = False
) -> Verdict:
    """The verdict on a whole move made by a seat (or by whoever is asked for it).

    The verdict rests on what that seat may know (openly: on what everybody may), what is then done
    on the position as it is.
    """
    found = faults(game, position, move, by, openly=openly)
    if found:
        return Refused(found)
    return _done(game.by_type[type(move)], position, move)


def happens(game: Game[P], position: P, move: Move) -> Accepted:
    """What a move does that stands, or was found legal, on this position or on a view of it: it is
    not judged again. Raises Open when that rests on something that is not known there."""
    return _done(game.by_type[type(move)], position, move)


def after(game: Game[P], position: P, move: Move) -> P:
    """The position after a move that was found legal on this very position: it is not judged again,
    and what happens is not kept. For trying out what could become of a position."""
    end = position
    for _, found in _to_the_end(game.by_type[type(move)].apply(position, move)):
        end = found
    return end


def _done(kind: MoveKind[P, Any], position: P, move: Move) -> Accepted:
    events: list[Event] = []
    positions: list[P] = []
    for one, after in _to_the_end(kind.apply(position, move)):
        if one is not None:
            events.append(one)
            positions.append(after)
        else:
            positions[-1:] = (after,)
    if not events:
        raise ValueError(f"{kind.name}: nothing happens")
    return Accepted(tuple(events), tuple(positions))


def _to_the_end(effects: Any) -> Iterator[tuple[Event | None, Any]]:
    """What a move does, and at the end, without an event, the position that it returns, if any.
    Asked for one by one, the end would be an exception, which costs as much as an event."""
    end = yield from effects
    if end is not None:
        yield None, end


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
