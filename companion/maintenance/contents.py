"""What a backup consists of, and how a machine knows those that it made itself."""

import hmac
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from companion.store import MATCHES, SECRETS
from companion.store.boxes import ENDING
from companion.store.keys import BACKUP_KEY_FILE, KEY_FILE, read_key

VERSION = 1
FILE_ENDING, LOCKED_ENDING = ".backup.zip", ".backup.locked"
"""Of the name of one that anybody can read, and of one that is locked with a passphrase."""

ENDINGS = (FILE_ENDING, LOCKED_ENDING)
LIST = "backup.json"

STORES = (MATCHES, SECRETS)
BOXES = "boxes"
PIN_FILE = "staff.json"
SINGLE = ("settings.toml", "hardware.toml", "printing.toml")
FOR_US = (KEY_FILE, PIN_FILE)
"""The small files of every backup, and those that are put into a locked one alone, as is what is
hidden. An open one of an earlier version brings the key."""

LARGEST, LARGEST_MATCHES = 1_000_000, 500_000_000
"""Bytes of a file in a backup, and of the matches; one of an evening is half a million."""

LONGEST_BASE = 200
"""Bytes of the name of a box profile."""


class Backup(msgspec.Struct, frozen=True):
    """What a backup says of itself.

    version: of this list.
    made: when, with its time zone.
    companion: the version that made it.
    files: their SHA-256 sums by name.
    seal: over all else, by the machine that made it; "" where that has no key.
    """

    version: int
    made: datetime
    companion: str
    files: dict[str, str]
    seal: str = ""


class Left(msgspec.Struct, frozen=True):
    """Something that was left out of a restore. key: of the texts ``left``."""

    key: str
    values: dict[str, Any] = {}


def may_be(name: str, size: int = 0) -> bool:
    """Whether a backup may hold such a file, of that many bytes: nothing else is ever written."""
    folder, _, base = name.rpartition("/")
    own = folder == BOXES and base.endswith(ENDING) and not base.startswith(".")
    short = base.isprintable() and len(base.encode()) <= LONGEST_BASE
    small = name in SINGLE or name in FOR_US or (own and short)
    return name in STORES or (small and size <= LARGEST)


def sealed(backup: Backup, key: bytes) -> str:
    """What only the machine that made a backup can say of it."""
    plain = msgspec.json.encode(msgspec.structs.replace(backup, seal=""), order="sorted")
    return hmac.new(key, plain, sha256).hexdigest()


def ours(backup: Backup, folder: Path) -> bool:
    """Whether this machine made a backup, and nobody has changed it since."""
    key = read_key(folder, BACKUP_KEY_FILE)
    return bool(key) and hmac.compare_digest(sealed(backup, key).encode(), backup.seal.encode())
