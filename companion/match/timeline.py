"""The fold: from the entries of a journal to where the match stands.

A :class:`Timeline` takes entries one after the other, the same way while a match is played and
when it is opened again. Taking one in costs the same however long the match is; only an
amendment judges later lines again, see ``retelling``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion import kernel
from companion.kernel import TABLE, Accepted, Fault, Game, Move, Verdict
from companion.match import chains, commitments
from companion.match.clock import Thinking
from companion.match.commitments import Secret
from companion.match.differs import Differs, Recorded
from companion.match.entries import (
    Amended,
    ByItselfSet,
    CaughtUp,
    ClockSet,
    Corrected,
    Ended,
    Entry,
    HandedOver,
    Joins,
    Left,
    Paused,
    Played,
    Redone,
    Refused,
    Resumed,
    Started,
    Strictness,
    StrictnessSet,
    Undone,
)
from companion.match.history import Steps
from companion.match.retelling import retold
from companion.match.steps import (
    Step,
    arranged,
    clauses,
    deed,
    judged,
    set_right,
)

LINES = (Played, Undone, Redone, Amended, Corrected, CaughtUp, Ended)
"""The entries that lead from one position to another."""


@dataclass
class Timeline:
    """Where a match stands after its entries so far.

    game: whose rules judge.
    secrets: what the entries hide, by number of the entry.
    check_refusals: judge refused moves too.
    entries: all of them, in order.
    start: the position at the beginning, None before the first entry.
    steps: those that stand, in order.
    redo: the chains that were taken back, the latest last.
    players: names by seat.
    absent: the seats that left.
    strictness: how the table watches the rules.
    by_itself: whether steps in which nothing can be done are closed without anybody.
    paused: whether the play time stands still.
    play_time: in seconds, without the pauses.
    clocks: who was asked in it.
    clock: whether and how the table wants to see that; None as long as it never said so.
    blind: whether an entry hides something that is not among the secrets.
    missing: the lines that nobody can judge any more for that, see ``companion.match.gap``.
    position: the one now.
    end: the number of the entry that ended the match before its rules did.
    recorded: what lines are held against.
    """

    game: Game[Any] = field(repr=False, compare=False)
    secrets: Mapping[int, Secret] = field(default_factory=dict)
    check_refusals: bool = field(default=False, compare=False)
    entries: list[Entry] = field(default_factory=list)
    start: Any = None
    steps: Steps = field(init=False)
    redo: list[tuple[Step, ...]] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    strictness: Strictness = "confirm"
    by_itself: bool = True
    paused: bool = False
    play_time: float = 0.0
    clocks: Thinking = field(default_factory=Thinking)
    clock: ClockSet | None = None
    blind: bool = False
    missing: list[int] = field(default_factory=list)
    position: Any = None
    end: int | None = None
    recorded: Recorded = field(default_factory=Recorded, compare=False)

    def __post_init__(self) -> None:
        self.steps = Steps(self.game)

    @property
    def thinking(self) -> dict[str, float]:
        """The part of the play time in which each seat was asked, in seconds."""
        return self.clocks.used

    @property
    def ended(self) -> Ended | None:
        """How the match was ended before its rules ended it."""
        if self.end is None:
            return None
        last = self.entries[self.end - 1]
        assert isinstance(last, Ended)
        return last

    def judge(self, move: Move, by: str | None, *, openly: bool = False) -> Verdict:
        """The verdict on a move now; openly: as far as everybody may know."""
        if self.end is not None:
            return kernel.Refused((Fault(self.game.over, {"asked": ()}),))
        return kernel.judge(self.game, self.position, move, by, openly=openly)

    def who(self, position: Any, move: Move) -> str:
        """Who makes a move when nobody said so: whoever it names, whoever is asked for it, or
        whoever is asked for anything."""
        seat = kernel.maker(self.game, position, move)
        if seat is not None:
            return seat
        if self.game.kind(move).role == "fix":
            return TABLE
        return next((asked.seat for asked in self.game.asked(position)), TABLE)

    def add(self, entry: Entry, accepted: Accepted | None = None) -> None:
        """Take in the next entry; ``accepted`` spares judging a move once more.

        Raises :class:`Differs` when it is judged otherwise than it says, and another ValueError
        when it cannot follow the entries before it; the timeline is then as before.
        """
        if entry.number != len(self.entries) + 1:
            raise ValueError(f"entry {entry.number} follows {len(self.entries)} others")
        if isinstance(entry, Started) == bool(self.entries):
            raise ValueError(f"entry {entry.number}: a match starts once, at its beginning")
        self._take(entry, accepted)
        self._time(entry)
        self.entries.append(entry)
        last = self.steps.last
        if last is not None:
            self.position = last.after
            self.end = None if last.move is not None else self._end()
        elif not self.steps:  # else nothing was done since the checkpoint
            self.position, self.end = self.start, None
        self._asks(back=isinstance(entry, Undone))

    def stand(self, unjudged: Sequence[Entry], view: Any = None) -> None:
        """Take in entries that nobody can judge any more. view: what everybody saw after the last;
        the match begins anew there, and nothing before can be taken back."""
        for entry in unjudged:
            self.settle(entry)
            self._time(entry)
            self.entries.append(entry)
            if isinstance(entry, LINES):
                self.missing.append(entry.number)
        if view is not None:
            self.start = self.position = view
            self.steps, self.end = Steps(self.game), None
            self.redo.clear()
            if isinstance(unjudged[-1], Ended):
                self._step(set_right(self.game, unjudged[-1], view))
                self.end = unjudged[-1].number
        self._asks(back=False)

    def settle(self, entry: Entry) -> None:
        """Take in what an entry says of the table's affairs, for which no position is needed."""
        match entry:
            case Started():
                self.players = dict(entry.players)
                self.strictness, self.by_itself = entry.strictness, entry.by_itself
            case HandedOver():
                self.players[entry.seat] = entry.name
                self.absent -= {entry.seat}
            case Left():
                self.absent |= {entry.seat}
            case StrictnessSet():
                self.strictness = entry.strictness
            case ByItselfSet():
                self.by_itself = entry.on
            case ClockSet():
                self.clock = entry

    def chain(self, steps: Sequence[Step]) -> int:
        """Where the chain begins that the last of ``steps`` belongs to."""
        return chains.beginning(self.game, self.entries, steps)

    def by_hand(self, steps: Iterable[Step]) -> Iterator[Step]:
        """Those of ``steps`` that somebody made, without what came by itself."""
        return chains.by_hand(self.entries, steps)

    def belongs(self, before: Step, step: Step) -> bool:
        """Whether a step came by itself, or was told as one with the step before it."""
        return chains.belongs(self.entries, before, step)

    def joins(self, step: Step) -> Joins:
        """How a step belongs to the one before it."""
        return chains.joins(self.entries, step)

    def _take(self, entry: Entry, accepted: Accepted | None) -> None:
        match entry:
            case Played():  # first, for most are
                self._step(self._played(entry, accepted))
            case Started():
                self.begin(entry)
            case Refused() if self.check_refusals:
                self._refused(entry)
            case Undone():
                self._undo(entry)
            case Redone():
                self._redo(entry)
            case Amended():
                self._amend(entry)
            case Corrected() | CaughtUp() | Ended():
                self._step(set_right(self.game, entry, self.position))
            case _:
                self.settle(entry)

    def _time(self, entry: Entry) -> None:
        gap = max(0.0, entry.at - self.entries[-1].at) if self.entries else 0.0
        if not self.paused:
            self.play_time += gap
            self.clocks.spend(gap)
        match entry:
            case Played():  # most are
                pass
            case Paused():
                self.paused = True
            case Resumed():
                self.paused = False
            case ClockSet():
                self.clocks.set()

    def _end(self) -> int | None:
        for step in reversed(self.steps):
            if step.move is not None:
                break
            if isinstance(self.entries[step.entry_number - 1], Ended):
                return step.entry_number
        return None

    def _asks(self, *, back: bool) -> None:
        """Whose clock runs after an entry."""
        asked = () if self.end is not None else self.game.asked(self.position)
        self.clocks.ask([one.seat for one in asked if one.seat != TABLE], back=back)

    def _hidden(self, entry: Played | Refused | Amended) -> tuple[dict[str, Any], ...]:
        """What the moves of an entry hide, move by move; nothing where that is not known."""
        secret = self.secrets.get(entry.number)
        if secret is not None:
            return secret.values
        if entry.commitment:
            self.blind = True
        return ()

    def _move(self, entry: Played | Refused) -> Move:
        """The move an entry tells, as far as the companion knows it."""
        (hidden,) = self._hidden(entry) or ({},)
        return commitments.with_hidden(self.game, entry.move, hidden)

    def begin(self, entry: Started) -> None:
        """Set the position at the start. Raises ValueError when that cannot be."""
        game = self.game
        options = msgspec.convert(entry.options, game.options)
        box = msgspec.convert(entry.box, game.box)
        start = game.start(entry.seats, options, box)
        if entry.situation is not None:
            start = arranged(game, start, entry.situation)
        self.start = start
        self.settle(entry)

    def _played(self, entry: Played, accepted: Accepted | None) -> Step:
        move, before = self._move(entry), self.position
        if accepted is None:
            if self.end is not None:
                raise Differs(entry.number, entry.overruled, (self.game.over,))
            verdict = self.judge(move, entry.by, openly=chains.came_by_itself(entry))
            if entry.overruled or not isinstance(verdict, Accepted):
                step = judged(self.game, entry.number, entry.number, entry.recorded, move, before)
                self.recorded.stands(self.game, entry.number, step, entry.recorded, move)
                return step
            accepted = verdict
        return Step(
            line=entry.number,
            entry_number=entry.number,
            by=entry.by,
            move=move,
            deed=deed(before, accepted),
            state="overruled" if entry.overruled else "standing",
            faults=entry.overruled,
            allowed=entry.overruled,
        )

    def _refused(self, entry: Refused) -> None:
        """Raises Differs when a move that was refused would not be for the same reasons now."""
        try:
            move = self._move(entry)
        except ValueError:
            return  # no token that an earlier version let through is a move: refused all the more
        recorded = tuple(fault.clause for fault in entry.faults)
        found = clauses(self.judge(move, entry.by))
        told = self.game, entry.number, recorded, found, self.position, move, entry.by
        self.recorded.compare(*told)

    def _undo(self, entry: Undone) -> None:
        lines, kept = set(entry.lines), len(self.steps)
        while kept and self.steps[kept - 1].line in lines:
            kept -= 1
        struck = self.steps[kept:]
        if {step.line for step in struck} != lines:
            raise ValueError(f"entry {entry.number}: {entry.lines} are not the last lines")
        while struck:
            first = self.chain(struck)
            self.redo.append(tuple(struck[first:]))
            del struck[first:]
        self.steps.cut(kept)

    def _redo(self, entry: Redone) -> None:
        back = self.redo[-1] if self.redo else ()
        if not back or {step.line for step in back} != set(entry.lines):
            raise ValueError(f"entry {entry.number}: {entry.lines} were not struck last")
        self.steps.extend(self.redo.pop())

    def _amend(self, entry: Amended) -> None:
        if all(step.line != entry.line for step in self.steps):
            raise ValueError(f"entry {entry.number}: line {entry.line} does not stand")
        values = self._hidden(entry) or ({},) * len(entry.moves)
        meant = [
            (one, commitments.with_hidden(self.game, one.move, hidden))
            for one, hidden in zip(entry.moves, values, strict=True)
        ]
        told = self.game, self.entries, self.steps, entry.line, entry.number, meant
        steps = retold(*told)
        new = [
            step for step in steps if step.entry_number == entry.number and step.move is not None
        ]
        for step, (one, move) in zip(new, meant, strict=True):
            self.recorded.stands(self.game, entry.number, step, one, move)
        same = next(at for at, step in enumerate(self.steps) if step.line == entry.line)
        self.steps.cut(same)
        self.steps.extend(steps[same:])
        self.redo.clear()

    def _step(self, step: Step) -> None:
        self.steps.append(step)
        self.redo.clear()
