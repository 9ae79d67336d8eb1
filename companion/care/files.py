"""Files that are whole or not there, also after a power cut."""

import os
from hashlib import sha256
from pathlib import Path

CHUNK = 1 << 20


def settle(folder: Path) -> None:
    """Make the names in a folder durable. Raises OSError."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def write_whole(file: Path, data: bytes) -> None:
    """Write a file under another name, then give it its own. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    settle(file.parent)


def digest(file: Path) -> str:
    """The SHA-256 of a file. Raises OSError."""
    total = sha256()
    with file.open("rb") as opened:
        while block := opened.read(CHUNK):
            total.update(block)
    return total.hexdigest()
