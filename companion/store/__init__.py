"""Matches, players, boxes and results on the disk, so that nothing is lost with the power."""

from companion.store.boxes import BoxFileError, box_files, places, read_box, write_box
from companion.store.disk import Connection, Disk, DiskError, RealDisk
from companion.store.drives import sticks, to_take_along
from companion.store.file import Damage
from companion.store.files import settle, write_whole
from companion.store.headings import Heading
from companion.store.journal import Journal, State
from companion.store.library import MATCHES, Doors, Library, Listed, Reading, Resumed, examine
from companion.store.words import words

__all__ = [
    "MATCHES",
    "BoxFileError",
    "Connection",
    "Damage",
    "Disk",
    "DiskError",
    "Doors",
    "Heading",
    "Journal",
    "Library",
    "Listed",
    "Reading",
    "RealDisk",
    "Resumed",
    "State",
    "box_files",
    "examine",
    "places",
    "read_box",
    "settle",
    "sticks",
    "to_take_along",
    "words",
    "write_box",
    "write_whole",
]
