"""Following a lesson: how much of it is reached, and what would lead on.

Both are worked out anew from the journal of the match: what is taken back was not reached, and
whatever a move did was found out by the judge.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from companion.kernel import (
    Accepted,
    Event,
    Fault,
    Game,
    Move,
    Verdict,
    Way,
    begin,
    completions,
    judge,
)
from companion.lessons.course import Goal, Lesson, Task
from companion.match.entries import Played, Refused
from companion.match.match import Match

MOST_MOVES = 200
"""How many legal moves of a kind are looked at for advice."""

MOST_ADVICE = 3
"""How many moves are named as advice."""


class _Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a line of the journal came to, as a goal looks at it."""

    move: Mapping[str, Any]
    events: tuple[Event, ...] = ()
    faults: tuple[Fault, ...] = ()


def reached(lesson: Lesson, match: Match) -> int:
    """How many of the tasks of a lesson are reached, one after the other."""
    done = 0
    for line in _lines(match):
        if done < len(lesson.tasks) and _meets(lesson.tasks[done].goal, line):
            done += 1
    return done


def advice(task: Task, match: Match) -> tuple[Move, ...]:
    """Moves that reach the goal of a task at once, or else the next one on its way to there; none
    when the position has left that way. Worked out on what everybody may know."""
    game, view, goal = match.game, match.public, task.goal
    way = [(move, judge(game, view, move)) for move in map(game.move, task.way)]
    found = [move for move, verdict in way if _meets(goal, _judged(game, move, verdict))][:1]
    if not goal.refused:
        found += islice((one for one in _leading(match, goal) if one not in found), MOST_ADVICE)
    if found:
        return tuple(found[:MOST_ADVICE])
    standing = [step.move for step in match.steps]
    left = [(move, verdict) for move, verdict in way if move not in standing][:1]
    return tuple(move for move, verdict in left if isinstance(verdict, Accepted))


def leads_on(task: Task, match: Match, way: Way) -> bool:
    """Whether moves that are legal one after the other reach the goal of a task, or the last of
    them is the next one on its way to there. Worked out on what everybody may know."""
    game, view = match.game, match.public
    for move in way:
        verdict = judge(game, view, move)
        if _meets(task.goal, _judged(game, move, verdict)):
            return True
        if isinstance(verdict, Accepted):
            view = game.public(verdict.position)
    return way[-1] in advice(task, match)


def _lines(match: Match) -> Iterator[_Outcome]:
    """The lines of a match that a goal can be met by; what was taken back is not among them."""
    standing = {step.line: step for step in match.steps if step.state == "standing" and step.move}
    for entry in match.entries:
        if isinstance(entry, Refused):
            yield _Outcome(move=entry.move, faults=entry.faults)
        elif entry.number in standing:
            step = standing[entry.number]
            assert isinstance(entry, Played)
            yield _Outcome(move=entry.move, events=step.events)


def _meets(goal: Goal, line: _Outcome) -> bool:
    if goal.move and line.move["move"] != goal.move:
        return False
    if any(line.move.get(name) != value for name, value in goal.values.items()):
        return False
    if goal.refused or line.faults:
        return goal.refused in [fault.clause for fault in line.faults]
    return not goal.rule or goal.rule in [one.rule for one in line.events]


def _leading(match: Match, goal: Goal) -> Iterator[Move]:
    """The legal moves that meet a goal."""
    game, view = match.game, match.public
    for one in match.asked:
        for name in one.kinds:
            if goal.move in ("", name):
                draft = begin(game, name, one.seat)
                for move in islice(completions(game, view, draft), MOST_MOVES):
                    if _meets(goal, _judged(game, move, judge(game, view, move))):
                        yield move


def _judged(game: Game[Any], move: Move, verdict: Verdict) -> _Outcome:
    """What the journal would tell of a move."""
    if isinstance(verdict, Accepted):
        return _Outcome(move=game.plain(move), events=verdict.events)
    return _Outcome(move=game.plain(move), faults=verdict.faults)
