"""Box profiles as files: what the owners told of their copy goes along to another machine.

A file is JSON, ``{"game": "…", "box": {…}}``. It is named by whoever writes it and lies in the
folder ``boxes`` of the data, or on a drive that was plugged in.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.files import Unread, atomic_write, listed, read_whole, why_unread
from companion.store.drives import sticks

ENDING = ".box.json"

MOST = 1_000_000
"""Bytes of a profile; the largest of our games has a few thousand."""

Reason = Unread | Literal["not_written", "no_profile", "another_game"]


class BoxFileError(Exception):
    """A profile could not be written or read. reason: a key of section ``box_file`` of this
    package's texts."""

    def __init__(self, reason: Reason, file: Path) -> None:
        super().__init__(f"{reason}: {file}")
        self.reason: Reason = reason
        self.file = file


class Profile(msgspec.Struct):
    """What was told of a copy of a game, as plain data."""

    game: str
    box: dict[str, Any]


def profile_folders(folder: Path) -> tuple[Path, ...]:
    """The folders for profiles: that of the data, which may not be there yet, and the drives."""
    return (folder / "boxes", *sticks())


def box_files(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The profiles that lie in some folders."""
    return tuple(file for folder in folders for file in listed(folder, ENDING))


def write_box(folder: Path, name: str, game: str, box: Mapping[str, Any]) -> Path:
    """Write a profile under a name, over an older one of that name; the file. It is whole or not
    there at all, also after a power cut. Raises BoxFileError."""
    kept = "".join(sign if sign.isalnum() or sign in " -_" else "-" for sign in name).strip()
    file = folder / f"{kept or game}{ENDING}"
    data = msgspec.json.format(msgspec.json.encode(Profile(game, dict(box))))
    try:
        atomic_write(file, data + b"\n")
    except OSError as error:
        raise BoxFileError("not_written", file) from error
    return file


def whole_profile(data: bytes) -> Profile:
    """What stands in a profile. Raises ValueError or RecursionError when it is none."""
    found = msgspec.json.decode(data, type=Profile)
    _check(found.box)
    return found


def told_box(data: bytes) -> dict[str, Any]:
    """What was told of a copy, without its game. Raises as whole_profile."""
    found = msgspec.json.decode(data, type=dict[str, Any])
    _check(found)
    return found


def _check(box: dict[str, Any]) -> None:
    """Strangers may have made it, and what they call a piece stands on screens and in records, and
    is read aloud: so all that is written in it must be signs that can be seen."""
    if not all(map(str.isprintable, _texts(box))):
        raise ValueError("a text that cannot be printed")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def read_box(file: Path, game: str) -> dict[str, Any]:
    """The profile in a file, as plain data. Raises BoxFileError, also when it belongs to another
    game."""
    try:
        found = whole_profile(read_whole(file, MOST))
    except OSError as error:
        raise BoxFileError(why_unread(error), file) from error
    except (ValueError, RecursionError) as error:
        raise BoxFileError("no_profile", file) from error
    if found.game != game:
        raise BoxFileError("another_game", file)
    return found.box
