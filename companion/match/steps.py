"""Steps: the lines of a journal that lead from one position to the next, as they are judged now."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import msgspec

from companion.kernel import (
    Accepted,
    Aside,
    Event,
    Fault,
    Game,
    Move,
    Open,
    Verdict,
    carry_out,
    changes,
    faults,
    judge,
    masked,
)
from companion.kernel.judge import FactFails, sights
from companion.match.entries import CaughtUp, Corrected, Ended, RecordedMove
from companion.match.strictness import Weight, weight
from companion.match.whole import is_whole, whole

UNTOLD, ALL_UNTOLD = "untold", "all_untold"
"""Keys of what the teller alone hears when something told in private is taken as untold, and all
that was told until then."""

State = Literal["standing", "overruled", "illegal", "left out", "unjudged"]


class Impossible(ValueError):
    """What is said to be on the table cannot be there. ``faults`` say why."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(", ".join(fault.clause for fault in faults))
        self.faults = faults


class Deed(msgspec.Struct, frozen=True):
    """What a step does.

    before, after: the positions between which it leads. events: what happens, in order. between:
    the positions on the way, after each event but the last.
    """

    before: Any
    after: Any
    events: tuple[Event, ...] = ()
    between: tuple[Any, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One line that leads from one position to the next.

    line: its place in the journal, a number.
    entry_number: of the entry that says what it is: the line itself, or its latest amendment.
    by: the seat that made it, or TABLE.
    move: None when it is no move but a correction, a turn caught up with, or an end.
    deed: what it does, or what carries it out again when somebody asks.
    state: *illegal*: what came before it was amended, and now it breaks rules that nobody
        overruled; *left out*: now it cannot even be carried out.
    faults: the clauses it breaks.
    allowed: the clauses it may break.
    """

    line: int
    entry_number: int
    by: str
    move: Move | None
    deed: Deed | Callable[[], Deed]
    state: State = "standing"
    faults: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()

    @property
    def did(self) -> Deed:
        """What it does, worked out; ``before``, ``after``, ``events``, ``between`` are its own."""
        return self.deed if isinstance(self.deed, Deed) else self.deed()

    @property
    def before(self) -> Any:
        """The position before it."""
        return self.did.before

    @property
    def after(self) -> Any:
        """The position after it."""
        return self.did.after

    @property
    def events(self) -> tuple[Event, ...]:
        """What happens in it, in order."""
        return self.did.events

    @property
    def between(self) -> tuple[Any, ...]:
        """The positions on the way, after each event but the last."""
        return self.did.between

    @property
    def plain(self) -> bool:
        """Whether it is no more than a legal move, which its own line tells."""
        own = self.move is not None and self.entry_number == self.line
        return own and self.state == "standing" and not self.allowed

    @property
    def way(self) -> tuple[Any, ...]:
        """All positions from the one before to the one after."""
        did = self.did
        return (did.before, *did.between, did.after)

    def _said(self) -> tuple[Any, ...]:
        told = self.line, self.entry_number, self.by, self.move
        return (*told, self.state, self.faults, self.allowed, self.did)

    def __eq__(self, other: object) -> bool:
        return self._said() == other._said() if isinstance(other, Step) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


def deed(before: Any, done: Accepted) -> Deed:
    """What a move does that was carried out."""
    return Deed(before, done.position, done.events, done.positions[:-1])


def clauses(verdict: Verdict) -> tuple[str, ...]:
    """The clauses a verdict cites; none when the move was accepted."""
    if isinstance(verdict, Accepted):
        return ()
    return tuple(fault.clause for fault in verdict.faults)


def judged(
    game: Game[Any],
    line: int,
    entry_number: int,
    one: RecordedMove,
    move: Move,
    position: Any,
    *,
    again: bool = False,
    went_on: bool = False,
) -> Step:
    """A move as it is judged at a position; carried out whenever its facts hold.

    went_on: see :func:`gone_on`. again: because somebody amended an earlier line, which must tell
    nothing that is hidden. So it is held against what everybody knows, and what was told in private
    and contradicts that now is taken as untold. Raises whatever a game stumbles over that cannot
    carry out what nobody can see to be wrong, and ValueError where it loses or makes pieces: such
    an amendment is not made.
    """
    if not again:
        step = _judged(game, line, entry_number, one, move, position, move, openly=False)
        return _gone_on(game, step) if went_on else step
    untold = _untold(game, move, position, one)
    try:
        step = _judged(game, line, entry_number, one, move, position, untold, openly=True)
    except Open:  # what it does rests on what nobody told, or what is taken as untold now
        step = _left_out(line, entry_number, one, move, position)
    if untold is not move:
        notice = Aside(UNTOLD, "correction", {"seat": one.by}, to=one.by)
        did = msgspec.structs.replace(step.did, events=(notice, *step.events))
        step = msgspec.structs.replace(step, deed=did)
    if went_on:
        step = _gone_on(game, step)
    changes(game.layout(game.public(position)), game.layout(game.public(step.after)))
    return step


def gone_on(game: Game[Any], position: Any, move: Move, by: str, done: Accepted) -> Accepted:
    """What a move does after which everybody saw the match go on: only where everybody can see it
    does it end the match. Where that rests on what some know alone, nothing of it is believed any
    more, and they hear so."""
    if game.outcome(done.position) is None:
        return done
    view = game.public(position)
    try:
        seen = carry_out(game, view, masked(game.kind(move), move), by, openly=True)
    except (Open, FactFails):  # the table itself showed what is hidden
        return done
    if game.outcome(seen.position) is not None:
        return done
    told = _all_untold(game, position)
    after = (seen.position,) * len(told)
    return Accepted((*seen.events, *told), (*seen.positions, *after))


def _all_untold(game: Game[Any], position: Any) -> tuple[Event, ...]:
    """What those hear who told something in private of which nothing is believed any more."""
    view = game.public(position)
    return tuple(
        Aside(ALL_UNTOLD, "correction", {"seat": seat}, to=seat)
        for seat in position.setup.seats
        if game.seen_by(position, seat) != view
    )


def _gone_on(game: Game[Any], step: Step) -> Step:
    did = step.did
    if step.move is None or not did.events:
        return step
    whole = Accepted(did.events, (*did.between, did.after))
    done = gone_on(game, did.before, step.move, step.by, whole)
    return step if done is whole else msgspec.structs.replace(step, deed=deed(did.before, done))


def _left_out(line: int, entry_number: int, one: RecordedMove, move: Move, position: Any) -> Step:
    return Step(
        line=line,
        entry_number=entry_number,
        by=one.by,
        move=move,
        deed=Deed(position, position),
        state="left out",
        allowed=one.overruled,
    )


def _judged(
    game: Game[Any],
    line: int,
    entry_number: int,
    one: RecordedMove,
    move: Move,
    position: Any,
    done_as: Move,
    *,
    openly: bool,
) -> Step:
    """done_as: the move without what it may not tell any more. openly: as everybody knows it."""
    verdict = judge(game, position, done_as, one.by, openly=openly)
    found = clauses(verdict)
    state: State = "standing"
    if isinstance(verdict, Accepted):
        done: Accepted | None = verdict
    else:
        heaviest = weight(game, position, done_as, one.by, verdict.faults)
        allowed = heaviest in ("hard", "soft") and set(found) <= set(one.overruled)
        done = _forced(game, position, done_as, one.by, heaviest, openly=openly)
        state = "left out" if done is None else "overruled" if allowed else "illegal"
    return Step(
        line=line,
        entry_number=entry_number,
        by=one.by,
        move=move,
        deed=Deed(position, position) if done is None else deed(position, done),
        state=state,
        faults=found,
        allowed=one.overruled,
    )


def _untold(game: Game[Any], move: Move, position: Any, one: RecordedMove) -> Move:
    """The move, without what it told in private where only that is against it now."""
    kind = game.kind(move)
    if not kind.hidden:
        return move
    whole, bare = (
        {fault.clause for fault in faults(game, position, tried, one.by, openly=True)}
        for tried in (move, masked(kind, move))
    )
    return move if whole <= bare | set(one.overruled) else masked(kind, move)


def set_right(game: Game[Any], entry: Corrected | CaughtUp | Ended, position: Any) -> Step:
    """The step of an entry that tells no move.

    Raises :class:`Impossible`, or another ValueError in words when it is no situation.
    """
    after = position if isinstance(entry, Ended) else arranged(game, position, entry.situation)
    return Step(
        line=entry.number,
        entry_number=entry.number,
        by=entry.by,
        move=None,
        deed=Deed(position, after),
        state="unjudged" if isinstance(entry, CaughtUp) else "standing",
    )


def set_right_again(
    game: Game[Any], step: Step, entry: Corrected | CaughtUp, position: Any
) -> Step:
    """A step of such an entry as it is after another position than before, for an earlier line was
    amended. That shows nothing hidden which the table did not agree to see, nor does whether it
    stands: where what is hidden would make a difference, it is not believed any more."""

    def seen_from(known: Any) -> Step | None:
        with suppress(ValueError, Open):
            return set_right(game, entry, known)
        return None

    own, seen = seen_from(position), seen_from(game.public(position))
    shown = None if seen is None else game.public(seen.after)
    believed = own is not None and (_agreed(game, step, entry) or game.public(own.after) == shown)
    done = own if believed else seen
    if done is None:
        nothing = Deed(position, position)
        return msgspec.structs.replace(step, deed=nothing, state="left out")
    told = () if believed else _all_untold(game, position)
    did = Deed(position, done.after, told, (done.after,) * (len(told) - 1))
    return msgspec.structs.replace(done, deed=did)


def _agreed(game: Game[Any], step: Step, entry: Corrected | CaughtUp) -> bool:
    """Whether everybody agreed to see with a step what was hidden."""
    with suppress(ValueError, Open):
        told = arranged(game, game.public(step.before), entry.situation)
        return bool(game.public(step.after) != game.public(told))
    return False


def shows(game: Game[Any], position: Any, situation: dict[str, Any]) -> bool:
    """Whether a situation shows more than it says and everybody knew; what cannot be only by what
    is hidden would show that.

    Raises ValueError as :func:`arranged` where everybody can see that it cannot be.
    """
    try:
        seen = game.public(arranged(game, game.public(position), situation))
    except Open:
        return True
    try:
        return bool(game.public(arranged(game, position, situation)) != seen)
    except Impossible:
        return True


def arranged(game: Game[Any], position: Any, situation: dict[str, Any]) -> Any:
    """The position with a situation set in it, or the whole one that is told in its place.

    Raises :class:`Impossible`, or another ValueError in words when it is no situation.
    """
    if is_whole(situation):
        after = whole(game, position, situation)
    else:
        after = game.arrange(position, msgspec.convert(situation, game.situation))
    found = game.violations(after)
    if found:
        raise Impossible(found)
    return after


def rests_on_unknown(game: Game[Any], position: Any, move: Move, by: str) -> set[str]:
    """The clauses of needs that are open for whoever makes the move: their values are hidden or
    were never told."""
    kind, found = game.kind(move), set()
    seat = by if kind.role == "play" else ""
    for view, known in sights(game, position, kind, move, seat):
        for need in kind.needs:
            try:
                need.test(view, known)
            except Open:
                found.add(need.clause)
    return found


def _forced(
    game: Game[Any], position: Any, move: Move, by: str, heaviest: Weight, *, openly: bool
) -> Accepted | None:
    """What a refused move does all the same; None when it cannot be carried out."""
    if heaviest == "fact":
        return None
    if heaviest != "frame":
        return carry_out(game, position, move, by, openly=openly)
    # Nobody was asked for this move here: its facts were not looked at, nor does anything promise
    # that it leads to a possible table.
    try:
        done = carry_out(game, position, move, by, openly=openly)
    except FactFails:
        return None
    return None if game.violations(game.public(done.position)) else done
