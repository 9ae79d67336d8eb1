"""Trying out: a branch of a match, in which nothing counts until it is kept move by move.

A branch begins where everybody sees the match standing. Nothing hidden is in it, so nothing that is
tried there can tell of it; and nothing of the branch is in the journal. What is kept is made in the
match itself: judged there, and appended like any other move. A branch may begin before an earlier
line, too: what is done there says what was meant by that line, or what was forgotten before it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.kernel import Move, Way
from companion.match.answer import Answer
from companion.match.clock import Clock
from companion.match.journal import Journal
from companion.match.match import Match
from companion.match.undo import last_chain


@dataclass(frozen=True)
class Tried:
    """What somebody did in a branch.

    by: the seat.
    move: what it was.
    allowed: it stands there against the rules, for the table said so.
    goes_on: it was wanted with the move before it.
    ahead: how many more were wanted with it.
    """

    by: str
    move: Move
    allowed: bool = False
    goes_on: bool = False
    ahead: int = 0


def branch(
    match: Match, *, clock: Callable[[], float], salt: Callable[[], bytes], before: int = 0
) -> Match:
    """A match of its own that is kept nowhere, and begins where this one stands for everybody, or
    stood ``before`` a line that still stands.

    Raises ValueError where nothing can be done any more.
    """
    if match.read_only or (match.over and not before):
        raise ValueError("nothing can be tried in this match")
    entries, view = match.entries, match.public
    if before:
        first = next((step for step in match.steps if step.line == before), None)
        if first is None:
            raise ValueError("this line does not stand")
        entries, view = entries[: before - 1], match.game.public(first.before)
    journal = Journal(match.package, {}, Clock(clock, entries[-1].at), salt, None)
    journal.timeline.stand(entries, view)
    journal.timeline.missing.clear()  # all of it was judged, and not here
    return Match(journal)


def tried(one: Match) -> tuple[Tried, ...]:
    """The moves that stand in a branch, without what came by itself."""
    line, found = one.timeline, []
    for step in line.by_hand(line.steps):
        entry = line.entries[step.entry_number - 1]
        if step.move is not None:
            ahead = getattr(entry, "ahead", 0)
            allowed = bool(step.allowed) and not getattr(entry, "marked", False)
            found.append(Tried(step.by, step.move, allowed, line.joins(step) == "way", ahead))
    return tuple(found)


def take_back(one: Match, kept: int) -> Answer | None:
    """Take back the last move of a branch; nobody need agree, for nothing counts. kept: how many
    were kept already, which stay; None where only these are left."""
    line = one.timeline
    gone = {step.line for step in last_chain(line)}
    left = [step for step in line.by_hand(line.steps) if step.line not in gone]
    if not gone or len(left) < kept:
        return None
    return one.undo(line.steps[-1].by, frozenset(one.seats), "taken back")


def meant(
    match: Match, line: int, waiting: Sequence[Tried], *, forgotten: bool
) -> tuple[Way, bool] | None:
    """What a branch before a line says of it: the moves that stand there instead, and whether the
    table lets them stand against the rules. forgotten: it happened before the line, which stays.
    None where that would show what the line hides, by whether it can be told after it."""
    moves, allow = tuple(one.move for one in waiting), any(one.allowed for one in waiting)
    step = next(step for step in match.steps if step.line == line)
    if not forgotten or step.move is None:
        return moves, allow
    if match.game.kind(step.move).hidden:
        return None
    return (*moves, step.move), allow or bool(step.allowed)


def keep(match: Match, one: Tried) -> Answer:
    """Make in the match itself what was tried."""
    if one.allowed:
        return match.allow(one.move, one.by)
    return match.submit(one.move, one.by, goes_on=one.goes_on, ahead=one.ahead)
