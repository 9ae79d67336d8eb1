"""What is read of a part of a board, value by value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from companion.kernel import Game, Move
from companion.scene.guides import Board, Form, Numbers, Words

Values = dict[str, Any]
"""What was told of a part, by name."""


class Spot(NamedTuple):
    """A number of a part: which of its values, from 0."""

    part: int
    name: str
    at: int


def values_of(form: Form) -> Values:
    """What was told of a part, by name; () for nothing yet."""
    return {
        one.name: one.values if isinstance(one, Numbers) else (one.value,) if one.value else ()
        for one in form.parts
    }


def counts_of(board: Board, high: int, told: Sequence[Values]) -> tuple[int, ...]:
    """The first value of each part of a board that is so high, the lowest first."""
    parts = [*zip(board.parts, told, strict=True)][:high]
    return tuple(sum(values[form.parts[0].name]) for form, values in parts)


def fits(board: Board, high: int, told: Sequence[Values]) -> bool:
    """Whether that could have been read of a board with that many parts."""
    if not (max(1, board.high) <= high <= len(board.parts) == len(told)):
        return False
    return all(
        values.keys() == {one.name for one in form.parts}
        and all(_may_be(one, values[one.name]) for one in form.parts)
        for form, values in zip(board.parts, told, strict=True)
    )


def _may_be(one: Numbers | Words, values: tuple[Any, ...]) -> bool:
    if isinstance(one, Words):
        return len(values) <= 1 and all(value in one.choices for value in values)
    whole = all(type(value) is int and one.least <= value <= one.most for value in values)
    return whole and bool(one.values) <= len(values) <= one.lengths[1]


def changed(game: Game[Any], parts: Iterable[tuple[Form, Values]]) -> list[Move]:
    """The moves that tell what was read of some parts otherwise than it was told before."""
    found = []
    for form, told in parts:
        if not (form.told and told == values_of(form)):
            first = game.by_name[form.kind].move.__struct_fields__[0]
            read = {one.name: plain(one, told) for one in form.parts}
            found.append(game.move({"move": form.kind, first: form.token, **read}))
    return found


def missing_of(form: Form, told: Values) -> int:
    """How many values of a part were not read yet."""
    return sum(not told[one.name] for one in form.parts)


def plain(one: Numbers | Words, told: Values) -> Any:
    """A value as the move wants it: a list only where there may be several."""
    several = isinstance(one, Numbers) and one.lengths != (1, 1)
    return list(told[one.name]) if several else told[one.name][0]
