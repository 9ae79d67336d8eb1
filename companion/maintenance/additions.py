"""Games and languages that come in packages of their own, beside the companion's.

Such a package holds one folder, that of its game or language, and no script. So whatever it is, it
changes nothing of what the companion brings itself, and root runs nothing of it: only the companion
reads it, as its own user. What holds more is no addition.
"""

import re
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from subprocess import DEVNULL, PIPE, Popen

import msgspec

from companion.home import ADDED, added, is_there

PACKAGE = "tabletop-companion"
"""The companion's own."""

SHELVES = {"game": "games", "language": "languages"}
"""Where the folders of each kind lie, below that of all additions."""

CONTROL = frozenset({"./", ".", "./control", "./md5sums"})
"""All that may stand beside the files: neither a script nor a file that is kept."""

_PACKAGE = re.compile(rf"{PACKAGE}-(game|language)-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)")


class Addition(msgspec.Struct, frozen=True):
    """A game or a language. kind: one of SHELVES. name: of its folder."""

    kind: str
    name: str

    @property
    def package(self) -> str:
        """What dpkg calls it."""
        return f"{PACKAGE}-{self.kind}-{self.name.replace('_', '-')}"

    @property
    def folder(self) -> Path:
        """Where it lies on the machine."""
        return ADDED / SHELVES[self.kind] / self.name


def addition_of(package: str) -> Addition | None:
    """What a package of that name brings; None where it is another program."""
    found = _PACKAGE.fullmatch(package)
    return Addition(found[1], found[2].replace("-", "_")) if found else None


def installed(below: Path | None = None) -> tuple[Addition, ...]:
    """The additions that are here, games first. below: where they lie, else the usual place."""
    below, found = below or added() or ADDED, []
    for kind, shelf in SHELVES.items():
        place = below / shelf
        lying = place.iterdir() if place.is_dir() else ()
        names = sorted(one.name for one in lying if one.is_dir() and is_there(one))
        found += [Addition(kind, name) for name in names]
    return tuple(one for one in found if addition_of(one.package) == one)


def holds_nothing_else(package: Path, addition: Addition) -> bool:
    """Whether a package brings the folder of its addition, and nothing else at all."""
    control = [name for name, _ in _members(package, "--ctrl-tarfile")]
    files = list(_members(package, "--fsys-tarfile"))
    folder = PurePosixPath(addition.folder.relative_to("/"))
    lies = [mode is not None and _lies(name, mode, folder, addition) for name, mode in files]
    within = any(PurePosixPath(name).is_relative_to(folder) for name, _ in files)
    return set(control) <= CONTROL and within and all(lies)


def _lies(name: str, mode: int, folder: PurePosixPath, addition: Addition) -> bool:
    """Whether a file of a package is one that an addition may bring."""
    path = PurePosixPath(name)
    if ".." in path.parts or path.is_absolute():
        return False
    if stat.S_ISDIR(mode):
        return path.is_relative_to(folder) or folder.is_relative_to(path)
    plain = not mode & (stat.S_ISUID | stat.S_ISGID | 0o111) and path.is_relative_to(folder)
    return plain and (addition.kind == "game" or path.suffix == ".toml")


def _members(package: Path, part: str) -> Iterator[tuple[str, int | None]]:
    """What is in a part of a package: names with modes, which are None for what is neither a folder
    nor a plain file. Read as it comes: nothing is unpacked, nor kept in memory."""
    with Popen(["dpkg-deb", part, package], stdout=PIPE, stdin=DEVNULL, stderr=DEVNULL) as says:
        try:
            with tarfile.open(fileobj=says.stdout, mode="r|") as archive:
                for one in archive:
                    kind = stat.S_IFDIR if one.isdir() else stat.S_IFREG
                    yield one.name, kind | one.mode if one.isdir() or one.isreg() else None
        except tarfile.TarError:
            yield "/", None
