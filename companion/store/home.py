"""The folder where everything is kept, and the keys in it: of the box, and of its backups."""

import os
import pwd
from pathlib import Path

from companion.files import atomic_write, close_to_others, read_whole
from companion.store.disk import as_disk_error

KEY_FILE = "box.key"
BACKUP_KEY_FILE = "backup.key"
KEY_BYTES = 16
PROGRAM = Path("/opt/tabletop-companion")
INSTALLED = Path("/var/lib/tabletop-companion")
"""Where the companion that is installed on a machine and has its screen lies, and its data."""

NAMED_BY = "COMPANION_DATA"
"""The variable in which the commands of an installed companion are told its folder."""

_MOST = 1000


class NotOurs(Exception):
    """The usual folder belongs to another user; the message is what to do about it."""


def data_folder(given: Path | None) -> Path:
    """Where everything is kept: the given folder, or that of the installed companion for its own
    commands, or else the usual one of this system. Nobody else may look into it from now on.

    Raises NotOurs where the installed companion's folder is not the caller's: what root leaves in
    it, the companion could not read, and anybody else cannot read it at all.
    """
    named = os.environ.get(NAMED_BY)
    if given is None and named:
        given = Path(named)
        _be_owner(given)
    if given is None:
        from platformdirs import user_data_path

        given = Path(user_data_path("tabletop-companion", appauthor=False))
    folder = given.expanduser().resolve()
    close_to_others(folder)
    return folder


def _be_owner(folder: Path) -> None:
    try:
        owner = folder.stat().st_uid
    except OSError:
        return
    if owner == os.geteuid():
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"#{owner}"
    raise NotOurs(f"{folder} is only for the user {name}: put  sudo -u {name}  before the command")


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
    key = read_key(folder, file)
    if key:
        return key
    key = os.urandom(KEY_BYTES)
    with as_disk_error():
        atomic_write(folder / file, f"{key.hex()}\n".encode())
    return key
