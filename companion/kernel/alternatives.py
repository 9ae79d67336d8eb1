"""What would be possible instead of a refused move."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar

import msgspec

from companion.kernel.drafts import Draft, fields, fill, filled, next_blank, steps
from companion.kernel.game import Game
from companion.kernel.judge import Accepted, Refused, Verdict, judge, outside, sight
from companion.kernel.kinds import Move, MoveKind
from companion.kernel.offers import begin, completions
from companion.kernel.search import Begun, begun, moves_from
from companion.kernel.values import DONE

P = TypeVar("P")

MOST_ALTERNATIVES = 4


def answer(game: Game[P], position: P, move: Move, by: str | None = None) -> Verdict:
    """As :func:`judge`; a refusal also offers what would be possible instead.

    The alternatives are computed from the public view, for the answer is shown to all.
    """
    verdict = judge(game, position, move, by)
    if isinstance(verdict, Accepted):
        return verdict
    return Refused(verdict.faults, alternatives(game, sight(game, position, ""), move, by))


def alternatives(game: Game[P], view: P, move: Move, by: str | None = None) -> tuple[Move, ...]:
    """At most four possible moves near ``move``: one blank changed first (the last blank
    before the others), then another kind with the same tokens.

    Hidden parameters are neither changed nor carried over: the answer is shown to all.
    """
    found: list[Move] = []
    kind = game.by_type[type(move)]
    if not kind.hidden and outside(game, view, kind, move, by) is None:
        for one in _one_blank_changed(game, view, kind, move):
            if one not in found:
                found.append(one)
            if len(found) == MOST_ALTERNATIVES - 1:
                break
    for one in _another_kind(game, view, move, by):
        if len(found) == MOST_ALTERNATIVES:
            break
        found.append(one)
    return tuple(found)


def _one_blank_changed(
    game: Game[P], view: P, kind: MoveKind[P, Any], move: Move
) -> Iterator[Move]:
    """First with all else as it was; then, for lists, with what can stay of them."""
    told = list(steps(move))[1 if kind.by else 0 :]
    ways = [(begun(kind, view, head), head, had) for head, had in told]
    for index in reversed(range(len(ways))):
        made, head, had = ways[index]
        if not isinstance(made, Begun):  # then something before this blank is wrong
            continue
        for value in made.worth_trying():
            if value == had:
                continue
            draft = filled(kind.move, head, value)
            rest = [after for _, after in told[index + 1 :]]
            one = _with_rest(kind, draft, rest, anew=DONE in (value, had))
            if one is not None and made.can_become(kind.move(*one.values)):
                yield _made(kind, one, move)
    if all(not field.listed for field in fields(type(move))):
        return
    for made, _, had in reversed(ways):
        if not isinstance(made, Begun):
            continue
        for value in made.worth_trying():
            if value != had:
                yield from islice(moves_from(made.filled(value)), 1)


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
            yield from islice(completions(game, view, recast), 1)


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
