"""One playing of one game."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.kernel import TABLE, Asked, Event, Move, Outcome, Way
from companion.match import commitments, entries, moves, repair, sentences, table_affairs, undo
from companion.match.answer import Answer
from companion.match.asides import contradictions
from companion.match.by_itself import go_on
from companion.match.checkpoint import Checkpoint
from companion.match.clock import Clock, SeatClock
from companion.match.commitments import Secret
from companion.match.door import ask
from companion.match.entries import Ended, Entry, Joins, Reason, Sentences, Strictness
from companion.match.gap import go_through
from companion.match.journal import Journal
from companion.match.lines import Line, lines
from companion.match.public_verdict import plain
from companion.match.registry import GamePackage
from companion.match.sink import Sink
from companion.match.staying import all_stays
from companion.match.steps import Step
from companion.match.timeline import Timeline
from companion.text import Language, Phrasebook

Situation = Mapping[str, Any] | msgspec.Struct
"""A part of a position, as the game's own type or as plain data."""


class Match:
    """One playing of one game: the only writer of its journal.

    Everything that happens becomes an entry, and a match reopened from its entries is the same
    match. All it answers, and all it tells but ``position``, is worked out from the public
    view. It belongs to one thread.
    """

    def __init__(self, journal: Journal) -> None:
        """Use :meth:`start` or :meth:`reopen`."""
        self._journal = journal
        self.package = journal.package
        self.game = journal.game

    @classmethod
    def start(
        cls,
        package: GamePackage,
        seats: Sequence[str],
        players: Mapping[str, str] | None = None,
        options: Any = None,
        box: Any = None,
        *,
        clock: Callable[[], float],
        salt: Callable[[], bytes],
        strictness: Strictness = "confirm",
        by_itself: bool = True,
        situation: Situation | None = None,
        sink: Sink | None = None,
    ) -> "Match":
        """A new match; with a ``situation`` it begins with the table as it stands.

        players: names by seat. options, box: of the game's own types, or plain data; None for
        their defaults. by_itself: see :meth:`set_by_itself`. clock: seconds on any clock. salt:
        random bytes for one commitment, ``commitments.SALT_BYTES`` of them. sink: takes what must
        be kept; None for nothing.

        Raises ValueError in words when these seats, options or this box cannot be played, and
        ``steps.Impossible`` with its faults when the situation cannot be.
        """
        game = package.game
        journal = Journal(package, {}, Clock(clock), salt, sink)
        begun = "started" if situation is None else "taken_up"
        journal.write(
            entries.Started,
            sentences.text(begun, seats=list(seats)),
            game=game.name,
            version=game.version,
            seats=tuple(seats),
            players=dict(players or {}),
            options=_whole(game.options, options),
            box=_whole(game.box, box),
            strictness=strictness,
            situation=None if situation is None else plain(situation),
            by_itself=by_itself,
        )
        ask(journal, go_on)
        return cls(journal)

    @classmethod
    @all_stays()
    def reopen(
        cls,
        package: GamePackage,
        journal: Iterable[Entry],
        *,
        clock: Callable[[], float],
        salt: Callable[[], bytes],
        secrets: Mapping[int, Secret] | None = None,
        checkpoint: Checkpoint | None = None,
        sink: Sink | None = None,
    ) -> "Match":
        """The match of a journal; read-only when today's rules judge it otherwise, see
        :meth:`keep_as_told`, or cannot replay it.

        secrets: what was kept apart, by number of the entry; what is missing is UNKNOWN, and what
        cannot be judged without it is :attr:`missing`.
        checkpoint: one of this very journal, so that only what came after it is judged. Raises
        ValueError when the journal does not begin as one of this game.
        """
        found = list(journal)
        first = found[0] if found else None
        if not isinstance(first, entries.Started) or first.game != package.game.name:
            raise ValueError(f"not the journal of a match of {package.game.name}")
        since = Clock(clock, found[-1].at)
        own = Journal(package, secrets or {}, since, salt, sink)
        if checkpoint is not None:
            own.go_on(found, checkpoint)
        wrong = go_through(own.timeline, found)
        if wrong is not None:  # whatever today's rules stumble over, the match must open
            own.stop(found, wrong)
        return cls(own)

    # How it stands

    def keep_as_told(self) -> Answer:
        """Go on with a match that is read-only because some lines are judged otherwise now: they
        count as they were told, and an entry of its own says so."""
        return self._journal.keep_as_told()

    @property
    def otherwise(self) -> tuple[str, ...]:
        """The clauses by which lines of a read-only match that could go on are judged otherwise."""
        return self._journal.otherwise

    @property
    def read_only(self) -> Sentences:
        """Why nothing can be done in this match any more, by language; empty if it can."""
        return self._journal.read_only

    @property
    def missing(self) -> Sentences:
        """Which lines cannot be judged any more, and whether the last way broke off, by language;
        empty if nothing is missing."""
        return self._journal.missing

    @property
    def timeline(self) -> Timeline:
        """What the entries come to. To be read, never to be changed."""
        return self._journal.timeline

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries so far."""
        return tuple(self.timeline.entries)

    @property
    def steps(self) -> Sequence[Step]:
        """The steps that stand, in order."""
        return self.timeline.steps

    @property
    def beginning(self) -> Any:
        """The position before the first step."""
        return self.timeline.start

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in turn order."""
        return self._journal.seats

    @property
    def players(self) -> Mapping[str, str]:
        """The names of those who play now, by seat."""
        return self.timeline.players

    @property
    def absent(self) -> frozenset[str]:
        """The seats that nobody plays for any more."""
        return self.timeline.absent

    @property
    def strictness(self) -> Strictness:
        """How the rules are watched."""
        return self.timeline.strictness

    @property
    def paused(self) -> bool:
        """Whether the play time stands still."""
        return self.timeline.paused

    @property
    def clocks(self) -> tuple[SeatClock, ...]:
        """How long each seat has thought by now; nothing while the table does not want it."""
        return self._journal.clocks

    @property
    def position(self) -> Any:
        """The position with all that is hidden in it: never for a shared surface. None in a
        read-only match."""
        return self.timeline.position

    @property
    def public(self) -> Any:
        """The position as everybody may see it. In a read-only match the last snapshot, None
        when there is none that today's rules can read."""
        return self._journal.public

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Who must or may act now, as everybody may know it; nobody once it is over."""
        if self.read_only or self.timeline.ended is not None:
            return ()
        return self.game.asked(self.public)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended by its rules, if it did."""
        return None if self.read_only else self.game.outcome(self.position)

    @property
    def ended(self) -> Ended | None:
        """How the match was ended before its rules ended it, if it was."""
        return self.timeline.ended

    @property
    def over(self) -> bool:
        """Whether it is over; that it is so by its rules, a read-only match cannot tell."""
        if self.read_only:
            return any(isinstance(x.entry, Ended) and x.status == "standing" for x in self.lines())
        return self._journal.over

    def lines(self) -> tuple[Line, ...]:
        """Every entry with how it stands now, for the log."""
        line = self.timeline
        return lines(line.entries, line.steps, line.missing)

    def phrasebook(self, language: Language) -> Phrasebook:
        """Says things about the match as everybody may see it now."""
        return self._journal.texts.phrasebook(language, self.public, self.players)

    @property
    def by_itself(self) -> bool:
        """Whether a step in which nothing can be done ends by itself."""
        return self.timeline.by_itself

    def _done(self, act: Callable[..., Answer], *asked: Any, **how: Any) -> Answer:
        """Do something, and what comes of it by itself."""
        answer = ask(self._journal, act, *asked, **how)
        then = ask(self._journal, go_on).then if answer.done else ()
        return replace(answer, then=then) if then else answer

    # Moves

    def submit(
        self, move: Move, by: str | None = None, *, goes_on: bool = False, ahead: int = 0
    ) -> Answer:
        """Make a move; without ``by``, for whoever is asked for it. goes_on: it was wanted together
        with the move before it, and is taken back with it. ahead: how many more were."""
        joins: Joins = "way" if goes_on and self.timeline.steps else ""
        return self._done(moves.play, move, by, allow=False, joins=joins, ahead=ahead)

    def allow(
        self, move: Move, by: str | None = None, consent: Collection[str] = frozenset()
    ) -> Answer:
        """Make a move and let it stand against the rules, as far as the table may. consent: who
        agrees that it ends the match, where it would."""
        return self._done(moves.play, move, by, consent, allow=True)

    # Undo, amendment, correction

    def undo(
        self, by: str, consent: Collection[str] = frozenset(), reason: Reason | None = None
    ) -> Answer:
        """Take back the last move, with all of the chain it belongs to.

        One's own is free, another's needs that seat's consent. If something was revealed, the
        answer asks why until a reason is given: *taken back* needs everybody's consent;
        *entered wrongly* strikes only the last line, to be told again.
        """
        return ask(self._journal, undo.undo, by, consent, reason)

    def back_to(self, number: int, by: str, consent: Collection[str] = frozenset()) -> Answer:
        """Take back all that came after line ``number``, with the same consent as undoing it."""
        return ask(self._journal, undo.back_to, number, by, consent)

    def redo(self, by: str) -> Answer:
        """Restore what was taken back last, until something new is done."""
        return ask(self._journal, undo.redo, by)

    def amend(
        self,
        line: int,
        *moves: Move,
        by: str,
        consent: Collection[str] = frozenset(),
        reason: Reason | None = None,
        allow: bool = False,
    ) -> Answer:
        """Say what was meant by a line that was entered wrongly.

        No move: it never happened. Several: something had been forgotten there. Later lines are
        judged again; those that no longer agree with the rules are marked, and amended in turn
        to repair them. It needs the same consent as :meth:`undo`, and asks why like it; and that
        of ``by`` when later lines can no longer happen.
        """
        return self._done(repair.amend, line, moves, by, consent, reason, allow=allow)

    def alternatives(self, line: int) -> tuple[Way, ...]:
        """What would be possible instead of a standing line: offered to repair it."""
        return repair.alternatives(self.timeline, line)

    def correct(self, situation: Situation, by: str = TABLE, consent: Iterable[str] = ()) -> Answer:
        """Set what the table really shows. If that shows what was hidden, everybody must agree."""
        return self._done(repair.set_table, entries.Corrected, by, situation, consent)

    def catch_up(self, by: str, situation: Situation, consent: Iterable[str] = ()) -> Answer:
        """Enter what came of a turn that nobody told, as :meth:`correct`; it is not judged."""
        return self._done(repair.set_table, entries.CaughtUp, by, situation, consent)

    # The affairs of the table

    def hand_over(self, seat: str, name: str) -> Answer:
        """Let somebody else play for a seat; also for one that left."""
        return ask(self._journal, table_affairs.hand_over, seat, name)

    def leave(self, seat: str) -> Answer:
        """Let a seat stop playing while the others go on."""
        return ask(self._journal, table_affairs.leave, seat)

    def resign(self, by: str, sure: bool = True) -> Answer:
        """Let a seat give up: it ends the match when only one is left. Not sure: it is asked."""
        return ask(self._journal, table_affairs.resign, by, sure)

    def draw(self, by: str, consent: Collection[str] = frozenset()) -> Answer:
        """End the match in a draw, if all agree."""
        return ask(self._journal, table_affairs.end, "draw", by, consent, (self._journal.seats,))

    def agree_end(
        self, by: str, consent: Collection[str] = frozenset(), places: Sequence[Sequence[str]] = ()
    ) -> Answer:
        """End the match as it stands, if all agree; ``places`` if they agree on them too."""
        return ask(self._journal, table_affairs.end, "agreed", by, consent, places)

    def pause(self, ago: float = 0.0) -> Answer:
        """Let the play time stand still until something is done. ago: seconds since when it does,
        if that is noticed only now; never from before the last entry."""
        return ask(self._journal, table_affairs.pause, ago)

    def resume(self) -> Answer:
        """Let the play time go on."""
        return ask(self._journal, table_affairs.resume)

    def set_strictness(self, strictness: Strictness) -> Answer:
        """Watch the rules in another way from now on."""
        return ask(self._journal, table_affairs.set_strictness, strictness)

    def set_by_itself(self, on: bool) -> Answer:
        """Let a step in which nothing can be done, as everybody can see, end by itself from now on:
        an entry of its own says so, and undo takes it back with what came before it."""
        return self._done(table_affairs.set_by_itself, on=on)

    def bookmark(self, line: int, name: str) -> Answer:
        """Let a standing line be found again under a name."""
        return ask(self._journal, table_affairs.bookmark, line, name)

    def set_clock(
        self, budget: float = 0.0, increment: float = 0.0, *, shown: bool = True
    ) -> Answer:
        """Show how long each seat thinks. budget: seconds each has from now on, 0 for no limit;
        increment: seconds each gains when its turn goes on. Running out ends nothing."""
        return ask(self._journal, table_affairs.set_clock, budget, increment, shown=shown)

    # Secrets

    def secrets(self) -> Mapping[int, Secret]:
        """What the entries hide, by their numbers: for its owner, and for all once it is over."""
        return dict(self._journal.secrets)

    def contradictions(self, seat: str) -> tuple[Event, ...]:
        """What this seat alone may hear: what it told in private, and cannot be so by what it told
        last or what came since."""
        return contradictions(self.timeline, seat)

    def proofs(self) -> tuple[commitments.Proof, ...]:
        """Once the match is over: what each entry hid, and whether it is what was entered.

        Raises ValueError before, for then it must stay hidden.
        """
        if not self.over:
            raise ValueError("the match is not over")
        return commitments.proofs(self.timeline.entries, self._journal.secrets)


def _whole(struct: type[msgspec.Struct], given: Any) -> Any:
    """Options or a box as plain data, with the defaults of today written out."""
    return plain(msgspec.convert({} if given is None else plain(given), struct))
