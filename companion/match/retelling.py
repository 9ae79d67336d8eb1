"""What all steps come to when a line is told otherwise: those after it are judged again."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.kernel import TABLE, Game, Move
from companion.match.entries import CaughtUp, Corrected, Entry, RecordedMove
from companion.match.steps import Deed, Step, judged, set_right_again


def retold(
    game: Game[Any],
    entries: Sequence[Entry],
    steps: Sequence[Step],
    line: int,
    number: int,
    meant: Sequence[tuple[RecordedMove, Move]],
) -> list[Step]:
    """All steps when ``line`` had been what entry ``number`` tells of it."""
    first = next(i for i, step in enumerate(steps) if step.line == line)
    found = list(steps[:first])
    position = steps[first].before
    for left, (one, move) in zip(reversed(range(len(meant))), meant, strict=True):
        on = went_on(game, steps, line, left)
        found.append(judged(game, line, number, one, move, position, went_on=on))
        position = found[-1].after
    if not meant:
        nothing = Deed(position, position)
        place = Step(line=line, entry_number=number, by=TABLE, move=None, deed=nothing)
        found.append(place)
    for step in steps[first:]:
        if step.line != line:
            found.append(_again(game, entries, step, position))
            position = found[-1].after
    return found


def went_on(game: Game[Any], steps: Sequence[Step], line: int, left: int = 0) -> bool:
    """Whether everybody saw the match go on after ``line``. left: how many moves are told of
    it now after the one that is asked about."""
    last = next(step for step in reversed(steps) if step.line == line)
    on = game.outcome(last.after) is None
    return on and bool(left or steps[-1].line != line)


def _again(game: Game[Any], entries: Sequence[Entry], step: Step, position: Any) -> Step:
    """A step as it is judged at another position than before."""
    if step.move is not None:
        one = RecordedMove(step.by, {}, step.allowed)
        on = game.outcome(step.after) is None
        told = step.line, step.entry_number, one, step.move, position
        return judged(game, *told, again=True, went_on=on)
    entry = entries[step.entry_number - 1]
    if isinstance(entry, Corrected | CaughtUp):
        return set_right_again(game, step, entry, position)
    return replace(step, deed=Deed(position, position))
