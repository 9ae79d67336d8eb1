"""Offers: how a draft stands, and what could be filled in next.

All this is worked out on a view, for it is shown to whoever looks.
"""

from collections.abc import Iterator
from typing import Any, Literal, TypeVar

import msgspec

from companion.kernel.drafts import (
    Blank,
    Draft,
    Partial,
    fields,
    filled,
    may_end,
    next_blank,
    partial,
    unfinished,
    whole,
)
from companion.kernel.game import Game
from companion.kernel.judge import asked_now, outside, values_of
from companion.kernel.kinds import Kind, Move, Need
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


def _seen(kind: Kind[Any, Any], draft: Draft) -> tuple[Move | None, Move | Partial, Partial | None]:
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


def undecided(
    kind: Kind[P, Any], view: P, draft: Draft, needs: tuple[Need[P, Any], ...]
) -> tuple[Need[P, Any], ...] | None:
    """Those of some needs that can still turn out either way; None when one of them is broken.

    What the filled blanks are enough to meet stays met whatever is filled in later, so that
    these are all that must be looked at of a longer draft.
    """
    _, seen, early = _seen(kind, draft)
    growing = early is not None and early is not seen
    found = []
    for need in needs:
        state = _state(need, view, seen, early)
        if state == "broken":
            return None
        if state == "open" or (growing and need.early is True):
            found.append(need)
    return tuple(found)


def fits(kind: Kind[P, Any], view: P, draft: Draft) -> bool:
    """Whether no need of a draft is broken yet."""
    return undecided(kind, view, draft, kind.needs) is not None


def _broken(kind: Kind[P, Any], view: P, draft: Draft) -> Iterator[Need[P, Any]]:
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
    return _candidates(kind, view, draft, blank)


def _candidates(kind: Kind[P, Any], view: P, draft: Draft, blank: Blank) -> tuple[Any, ...]:
    said = kind.candidates.get(blank.name)
    if said is not None:
        try:
            values = tuple(dict.fromkeys(said(view, partial(kind.move, draft, early=True))))
        except Open:
            values = ()
    elif blank.least is not None and blank.most is not None:
        values = tuple(range(blank.least, blank.most + 1))
    else:
        values = blank.choices
    return (*values, DONE) if may_end(kind.move, draft) else values


def offers(game: Game[P], view: P, draft: Draft) -> tuple[Any, ...]:
    """The candidates for the next blank that break no need: what lights up.

    DONE is among them when a list may end here.
    """
    kind = game.by_name[draft.kind]
    left = undecided(kind, view, draft, kind.needs)
    return () if left is None else tuple(value for value, _, _ in longer(kind, view, draft, left))


def longer(
    kind: Kind[P, Any],
    view: P,
    draft: Draft,
    needs: tuple[Need[P, Any], ...],
    *,
    end_first: bool = False,
) -> Iterator[tuple[Any, Draft, tuple[Need[P, Any], ...]]]:
    """The candidates for the next blank that break none of the needs, each with the draft it
    makes and the needs that are undecided then. needs: those that are undecided now. end_first:
    try to end a list before anything is added to it."""
    blank = next_blank(kind.move, draft)
    if blank is None:
        return
    values = _candidates(kind, view, draft, blank)
    if end_first and values and values[-1] == DONE:
        values = (DONE, *values[:-1])
    for value in values:
        made = filled(kind.move, draft, value)
        left = undecided(kind, view, made, needs)
        if left is not None:
            yield value, made, left


def begin(game: Game[P], kind: str, seat: str) -> Draft:
    """The empty draft of a kind of move for a seat; where the move names whose it is, this is
    filled in."""
    return Draft(kind, (seat,) if game.by_name[kind].by else ())


def legal(game: Game[P], view: P, most: int = 1000, by: str | None = None) -> Iterator[Move]:
    """Whole moves that are asked for and break no need, at most ``most``, kind by kind."""
    left = most
    for one in game.asked(view):
        if by is not None and one.seat != by:
            continue
        for name in one.kinds:
            for move in completions(game, view, begin(game, name, one.seat)):
                if left <= 0:
                    return
                left -= 1
                yield move


def completions(game: Game[P], view: P, draft: Draft) -> Iterator[Move]:
    """The whole moves a draft can still become without breaking a need.

    Lists are ended as soon as they may. A list must be bounded by its annotation or by an early
    need, or there is no end of moves.
    """
    kind = game.by_name[draft.kind]
    left = undecided(kind, view, draft, kind.needs)
    if left is not None:
        yield from completed(kind, view, draft, left)


def completed(
    kind: Kind[P, Any], view: P, draft: Draft, needs: tuple[Need[P, Any], ...]
) -> Iterator[Move]:
    """As :func:`completions`, of a draft that breaks no need. needs: those that are undecided."""
    move = whole(kind.move, draft)
    if move is not None:
        yield move
        return
    for _, made, left in longer(kind, view, draft, needs, end_first=True):
        yield from completed(kind, view, made, left)
