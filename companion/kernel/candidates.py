"""What is worth trying for a blank, legal or not."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from companion.kernel.drafts import Blank
from companion.kernel.kinds import MoveKind
from companion.kernel.values import UNKNOWN, Open

Find = Callable[[Any, Any], list[Any] | None]
"""Finds every value worth trying on a view, for an unfinished move as candidates see it; None where
nobody can list them. The list is the asker's own."""


@lru_cache(maxsize=4096)
def finder(kind: MoveKind[Any, Any], blank: Blank) -> Find:
    """What finds the values of a blank: which way is settled once, for it is asked often."""
    said = kind.candidates.get(blank.name)
    if said is not None:
        return _told(said, word=UNKNOWN in blank.choices)
    if blank.least is not None and blank.most is not None:
        numbers = range(blank.least, blank.most + 1)
        return lambda view, seen: list(numbers)
    return lambda view, seen: list(blank.choices) or None


def _told(said: Callable[[Any, Any], Any], *, word: bool) -> Find:
    """By what a game says. word: whether UNKNOWN is one of its words there: that nobody told."""

    def worth(found: tuple[Any, ...]) -> tuple[Any, ...]:
        each = dict.fromkeys(found)
        if not word:
            each.pop(UNKNOWN, None)
        return (*each,)

    again = lru_cache(maxsize=64)(worth)

    def find(view: Any, seen: Any) -> list[Any] | None:
        try:
            found = said(view, seen)
            if isinstance(found, tuple):  # mostly one that the game has ready, and gives again
                return [*again(found)]
            return [*worth((*found,))]
        except Open:
            return None

    return find
