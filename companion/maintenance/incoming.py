"""A backup from elsewhere: taken apart, and judged piece by piece.

Whoever takes a stick along can have changed what is on it, and made all sums right again.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from companion.files import atomic_write, make_folder, read_whole
from companion.maintenance.contents import (
    BOXES,
    LARGEST,
    LARGEST_MATCHES,
    LIST,
    NEVER,
    VERSION,
    Backup,
    Left,
    may_be,
    ours,
)
from companion.maintenance.judge import Judge
from companion.maintenance.trouble import MaintenanceError, opened_plain
from companion.maintenance.unpack import LARGEST as LARGEST_BACKUP
from companion.maintenance.unpack import Unpacking, unreadable
from companion.store import MATCHES, hiding, sifted
from companion.store.boxes import whole_profile
from companion.store.keys import KEY_BYTES, KEY_FILE

INCOMING = "incoming.db"
"""The matches of a backup, while nobody has judged them."""

JudgeFile = Callable[[bytes], tuple[bytes, tuple[str, ...]]]
"""Gets a small file from elsewhere; what of it may be taken, and the names of what may not. Raises
ValueError when nothing of it may."""


def unpacked(file: Path, making: Path) -> Backup:
    """Unpack what a backup says that it holds; what it says. Raises MaintenanceError, and OSError
    when there is no room."""
    with opened_plain(file, LARGEST_BACKUP) as plain:
        try:
            packed = Unpacking(file, plain, making)
            contents = _listed(packed, file)
        except MaintenanceError:
            raise
        except OSError as error:
            raise unreadable(error, file) from error
        except Exception as error:  # zip files break in many ways, each with an error of its own
            raise MaintenanceError("damaged", file) from error
        make_folder(making / BOXES)
        for name, total in contents.files.items():
            if name not in NEVER and _unpack(packed, name, making, file) != total:
                raise MaintenanceError("damaged", file)
    return contents


def _unpack(packed: Unpacking, name: str, making: Path, file: Path) -> str:
    target, most = making / name, LARGEST
    if name == MATCHES:
        target, most = making / INCOMING, LARGEST_MATCHES
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
    if not all(may_be(name) or name in NEVER for name in contents.files):
        raise MaintenanceError("no_backup", file)
    return contents


def judged(
    making: Path, contents: Backup, folder: Path, files: Mapping[str, JudgeFile]
) -> tuple[Left, ...]:
    """Let stay of what was unpacked what may come back; what may not. files: what judges the
    small files by name; one that nobody judges may not. Raises DiskError or OSError."""
    left = [Left(NEVER[name]) for name in NEVER if name in contents.files]
    for name in contents.files:
        if name == MATCHES:
            left += _judged_matches(making, contents, folder)
        elif name not in NEVER:
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


def _judged_matches(making: Path, contents: Backup, folder: Path) -> Iterator[Left]:
    held = frozenset[str]() if ours(contents, folder) else hiding(folder)
    judge = Judge(held)
    strangers = sifted(making / INCOMING, making / MATCHES, lambda: contents.made, judge)
    judge.left["rest"] += strangers
    (making / INCOMING).unlink()
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
