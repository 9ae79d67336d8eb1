"""All that is kept: matches, players, boxes, results. The one door for everybody else."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import msgspec

from companion.match.checkpoint import Checkpoint
from companion.match.commitments import Secret, commitment
from companion.match.entries import Entry
from companion.match.likes import Likes, read_known
from companion.store.anchors import ANCHORS, Anchors
from companion.store.chained_table import ChainedTable
from companion.store.damage import Damage
from companion.store.disk import Disk, DiskError, RealDisk
from companion.store.headings import (
    Heading,
    Origin,
    heading_read,
    origin_of,
    played_last,
    taken_up,
)
from companion.store.journal import PAUSES, Journal
from companion.store.mending import Now
from companion.store.rows import Row
from companion.store.state import State
from companion.store.tables import (
    BOX,
    ENTRY,
    GOES_ON,
    MATCH,
    MATCHES,
    MIGRATIONS,
    PLAYER,
    RESULT,
    SCORE,
    SUMMARY,
    TABLES,
)
from companion.store.vault import Vault

T = TypeVar("T")

LOG_BYTES = 1 << 20
"""Bytes that its log is given at once, enough for a hundred moves. The 4 MB at which SQLite begins
a log anew would keep a slow card busy for half a second."""


class Listed(msgspec.Struct, frozen=True):
    """A match in the list. ended: whether it has a result."""

    match: str
    heading: Heading
    ended: bool


class Reading(msgspec.Struct, frozen=True):
    """The entries of a match as stored, each as one line of JSON, from number 1 without a gap.

    damage: what was found broken when it was read; the lines end before that.
    """

    lines: tuple[bytes, ...]
    damage: Damage | None = None


class MatchSink(NamedTuple):
    """Where a match is kept on the disk: a :class:`companion.match.sink.Sink`.

    match: its name in the store. keep: takes every entry, at once. keep_secret: takes what an
    entry hides, before the entry. keep_checkpoint: takes where the match stood.
    """

    match: str
    keep: Callable[[Entry], None]
    keep_secret: Callable[[int, tuple[dict[str, Any], ...], bytes], None]
    keep_checkpoint: Callable[[Checkpoint], None]


class Resumed(NamedTuple):
    """A match that goes on. secrets: what its entries hide, by their numbers. checkpoint: where
    it stood when that was last kept, None when that is not known."""

    reading: Reading
    secrets: dict[int, Secret]
    checkpoint: Checkpoint | None
    sink: MatchSink


class _Committed(msgspec.Struct):
    commitment: str = ""


class Library:
    """Everything in one folder.

    folder: made when it is not there. now: the time of day. disk: where the folder lies.
    on_saved, on_state, on_damage, pauses: see Journal. name: a new name for a match.

    A folder that cannot be used does not keep anybody from playing: ``journal.state()`` says why
    nothing is saved, and it is tried again for ever. Until then the methods that read raise
    DiskError.
    """

    def __init__(
        self,
        folder: Path,
        now: Now,
        *,
        disk: Disk | None = None,
        on_saved: Callable[[str, int], None] = lambda match, number: None,
        on_state: Callable[[State], None] = lambda state: None,
        on_damage: Callable[[Damage], None] = lambda damage: None,
        pauses: Sequence[float] = PAUSES,
        name: Callable[[], str] = lambda: uuid4().hex,
    ) -> None:
        disk = disk or RealDisk()
        self._now = now
        self._name = name
        vouched = Anchors(folder / ANCHORS, disk)
        self._main = ChainedTable(
            folder / MATCHES, MIGRATIONS, TABLES, disk, now, LOG_BYTES, vouched
        )
        self._vault = Vault(folder, disk, now)
        self.journal = Journal(
            self._main,
            self._vault,
            now,
            on_saved=on_saved,
            on_state=on_state,
            on_damage=on_damage,
            pauses=pauses,
        )

    def close(self) -> bool:
        """Write what is left; whether everything is durable."""
        return self.journal.close()

    def copy(self, target: Path) -> None:
        """Write a whole copy of :data:`MATCHES` as of now. Raises DiskError."""
        self._main.copy(target)

    def copy_hidden(self, target: Path) -> None:
        """Write a whole copy of :data:`SECRETS`, for nobody but those who know a passphrase.
        Raises DiskError."""
        self._vault.copy(target)

    # Matches

    def begin(self) -> MatchSink:
        """A new match. It appears in the list with its first entry."""
        return self._doors(self._name())

    def matches(self) -> tuple[Listed, ...]:
        """All matches that can be read, the last one played first. Raises DiskError."""
        ended = {match for match, body in self._newest(RESULT).items() if body != GOES_ON}
        found = [
            Listed(match, head, match in ended)
            for match, head in self._heads().items()
            if head is not None
        ]
        return tuple(sorted(found, key=_last, reverse=True))

    def unreadable(self) -> dict[str, Origin]:
        """The matches that no list can show, and what can be told of them. They stay where they
        are. Raises DiskError."""
        strange = [match for match, head in self._heads().items() if head is None]
        firsts = self._chains(ENTRY) if strange else {}
        return {match: origin_of(firsts[match][0].body) for match in strange if match in firsts}

    def _heads(self) -> dict[str, Heading | None]:
        """The last headings of all matches that can be read, None where none can."""
        heads = self._chains(MATCH)
        last = self._mended(partial(self._main.last, ENTRY, heads))
        found: dict[str, Heading | None] = {}
        for match, rows in heads.items():
            if last is not None and match not in last:  # it may have been left alone
                continue
            read = (heading_read(row.body) for row in reversed(rows))
            head = next(filter(None, read), None)
            line = self._last_line(match, last or {})
            found[match] = head and played_last(head, line, self._now())
        return found

    def _last_line(self, match: str, stored: Mapping[str, bytes]) -> bytes:
        played = self.journal.lines(match)
        return played[-1] if played else stored.get(match, b"")

    def read(self, match: str) -> Reading:
        """The entries of a match. A broken file is set aside and mended first. Raises DiskError."""
        played = self.journal.lines(match)
        if played is not None:
            return Reading(played)
        damage = None
        rows, whole = self._main.chain(ENTRY, match)
        if not whole:
            damage = self.journal.mend(self._main)
            rows, _ = self._main.chain(ENTRY, match)
        return Reading(tuple(row.body for row in rows), damage)

    def resume(self, match: str) -> Resumed:
        """Go on with a match. Raises DiskError; LookupError when there is no such match."""
        self.journal.flush()  # somebody in it may be about to be called otherwise
        found = self.recall(match)
        if self.journal.lines(match) is None:
            self.journal.resume(match, found.reading.lines)
        heading = self._heads().get(match)
        if heading is not None:
            again = taken_up(heading, found.reading.lines[-1], self._now())
            self.journal.put(MATCH, match, msgspec.json.encode(again))
        return found

    def recall(self, match: str) -> Resumed:
        """What a match needs to stand again, and nothing is changed by it. Here and in
        :meth:`look_back` alone what it hides leaves the store. Raises likewise."""
        reading = self.read(match)
        if not reading.lines:
            raise LookupError(f"no match {match}")
        secrets, checkpoint = self._secrets(match, reading), self._checkpoint(match)
        return Resumed(reading, secrets, checkpoint, self._doors(match))

    def look_back(self, match: str) -> tuple[Reading, dict[int, Secret]]:
        """The entries of a match and, once it is over, what they hide: without that, moves that
        rest on it cannot be gone through again. Raises DiskError."""
        reading = self.read(match)
        return reading, self._secrets(match, reading) if self.ended(match) else {}

    def ended(self, match: str) -> bool:
        """Whether a match has a result. Raises DiskError."""
        return self._newest(RESULT).get(match, GOES_ON) != GOES_ON

    def _secrets(self, match: str, reading: Reading) -> dict[int, Secret]:
        kept, whole = self._vault.of(match)
        if not whole:
            self.journal.mend(self._vault)
            kept, _ = self._vault.of(match)
        return {
            number: secret
            for number, secret in (*kept, *self.journal.hidden(match))
            if number <= len(reading.lines)
            and _committed(reading.lines[number - 1]) == commitment(secret)
        }

    def _checkpoint(self, match: str) -> Checkpoint | None:
        """Where a match stood, as long as its entries are still those that led there."""
        sealed, whole = self._vault.checkpoint(match)
        if not whole:
            self.journal.mend(self._vault)
            sealed, _ = self._vault.checkpoint(match)
        if sealed is None:
            return None
        try:
            seal = self._main.seal(ENTRY, match, sealed.checkpoint.number)
        except DiskError:  # the entries could be read: then they are judged
            return None
        return sealed.checkpoint if seal == sealed.seal else None

    def end(self, match: str, result: Mapping[str, Any]) -> None:
        """Keep how a match ended, as plain data; the last one kept counts."""
        self.journal.put(RESULT, match, msgspec.json.encode(result))

    def go_on(self, match: str) -> None:
        """Its end was taken back: the match can be taken up again."""
        self.journal.put(RESULT, match, GOES_ON)

    def results(self) -> dict[str, dict[str, Any]]:
        """How the matches ended. Raises DiskError."""
        return self._plain(RESULT)

    def keep_summary(self, match: str, summary: Mapping[str, Any]) -> None:
        """Keep of a match that is over, as plain data, what can be worked out again at any time."""
        self.journal.put(SUMMARY, match, msgspec.json.encode(summary))

    def summaries(self) -> dict[str, dict[str, Any]]:
        """What was kept of the matches that are over. Raises DiskError."""
        return self._plain(SUMMARY)

    def forget(self, match: str) -> None:
        """Remove a match, or a sheet of points, with all that belongs to it."""
        self.journal.forget(match)

    # Points of other games

    def begin_score(self) -> str:
        """A name for a new sheet of points. It is there with its first event."""
        return self._name()

    def keep_score(self, score: str, number: int, event: Mapping[str, Any]) -> None:
        """Keep the next thing that was done on a sheet of points, as plain data; like an entry
        of a match it is told when it is durable. number: from 1 without a gap."""
        self.journal.put(SCORE, score, msgspec.json.encode(event), number)

    def scores(self) -> dict[str, tuple[dict[str, Any], ...]]:
        """All that was done on every sheet of points that can be read, the first one first. Raises
        DiskError."""
        sheets = {key: tuple(map(_plain, rows)) for key, rows in self._chains(SCORE).items()}
        return {
            key: tuple(event for event in events if event is not None)
            for key, events in sheets.items()
            if None not in events  # it is of somebody else
        }

    # Boxes and players

    def keep_box(self, game: str, name: str, facts: Mapping[str, Any]) -> None:
        """Keep what the owners told about their copy of a game, as plain data."""
        self.journal.put(BOX, f"{game}/{name}", msgspec.json.encode(facts))

    def boxes(self, game: str) -> dict[str, dict[str, Any]]:
        """The known copies of a game: their printed facts by name. Raises DiskError."""
        found = self._plain(BOX).items()
        return {key.partition("/")[2]: facts for key, facts in found if key.startswith(f"{game}/")}

    def met(self, *names: str) -> None:
        """Remember that people of these names have played."""
        for name in names:
            self.journal.put(PLAYER, name, msgspec.json.encode({"last": self._now()}))

    def keep_likes(self, name: str, likes: Likes) -> None:
        """Keep how somebody likes a table to be."""
        body = {"last": self._now(), "likes": likes}
        self.journal.put(PLAYER, name, msgspec.json.encode(body))

    def likes(self) -> dict[str, Likes]:
        """How those who chose anything like a table to be, by name. Raises DiskError."""
        told = {
            name: [one.likes for row in rows if (one := read_known(row.body)).likes is not None]
            for name, rows in self._chains(PLAYER).items()
        }
        return {name: likes[-1] for name, likes in told.items() if likes}

    def players(self) -> tuple[str, ...]:
        """The names of all who have played, the latest first. Raises DiskError."""
        known = self._plain(PLAYER)
        return tuple(sorted(known, key=lambda name: str(known[name].get("last", "")), reverse=True))

    def rename_player(self, old: str, new: str) -> bool:
        """Call somebody something else, also in all matches; whether it is done. Otherwise the
        disk does not answer, and it is done as soon as it does.

        No match may be played meanwhile in which somebody is called so.
        """
        self.journal.rename(old, new)
        return self.journal.flush()

    def forget_player(self, name: str) -> bool:
        """Have a name nowhere on the disk any more; likewise."""
        return self.rename_player(name, "")

    def _doors(self, match: str) -> MatchSink:
        journal = self.journal
        sink = (partial(door, match) for door in (journal.append, journal.hide, journal.checkpoint))
        return MatchSink(match, *sink)

    def _plain(self, table: str) -> dict[str, dict[str, Any]]:
        """The newest states of a table, without those that cannot be read."""
        found = {key: _plain(rows[-1]) for key, rows in self._chains(table).items()}
        return {key: body for key, body in found.items() if body is not None}

    def _newest(self, table: str) -> dict[str, bytes]:
        return {key: rows[-1].body for key, rows in self._chains(table).items()}

    def _chains(self, table: str) -> dict[str, tuple[Row, ...]]:
        """What is in a table; of a broken file that cannot be mended now, what can be believed."""
        found = self._mended(partial(self._main.chains, table))
        return self._main.believed(table) if found is None else found

    def _mended(self, read: Callable[[], T]) -> T | None:
        """What is read; a broken file is set aside and mended first, and None is read if the disk
        does not let us."""
        try:
            return read()
        except DiskError as error:
            if not error.damaged:
                raise
            return None if self.journal.mend(self._main) is None else read()


def _plain(row: Row) -> dict[str, Any] | None:
    """What a row says, None when it is nothing that was written here."""
    try:
        return msgspec.json.decode(row.body, type=dict[str, Any])
    except (ValueError, RecursionError):
        return None


def _committed(line: bytes) -> str:
    try:
        return msgspec.json.decode(line, type=_Committed).commitment
    except (ValueError, RecursionError):
        return ""


def _last(listed: Listed) -> float:
    last = listed.heading.last
    return 0.0 if last is None else last.timestamp()
