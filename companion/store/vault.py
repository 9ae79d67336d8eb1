"""The hidden values: in a file of their own, which only this class opens.

No log or bundle reads it, a backup only when it is locked with a passphrase, and an export only
what matches hid that are over; they get the other file, in which hidden values never were. What is
lost with it is only what nobody was meant to know: the journal goes on.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.match.checkpoint import Checkpoint
from companion.match.commitments import Secret
from companion.store.chained_table import ChainedTable
from companion.store.damage import Damage
from companion.store.disk import Disk, DiskError, Reader
from companion.store.mending import Now
from companion.store.rows import NewRow
from companion.store.schema import table

SECRETS = "secrets.db"
"""The file with what is hidden."""

SECRET, _CHECKPOINT = "secret", "checkpoint"
HIDDEN_TABLES = (SECRET, _CHECKPOINT)
HIDDEN_MIGRATIONS = ((table(SECRET),), (table(_CHECKPOINT),))


class _Body(msgspec.Struct, frozen=True):
    number: int
    secret: Secret


class Sealed(msgspec.Struct, frozen=True):
    """A checkpoint, and the seal of its entry, which vouches for all entries before it."""

    seal: bytes
    checkpoint: Checkpoint


class Hidden:
    """What an entry hides, on its way to the disk; it does not show what it is."""

    def __init__(self, match: str, number: int, secret: Secret) -> None:
        self.match = match
        self.number = number
        self.secret = secret
        self.line = NewRow(SECRET, match, msgspec.json.encode(_Body(number, secret)))

    def __repr__(self) -> str:
        return "Hidden(?)"


class Vault:
    """What the entries of the matches hide, and where matches stood: that tells it, too."""

    def __init__(self, folder: Path, disk: Disk, now: Now) -> None:
        self._file = ChainedTable(folder / SECRETS, HIDDEN_MIGRATIONS, HIDDEN_TABLES, disk, now)

    def open(self) -> tuple[Damage, ...]:
        """See File.open."""
        return self._file.open()

    def examine(self) -> Damage | None:
        """See File.examine."""
        return self._file.examine()

    def add(self, secrets: Sequence[Hidden]) -> None:
        """Keep them, durably once this returns. Raises DiskError."""
        self._file.add([secret.line for secret in secrets])

    def keep(self, match: str, sealed: Sealed) -> None:
        """Keep a checkpoint of a match, durably once this returns. Raises DiskError."""
        self._file.add([NewRow(_CHECKPOINT, match, msgspec.json.encode(sealed))])

    def checkpoint(self, match: str) -> tuple[Sealed | None, bool]:
        """The last checkpoint of a match, None when there is none that can be read, and whether
        nothing is broken. Raises DiskError."""
        rows, whole = self._file.chain(_CHECKPOINT, match)
        try:
            return (msgspec.json.decode(rows[-1].body, type=Sealed) if rows else None), whole
        except (ValueError, RecursionError):  # another version wrote it
            return None, whole

    def of(self, match: str) -> tuple[tuple[tuple[int, Secret], ...], bool]:
        """What was hidden in a match, each with the number of its entry, and whether that is all.

        An entry may have been lost in a power cut that came before it was durable, and another
        have taken its number; so only commitments tell which secrets count. Raises DiskError.
        """
        rows, whole = self._file.chain(SECRET, match)
        found = []
        for row in rows:
            with suppress(ValueError, RecursionError):  # another version wrote it
                found.append(msgspec.json.decode(row.body, type=_Body))
        return tuple((one.number, one.secret) for one in found), whole

    def copy(self, target: Path) -> None:
        """See ChainedTable.copy."""
        self._file.copy(target)

    def forget(self, match: str) -> None:
        """Remove every trace of a match. Raises DiskError."""
        self._file.forget(match)

    def mend(self) -> Damage:
        """See File.mend."""
        return self._file.mend()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def secret_of(body: bytes) -> tuple[int, Secret]:
    """What a row of the file hides, and the number of its entry. Raises ValueError or
    RecursionError when it is no such row."""
    found = msgspec.json.decode(body, type=_Body)
    return found.number, found.secret


def keys_of(folder: Path) -> frozenset[str] | None:
    """The matches of which something hidden lies in a folder; None when that cannot be told."""
    if not (folder / SECRETS).exists():
        return frozenset()
    try:
        source = Reader(folder / SECRETS)
        try:
            there = source.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            tables = [name for (name,) in there if name in HIDDEN_TABLES]
            found = [source.execute(f"SELECT DISTINCT key FROM {table}") for table in tables]
        finally:
            source.close()
    except DiskError:
        return None
    return frozenset(key for rows in found for (key,) in rows)
