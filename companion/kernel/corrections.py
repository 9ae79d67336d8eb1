"""The frame of what is told of the real thing: corrections of the table, lines of the box profile.

Each tells one fact. Their needs are facts throughout, or what a printed box is known to be like:
whatever the pieces can show can be told. What is so already is not told again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from companion.kernel.events import Effects, Transition, event
from companion.kernel.kinds import Move, MoveKind, Need, Values, fact

P = TypeVar("P")

Apply = Callable[[P, Any], Iterator[Transition[P]]]
Candidates = Mapping[str, Callable[[P, Any], Iterable[Any]]]


def so(position: P, key: str, **values: Any) -> Transition[P]:
    """What a correction sets; behind it stands no rule but the right to correct."""
    return event(position, key, "correction", **values)


def corrected(apply: Apply[P], position: P, move: Any) -> P:
    """The position that a correction leads to."""
    return [after for _, after in apply(position, move)][-1]


def plays(name: str = "seat", *others: str) -> Need[Any, Any]:
    """The colour named by a parameter plays in this match, or is one of ``others``."""
    return fact(
        "no_such_seat",
        lambda p, m: getattr(m, name) in (*p.setup.seats, *others),
        lambda p, m: {"seat": getattr(m, name)},
    )


def seats(position: Any, draft: Any) -> tuple[str, ...]:
    """All seats, for a blank."""
    found: tuple[str, ...] = position.setup.seats
    return found


def correction(
    move: type[Move],
    apply: Apply[P],
    *needs: Need[P, Any],
    candidates: Candidates[P] | None = None,
    hidden: tuple[str, ...] = (),
    explicit: bool = False,
) -> MoveKind[P, Any]:
    """A correction: sets a fact of the table to what it shows, and needs it to be otherwise.

    needs: what ``apply`` rests on. hidden: what only the seat that tells it may know, which is
    then the first parameter, ``seat``; whether that is so already nobody else may hear either.
    """
    otherwise: Need[P, Any] = fact("already_so", lambda p, m: corrected(apply, p, m) != p)
    return MoveKind(
        move,
        needs=needs if hidden else (*needs, otherwise),
        apply=apply,
        candidates=candidates or {},
        role="fix",
        by="seat" if hidden else "",
        hidden=hidden,
        explicit=explicit or bool(hidden),
    )


def telling(
    move: type[Move],
    tell: Callable[[P, Any], P],
    key: str,
    clause: str,
    values: Callable[[P, Any], Values],
    *needs: Need[P, Any],
    candidates: Candidates[P] | None = None,
    explicit: bool = True,
) -> MoveKind[P, Any]:
    """Something the owners tell of their box, possible at any time.

    tell: the position with what is told. needs: what it rests on. key, clause, values: of the
    event.
    """

    def apply(position: P, move: Any) -> Effects[P]:
        position = tell(position, move)
        yield event(position, key, clause, **values(position, move))
        return position

    return MoveKind(
        move,
        needs=(*needs, fact("already_so", lambda p, m: tell(p, m) != p)),
        apply=apply,
        candidates=candidates or {},
        role="box",
        explicit=explicit,
    )
