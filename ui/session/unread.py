"""What was told of broken files and missing entries, until somebody has read it.

The store tells of each damage once, before it vouches for what is left; here it outlives the start.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from companion.files import atomic_write, read_whole
from companion.store import Damage
from ui.session import settings

FILE = "unread.json"
SETTINGS = Damage(settings.UNREAD, 0, 0, (), what="settings")
"""What is told when something in the settings could not be read."""

_MOST = 10_000_000  # bytes of the file


def take_up(folder: Path) -> tuple[Damage, ...]:
    """What nobody has read yet, and that something in the settings cannot be read: that is laid
    aside here, before anything else is kept."""
    found = read(folder)
    if not settings.lay_aside(folder) or SETTINGS in found:
        return found
    write(folder, (*found, SETTINGS))
    return (*found, SETTINGS)


def read(folder: Path) -> tuple[Damage, ...]:
    """What nobody has read yet; nothing when that is not known."""
    try:
        return msgspec.json.decode(read_whole(folder / FILE, _MOST), type=tuple[Damage, ...])
    except (OSError, ValueError, RecursionError):
        return ()


def write(folder: Path, damages: tuple[Damage, ...]) -> None:
    """Keep it, whole or not at all. A folder that cannot be written keeps nothing."""
    with suppress(OSError):
        atomic_write(folder / FILE, msgspec.json.encode(damages))
