"""From one picture to the next: a few hundred bytes instead of all of it."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

import msgspec

from companion.sight.seen import Drawn, Last, Person, Placed, Row, Seen, Step

T = TypeVar("T", bound=Hashable)

Run = tuple[int, int]
"""Of the list before: where it begins, and how many are taken over."""


class Patch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is otherwise in the picture after it; None for what is the same. Lists are told as runs
    of the list before, with what is new between them.

    lines: how many lines the journal has now.
    shapes: on the table.
    stages: of the turn.
    people: in turn order.
    table: what the table has.
    asked: who is asked for what.
    last: what happened last.
    places: who came in where.
    """

    lines: int
    shapes: tuple[Run | Drawn, ...] | None = None
    stages: tuple[Run | Step, ...] | None = None
    people: tuple[Run | Person, ...] | None = None
    table: tuple[Run | Row, ...] | None = None
    asked: str | None = None
    last: Last | None = None
    places: tuple[Run | Placed, ...] | None = None


def patch(before: Seen, after: Seen) -> Patch | None:
    """What leads from one picture to another; None where they are not of the same game in the same
    language, so that all is new."""
    if (before.title, before.board) != (after.title, after.board):
        return None
    return Patch(
        lines=after.lines,
        shapes=_spliced(before.shapes, after.shapes),
        stages=_spliced(before.stages, after.stages),
        people=_spliced(before.people, after.people),
        table=_spliced(before.table, after.table),
        asked=None if before.asked == after.asked else after.asked,
        last=None if before.last == after.last else after.last,
        places=_spliced(before.places, after.places),
    )


def _spliced(before: Sequence[T], after: Sequence[T]) -> tuple[Run | T, ...] | None:
    """A list as runs of the one before and what is new; None where they are the same."""
    if before == after:
        return None
    at: dict[T, int] = {}
    for number, one in enumerate(before):
        at.setdefault(one, number)
    found: list[Run | T] = []
    begin, end = 0, 0
    for one in after:
        if begin < end < len(before) and before[end] == one:
            end += 1
            found[-1] = (begin, end - begin)
        elif one in at:
            begin, end = at[one], at[one] + 1
            found.append((begin, 1))
        else:
            begin = end = 0
            found.append(one)
    return tuple(found)
