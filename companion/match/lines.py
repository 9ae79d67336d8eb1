"""The lines of the log: every entry with how it stands now."""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from companion.match.entries import (
    Amended,
    CaughtUp,
    Corrected,
    Ended,
    Entry,
    Played,
    Redone,
    Refused,
    Undone,
)
from companion.match.steps import State, Step

Status = State | Literal["noted", "marked", "refused", "struck", "amended"]

_GRAVEST: tuple[Status, ...] = ("left out", "illegal", "marked", "overruled", "unjudged")


class Line(msgspec.Struct, frozen=True):
    """An entry and how it stands.

    status: *standing*; *overruled*: the table allowed it; *marked*: it broke a rule and stood
    because the companion only advised; *illegal*: it broke none until an earlier line was
    amended; *left out*: it cannot be carried out any more; *unjudged*: caught up with, or nobody
    can judge it any more; *refused*; *struck*: taken back; *amended*: a later entry says what was
    meant; *noted*: no move. faults: the clauses it breaks.
    """

    entry: Entry
    status: Status
    faults: tuple[str, ...] = ()


def lines(
    journal: Sequence[Entry], steps: Sequence[Step], unjudged: Collection[int] = ()
) -> tuple[Line, ...]:
    """All entries of a journal with how they stand; without steps (when it cannot be replayed)
    as far as the entries themselves tell. unjudged: the lines that nobody can judge any more."""
    struck: set[int] = set()
    latest: dict[int, int] = {}
    for entry in journal:
        if isinstance(entry, Undone):
            struck.update(entry.lines)
        elif isinstance(entry, Redone):
            struck.difference_update(entry.lines)
        elif isinstance(entry, Amended):
            latest[entry.line] = entry.number
    by_entry: dict[int, list[Step]] = {}
    for step in steps:
        by_entry.setdefault(step.entry_number, []).append(step)
    found = [_line(entry, struck, latest, by_entry.get(entry.number, ())) for entry in journal]
    for number in unjudged:
        if found[number - 1].status == "standing":
            found[number - 1] = msgspec.structs.replace(found[number - 1], status="unjudged")
    return tuple(found)


def _line(entry: Entry, struck: set[int], latest: dict[int, int], steps: Sequence[Step]) -> Line:
    if isinstance(entry, Refused):
        return Line(entry, "refused", tuple(fault.clause for fault in entry.faults))
    if not isinstance(entry, Played | Amended | Corrected | CaughtUp | Ended):
        return Line(entry, "noted")
    line = entry.line if isinstance(entry, Amended) else entry.number
    moves = entry.moves if isinstance(entry, Amended) else ()
    if isinstance(entry, Played):
        moves = (entry.recorded,)
    faults = tuple(clause for one in moves for clause in one.overruled)
    if line in struck:
        return Line(entry, "struck", faults)
    if latest.get(line, entry.number) != entry.number:
        return Line(entry, "amended", faults)
    states: set[Status] = {step.state for step in steps}
    if steps:
        faults = tuple(clause for step in steps for clause in step.faults)
    elif faults:
        states.add("overruled")
    elif isinstance(entry, CaughtUp):
        states.add("unjudged")
    if "overruled" in states and any(one.marked for one in moves):
        states.add("marked")
    return Line(entry, next((one for one in _GRAVEST if one in states), "standing"), faults)
