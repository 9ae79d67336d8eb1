"""What happens when a move is carried out, and what does not happen and why."""

from collections.abc import Generator
from typing import Any, TypeVar

import msgspec

P = TypeVar("P")


class Event(msgspec.Struct, frozen=True):
    """One thing that happens, in order.

    key: names its sentence in the game's texts, section ``event``.
    rule: the clause behind it.
    values: what the sentence is about: tokens, numbers, words.
    """

    key: str
    rule: str
    values: dict[str, Any] = {}


class Aside(Event, frozen=True, kw_only=True):
    """What ``to`` alone may hear: that something it told in private cannot be so. Nobody else
    hears of it, and nothing changes for their eyes."""

    to: str


Transition = tuple[Event, P]
"""An event and the position it leads to."""


Effects = Generator[Transition[P], None, P]
"""What ``apply`` is put together from: yields what happens and returns the position it leads to,
so that one part goes on where another ends: ``position = yield from award(position)``. What is
returned at the very end is the position of the last event."""


def event(position: P, key: str, rule: str, **values: Any) -> Transition[P]:
    """Shorthand for ``apply``: ``yield event(position, "stepped", "M10", native=…)``."""
    return Event(key, rule, values), position


def aside(position: P, to: str, key: str, rule: str, **values: Any) -> Transition[P]:
    """As :func:`event`, for the ears of one seat."""
    return Aside(key, rule, values, to=to), position
