"""Small files that are whole or not there, also after a power cut or a stick that is pulled."""

import os
from pathlib import Path


def settle(folder: Path) -> None:
    """Make the names in a folder durable. Raises OSError."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def write_whole(file: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file under another name, then give it its own; durable once this returns. Folders
    that are missing are made. private: only its owner may read it. Raises OSError; then the file
    is as it was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
        with os.fdopen(handle, "wb") as out:
            if private:  # also where a power cut left a part that was not
                os.fchmod(handle, 0o600)
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    settle(file.parent)
