"""What a finished match is told by in figures: a column for each thing its game counts, and the
move that brought most of one of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.kernel import TABLE, Event
from companion.match.match import Match
from companion.match.public_verdict import seen
from companion.match.registry import Best, Counted, Tally


class Column(NamedTuple):
    """One thing that was counted. key: of its text. round: from 1 where each has its own column,
    else 0. figures: by seat."""

    key: str
    round: int
    figures: dict[str, int]


class BestMove(NamedTuple):
    """What somebody did that brought most. line: of the journal, the last of them. events: what is
    told of it."""

    seat: str
    line: int
    events: tuple[Event, ...]


class Happened(NamedTuple):
    """Something everybody saw.

    event: what happened.
    by: who made the move, or TABLE.
    line: of the journal.
    turn: a number that all of one turn shares.
    round: from 1, 0 where a game counts none.
    """

    event: Event
    by: str
    line: int
    turn: int
    round: int


def happenings(match: Match) -> tuple[Happened, ...]:
    """Everything that happened and stands, as everybody saw it."""
    return () if match.read_only else tuple(_happenings(match))


def _happenings(match: Match) -> Iterator[Happened]:
    rounds = match.timeline.steps.rounds()
    turn, last = 0, TABLE
    for step in match.steps:
        if step.by not in (last, TABLE):
            turn, last = turn + 1, step.by
        if step.move is None or step.state == "left out":
            continue
        for one in seen(match.game, step).events:
            yield Happened(one, step.by, step.line, turn, rounds.get(step.line) or 0)


def columns(happened: Sequence[Happened], seats: Sequence[str], tally: Tally) -> tuple[Column, ...]:
    """What is counted, without what nobody has any of."""
    found: list[Column] = []
    for one in tally.columns:
        by_round: dict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(seats, 0))
        for what in happened:
            seat, much = _whose(one, what), _much(one, what.event)
            if what.event.key in one.of and seat in seats and much:
                by_round[what.round if one.rounds else 0][seat] += much
        found += (Column(one.key, number, by_round[number]) for number in sorted(by_round))
    return tuple(found)


def best_move(happened: Sequence[Happened], seats: Sequence[str], tally: Tally) -> BestMove | None:
    """The latest of those that brought as much as any; None where nothing did."""
    best = tally.best
    one = next((column for column in tally.columns if best and column.key == best.of), None)
    if best is None or one is None:
        return None
    groups: dict[tuple[int, str], list[Happened]] = defaultdict(list)
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for what in happened:
        seat = _whose(one, what)
        where = (what.turn if best.turn else what.line, seat)
        if what.event.key in one.of and seat in seats:
            sums[where] += _much(one, what.event)
        if _is_told(best, one, what):
            groups[where].append(what)
    if not any(sums.values()):
        return None
    most = max(sums.values())
    where = max(key for key, value in sums.items() if value == most and groups[key])
    told = groups[where]
    return BestMove(where[1], told[-1].line, tuple(what.event for what in told))


def _is_told(best: Best, one: Counted, what: Happened) -> bool:
    return what.event.key in (best.tells or one.of)


def _whose(one: Counted, what: Happened) -> str:
    said: Any = what.event.values.get(one.seat, "") if one.seat else what.by
    return said if isinstance(said, str) else ""


def _much(one: Counted, event: Event) -> int:
    said: Any = event.values.get(one.sum, 0) if one.sum else 1
    return said if isinstance(said, int) else 0
