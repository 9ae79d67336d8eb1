"""The one way to files: written whole or not at all, and read only where they are plain files.

What lies on a stick was put there by a stranger. So no link is followed, neither in place of a
file nor on the way to its folder; nothing is written into a file that is there already; and a
pipe, a device or more bytes than there may be are refused before anything waits for them.

Paths are taken as they are. One that somebody typed is resolved where it was typed.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, Literal, NamedTuple

MOST_LISTED = 200
"""Files of a folder that are listed: more can be neither read nor touched on a screen."""

_MOST_LOOKED_AT = 20_000  # names in a folder
_PIECE = 1 << 20  # bytes read at once
_PART = ".part"
_IS_PART = re.compile(r"\.[0-9a-f]{16}\.part")
_STEP = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class NotPlain(OSError):
    """What has the name of a file is a link, a folder, a pipe or a device."""


class TooLarge(OSError):
    """A file has more bytes than what is wanted can have."""


class Lying(NamedTuple):
    """What lies in folders. whole: files that seem to be, the newest first. torn: those beside them
    that are not, or could not be read."""

    whole: tuple[Path, ...] = ()
    torn: tuple[Path, ...] = ()

    @property
    def listed(self) -> tuple[Path, ...]:
        """Those that are whole, and below them others as far as there is room."""
        return self.whole + self.torn[: max(0, MOST_LISTED - len(self.whole))]

    def and_those(self, more: "Lying") -> "Lying":
        """With those of another folder."""
        return Lying(self.whole + more.whole, self.torn + more.torn)


Unread = Literal["not_plain", "too_large", "not_read"]


def why_unread(error: OSError) -> Unread:
    """Why a file could not be read, as a key of the texts of whoever tells it to people."""
    if isinstance(error, NotPlain):
        return "not_plain"
    return "too_large" if isinstance(error, TooLarge) else "not_read"


def atomic_write(file: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file under a name that nobody can guess, then give it its own, over whatever has
    it; durable once this returns.

    Whoever may read its folder may read it. Folders that are missing are made, for their owner
    alone. Raises OSError, and what the pieces raise; then the file is as it was.
    """
    part = f".{token_hex(8)}{_PART}"
    with _folder(file.parent, file, make=True) as at:
        handle = os.open(part, _NEW, 0o600, dir_fd=at)
        try:
            with open(handle, "wb") as out:
                _open_as_folder(handle, at)
                out.writelines((data,) if isinstance(data, bytes) else data)
                out.flush()
                os.fsync(handle)
            os.rename(part, file.name, src_dir_fd=at, dst_dir_fd=at)
        except BaseException:
            with suppress(OSError):
                os.unlink(part, dir_fd=at)
            raise
        _settle(at)


def read_whole(file: Path, most: int) -> bytes:
    """A plain file of at most that many bytes. Raises OSError: NotPlain, TooLarge and others."""
    found = bytearray()
    with opened(file, most) as plain:
        while piece := plain.read(_PIECE):  # room for all that it may have is not to be had
            found += piece
            if len(found) > most:  # it has grown since it was opened
                raise TooLarge(f"{file} has more than {most} bytes")
    return bytes(found)


