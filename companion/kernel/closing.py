"""When nothing is left to do in a step of a turn but to close it.

Worked out on the public view, so that it tells nothing hidden: where nobody can say whether
something could be done, something could.
"""

from typing import Any, TypeVar

from companion.kernel.drafts import fields
from companion.kernel.game import Game
from companion.kernel.judge import after, faults
from companion.kernel.kinds import Move, MoveKind
from companion.kernel.offers import begin
from companion.kernel.search import Begun, begun
from companion.kernel.values import TABLE, Open

P = TypeVar("P")


def closing(game: Game[P], view: P) -> tuple[str, Move] | None:
    """The one move that may be made, with whose it is, where it closes a step and changes nothing
    on the table; else None."""
    left = remaining(game, view)
    if left is None or game.kind(left[1]).reveals:
        return None
    try:
        then = game.public(after(game, view, left[1]))
    except Open:
        return None
    return left if game.layout(then) == game.layout(view) else None


def remaining(game: Game[P], view: P) -> tuple[str, Move] | None:
    """The one move that may be made, with whose it is, where it closes a step; else None."""
    asked = [(one.seat, game.by_name[name]) for one in game.asked(view) for name in one.kinds]
    ends = [(seat, kind) for seat, kind in asked if kind.ends and _bare(kind)]
    if len(ends) != 1:
        return None
    ((seat, kind),) = ends
    if kind.hidden:
        return None
    if seat == TABLE and len(asked) > 1:  # it is asked for what it alone can tell
        return None
    move = kind.move(*begin(game, kind.name, seat).values)
    if faults(game, view, move, seat, openly=True):  # first: mostly that costs the least
        return None
    if any(_could(game, view, other, whose) for whose, other in asked if other is not kind):
        return None
    return seat, move


def _bare(kind: MoveKind[Any, Any]) -> bool:
    """Whether a move has nothing to be filled but whose it is."""
    return len(fields(kind.move)) == bool(kind.by)


def _could(game: Game[P], view: P, kind: MoveKind[P, Any], seat: str) -> bool:
    """Whether a move of that kind may be made, or nobody can say."""
    made = begun(kind, view, begin(game, kind.name, seat))
    return made is not None and _leads(made)


def _leads(made: Begun[Any] | Move) -> bool:
    if not isinstance(made, Begun) or made.parameter.name in made.kind.hidden:
        return True
    values = made.listed()
    if values is None:
        return True
    tried = map(made.filled, values)
    return any(_leads(one) for one in tried if one is not None)
