"""What happens when a move is carried out, and what does not happen and why."""

from collections.abc import Generator
from typing import Any, TypeVar

import msgspec

P = TypeVar("P")


class Happening(msgspec.Struct, frozen=True):
    """One thing that happens, in order.

    key: names its sentence in the game's texts, section ``happening``.
    rule: the clause behind it.
    values: what the sentence is about: tokens, numbers, words.
    """

    key: str
    rule: str
    values: dict[str, Any] = {}


Happened = tuple[Happening, P]
"""A happening and the position it leads to."""


Course = Generator[Happened[P], None, P]
"""What ``does`` is put together from: yields what happens and returns the position it leads to,
so that one part goes on where another ends: ``position = yield from award(position)``. What is
returned at the very end is the position of the last happening."""


def happening(position: P, key: str, rule: str, **values: Any) -> Happened[P]:
    """Shorthand for ``does``: ``yield happening(position, "stepped", "M10", native=…)``."""
    return Happening(key, rule, values), position
