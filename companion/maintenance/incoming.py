"""A backup from elsewhere: unlocked, taken apart, and judged piece by piece.

Whoever takes a stick along can have changed what is on it, and made all sums right again; and a
passphrase locks what anybody made who knows it.
"""

from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from companion.files import Lying, atomic_write, make_folder, read_whole, told_apart
from companion.maintenance import passphrase
from companion.maintenance.contents import (
    BOXES,
    ENDINGS,
    LARGEST,
    LARGEST_MATCHES,
    LIST,
    PIN_FILE,
    STORES,
    VERSION,
    Backup,
    Left,
    may_be,
    ours,
)
from companion.maintenance.judge import Judge
from companion.maintenance.trouble import MaintenanceError, opened_plain
from companion.maintenance.unpack import LARGEST as LARGEST_BACKUP
from companion.maintenance.unpack import Unpacking, has_its_end, unreadable
from companion.store import MATCHES, SECRETS, hiding, sifted, sifted_secrets
from companion.store.boxes import whole_profile
from companion.store.keys import KEY_BYTES, KEY_FILE

INCOMING = {MATCHES: "incoming.db", SECRETS: "incoming-secrets.db"}
"""What the stores of a backup are called while nobody has judged them."""

JudgeFile = Callable[[bytes], tuple[bytes, tuple[str, ...]]]
"""Gets a small file from elsewhere; what of it may be taken, and the names of what may not. Raises
ValueError when nothing of it may."""


class Unpacked(NamedTuple):
    """contents: what a backup says of itself. locked: whether it was, with a passphrase."""

    contents: Backup
    locked: bool


def lying(place: Path) -> Lying:
    """The backups in a folder, the newest first. Of a locked one only its beginning tells."""
    found = Lying()
    for ending in ENDINGS:
        found = found.and_those(told_apart(place, ending, LARGEST_BACKUP, _seems_whole))
    return found


def _seems_whole(plain: BinaryIO) -> bool:
    if plain.read(len(passphrase.HEAD)) == passphrase.HEAD:
        return plain.seek(0, 2) > passphrase.BEGINNING
    return has_its_end(plain)


def unpacked(file: Path, making: Path, letters: str) -> Unpacked:
    """Unpack what a backup says that it holds. letters: of the passphrase. Raises
    MaintenanceError, and OSError when there is no room."""
    with opened_plain(file, LARGEST_BACKUP) as plain:
        try:
            inside = _unlocked(plain, file, letters)
            packed = Unpacking(file, inside, making)
            contents = _listed(packed, file)
        except MaintenanceError:
            raise
        except OSError as error:
            raise unreadable(error, file) from error
        except Exception as error:  # zip files break in many ways, each with an error of its own
            raise MaintenanceError("damaged", file) from error
        locked = inside is not plain
        if SECRETS in contents.files and not locked:
            raise MaintenanceError("no_backup", file)
        make_folder(making / BOXES)
        for name, total in contents.files.items():
            if name == PIN_FILE and not locked:
                continue
            if _unpack(packed, name, making, file) != total:
                raise MaintenanceError("damaged", file)
    return Unpacked(contents, locked)


def _unlocked(plain: BinaryIO, file: Path, letters: str) -> BinaryIO:
    """The zip itself; what was not locked is given back as it is."""
    head = plain.read(len(passphrase.HEAD))
    plain.seek(0)
    if head != passphrase.HEAD:
        return plain
    if not letters:
        raise MaintenanceError("locked", file)
    try:
        return BytesIO(passphrase.unlocked(plain.read(LARGEST_BACKUP), letters))
    except passphrase.WrongPassphrase as error:
        raise MaintenanceError("wrong_passphrase", file) from error


def _unpack(packed: Unpacking, name: str, making: Path, file: Path) -> str:
    target, most = making / INCOMING.get(name, name), LARGEST
    if name in STORES:
        most = LARGEST_MATCHES
    try:
        return packed.write(name, target, most)
    except (MaintenanceError, OSError):
        raise
    except Exception as error:  # as above
        raise MaintenanceError("damaged", file) from error


def _listed(packed: Unpacking, file: Path) -> Backup:
    try:
        contents = msgspec.json.decode(packed.read(LIST, LARGEST), type=Backup)
    except (KeyError, msgspec.DecodeError, RecursionError) as error:
        raise MaintenanceError("no_backup", file) from error
    if contents.version > VERSION:
        raise MaintenanceError("newer", file)
    if not all(map(may_be, contents.files)):
        raise MaintenanceError("no_backup", file)
    return contents


def judged(
    making: Path, found: Unpacked, folder: Path, files: Mapping[str, JudgeFile]
) -> tuple[Left, ...]:
    """Let stay of what was unpacked what may come back; what may not. files: what judges the
    small files by name; one that nobody judges may not. Raises DiskError or OSError."""
    names = found.contents.files
    left = list(_judged_stores(making, found, folder))
    for name in names:
        if name == PIN_FILE and (not found.locked or (folder / PIN_FILE).exists()):
            (making / PIN_FILE).unlink(missing_ok=True)
            left.append(Left("pin"))
        elif name not in STORES:
            judge = files.get(name) or {KEY_FILE: _key}.get(name)
            if name.startswith(BOXES):
                judge = _profile
            left += _judged_file(making / name, judge)
    return tuple(left)


def _judged_file(file: Path, judge: JudgeFile | None) -> Iterator[Left]:
    try:
        if judge is None:
            raise ValueError("nobody knows what may stand in it")
        data, keys = judge(read_whole(file, LARGEST))
    except (ValueError, RecursionError):
        file.unlink()
        yield Left("file", {"file": file.name})
        return
    atomic_write(file, data)
    if keys:
        yield Left("keys", {"file": file.name, "keys": list(keys)})


def _judged_stores(making: Path, found: Unpacked, folder: Path) -> Iterator[Left]:
    """The matches, then what they hide, as far as they know it."""
    names = found.contents.files
    if MATCHES not in names:
        (making / INCOMING[SECRETS]).unlink(missing_ok=True)
        return
    # What comes with its own secrets takes the place of those that are here: nothing could open
    # them any more.
    own = SECRETS in names or ours(found.contents, folder)
    judge = Judge(frozenset() if own else hiding(folder))
    made = found.contents.made
    incoming = {name: making / INCOMING[name] for name in STORES}
    strangers = sifted(incoming[MATCHES], making / MATCHES, lambda: made, judge)
    judge.left["rest"] += strangers
    incoming[MATCHES].unlink()
    if SECRETS in names:
        hidden = making / SECRETS
        strangers = sifted_secrets(incoming[SECRETS], hidden, lambda: made, judge.secrets)
        judge.left["secrets"] += strangers
        incoming[SECRETS].unlink()
    for key, count in sorted(judge.left.items()):
        if count:
            yield Left(key, {"count": count})


def _key(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    key = bytes.fromhex(data.decode("ascii").strip())
    if len(key) != KEY_BYTES:
        raise ValueError("no key")
    return data, ()


def _profile(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    whole_profile(data)
    return data, ()
