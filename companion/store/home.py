"""The folder where everything is kept, and the keys in it: of the box, and of its backups."""

import os
from pathlib import Path

from companion.files import atomic_write, close_to_others, read_whole
from companion.store.disk import as_disk_error

KEY_FILE = "box.key"
BACKUP_KEY_FILE = "backup.key"
KEY_BYTES = 16
_MOST = 1000


def data_folder(given: Path | None) -> Path:
    """Where everything is kept: the given folder, or the usual one of this system. Nobody else
    may look into it from now on."""
    if given is None:
        from platformdirs import user_data_path

        given = Path(user_data_path("tabletop-companion", appauthor=False))
    folder = given.expanduser().resolve()
    close_to_others(folder)
    return folder


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
    key = read_key(folder, file)
    if key:
        return key
    key = os.urandom(KEY_BYTES)
    with as_disk_error():
        atomic_write(folder / file, f"{key.hex()}\n".encode())
    return key
