"""What several needs look up in the same position, worked out once."""

from collections.abc import Callable
from operator import is_not
from typing import Any, ParamSpec, TypeVar

Q = ParamSpec("Q")
T = TypeVar("T")


def memo_last(compute: Callable[Q, T]) -> Callable[Q, T]:
    """``compute``, a pure function of a position or of a position and a move, with its last
    result kept.

    While a move is judged or a blank's candidates are tried, the needs ask for the same thing
    again and again. What they ask about is recognised as the same objects, for comparing or
    hashing a position would cost more than most computing.
    """
    kept: tuple[tuple[Any, ...], T] | None = None

    def ask(*args: Q.args, **named: Q.kwargs) -> T:
        nonlocal kept
        now, about = kept, (*args, *named.values()) if named else args
        if now is None or any(map(is_not, now[0], about)):
            now = kept = about, compute(*args, **named)
        return now[1]

    return ask


def memo_few(most: int) -> Callable[[Callable[Q, T]], Callable[Q, T]]:
    """As :func:`memo_last`, with the last few results kept: for what is asked of the positions
    before and after a move by turns."""

    def remembering(compute: Callable[Q, T]) -> Callable[Q, T]:
        kept: tuple[tuple[tuple[Any, ...], T], ...] = ()

        def ask(*args: Q.args, **named: Q.kwargs) -> T:
            nonlocal kept
            now, about = kept, (*args, *named.values()) if named else args
            for known, result in now:
                if not any(map(is_not, known, about)):
                    return result
            found = compute(*args, **named)
            kept = ((about, found), *now[: most - 1])
            return found

        return ask

    return remembering
