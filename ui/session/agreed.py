"""What a group agreed on before a match of a game: kept for the next one of it."""

from itertools import count
from typing import Annotated, Any

import msgspec

from companion.match.entries import Strictness
from companion.match.renaming import LONGEST_NAME, rewritten


class Agreed(msgspec.Struct, frozen=True):
    """strictness: what becomes of a move that breaks a rule. by_itself: whether steps in which
    nothing can be done end by themselves. options: the house rules that are not as usual."""

    strictness: Strictness = "confirm"
    by_itself: bool = True
    options: dict[str, bool | int | str] = {}


MOST_SETS = 12
"""Sets of a game."""

Sets = Annotated[
    dict[Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)], Agreed],
    msgspec.Meta(max_length=MOST_SETS),
]
"""What a group agrees on again and again, under names."""


def changed(kept: Agreed) -> int:
    """How many of the house rules are not as usual."""
    return len(kept.options) + (not kept.by_itself)


def renamed_sets(sets: dict[str, Sets], old: str, new: str) -> dict[str, Sets]:
    """The sets of all games, called after somebody else who were called after a person; with
    ``new`` empty after nobody. None is lost because another is called so already."""
    found: dict[str, Sets] = {}
    for game, named in sets.items():
        found[game] = {}
        for name, kept in named.items():
            called = first = rewritten(name, old, new)
            more = (f"{first[: LONGEST_NAME - 3]} {number}" for number in count(2))
            while called in found[game] or (called != name and called in named):
                called = next(more)
            found[game][called] = kept
    return found


def agreed(strictness: Strictness, options: Any, by_itself: bool) -> Agreed:
    """What is to be kept of that."""
    now, usual = msgspec.to_builtins(options), msgspec.to_builtins(type(options)())
    return Agreed(
        strictness, by_itself, {name: it for name, it in now.items() if it != usual[name]}
    )


def options_of(kept: Agreed, usual: Any) -> Any:
    """The options of a game as they were agreed on; those as usual that it has no more. usual: as
    they are when nobody agreed on anything."""
    found = usual
    for name, value in kept.options.items():
        plain = {**msgspec.to_builtins(found), name: value}
        try:
            found = msgspec.convert(plain, type(usual))
        except msgspec.ValidationError:
            continue
    return found
