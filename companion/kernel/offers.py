"""Offers: how a draft stands, and what could be filled in next.

All this is worked out on a view, for it is shown to whoever looks.
"""

from collections.abc import Iterator
from typing import Any, Literal, TypeVar

import msgspec

from companion.kernel.candidates import finder
from companion.kernel.drafts import (
    Draft,
    Partial,
    fields,
    may_end,
    next_blank,
    partial,
    unfinished,
    whole,
)
from companion.kernel.game import Game
from companion.kernel.judge import asked_now, outside, values_of
from companion.kernel.kinds import Move, MoveKind, Need
from companion.kernel.search import Begun, begun, moves_from
from companion.kernel.values import DONE, Open

P = TypeVar("P")

State = Literal["met", "broken", "open"]


class Tick(msgspec.Struct, frozen=True):
    """One line of the ticked list: a need and how it stands."""

    clause: str
    state: State
    values: dict[str, Any] = {}


def ticks(game: Game[P], view: P, draft: Draft, by: str | None = None) -> tuple[Tick, ...]:
    """How every need of a draft stands; needs behind a broken fact are left out."""
    kind = game.by_name[draft.kind]
    move, seen, early = _seen(kind, draft)
    found = []
    away = outside(game, view, kind, seen, by)
    if away is not None:
        found.append(Tick(away, "broken", asked_now(game, view)))
    for need in kind.needs:
        state = _state(need, view, seen, early)
        if state != "broken":
            found.append(Tick(need.clause, state))
            continue
        found.append(Tick(need.clause, state, values_of(need, view, early or move)))
        if need.fact:
            break
    return tuple(found)


def _seen(
    kind: MoveKind[Any, Any], draft: Draft
) -> tuple[Move | None, Move | Partial, Partial | None]:
    """The whole move, if no blank is left; what needs see; what early needs see instead, None
    for a whole move."""
    move = whole(kind.move, draft)
    if move is not None:
        return move, move, None
    seen = partial(kind.move, draft)
    if fields(kind.move)[len(draft.values)].listed:
        return None, seen, unfinished(kind.move, draft)
    return None, seen, seen


def _state(need: Need[P, Any], view: P, seen: Move | Partial, early: Partial | None) -> State:
    """How a need stands. early: what early needs see instead, None for a whole move."""
    try:
        if need.test(view, early if early and need.early is True else seen):
            return "met"
        return "broken"
    except Open:
        pass
    if early is None or isinstance(need.early, bool):
        return "open"
    try:
        return "open" if need.early(view, early) else "broken"
    except Open:
        return "open"


def broken(game: Game[P], view: P, draft: Draft) -> int:
    """How many needs of a draft are already broken, not counting the frame."""
    return sum(1 for _ in _broken(game.by_name[draft.kind], view, draft))


def fits(kind: MoveKind[P, Any], view: P, draft: Draft) -> bool:
    """Whether no need of a draft is broken yet."""
    return begun(kind, view, draft) is not None


def _broken(kind: MoveKind[P, Any], view: P, draft: Draft) -> Iterator[Need[P, Any]]:
    _, seen, early = _seen(kind, draft)
    for need in kind.needs:
        if _state(need, view, seen, early) == "broken":
            yield need
            if need.fact:
                return


def candidates(game: Game[P], view: P, draft: Draft) -> tuple[Any, ...]:
    """Every value worth trying for the next blank, legal or not."""
    kind = game.by_name[draft.kind]
    blank = next_blank(kind.move, draft)
    if blank is None:
        return ()
    values = finder(kind, blank)(view, partial(kind.move, draft, early=True)) or ()
    return (*values, DONE) if may_end(kind.move, draft) else tuple(values)


def offers(game: Game[P], view: P, draft: Draft) -> tuple[Any, ...]:
    """The candidates for the next blank that break no need: what lights up.

    DONE is among them when a list may end here.
    """
    kind = game.by_name[draft.kind]
    made = begun(kind, view, draft)
    if not isinstance(made, Begun):
        return ()
    return tuple(value for value in made.worth_trying() if made.filled(value) is not None)


def begin(game: Game[P], kind: str, seat: str) -> Draft:
    """The empty draft of a kind of move for a seat; where the move names whose it is, this is
    filled in."""
    return Draft(kind, (seat,) if game.by_name[kind].by else ())


def legal(game: Game[P], view: P, by: str | None = None) -> Iterator[Move]:
    """Whole moves that are asked for and break no need, kind by kind, as they are found."""
    for one in game.asked(view):
        if by is None or one.seat == by:
            for name in one.kinds:
                yield from completions(game, view, begin(game, name, one.seat))


def some_legal(game: Game[P], view: P, most: int, by: str | None = None) -> tuple[list[Move], bool]:
    """At most ``most`` legal moves, kind by kind, and whether there are more.

    If there are, each kind has the same share of the list, and leaves to the others what it does
    not need of it; what ends a step is never left out before anything else.
    """
    asked = [
        (name, one.seat)
        for one in game.asked(view)
        if by is None or one.seat == by
        for name in one.kinds
    ]
    found: list[tuple[Iterator[Move], list[Move]]] = [
        (completions(game, view, begin(game, name, seat)), []) for name, seat in asked
    ]
    ends = [game.by_name[name].ends for name, _ in asked]
    going_on = [found[at] for at in sorted(range(len(found)), key=lambda at: not ends[at])]
    left = most
    while going_on:
        still = []
        for source, moves in going_on:
            move = next(source, None)
            if move is None:
                continue
            if not left:
                return [one for _, some in found for one in some], True
            left -= 1
            moves.append(move)
            still.append((source, moves))
        going_on = still
    return [one for _, some in found for one in some], False


def all_legal(game: Game[P], view: P, by: str | None = None) -> list[Move]:
    """As :func:`legal`, all at once."""
    return [
        move
        for one in game.asked(view)
        if by is None or one.seat == by
        for name in one.kinds
        for move in completions(game, view, begin(game, name, one.seat))
    ]


def completions(game: Game[P], view: P, draft: Draft) -> Iterator[Move]:
    """The whole moves a draft can still become without breaking a need.

    Lists are ended as soon as they may. A list must be bounded by its annotation or by an early
    need, or there is no end of moves.
    """
    return moves_from(begun(game.by_name[draft.kind], view, draft))
