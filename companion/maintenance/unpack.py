"""A zip from elsewhere, taken apart without believing what it says of itself.

Its list is read only when it is short; each file is counted while it comes out, and all of them
together. So a small file that unpacks to a large one is noticed long before it fills anything.
"""

import struct
from collections.abc import Iterator
from errno import EINVAL
from hashlib import sha256
from pathlib import Path
from typing import IO, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from companion.files import atomic_write
from companion.maintenance.health import FULL, free
from companion.maintenance.trouble import MaintenanceError

LARGEST = 256_000_000
"""Bytes of the zip."""

DENSEST = 50
"""Times as many bytes may come out as are in the zip, and :data:`BESIDES`: what is kept here gets
ten times as large, what is made to burst a thousand times."""

BESIDES = 1_000_000
"""Bytes that a backup may have beside those that :data:`DENSEST` allows."""

LONGEST_LIST = 1 << 18
"""Bytes of the list at the end of the zip, a hundred for each file."""

_END = struct.Struct("<4s4H2LH")  # PKWARE APPNOTE 6.3.10, section 4.3.16
_LOCATOR = 20  # the same, section 4.3.15
_ENCRYPTED = 1  # the same, section 4.4.4
_PIECE = 1 << 18  # bytes unpacked at once


class Unpacking:
    """A zip that is open. Raises MaintenanceError when it is larger than can be, its list is too
    long, says a name twice, or a file is packed in a way that is not used here; and
    whatever ``zipfile`` raises."""

    def __init__(self, file: Path, opened: BinaryIO, place: Path) -> None:
        self._file, self._place = file, place
        size = opened.seek(0, 2)
        if size > LARGEST:
            raise MaintenanceError("too_large", file)
        self._left = BESIDES + DENSEST * size
        length = _length_of_list(opened)
        if length is None:
            raise MaintenanceError("damaged", file)
        if length > LONGEST_LIST:
            raise MaintenanceError("too_large", file)
        opened.seek(0)
        self._archive = ZipFile(opened)
        self._members = {one.filename: one for one in self._archive.infolist()}
        usual = all(map(_usual, self._members.values()))
        if len(self._members) < len(self._archive.infolist()) or not usual:
            raise MaintenanceError("damaged", file)

    def read(self, name: str, most: int) -> bytes:
        """A short file, of at most that many bytes. Raises KeyError when it is not there, and
        MaintenanceError when it is damaged or larger."""
        return b"".join(self._pieces(name, most))

    def write(self, name: str, target: Path, most: int) -> str:
        """Unpack a file of at most that many bytes; its SHA-256 sum. Raises OSError, and
        MaintenanceError when it would leave less room than people need who are playing."""
        total = sha256()

        def pieces() -> Iterator[bytes]:
            for piece in self._pieces(name, most):
                if free(self._place) < FULL * 1_000_000:
                    raise MaintenanceError("no_room", self._place)
                total.update(piece)
                yield piece

        atomic_write(target, pieces())
        return total.hexdigest()

    def _pieces(self, name: str, most: int) -> Iterator[bytes]:
        with self._archive.open(self._members[name]) as member:
            while piece := self._piece(member):
                most -= len(piece)
                self._left -= len(piece)
                if most < 0 or self._left < 0:
                    raise MaintenanceError("too_large", self._file)
                yield piece

    def _piece(self, member: IO[bytes]) -> bytes:
        try:
            return member.read(_PIECE)
        except OSError as error:
            raise unreadable(error, self._file) from error


def has_its_end(opened: BinaryIO) -> bool:
    """Whether a zip was written to its end, as far as that tells."""
    return _length_of_list(opened) is not None


def _length_of_list(opened: BinaryIO) -> int | None:
    """Bytes of the list that a zip has at its end; None where that is not as we write it."""
    opened.seek(max(0, opened.seek(0, 2) - _END.size - _LOCATOR))
    last = opened.read(_LOCATOR + _END.size)
    end = last[-_END.size :]
    large = last[: -_END.size].startswith(b"PK\6\7")  # another list counts then, of any length
    if large or len(end) != _END.size or end[:4] != b"PK\5\6" or end[-2:] != b"\0\0":
        return None
    length: int = _END.unpack(end)[5]
    return length


def unreadable(error: OSError, file: Path) -> MaintenanceError:
    """What is wrong with a zip that lets itself not be read."""
    nowhere = error.errno == EINVAL  # it says of a part that it lies before its own beginning
    return MaintenanceError("damaged" if nowhere else "not_read", file)


def _usual(member: ZipInfo) -> bool:
    packed = member.compress_type in (ZIP_STORED, ZIP_DEFLATED)
    return packed and not member.flag_bits & _ENCRYPTED
