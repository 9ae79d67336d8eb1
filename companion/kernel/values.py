"""Values that are not there: hidden, never told, or not filled in yet; and values that are said.

A need that looks at a value that is not there is *open*: it neither refuses nor approves.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

UNKNOWN: Final = "?"
"""The value of every hidden or untold thing: a string, so that it travels in JSON."""

TABLE: Final = "table"
"""Who is asked when the table itself must tell something: a tile drawn, a card revealed."""

DONE: Final = "done"
"""The value that ends a blank which is a list."""

MOVE: Final = "move:"
"""Prefix of the tokens that name a kind of move: ``move:step``."""

Phrase = tuple[str, dict[str, Any]]
"""The name of a token: a key in section ``name`` of the game's texts, and the values for it."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A value that is said as it is, not taken for a token: what somebody typed, a file's name."""

    text: str

    def __str__(self) -> str:
        return self.text


class Open(Exception):
    """Raised while a need is evaluated when it rests on something nobody knows (yet)."""


def known(value: T | Literal["?"]) -> T:
    """``value`` itself; raises :class:`Open` when it is UNKNOWN.

    Every need that reads a hidden value reads it through this function.
    """
    if value == UNKNOWN:
        raise Open
    return value


def every(test: Callable[[T], object], items: Iterable[T]) -> bool:
    """Whether all items pass the test; one that fails is enough to know that they do not, also
    when others are not known.

    Raises Open when none is known to fail, but not all are known to pass.
    """
    unsure = False
    for item in items:
        try:
            if not test(item):
                return False
        except Open:
            unsure = True
    if unsure:
        raise Open
    return True
