"""What is read of a part of a board, value by value."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.scene.guides import Form, Numbers, Words


class Spot(NamedTuple):
    """A number of a part: which of its values, from 0."""

    part: int
    name: str
    at: int


def values_of(form: Form) -> dict[str, Any]:
    """What was told of a part, by name; () for nothing yet."""
    return {
        one.name: one.values if isinstance(one, Numbers) else (one.value,) if one.value else ()
        for one in form.parts
    }


def missing_of(form: Form, told: dict[str, Any]) -> int:
    """How many values of a part were not read yet."""
    return sum(not told[one.name] for one in form.parts)


def plain(one: Numbers | Words, told: dict[str, Any]) -> Any:
    """A value as the move wants it: a list only where there may be several."""
    several = isinstance(one, Numbers) and one.lengths != (1, 1)
    return list(told[one.name]) if several else told[one.name][0]
