"""A new version, game or language from a file: handed to somebody with the right to install it.

Beside a Debian package lies its signature (``NAME.deb.sig``: Ed25519, 64 bytes). Both are sent, as
bytes, to a program that runs as root and listens at :data:`DOOR`. It opens no file of ours and
writes none where we may write; whether a package is good is judged there alone, and answered in a
word. See :mod:`companion.maintenance.installer`.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.files import read_whole
from companion.maintenance.additions import Addition
from companion.maintenance.trouble import MaintenanceError, opened_plain

DOOR = Path("/run/tabletop-companion-update.sock")
"""Where new versions are taken; only the companion's own user and root may knock."""

KEPT = Path("/var/lib/tabletop-companion-versions")
"""Root's folder, which everybody may read: packages, and how the last update went."""

NEXT, GONE, TOLD = "next.deb", "gone", "told"
"""There: a package that is to be installed, the name of one to be removed, and how it went."""

MOST = 1_000_000_000
"""Bytes of a package; ours has a tenth of it."""

SIGNATURE = 64
"""Bytes of a signature."""

NEWER, ANY = b"newer\n", b"older\n"
"""How a package is announced; ``older``: somebody was asked, and wants it although it is older."""

GOES = b"leave\n"
"""What is said before the name of a game or language that is to be removed."""

TAKEN = "taken"

REFUSALS = ("unsigned", "unfit", "brought", "older", "busy", "no_room")
"""Why a package is not taken; keys of the texts ``trouble``."""

OUTCOMES = ("installed", "no_room", "trial", "went_back", "stuck")
ADDING = ("added", "not_added", "removed", "not_removed")
"""How the installing of one that was taken went, and of what comes beside the companion; keys of
the texts ``update``."""

PATIENCE = 60.0
"""Seconds without a word after which the other side is given up."""


def ask(file: Path, *, older: bool = False) -> None:
    """Hand a package over to be tried and installed; returns once it was found good and taken.

    older: also when it is older than what is installed. Raises MaintenanceError, with one of
    :data:`REFUSALS` or a trouble with the files; then nothing changes.
    """
    with _signature(file) as signature, _regular(file) as package, _knock(file) as line:
        with suppress(BrokenPipeError, ConnectionResetError):  # answered before all was said
            line.sendall((ANY if older else NEWER) + signature)
            line.sendfile(package)
            line.shutdown(socket.SHUT_WR)
        word = _answer(file, line)
    if word != TAKEN:
        raise MaintenanceError(word if word in REFUSALS else "not_taken", file)


def let_go(addition: Addition) -> None:
    """Have a game or a language removed; returns once that was taken. Raises MaintenanceError,
    then nothing changes."""
    _leave(addition.package, addition.folder)


def _leave(package: str, file: Path) -> None:
    with _knock(file) as line:
        line.sendall(GOES + f"{package}\n".encode("ascii"))
        word = _answer(file, line)
    if word != TAKEN:
        raise MaintenanceError(word if word in REFUSALS else "not_taken", file)


def outcome() -> str:
    """How the last update went: one of :data:`OUTCOMES` or :data:`ADDING`; "waiting" while it is
    under way, "" when there was none."""
    if (KEPT / NEXT).exists() or (KEPT / GONE).exists():
        return "waiting"
    try:
        word = read_whole(KEPT / TOLD, 100).decode("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return word if word in OUTCOMES + ADDING else ""


@contextmanager
def _signature(file: Path) -> Iterator[bytes]:
    """The signature beside a package."""
    beside = file.with_name(f"{file.name}.sig")
    if not beside.exists():
        raise MaintenanceError("no_signature", file)
    with _regular(beside) as handle:
        found = handle.read(SIGNATURE + 1)
    if len(found) != SIGNATURE:
        raise MaintenanceError("unsigned", file)
    yield found


@contextmanager
def _regular(file: Path) -> Iterator[BinaryIO]:
    """A file of a stick, which may be pulled out while it is read."""
    with opened_plain(file, MOST) as handle:
        try:
            yield handle
        except OSError as error:
            raise MaintenanceError("not_read", file) from error


@contextmanager
def _knock(file: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(DOOR))
        except OSError as error:
            raise MaintenanceError("no_installer", file) from error
        yield line


def _answer(file: Path, line: socket.socket) -> str:
    try:
        with line.makefile("rb") as heard:
            return heard.readline(64).decode("ascii", "replace").strip()
    except OSError as error:
        raise MaintenanceError("not_taken", file) from error
