"""Chains: steps that belong to the one before them, and are taken back with it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.kernel import Game
from companion.match.entries import Amended, Entry, Joins, Paused, Played, Resumed
from companion.match.steps import Step


def beginning(game: Game[Any], entries: Sequence[Entry], steps: Sequence[Step]) -> int:
    """Where the chain begins that the last of ``steps`` belongs to."""
    first = len(steps) - 1
    while first > 0 and (
        steps[first].line == steps[first - 1].line
        or _empty(entries, steps[first])
        or belongs(entries, steps[first - 1], steps[first])
        or (
            _answers(game, steps[first])
            and steps[first - 1].move is not None
            and not _begins_together(entries, steps[first:])
        )
    ):
        first -= 1
    return first


def joins(entries: Sequence[Entry], step: Step) -> Joins:
    """How a step belongs to the one before it, as it was told."""
    entry = entries[step.line - 1]
    return entry.joins if isinstance(entry, Played) else ""


def came_by_itself(entry: Entry) -> bool:
    """Whether nobody made it: a step in which nothing could be done was closed."""
    return isinstance(entry, Played) and entry.joins == "itself"


def by_hand(entries: Sequence[Entry], steps: Iterable[Step]) -> Iterator[Step]:
    """Those of ``steps`` that somebody made."""
    return (step for step in steps if not came_by_itself(entries[step.line - 1]))


def belongs(entries: Sequence[Entry], before: Step, step: Step) -> bool:
    """Whether a step came by itself, or was told as one with the step before it. The rest of a way
    whose beginning never happened stands alone: before it lies what somebody else did."""
    if came_by_itself(entries[step.line - 1]):
        return True
    return joins(entries, step) == "way" and not _empty(entries, before)


def broken_off(entries: Sequence[Entry]) -> Played | None:
    """The last move of a way of which more was wanted, if nothing was done since: the companion
    ended between its moves."""
    for entry in reversed(entries):
        if not isinstance(entry, Paused | Resumed) and not came_by_itself(entry):
            return entry if isinstance(entry, Played) and entry.ahead else None
    return None


def _begins_together(entries: Sequence[Entry], steps: Sequence[Step]) -> bool:
    """Whether several answered on one page, each for themselves: that is not one decision with what
    they were asked for."""
    if len(steps) < 2 or joins(entries, steps[0]) == "way":
        return False
    return joins(entries, steps[1]) == "way" and steps[1].by != steps[0].by


def _empty(entries: Sequence[Entry], step: Step) -> bool:
    """Whether it only keeps the place of a line that never happened."""
    return step.move is None and isinstance(entries[step.entry_number - 1], Amended)


def _answers(game: Game[Any], step: Step) -> bool:
    """Whether an answer was owed, and this is it."""
    if step.move is None:
        return False
    kind = game.kind(step.move).name
    return any(one.owed and kind in one.kinds for one in game.asked(game.public(step.before)))
