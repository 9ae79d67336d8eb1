"""What several needs look up in the same position, worked out once."""

from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

A = TypeVar("A")
Qs = TypeVarTuple("Qs")
T = TypeVar("T")


def memo_last(compute: Callable[[A, *Qs], T]) -> Callable[[A, *Qs], T]:
    """``compute``, a pure function of a position or a part of it, and of what else is asked, with
    its last result kept.

    While a move is judged or a blank's candidates are tried, the needs ask for the same thing
    again and again. The position is recognised as the same object, for comparing or hashing it
    would cost more than most computing; what else is asked is compared.
    """
    kept: tuple[Any, tuple[Any, ...], Any] = object(), (), None

    def ask(about: A, /, *more: *Qs) -> T:
        nonlocal kept
        now = kept
        if now[0] is not about or now[1] != more:
            now = kept = about, more, compute(about, *more)
        result: T = now[2]
        return result

    return ask


def memo_few(most: int) -> Callable[[Callable[[A, *Qs], T]], Callable[[A, *Qs], T]]:
    """As :func:`memo_last`, with the last few results kept: for what is asked of the positions
    before and after a move by turns."""

    def remembering(compute: Callable[[A, *Qs], T]) -> Callable[[A, *Qs], T]:
        kept: tuple[tuple[A, tuple[Any, ...], T], ...] = ()

        def ask(about: A, /, *more: *Qs) -> T:
            nonlocal kept
            now = kept
            for known, others, result in now:
                if known is about and others == more:
                    return result
            found = compute(about, *more)
            kept = ((about, more, found), *now[: most - 1])
            return found

        return ask

    return remembering


def as_noted(view: A, position: A, *names: str) -> A:
    """The view, with what its position has noted under these names (cached properties) noted too:
    only what rests on nothing that the view hides."""
    known = vars(position)
    noted = vars(view)
    for name in names:
        if name in known:
            noted[name] = known[name]
    return view
