"""What would be possible instead of a refused move."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import inf
from typing import Any, TypeVar

import msgspec

from companion.kernel.drafts import Draft, fields, fill, filled, hides_next, next_blank, steps
from companion.kernel.game import Fault, Game
from companion.kernel.judge import (
    Accepted,
    Refused,
    Verdict,
    Way,
    after,
    asked_for,
    faults,
    judge,
    outside,
    sight,
)
from companion.kernel.kinds import Move, MoveKind, masked
from companion.kernel.offers import begin, completions
from companion.kernel.search import Begun, begun, moves_from
from companion.kernel.values import DONE, TABLE, Open
from companion.kernel.ways import stops

P = TypeVar("P")

MOST_ALTERNATIVES = 3
"""Alternatives that are named: more nobody reads while a table waits."""

LONGEST_DETOUR = 4
"""Most moves that lead on before the refused one."""

DETOURS = 60
"""Positions looked at for a way of several moves: a refusal must not wait."""

TRIED = 40
"""Whole moves compared with the refused one, where none is near."""


def answer(game: Game[P], position: P, move: Move, by: str | None = None) -> Verdict:
    """As :func:`judge`; a refusal also offers what would be possible instead.

    The alternatives are computed from the public view, for the answer is shown to all.
    """
    verdict = judge(game, position, move, by)
    if isinstance(verdict, Accepted):
        return verdict
    view = sight(game, position, "")
    return Refused(verdict.faults, alternatives(game, view, move, by, verdict.faults))


def alternatives(
    game: Game[P], view: P, move: Move, by: str | None = None, why: tuple[Fault, ...] = ()
) -> tuple[Way, ...]:
    """At most three ways that are possible, best first: the shortest that keeps what was wanted.

    That is the same kind of move with the same target, made by another piece or after moves that
    lead there. Then come moves with one blank changed (the last blank before the others) or, where
    there are none, the likest whole moves of the kind. One of another kind with the same tokens,
    where there is one, always finds a place; where nothing of a move could be otherwise, what is
    owed before it is offered. Hidden parameters are neither changed nor carried
    over: the answer is shown to all. why: what the move was refused for; of what nobody can see,
    the others rest only on what that one rests on and was not refused for.
    """
    kind = game.by_type[type(move)]
    broken = frozenset(one.clause for one in why)
    others = ((one,) for one in islice(_another_kind(game, view, move, by), MOST_ALTERNATIVES))
    if kind.hidden or outside(game, view, kind, move, by) is not None:
        return tuple(others)
    other = next(others, None)
    most = MOST_ALTERNATIVES - (other is not None)
    found: dict[Way, None] = {}
    for way in chain(
        _wanted(game, view, kind, move, by),
        ((one,) for one in near(game, view, move)),
    ):
        if len(way) == 1 and not _founded(kind, view, way[0], move, broken):
            continue
        if not any(_same(game, view, way, other) for other in found):
            found[way] = None
        if len(found) == most:
            break
    if not found and other is None and not list(steps(move))[1 if kind.by else 0 :]:
        found = {(one,): None for one in _owed_first(game, view, kind, move, by)}
    if not found and not any(field.listed for field in fields(kind.move)):
        likest = _likest(game, view, kind, move, by)
        founded = (one for one in likest if _founded(kind, view, one, move, broken))
        found = {(one,): None for one in islice(founded, most)}
    if other is not None:
        found |= dict.fromkeys((other, *others))
    return tuple(found)[:MOST_ALTERNATIVES]


def openly_otherwise(
    game: Game[P], view: P, move: Move, by: str | None = None, why: tuple[Fault, ...] = ()
) -> tuple[Move, ...]:
    """For a move that tells something in private: at most three with one thing otherwise that all
    may see, each as everybody may know it. What is private is told anew then. why: what the move
    was refused for."""
    kind = game.by_type[type(move)]
    if not kind.hidden or kind.role != "play" or outside(game, view, kind, move, by) is not None:
        return ()
    known, broken = masked(kind, move), frozenset(one.clause for one in why)
    changed = _one_changed(kind, known, _places(kind, view, known))
    others = (one for head, moves in changed if not hides_next(kind, head) for one in moves)
    found = (one for one in others if _founded(kind, view, one, known, broken))
    return tuple(islice(found, MOST_ALTERNATIVES))


def _same(game: Game[P], view: P, one: Way, other: Way) -> bool:
    """Whether two moves differ in nothing but an order that does not matter."""
    if len(one) > 1 or len(other) > 1 or type(one[0]) is not type(other[0]):
        return False
    told = [sorted(str(value) for _, value in steps(way[0])) for way in (one, other)]
    if told[0] != told[1]:
        return False
    try:
        return after(game, view, one[0]) == after(game, view, other[0])
    except Open:
        return False


def near(game: Game[P], view: P, move: Move) -> Iterator[Move]:
    """Possible moves of the same kind with one blank changed, the last one first. First with all
    else as it was; then, for lists, with what can stay of them."""
    kind = game.by_type[type(move)]
    ways = _places(kind, view, move)
    for _, moves in _one_changed(kind, move, ways):
        yield from moves
    if all(not field.listed for field in fields(type(move))):
        return
    for made, _, had in reversed(ways):
        if not isinstance(made, Begun):
            continue
        for value in made.worth_trying():
            if value != had:
                yield from islice(moves_from(made.filled(value)), 1)


_Place = tuple[Begun[P] | Move | None, Draft, Any]
"""One blank of a move: what is begun before it, the draft, and the value it had."""


def _places(kind: MoveKind[P, Any], view: P, move: Move) -> list[_Place[P]]:
    """The blanks of a move, but whose it is."""
    filled = list(steps(move))[1 if kind.by else 0 :]
    return [(begun(kind, view, head), head, had) for head, had in filled]


def _one_changed(
    kind: MoveKind[P, Any], move: Move, places: list[_Place[P]]
) -> Iterator[tuple[Draft, Iterator[Move]]]:
    """For each blank, the last one first, what is filled before it, and the possible moves with
    another value there and all else as it was."""
    for index in reversed(range(len(places))):
        after = [had for _, _, had in places[index + 1 :]]
        yield places[index][1], _changed(kind, move, places[index], after)


def _changed(
    kind: MoveKind[P, Any],
    move: Move,
    place: _Place[P],
    after: list[Any],
) -> Iterator[Move]:
    """Moves with another value in one blank. after: the values of the blanks behind it."""
    made, head, had = place
    if not isinstance(made, Begun):  # then something before this blank is wrong
        return
    for value in _nearest(made.worth_trying(), had):
        if value == had:
            continue
        draft = filled(kind.move, head, value)
        one = _with_rest(kind, draft, after, anew=DONE in (value, had))
        if one is not None and made.can_become(kind.move(*one.values)):
            yield _made(kind, one, move)


def _nearest(values: Iterable[Any], had: Any) -> Iterable[Any]:
    """In their order; numbers come by how near they are to the one there was."""
    if type(had) is not int:
        return values
    return sorted(values, key=lambda one: abs(one - had) if type(one) is int else inf)


def _wanted(
    game: Game[P], view: P, kind: MoveKind[P, Any], move: Move, by: str | None
) -> Iterator[Way]:
    """The same with the same target, where the kind says who does it: by another piece, or after
    moves that lead on."""
    for leading in _leading(game, view, by):
        name = _mover(kind, leading)
        if not name:
            continue
        filled = list(steps(move))
        for index, (head, had) in enumerate(filled):
            blank = next_blank(kind.move, head)
            if blank is not None and blank.name == name:
                place = begun(kind, view, head), head, had
                rest = [after for _, after in filled[index + 1 :]]
                yield from ((one,) for one in _changed(kind, move, place, rest))
        yield from islice(_detours(game, view, leading, name, move, by), 1)


def _leading(game: Game[P], view: P, by: str | None) -> Iterator[MoveKind[P, Any]]:
    """Kinds of move that lead on, as far as they are asked for."""
    for one in game.asked(view):
        if by in (None, one.seat):
            yield from (kind for kind in map(game.by_name.get, one.kinds) if kind and kind.onward)


def _mover(kind: MoveKind[Any, Any], leading: MoveKind[Any, Any]) -> str:
    """The parameter that names who a leading kind moves, "" if there is none."""
    types = {field.name: field.blanks[0].type for field in fields(leading.move)}
    alike = (
        field.name
        for field in fields(kind.move)
        if not field.listed and field.blanks[0].type == types[leading.mover]
    )
    return next(alike, "")


def _detours(
    game: Game[P],
    view: P,
    leading: MoveKind[P, Any],
    name: str,
    move: Move,
    by: str | None,
) -> Iterator[Way]:
    """The same move after some that lead to where it is possible, the shortest way first."""
    mover = getattr(move, name)
    for stop in stops(game, view, leading, mover, longest=LONGEST_DETOUR, most=DETOURS):
        last = msgspec.structs.replace(move, **{name: stop.mover})
        if not faults(game, stop.view, last, by, openly=True):
            yield (*stop.way, last)


def _likest(
    game: Game[P], view: P, kind: MoveKind[P, Any], move: Move, by: str | None
) -> list[Move]:
    """Whole moves of the same kind, those that have most in common with it first. (With a list
    among its blanks, all of them were tried as near ones.)"""
    asked = asked_for(game, view, kind.name, by)
    if asked is None:
        return []
    had = [value for _, value in steps(move)]
    tried = islice(completions(game, view, begin(game, kind.name, asked.seat)), TRIED)
    return sorted(tried, key=lambda one: -sum(value in had for _, value in steps(one)))


def _owed_first(
    game: Game[P], view: P, kind: MoveKind[P, Any], move: Move, by: str | None
) -> list[Move]:
    """Moves of the first kind after which the refused one breaks nothing that it breaks now; two
    that differ as much as any, so that it is seen that there is a choice. What the table shows is
    nothing that anybody owes."""
    broken = frozenset(one.clause for one in faults(game, view, move, by, openly=True))
    for one in game.asked(view):
        if one.seat == TABLE or by not in (None, one.seat) or not broken:
            continue
        for name in (name for name in one.kinds if name != kind.name):
            tried = islice(completions(game, view, begin(game, name, one.seat)), TRIED)
            leads = [first for first in tried if _mends(game, view, first, move, broken)]
            if leads:
                return list(dict.fromkeys((leads[0], leads[-1])))
    return []


def _mends(game: Game[P], view: P, first: Move, move: Move, broken: frozenset[str]) -> bool:
    """Whether a move breaks none of these clauses after another one, nor a fact, as everybody may
    know, whoever is asked then."""
    if not _can(game.by_type[type(first)], view, first):
        return False
    try:
        later = after(game, view, first)
        for need in game.by_type[type(move)].needs:
            if not need.test(later, move) and (need.fact or need.clause in broken):
                return False
    except Open:
        return False
    return True


def _with_rest(
    kind: MoveKind[P, Any], draft: Draft, rest: list[Any], *, anew: bool
) -> Draft | None:
    """The whole draft with the rest of the values filled in; None if they do not fit.

    anew: whether they fill other blanks than before, because a list became longer or shorter.
    """
    put = fill if anew else filled
    for value in rest:
        try:
            draft = put(kind.move, draft, value)
        except ValueError:
            return None
    return None if next_blank(kind.move, draft) else draft


def _made(kind: MoveKind[P, Any], draft: Draft, like: Move) -> Move:
    """The move of a whole draft, its other parameters as in ``like``."""
    values = zip((field.name for field in fields(type(like))), draft.values, strict=True)
    return msgspec.structs.replace(like, **dict(values))


def _another_kind(game: Game[P], view: P, move: Move, by: str | None) -> Iterator[Move]:
    own = game.by_type[type(move)]
    for one in game.asked(view):
        if by is not None and one.seat != by:
            continue
        for name in one.kinds:
            if name == own.name:
                continue
            draft = begin(game, name, one.seat)
            recast = _same_tokens(game.by_name[name], draft, own, move)
            if recast == draft and next_blank(game.by_name[name].move, draft) is not None:
                continue
            found = islice(completions(game, view, recast), 1)
            yield from (one for one in found if _can(game.by_name[name], view, one))


def _can(kind: MoveKind[P, Any], view: P, move: Move) -> bool:
    """Whether everybody may know that a move has all it cannot do without: what nobody knows that
    somebody holds is proposed to nobody."""
    try:
        return all(need.test(view, move) for need in kind.needs if need.fact)
    except Open:
        return False


def _founded(
    kind: MoveKind[P, Any], view: P, one: Move, refused: Move, broken: frozenset[str]
) -> bool:
    """Whether a move has all it cannot do without as far as anybody can see, and of the rest only
    what the refused one needs just so and was not refused for: nobody is sent to look for a piece
    that nobody may know to be there."""
    for need in kind.needs:
        if not need.fact:
            continue
        read = _Read(one)
        try:
            if not need.test(view, read):
                return False
        except Open:
            alike = all(getattr(one, name) == getattr(refused, name) for name in read.names)
            if need.clause in broken or not alike:
                return False
    return True


class _Read:
    """A move that notes the names of what is read of it."""

    def __init__(self, move: Move) -> None:
        self._move, self.names = move, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.names.add(name)
        return getattr(self._move, name)


def _same_tokens(kind: MoveKind[P, Any], draft: Draft, own: MoveKind[P, Any], move: Move) -> Draft:
    """A draft of another kind, filled with the tokens of ``move`` as far as they go."""
    had: dict[str, list[Any]] = {}
    for field in fields(type(move)):
        if not field.listed and field.name not in (own.by, *own.hidden):
            had.setdefault(field.blanks[0].type, []).append(getattr(move, field.name))
    while (blank := next_blank(kind.move, draft)) is not None and had.get(blank.type):
        try:
            draft = fill(kind.move, draft, had[blank.type].pop(0))
        except ValueError:
            break
    return draft
