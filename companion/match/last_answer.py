"""What a match answered last, once more: for a screen that comes to it only now.

The journal has the line; what it did, or why it was refused, is worked out again on what everybody
may know.
"""

from functools import partial

from companion.kernel import Move, Refused
from companion.match import public_verdict
from companion.match.answer import Answer
from companion.match.chains import came_by_itself
from companion.match.entries import Entry, Paused, Played, Resumed
from companion.match.entries import Refused as RefusedEntry
from companion.match.instructions import hands
from companion.match.match import Match
from companion.match.steps import Step
from companion.match.strictness import allowable, weight

SILENT = (RefusedEntry, Paused, Resumed)
"""Lines of the journal that nothing was played with."""


def last_said(match: Match) -> Entry | None:
    """The last line of the journal that says anything and was not refused, nor came by itself
    after it, nor tells of a pause: whoever comes back asks what was played."""
    told = (one for one in reversed(match.timeline.entries) if not isinstance(one, SILENT))
    said = (one for one in told if one.sentences or isinstance(one, Played))
    return next((one for one in said if not came_by_itself(one)), None)


def last_step(match: Match) -> Step | None:
    """The step that somebody made last, but for what came by itself; None where none is."""
    return next(match.timeline.by_hand(reversed(match.steps)), None)


def step_of(match: Match, entry: Entry) -> Step | None:
    """The step that a line stands for, if it does and came last but for what came by itself."""
    for step in reversed(match.timeline.steps):
        if step.line <= entry.number:
            return step if step.line == entry.number else None
    return None


def last_answer(match: Match) -> Answer | None:
    """What was answered to the move that :func:`last_said` tells of; None where that is no move."""
    entry, game = last_said(match), match.game
    step = None if entry is None else step_of(match, entry)
    if entry is None or step is None or step.move is None or not step.events:
        return None
    try:
        happened = public_verdict.seen(game, step)
    except ValueError:  # rests on what was told in private and is lost: the line says enough
        return None
    work = partial(hands, game, (game.public(step.before), *happened.positions))
    return Answer(
        done=True,
        says=entry.sentences,
        entry=entry.number,
        verdict=happened,
        happened=happened,
        work=work,
    )


def refused_at(match: Match, number: int) -> tuple[Move, str, Answer] | None:
    """The move that a line refused, by whom, and what was answered; None unless it is the last
    line, and everybody may know all of the move."""
    entry = match.timeline.entries[-1]
    if match.read_only or entry.number != number or not isinstance(entry, RefusedEntry):
        return None
    if entry.commitment:
        return None
    game, position = match.game, match.timeline.position
    try:
        move = game.move(entry.move)
    except ValueError:
        return None  # no token that an earlier version let through is a move
    verdict = match.timeline.judge(move, entry.by)
    if not isinstance(verdict, Refused):
        return None
    heaviest = weight(game, position, move, entry.by, verdict.faults)
    answer = Answer(
        done=False,
        says=entry.sentences,
        entry=number,
        verdict=public_verdict.refused(game, position, move, entry.by, verdict),
        allowable=allowable(match.strictness, heaviest),
    )
    return move, entry.by, answer
