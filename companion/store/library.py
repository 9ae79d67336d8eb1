"""All that is kept: matches, players, boxes, results. The one door for everybody else."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from companion.match.commitments import Secret, commitment
from companion.match.journal import Keep, KeepSecret
from companion.store.disk import Disk, DiskError, RealDisk
from companion.store.file import Damage, File, Now
from companion.store.headings import Heading
from companion.store.journal import ENTRY, MATCH, PAUSES, Journal, State
from companion.store.schema import table
from companion.store.vault import Vault

_BOX, _PLAYER, _RESULT = "box", "player", "result"
_TABLES = (MATCH, ENTRY, _BOX, _PLAYER, _RESULT)
_MIGRATIONS = (tuple(table(name) for name in _TABLES),)


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


class Doors(NamedTuple):
    """What a match is given so that it is kept.

    match: its name in the store. keep: takes every entry, at once. keep_secret: takes what an
    entry hides, before the entry.
    """

    match: str
    keep: Keep
    keep_secret: KeepSecret


class Resumed(NamedTuple):
    """A match that goes on. secrets: what its entries hide, by their numbers."""

    reading: Reading
    secrets: dict[int, Secret]
    doors: Doors


class _Committed(msgspec.Struct):
    number: int
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
        self._main = File(folder / "matches.db", _MIGRATIONS, _TABLES, disk, now)
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

    # Matches

    def begin(self) -> Doors:
        """A new match. It appears in the list with its first entry."""
        return self._doors(self._name())

    def matches(self) -> tuple[Listed, ...]:
        """All matches on the disk, the last one begun or resumed first. Raises DiskError."""
        ended = self._newest(_RESULT)
        heads = self._newest(MATCH)
        begun = self._main.has(ENTRY, heads)  # a cut or damage may have left a heading alone
        found = [
            Listed(match, msgspec.json.decode(body, type=Heading), match in ended)
            for match, body in heads.items()
            if match in begun
        ]
        return tuple(sorted(found, key=_last, reverse=True))

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
        """Go on with a match: the only way in which what it hides leaves the store.

        Raises DiskError; LookupError when there is no such match.
        """
        reading = self.read(match)
        if not reading.lines:
            raise LookupError(f"no match {match}")
        kept, whole = self._vault.of(match)
        if not whole:
            self.journal.mend(self._vault)
            kept, _ = self._vault.of(match)
        commitments = [msgspec.json.decode(line, type=_Committed) for line in reading.lines]
        told = {one.number: one.commitment for one in commitments if one.commitment}
        secrets = {
            number: secret
            for number, secret in (*kept, *self.journal.hidden(match))
            if told.get(number) == commitment(secret)
        }
        if self.journal.lines(match) is None:
            self.journal.resume(match, reading.lines)
        head = self._newest(MATCH).get(match)
        if head is not None:
            heading = msgspec.json.decode(head, type=Heading)
            again = msgspec.structs.replace(heading, last=self._now())
            self.journal.put(MATCH, match, msgspec.json.encode(again))
        return Resumed(reading, secrets, self._doors(match))

    def end(self, match: str, result: Mapping[str, Any]) -> None:
        """Keep how a match ended, as plain data; the last one kept counts."""
        self.journal.put(_RESULT, match, msgspec.json.encode(result))

    def results(self) -> dict[str, dict[str, Any]]:
        """How the matches ended. Raises DiskError."""
        return self._plain(_RESULT)

    def forget(self, match: str) -> None:
        """Remove a match with all that belongs to it."""
        self.journal.forget(match)

    # Boxes and players

    def keep_box(self, game: str, name: str, facts: Mapping[str, Any]) -> None:
        """Keep what the owners told about their copy of a game, as plain data."""
        self.journal.put(_BOX, f"{game}/{name}", msgspec.json.encode(facts))

    def boxes(self, game: str) -> dict[str, dict[str, Any]]:
        """The known copies of a game: their printed facts by name. Raises DiskError."""
        found = self._plain(_BOX).items()
        return {key.partition("/")[2]: facts for key, facts in found if key.startswith(f"{game}/")}

    def keep_player(self, player: str, known: Mapping[str, Any]) -> None:
        """Keep what is known of a player, as plain data."""
        self.journal.put(_PLAYER, player, msgspec.json.encode(known))

    def players(self) -> dict[str, dict[str, Any]]:
        """What is known of the players. Raises DiskError."""
        return self._plain(_PLAYER)

    def _doors(self, match: str) -> Doors:
        return Doors(match, partial(self.journal.append, match), partial(self.journal.hide, match))

    def _plain(self, table: str) -> dict[str, dict[str, Any]]:
        return {key: msgspec.json.decode(body) for key, body in self._newest(table).items()}

    def _newest(self, table: str) -> dict[str, bytes]:
        try:
            rows = self._main.newest(table)
        except DiskError as error:
            if not error.damaged or self.journal.mend(self._main) is None:
                raise
            rows = self._main.newest(table)
        return {key: row.body for key, row in rows.items()}


def _last(listed: Listed) -> float:
    last = listed.heading.last
    return 0.0 if last is None else last.timestamp()