def holds(file: Path, data: bytes) -> bool:
    """Whether a file that was just written holds these bytes: asked of the disk itself, as far as
    the system lets go of what it remembers. Raises OSError."""
    with opened(file, len(data)) as plain:
        os.posix_fadvise(plain.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return plain.read() == data


@contextmanager
def opened(file: Path, most: int) -> Iterator[BinaryIO]:
    """A plain file of at most that many bytes, to be read in pieces. Raises as read_whole."""
    with _folder(file.parent, file) as at:
        # First only looked at: to open a device for reading may already do something.
        found = os.open(file.name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=at)
        try:
            status = os.fstat(found)
            if not stat.S_ISREG(status.st_mode):
                raise NotPlain(f"{file} is no plain file")
            if status.st_size > most:
                raise TooLarge(f"{file} has more than {most} bytes")
            handle = os.open(f"/proc/self/fd/{found}", os.O_RDONLY | os.O_CLOEXEC)
        finally:
            os.close(found)
    with open(handle, "rb") as plain:
        yield plain


def open_kept(file: Path, flags: int) -> int:
    """A handle of a plain file that stays open, as a log or a lock does. flags: see os.open; what
    is made is its owner's alone. Raises OSError."""
    flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with _folder(file.parent, file, make=bool(flags & os.O_CREAT)) as at:
        handle = os.open(file.name, flags, 0o600, dir_fd=at)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotPlain(f"{file} is no plain file")
    return handle


def make_plain(file: Path) -> None:
    """Make an empty file, for its owner alone, where there is none; one that is there is not
    opened, for with that this process would lose the locks that SQLite holds on it. Raises
    OSError, also when what is there is no plain file."""
    with _folder(file.parent, file) as at:
        try:
            os.close(os.open(file.name, _NEW, 0o600, dir_fd=at))
        except FileExistsError:
            status = os.stat(file.name, dir_fd=at, follow_symlinks=False)
            if not stat.S_ISREG(status.st_mode):
                raise NotPlain(f"{file} is no plain file") from None


def move(old: Path, new: Path) -> None:
    """Rename a file or a folder, over a file that has the name; durable once this returns.
    Raises OSError."""
    with _folder(old.parent, old) as here, _folder(new.parent, new) as there:
        os.rename(old.name, new.name, src_dir_fd=here, dst_dir_fd=there)
        _settle(there)


def remove(file: Path) -> None:
    """Remove a file, or a link that has its name, and nothing that it leads to. Raises OSError."""
    with _folder(file.parent, file) as at:
        os.unlink(file.name, dir_fd=at)
        _settle(at)


def make_folder(folder: Path) -> None:
    """Make a folder, for its owner alone, and those above it that are missing; durable once this
    returns. Raises OSError."""
    with _folder(folder, make=True):
        pass


def listed(folder: Path, ending: str) -> tuple[Path, ...]:
    """What in a folder has a name with this ending, by name, of very many the last MOST_LISTED;
    none where the folder cannot be read."""
    return tuple(folder / name for name in _names(folder, ending)[-MOST_LISTED:])


def told_apart(folder: Path, ending: str, most: int, whole: Callable[[BinaryIO], bool]) -> Lying:
    """The files in a folder whose names have this ending, the last by name first, so that none
    which was torn hides one that is whole: looked through until MOST_LISTED whole ones are found.

    whole: whether an open file seems to be, by few of its bytes. One that is empty, no plain file
    or larger than ``most`` bytes is not opened for that.
    """
    found, torn = list[Path](), list[Path]()
    for name in reversed(_names(folder, ending)):
        if len(found) == MOST_LISTED:
            break
        file = folder / name
        (found if _seems(file, most, whole) else torn).append(file)
    return Lying(tuple(found), tuple(torn))


def _names(folder: Path, ending: str) -> list[str]:
    try:
        with _folder(folder) as at, _to_read(at) as handle, os.scandir(handle) as entries:
            looked_at = islice(entries, _MOST_LOOKED_AT)
            return sorted(one.name for one in looked_at if one.name.endswith(ending))
    except OSError:
        return []


def _seems(file: Path, most: int, whole: Callable[[BinaryIO], bool]) -> bool:
    try:
        with opened(file, most) as plain:
            return os.fstat(plain.fileno()).st_size > 0 and whole(plain)
    except OSError:
        return False


def shown(path: Path | str) -> str:
    """A path, or its name, as a screen can show it: what is no sign stands as one that says so."""
    text = os.fsencode(path).decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def close_to_others(folder: Path) -> None:
    """Let nobody but us read or change what is ours in a folder. What cannot be closed, as on a
    stick that knows no owners, stays as it is."""
    with suppress(OSError), _folder(folder) as top:
        for _, _, names, at in os.fwalk(".", dir_fd=top):
            with suppress(OSError):
                _close(at)
            for name in names:
                with suppress(OSError):
                    handle = os.open(name, os.O_PATH | os.O_NOFOLLOW, dir_fd=at)
                    try:
                        _close(handle)
                    finally:
                        os.close(handle)


def drop_parts(folder: Path) -> None:
    """Remove what power cuts left half written in a folder, and in those in it, where nobody
    writes just now."""
    with suppress(OSError), _folder(folder) as top:
        for _, _, names, at in os.fwalk(".", dir_fd=top):
            for name in filter(_IS_PART.fullmatch, names):
                os.unlink(name, dir_fd=at)


@contextmanager
def _folder(folder: Path, file: Path | None = None, *, make: bool = False) -> Iterator[int]:
    """A handle of a folder, reached without following a link. Raises OSError, which names it, or
    the file in it that this is about."""
    at = os.open("/", _STEP)
    try:
        for name in folder.absolute().parts[1:]:
            try:
                below = os.open(name, _STEP, dir_fd=at)
            except FileNotFoundError:
                if not make:
                    raise
                with suppress(FileExistsError):  # another was just as quick
                    os.mkdir(name, 0o700, dir_fd=at)
                _settle(at)
                below = os.open(name, _STEP, dir_fd=at)
            os.close(at)
            at = below
        yield at
    except OSError as error:
        if error.filename is not None:  # by steps, it would name the last of them
            error.filename = str(file or folder)
        raise
    finally:
        os.close(at)


@contextmanager
def _to_read(at: int) -> Iterator[int]:
    """A folder that was only looked at, opened."""
    handle = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=at)
    try:
        yield handle
    finally:
        os.close(handle)


def _settle(at: int) -> None:
    """Make the names in a folder durable. Raises OSError."""
    with _to_read(at) as handle:
        os.fsync(handle)


def _open_as_folder(handle: int, at: int) -> None:
    wanted = 0o600 | stat.S_IMODE(os.fstat(at).st_mode) & 0o044
    if stat.S_IMODE(os.fstat(handle).st_mode) != wanted:
        with suppress(OSError):  # many a stick knows no such thing
            os.fchmod(handle, wanted)


def _close(handle: int) -> None:
    status = os.fstat(handle)
    plain = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    if plain and status.st_uid == os.geteuid() and status.st_mode & 0o077:
        os.chmod(f"/proc/self/fd/{handle}", stat.S_IMODE(status.st_mode) & 0o700)
