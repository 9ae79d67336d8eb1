"""What the table's screen and the line to its club leave for each other, in a folder of their own.

The screen has no network, and the line sees nothing of the table but its journal. So each writes
small files that the other one reads: what the screen wishes and what everybody sees at the table,
and how the line stands. Each file is whole or not there, and is held against the types here.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Raw

from companion.files import atomic_write, read_whole

STATE, STATE_BY = "club", "COMPANION_CLUB"
"""Where what is known of the club lies: a folder in that of the data, unless this variable names
another one, as it does for an installed companion."""

NOTES_BY = "COMPANION_NOTES"
"""The variable in which an installed companion is told of the folder of the notes."""

PICTURE = 128 << 10
"""Bytes of a picture of the table at most."""

_WISH, _STANDING, _PICTURE = "wish", "standing", "picture"
_MOST = 8192

Told = Annotated[str, Meta(max_length=1000)]
Game = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,63}\Z")]
Moment = Annotated[float, Meta(ge=0, le=1e11)]
"""Seconds since 1970, of which each has a day in the calendar."""


class Wish(msgspec.Struct, frozen=True):
    """What somebody in charge wants at the screen. invitation: of a club that the table is to join,
    as it was read or typed; "" to belong to none any more."""

    invitation: Annotated[str, Meta(max_length=400)]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the line stands.

    name: what the club calls this table; "" where it belongs to none.
    host: the hub, as people know it.
    heard: up to when the club has everything; None for never.
    away: whether the hub does not answer.
    de, en: what came of a wish, or what the hub says against what it is told; "" for nothing.
    """

    name: Told = ""
    host: Told = ""
    heard: Moment | None = None
    away: bool = False
    de: Told = ""
    en: Told = ""


class Picture(msgspec.Struct, frozen=True):
    """What everybody sees at the table. game: the folder of its rules. shapes: what lies there, see
    companion.sight.seen; their words name nobody."""

    game: Game
    shapes: Raw


def state_folder(data: Path) -> Path:
    """Where what is known of the club lies. data: the folder of everything."""
    return Path(os.environ.get(STATE_BY) or data / STATE).resolve()


def concerned(data: Path) -> bool:
    """Whether a table belongs to a club, or once did. data: the folder of everything."""
    return Notes.beside(state_folder(data)).folder.exists()


T = TypeVar("T", Wish, Standing, Picture)


class Notes:
    """The files. folder: made with the first of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._painted: tuple[int, int] | None = None

    @classmethod
    def beside(cls, state: Path) -> "Notes":
        """Where they lie: in a folder below that of what is known of the club, unless an installed
        companion has another one for them."""
        return cls(Path(os.environ.get(NOTES_BY) or state / "notes").resolve())

    def wish(self, what: Wish) -> None:
        """Ask for something. Raises OSError."""
        self._write(_WISH, what)

    @property
    def wished(self) -> bool:
        """Whether something is asked for that nobody has taken up."""
        return os.path.lexists(self.folder / _WISH)  # false, too, where nothing can be looked at

    def take_wish(self) -> Wish | None:
        """What is asked for, if anything; it is asked no more."""
        found = self._read(_WISH, Wish, _MOST)
        with suppress(FileNotFoundError):
            (self.folder / _WISH).unlink()
        return found

    def stand(self, how: Standing) -> None:
        """Say how the line stands. Raises OSError."""
        self._write(_STANDING, how)

    def standing(self) -> Standing | None:
        """How it stands, None where nobody said so."""
        return self._read(_STANDING, Standing, _MOST)

    def stood(self) -> tuple[int, int]:
        """Tells one word on how the line stands from the next."""
        return self._written(_STANDING)

    def show(self, picture: Picture | None) -> None:
        """Leave what is seen at the table, None for nothing. Raises OSError."""
        if picture is not None:
            self._write(_PICTURE, picture)
        else:
            (self.folder / _PICTURE).unlink(missing_ok=True)

    def repainted(self) -> bool:
        """Whether what is left there is another picture than when this was last asked."""
        before, self._painted = self._painted, self._written(_PICTURE)
        return self._painted != before

    def picture(self) -> Picture | None:
        """What is seen, None for nothing."""
        return self._read(_PICTURE, Picture, PICTURE)

    def _written(self, name: str) -> tuple[int, int]:
        try:
            found = (self.folder / name).stat()
        except OSError:
            return (0, 0)
        return (found.st_mtime_ns, found.st_ino)

    def _write(self, name: str, told: Wish | Standing | Picture) -> None:
        atomic_write(self.folder / name, msgspec.json.encode(told))

    def _read(self, name: str, kind: type[T], most: int) -> T | None:
        try:
            return msgspec.json.decode(read_whole(self.folder / name, most), type=kind)
        except (OSError, ValueError, RecursionError):
            return None
