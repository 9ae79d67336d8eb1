"""The journal of a match: what is appended to it, in which words, and what it hides."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.kernel import Accepted, Move, masked
from companion.kernel.judge import sight
from companion.match import commitments, entries
from companion.match.answer import Answer
from companion.match.chains import broken_off
from companion.match.checkpoint import Checkpoint, Due, restored
from companion.match.clock import Clock, SeatClock
from companion.match.commitments import Secret
from companion.match.entries import Entry, Sentences
from companion.match.gap import go_through, pictured
from companion.match.public_verdict import plain
from companion.match.registry import GamePackage
from companion.match.sentences import MatchTexts, Tell, bare, cited, text
from companion.match.sink import Sink
from companion.match.timeline import Timeline

SNAPSHOT_EVERY = 20
"""Entries from one snapshot of the public view to the next."""

_log = logging.getLogger(__name__)


class Journal:
    """The entries of one match, and the only way to append to them.

    read_only: why nothing can be appended any more; empty for an ordinary match.
    otherwise: the clauses by which lines of a read-only match are judged otherwise than they were
        told; empty where it cannot go on even so.
    """

    def __init__(
        self,
        package: GamePackage,
        secrets: Mapping[int, Secret],
        clock: Clock,
        salt: Callable[[], bytes],
        sink: Sink | None,
    ) -> None:
        self.package = package
        self.game = package.game
        self.secrets = dict(secrets)
        self.timeline = Timeline(package.game, self.secrets)
        self.texts = MatchTexts(package)
        self.read_only: Sentences = {}
        self.otherwise: tuple[str, ...] = ()
        self._clock = clock
        self._salt = salt
        self._sink = sink
        self._checkpoint = Due(None if sink is None else sink.keep_checkpoint)
        self._seen: tuple[Any, Any] = (None, None)
        self._told: Any = None

    @property
    def public(self) -> Any:
        """The public view; of a read-only match the last snapshot or, where it can go on, how it
        stands as it was told; None if neither fits."""
        if self.read_only:
            snapshot = self._snapshot()
            return self._told if snapshot is None else snapshot
        position = self.timeline.position
        if position is not None and self._seen[0] is not position:
            self._seen = (position, sight(self.game, position, ""))
        return self._seen[1]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in turn order."""
        first = self.timeline.entries[0]
        assert isinstance(first, entries.Started)
        return first.seats

    @property
    def over(self) -> bool:
        """Whether the match is over, by its rules or otherwise."""
        line = self.timeline
        return line.ended is not None or self.game.outcome(line.position) is not None

    @property
    def missing(self) -> Sentences:
        """That there are lines which nobody can judge any more, or that the last way broke off;
        empty if nothing is missing."""
        unjudged, last = self.timeline.missing, broken_off(self.timeline.entries)
        tell = []
        if unjudged:
            tell.append(text("missing", count=len(unjudged)))
        if last is not None:
            tell.append(cited("broken_off", self.timeline.entries, last.number, count=last.ahead))
        return self.say(*tell) if tell and not self.read_only else {}

    @property
    def since_last(self) -> float:
        """Seconds since the last entry; none while the play time stands still."""
        last = self.timeline.entries[-1].at
        return 0.0 if self.timeline.paused else max(0.0, self._clock.read() - last)

    @property
    def clocks(self) -> tuple[SeatClock, ...]:
        """How long each seat has thought by now; nothing while the table does not want to see
        it."""
        line = self.timeline
        if line.clock is None or not line.clock.shown:
            return ()
        told = line.clock.budget, line.clock.increment, self.since_last
        return tuple(line.clocks.reading(seat, *told) for seat in self.seats)

    def say(self, *tell: Tell) -> Sentences:
        """Sentences about the match as it stands, in every language."""
        return self.texts.each(self.public, self.timeline.players, *tell)

    def no(self, key: str, **values: Any) -> Answer:
        """An answer that nothing was done, with the sentence that says why."""
        return Answer(done=False, says=self.say(text(key, **values)))

    def secret(self, moves: Sequence[Move]) -> Secret | None:
        """What an entry that tells these moves hides; None when everybody may know them."""
        values = tuple(commitments.hidden(self.game.kind(move), move) for move in moves)
        return Secret(values, self._salt().hex()) if any(values) else None

    def plain(self, move: Move) -> dict[str, Any]:
        """A move as it may stand in the journal."""
        data: dict[str, Any] = plain(masked(self.game.kind(move), move))
        return data

    def write(
        self,
        entry_type: Callable[..., Entry],
        *tell: Tell,
        secret: Secret | None = None,
        accepted: Accepted | None = None,
        ago: float = 0.0,
        **fields: Any,
    ) -> Entry:
        """Append an entry; ``tell`` says what it is about, once it is taken in. ago: seconds since
        it happened, at most since the last entry.

        Raises ValueError, and appends nothing, when it cannot be taken in.
        """
        line = self.timeline
        if line.paused and entry_type not in (entries.Resumed, entries.Paused):
            self.write(entries.Resumed, text("resumed"))
        number = len(line.entries) + 1
        if secret is not None:
            fields["commitment"] = commitments.commitment(secret)
            self.secrets[number] = secret
        at = self._clock.read()
        if ago:
            at = max(line.entries[-1].at if line.entries else 0.0, round(at - ago, 3))
        entry = entry_type(number=number, at=at, **fields)
        try:
            line.add(entries.decode(entries.encode(entry)), accepted)
        except Exception:
            self.secrets.pop(number, None)
            self._back_to(line.entries[: number - 1])
            raise
        self._tell(tell)
        entry = line.entries[-1]
        if self._sink is not None:
            if secret is not None:
                self._sink.keep_secret(number, secret.values, bytes.fromhex(secret.salt))
            self._sink.keep(entry)
            self._checkpoint.after(line)
        return entry

    def go_on(self, journal: Sequence[Entry], checkpoint: Checkpoint) -> None:
        """Stand where the match stood after an entry, if the checkpoint fits."""
        timeline = restored(self.game, self.secrets, journal, checkpoint)
        if timeline is not None:
            self.timeline = timeline
            self._checkpoint.last = checkpoint.number

    def stop(self, journal: Sequence[Entry], line: int) -> None:
        """Make this a match that can only be looked at, for a line cannot be played again; or,
        where only verdicts differ, until the table says that it goes on."""
        told = [x.version for x in journal if isinstance(x, entries.Started | entries.Kept)]
        tried, every = Timeline(self.game, self.secrets), len(journal) + 1
        if told[-1] == self.game.version or go_through(tried, journal, as_told=every) is not None:
            self._close(journal, cited("read_only_line", journal, journal[line - 1].number))
            return
        self.otherwise = tuple(tried.recorded.otherwise)
        self._told = sight(self.game, tried.position, "")
        book = self.game.rulebook
        rules = any(one in book for one in self.otherwise)
        key = "read_only_rules" if rules else "read_only_gone"
        self._close(journal, text(key))

    def keep_as_told(self) -> Answer:
        """Go on with a match some lines of which are judged otherwise now."""
        if not self.otherwise:
            return Answer(done=False, says=self.read_only)
        journal, clauses = tuple(self.timeline.entries), self.otherwise
        self.timeline = Timeline(self.game, self.secrets)
        go_through(self.timeline, journal, as_told=len(journal) + 1)
        self.read_only, self.otherwise = {}, ()
        entry = self.write(
            entries.Kept, text("kept_as_told"), version=self.game.version, clauses=clauses
        )
        return Answer(done=True, says=entry.sentences, entry=entry.number)

    def _close(self, journal: Sequence[Entry], why: Tell) -> None:
        """Make this a match that can only be looked at."""
        self.timeline = Timeline(self.game, self.secrets)
        for entry in journal:
            if isinstance(entry, entries.Started):
                self.timeline.players.update(entry.players)
            elif isinstance(entry, entries.HandedOver):
                self.timeline.players[entry.seat] = entry.name
        self.timeline.entries.extend(journal)
        self.read_only = self.texts.each(self._snapshot(), self.timeline.players, why)

    def _back_to(self, known: Sequence[Entry]) -> None:
        """Stand where these entries lead: one that failed half-way may have moved something."""
        self.timeline = Timeline(self.game, self.secrets)
        go_through(self.timeline, known)

    def _tell(self, tell: Iterable[Tell]) -> None:
        """Say what the last entry is about. Whatever may be wrong with the words or the view that
        is remembered with them, it has happened."""
        said = self.timeline.entries[-1]
        try:
            said = msgspec.structs.replace(said, sentences=self.say(*tell))
            if said.number % SNAPSHOT_EVERY == 0 or (
                isinstance(said, entries.Played | entries.Ended) and self.over
            ):
                said = msgspec.structs.replace(said, snapshot=plain(self.public))
        except Exception:
            _log.exception("an entry could not be told")
            said = msgspec.structs.replace(said, sentences=bare("untold"))
        self.timeline.entries[-1] = said

    def _snapshot(self) -> Any:
        for entry in reversed(self.timeline.entries):
            if entry.snapshot is not None:
                return pictured(self.game, entry)
        return None
