"""An update from a file: looked at here, installed by somebody with the right to.

A Debian package with its sum beside it (``NAME.deb.sha256``, as ``sha256sum`` writes it) is copied
into the folder ``update`` and asked for. A small program with the rights to install watches that
folder (``packaging/update``): it checks the sum again, tries the new version on a copy of the data
before it lets it in, goes back to the one before when it does not start, and says in one word how
that went.
"""

import re
import shutil
from hashlib import file_digest, sha256
from pathlib import Path

from companion.care.trouble import CareError
from companion.store import settle, write_whole

FOLDER, PACKAGE, SUM, WANTED, TOLD = "update", "new.deb", "new.deb.sha256", "wanted", "told"

OUTCOMES = ("installed", "sum", "package", "trial", "went_back", "stuck")
"""What the installing program may say; the keys of the texts ``update``."""

_DEB = b"!<arch>\ndebian-binary"


def stage(file: Path, folder: Path) -> None:
    """Check an update and ask for it. Raises CareError; then nothing is asked for."""
    beside = file.with_name(f"{file.name}.sha256")
    try:
        with file.open("rb") as opened:
            begins = opened.read(len(_DEB))
            total = file_digest(opened, lambda: sha256(begins)).hexdigest()
        told = beside.read_text("utf-8", "replace") if beside.exists() else ""
    except OSError as error:
        raise CareError("not_read", file) from error
    if begins != _DEB:
        raise CareError("no_update", file)
    wanted = re.match(r"[0-9a-fA-F]{64}\b", told)
    if wanted is None:
        raise CareError("no_sum", file)
    if wanted[0].lower() != total:
        raise CareError("damaged", file)
    place = folder / FOLDER
    try:
        place.mkdir(parents=True, exist_ok=True)
        for old in (WANTED, TOLD):
            (place / old).unlink(missing_ok=True)
        shutil.copy(file, place / f"{PACKAGE}.part")
        (place / f"{PACKAGE}.part").replace(place / PACKAGE)
        write_whole(place / SUM, f"{total}  {PACKAGE}\n".encode())
        settle(place)
        write_whole(place / WANTED, b"")
    except OSError as error:
        raise CareError("no_room", folder) from error


def told(folder: Path) -> str:
    """How the last update went: one of :data:`OUTCOMES`; "waiting" while it is asked for, ""
    when there was none."""
    place = folder / FOLDER
    try:
        word = (place / TOLD).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return "waiting" if (place / WANTED).exists() else ""
    return word if word in OUTCOMES else ""
