"""The folder where everything is kept, and the key of the box in it."""

import os
from pathlib import Path

from companion.store.disk import told
from companion.store.files import write_whole

KEY_FILE = "box.key"
KEY_BYTES = 16


def data_folder(given: Path | None) -> Path:
    """Where everything is kept: the given folder, or the usual one of this system."""
    if given is not None:
        return given.expanduser().resolve()
    from platformdirs import user_data_path

    return Path(user_data_path("tabletop-companion", appauthor=False))


def read_key(folder: Path) -> bytes:
    """The key that the printed codes of this box are signed with; empty while there is none, or
    none that can be read."""
    try:
        return bytes.fromhex((folder / KEY_FILE).read_text("ascii").strip())
    except (OSError, ValueError):
        return b""


def make_key(folder: Path) -> bytes:
    """The key of this box; a new one where there is none. Raises DiskError when it cannot be
    kept: codes signed with a forgotten key would be worth nothing."""
    key = read_key(folder)
    if key:
        return key
    key = os.urandom(KEY_BYTES)
    with told():
        write_whole(folder / KEY_FILE, f"{key.hex()}\n".encode(), private=True)
    return key
