"""The search as it can be read at a glance: every need anew on every draft.

Slow, and what the search of the kernel is held against.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar

import msgspec

from companion.kernel import DONE, Dice, Draft, Game, Move, MoveKind, Need, Open, begin
from companion.kernel.alternatives import _made, _with_rest
from companion.kernel.drafts import (
    Blank,
    fields,
    filled,
    may_end,
    next_blank,
    partial,
    steps,
    whole,
)
from companion.kernel.offers import _seen, _state

P = TypeVar("P")

Needs = tuple[Need[Any, Any], ...]


def undecided(
    kind: MoveKind[P, Any], view: P, draft: Draft, needs: tuple[Need[P, Any], ...]
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


def fits(kind: MoveKind[P, Any], view: P, draft: Draft) -> bool:
    """Whether no need of a draft is broken yet."""
    return undecided(kind, view, draft, kind.needs) is not None


def candidates(game: Game[P], view: P, draft: Draft) -> tuple[Any, ...]:
    """Every value worth trying for the next blank, legal or not."""
    kind = game.kind_of(draft)
    blank = next_blank(kind.move, draft)
    if blank is None:
        return ()
    return _candidates(kind, view, draft, blank)


def _candidates(kind: MoveKind[P, Any], view: P, draft: Draft, blank: Blank) -> tuple[Any, ...]:
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
    kind = game.kind_of(draft)
    left = undecided(kind, view, draft, kind.needs)
    return () if left is None else tuple(value for value, _, _ in longer(kind, view, draft, left))


def longer(
    kind: MoveKind[P, Any],
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


def legal(game: Game[P], view: P) -> Iterator[Move]:
    """Whole moves that are asked for and break no need, kind by kind."""
    for one in game.asked(view):
        for name in one.kinds:
            yield from completions(game, view, begin(game, name, one.seat))


def completions(game: Game[P], view: P, draft: Draft) -> Iterator[Move]:
    """The whole moves a draft can still become without breaking a need.

    Lists are ended as soon as they may. A list must be bounded by its annotation or by an early
    need, or there is no end of moves.
    """
    kind = game.kind_of(draft)
    left = undecided(kind, view, draft, kind.needs)
    told = set()
    for move in () if left is None else completed(kind, view, draft, left):
        if sorted_out(kind, move) not in told:
            told.add(sorted_out(kind, move))
            yield move


def sorted_out(kind: MoveKind[P, Any], move: Move) -> Move:
    """A move with all its lists in one order whose order means nothing."""
    lists = {name: tuple(sorted(getattr(move, name), key=str)) for name in kind.unordered}
    return msgspec.structs.replace(move, **lists)


def completed(
    kind: MoveKind[P, Any], view: P, draft: Draft, needs: tuple[Need[P, Any], ...]
) -> Iterator[Move]:
    """As :func:`completions`, of a draft that breaks no need. needs: those that are undecided."""
    move = whole(kind.move, draft)
    if move is not None:
        yield move
        return
    for _, made, left in longer(kind, view, draft, needs, end_first=True):
        yield from completed(kind, view, made, left)


def drawn(game: Game[P], view: P, dice: Dice) -> Move | None:
    """A legal move by chance; of what leads nowhere another is taken."""
    left = [(name, one.seat) for one in game.asked(view) for name in one.kinds]
    while left:
        draft = begin(game, *left.pop(int(dice.random() * len(left))))
        kind = game.kind_of(draft)
        move = drawn_from(kind, view, draft, kind.needs, dice)
        if move is not None:
            return move
    return None


def drawn_from(
    kind: MoveKind[P, Any], view: P, draft: Draft, needs: Needs, dice: Dice
) -> Move | None:
    """As :func:`drawn`, of the moves that a draft can become. needs: those that were undecided."""
    needs_left = undecided(kind, view, draft, needs)
    blank = next_blank(kind.move, draft)
    if needs_left is None or blank is None:
        return None if needs_left is None else whole(kind.move, draft)
    left = list(_candidates(kind, view, draft, blank))
    ends = left[-1:] == [DONE] and dice.random() < 0.5
    while left:
        value = left.pop(-1 if ends else int(dice.random() * len(left)))
        move = drawn_from(kind, view, filled(kind.move, draft, value), needs_left, dice)
        if move is not None:
            return move
        ends = False
    return None


def near(game: Game[P], view: P, move: Move) -> Iterator[Move]:
    """Possible moves of the same kind with one blank changed, the last one first. First with all
    else as it was; then, for lists, with what can stay of them."""
    kind = game.by_type[type(move)]
    told = list(steps(move))[1 if kind.by else 0 :]
    open_after = {head: undecided(kind, view, head, kind.needs) for head, _ in told}
    for index in reversed(range(len(told))):
        head, had = told[index]
        needs = open_after[head]
        if needs is None:  # then something before this blank is wrong
            continue
        tried = list(candidates(game, view, head))
        if type(had) is int:  # the numbers next to it first
            tried.sort(key=lambda one: abs(one - had) if type(one) is int else 1e9)
        for value in tried:
            if value == had:
                continue
            draft = filled(kind.move, head, value)
            rest = [after for _, after in told[index + 1 :]]
            one = _with_rest(kind, draft, rest, anew=DONE in (value, had))
            if one is not None and undecided(kind, view, one, needs) is not None:
                yield _made(kind, one, move)
    if all(not field.listed for field in fields(type(move))):
        return
    for head, had in reversed(told):
        needs = open_after[head]
        if needs is None:
            continue
        for value, draft, left in longer(kind, view, head, needs):
            if value != had:
                yield from islice(completed(kind, view, draft, left), 1)
