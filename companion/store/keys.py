"""Keys that lie beside what is kept: of the box, of its backups, and of the television."""

import os
from pathlib import Path

from companion.files import atomic_write, read_whole
from companion.home import INSTALLED, PROGRAM
from companion.store.disk import as_disk_error

KEY_FILE = "box.key"
BACKUP_KEY_FILE = "backup.key"
TELEVISION_KEY_FILE = "television.key"
KEY_BYTES = 16

_MOST = 1000  # bytes of the file


def another_screen(folder: Path) -> bool:
    """Whether a companion is installed here whose screen does not know the key in this folder."""
    if not PROGRAM.is_dir() or folder == INSTALLED.resolve():
        return False
    theirs = read_key(INSTALLED)
    return not theirs or theirs != read_key(folder)


def read_key(folder: Path, file: str = KEY_FILE) -> bytes:
    """The key that the printed codes of this box are signed with, or another one of this folder;
    empty while there is none, or none that can be read."""
    try:
        return bytes.fromhex(read_whole(folder / file, _MOST).decode("ascii").strip())
    except (OSError, ValueError):
        return b""


def make_key(folder: Path, file: str = KEY_FILE) -> bytes:
    """The same; a new one where there is none. Raises DiskError when it cannot be kept: codes
    signed with a forgotten key would be worth nothing."""
    return read_key(folder, file) or new_key(folder, file)


def new_key(folder: Path, file: str) -> bytes:
    """A new one in place of the one there was, if any. Raises DiskError as :func:`make_key`."""
    key = os.urandom(KEY_BYTES)
    with as_disk_error():
        atomic_write(folder / file, f"{key.hex()}\n".encode())
    return key
