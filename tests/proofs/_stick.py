"""A hostile stick: what lies on it, what is beside it, and what people do with one.

Nothing here knows how files are written or read; it knows what may have changed afterwards.
"""

import hashlib
import json
import os
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

from companion.archive.export import ExportError, files, write
from companion.archive.history import history
from companion.archive.summary import Player, Summary
from companion.maintenance import backup, contents, diagnostics, taking_in, update
from companion.maintenance.diagnostics import Facts
from companion.maintenance.texts import left_out, phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.match import registry
from companion.store import (
    BoxFileError,
    Library,
    box_files,
    profile_folders,
    read_box,
    text_key,
    to_take_along,
)
from companion.store import write_box as write_profile
from companion.text import LANGUAGES
from tests.proofs._door_taking import exported
from ui import maintenance
from ui.print_job import PrintJob
from ui.texts import words as of_screens

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
GAME = "sakkara"
TAKEN = {".record": "a.record", ".json": "matches.json"}
"""What is taken in from another table, by the endings of what that wrote."""

ELSEWHERE = "ELSEWHERE"
"""Stands in every file that a stick must not lead to, and in nothing else."""

DEAR = ("matches.db", "secrets.db", "box.key", "staff.json", "settings.toml", "where.json")
MAY_CHANGE = (backup.READY, backup.MAKING)
"""Of the data, when something is brought in: what is laid ready, and nothing else."""


@dataclass(frozen=True)
class World:
    """data: what a stick is after. played: another companion's data, which is written out.
    elsewhere: files of the machine, sound ones of every kind among them."""

    root: Path
    stick: Path

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def played(self) -> Path:
        return self.root / "played"

    @property
    def elsewhere(self) -> Path:
        return self.root / "elsewhere"

    def seen(self) -> dict[str, str]:
        """Everything that a stick must not change."""
        found = {}
        for folder in (self.data, self.elsewhere):
            for one in sorted(folder.rglob("*")):
                name = one.relative_to(self.root)
                if name.parts[1] not in MAY_CHANGE:
                    told = one.lstat()
                    content = one.read_bytes() if stat.S_ISREG(told.st_mode) else b""
                    sign = hashlib.sha256(content).hexdigest()
                    found[str(name)] = f"{stat.S_IFMT(told.st_mode)} {told.st_size} {sign}"
        return found


def made(root: Path, stick: Path) -> World:
    """A world with a stick."""
    world = World(root, stick)
    for folder in (world.data, world.played, world.elsewhere):
        folder.mkdir()
    library = Library(world.played, lambda: NOW)
    library.begin()
    assert library.journal.flush()
    write_sound(world.elsewhere, ELSEWHERE, library)
    library.close()
    for name in DEAR:
        (world.data / name).write_text(f"{ELSEWHERE} {name}")
    (world.elsewhere / "passwd").write_text(f"{ELSEWHERE} passwd")
    return world


def write_sound(folder: Path, sign: str, library: Library) -> None:
    """One sound file of every kind that is read from a stick; the sign is in each of them."""
    profile = {"game": GAME, "box": {"counts": [], "sign": sign}}
    (folder / "a.box.json").write_text(json.dumps(profile))
    empty = folder / "no settings"
    held = backup.write_backup(folder, empty, library, NOW + timedelta(days=9))
    (folder / "a.backup.zip").write_bytes(_signed(held, sign))
    held.unlink()
    for name, data in exported(sign).items():
        (folder / TAKEN[Path(name).suffix]).write_bytes(data)
    package = folder / "tabletop-companion_9_all.deb"
    package.write_bytes(b"!<arch>\ndebian-binary   " + sign.encode())
    package.with_name(f"{package.name}.sig").write_bytes(bytes(update.SIGNATURE))


def _signed(held: Path, sign: str) -> bytes:
    """The same backup with a setting by which it is known again."""
    with ZipFile(held) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["settings.toml"] = f'names = {{ red = "{sign}" }}\n'.encode()
    told = json.loads(members.pop(contents.LIST))
    told["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    packed = held.with_suffix(".signed")
    with ZipFile(packed, "w") as archive:
        archive.writestr(contents.LIST, json.dumps(told))
        for name, data in members.items():
            archive.writestr(name, data)
    signed = packed.read_bytes()
    packed.unlink()
    return signed


# What people do ------------------------------------------------------------------------------

Answer = tuple[bool, str]
"""Whether it was done, and the sentence."""

Act = Callable[[World], Answer]


def _both(say: Callable[[Any], str]) -> str:
    said = [say(language) for language in LANGUAGES]
    assert all(said), "nothing is said"
    return said[-1]


def _cared(act: Callable[[], str]) -> Answer:
    try:
        return True, act()
    except MaintenanceError as error:
        told = error  # Python forgets the name
        return False, _both(lambda language: sentence(told, phrasebook(language)))


def _boxed(act: Callable[[], str]) -> Answer:
    try:
        return True, act()
    except BoxFileError as error:
        told = error
        return False, _both(lambda language: of_screens(language).say(*text_key(told)))


def export(world: World) -> Answer:
    """Finished matches for other programs."""
    one = Summary(match="0" * 32, game=GAME, how="counted", players=(Player("red", "Ada", 1, 1),))
    with closing(Library(world.played, lambda: NOW)) as library:
        found = files(library, (one,), ("csv", "json"), "en")
    try:
        return True, str(write(_stick(world), found))
    except ExportError as error:
        why = {"folder": str(error.folder), "why": error.why}
        return False, _both(lambda language: of_screens(language).say("export", "not_written", why))


def write_box(world: World) -> Answer:
    """What is known of a box, for another table."""
    return _boxed(lambda: str(write_profile(_stick(world), "ours", GAME, {})))


def write_backup(world: World) -> Answer:
    """All data."""

    def act() -> str:
        with closing(Library(world.played, lambda: NOW)) as library:
            return str(backup.write_backup(_stick(world), world.played, library, NOW))

    return _cared(act)


def write_bundle(world: World) -> Answer:
    """Diagnostics."""
    facts = Facts(world.played, NOW, (), {})
    return _cared(lambda: str(diagnostics.write_bundle(_stick(world), facts)))


def save_sheets(world: World) -> Answer:
    """Sheets to print elsewhere. What was drawn is of no concern here."""
    press = PrintJob(world.played, registry.game_package(GAME), lambda: None)
    drawn: Any = SimpleNamespace(pdf=b"%PDF-1.3 sheets", for_plotter=False, cut_outs=())
    ready: Any = SimpleNamespace(drawn=drawn, path=Path("sheets-a4.pdf"))
    press.ready = ready
    press.save(_stick(world), "en")
    press.wait()
    saved = press.order("en").words.say("command", "saved", {"path": "\0"}).split("\0")[0]
    return press.message.startswith(saved), press.message


def bring_box(world: World) -> Answer:
    """What is known of a box, from another table."""
    found = box_files(profile_folders(world.data))
    return _boxed(lambda: str(read_box(found[0], GAME))) if found else NONE_OFFERED


def bring_backup(world: World) -> Answer:
    """All data, back; what was laid ready is looked into."""
    found = maintenance.backups(world.data).listed
    if not found:
        return NONE_OFFERED

    def act() -> str:
        told = backup.restore(found[0], world.data)
        laid = world.data / backup.READY / "settings.toml"
        return f"{told.made} {laid.read_text() if laid.exists() else ''}"

    return _cared(act)


def bring_matches(world: World) -> Answer:
    """Matches and results of another table; who played them is looked at."""
    found = taking_in.offered(world.data).listed
    if not found:
        return NONE_OFFERED
    with TemporaryDirectory() as folder, closing(Library(Path(folder), lambda: NOW)) as library:
        came = taking_in.take_in(found, library)
        names = [name for one in history(library) for name in one.names.values()]
    left = _both(lambda language: " ".join(left_out(came.left, phrasebook(language))) or "all")
    return bool(came.matches or came.results), f"{names} {left}"


def bring_update(world: World) -> Answer:
    """A new version; what root would be handed is looked into."""
    found = maintenance.updates()
    if not found:
        return NONE_OFFERED

    def act() -> str:
        handed: list[bytes] = []
        with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as door:
            update.DOOR = Path(folder) / "door"
            door.bind(str(update.DOOR))
            door.listen()
            taking = Thread(target=_take, args=(door, handed), daemon=True)
            taking.start()
            update.ask(found[0])
            taking.join()
        return b"".join(handed).decode("utf-8", "replace")

    return _cared(act)


def _take(door: socket.socket, handed: list[bytes]) -> None:
    """As root's program would: all that comes, and a word."""
    line, _ = door.accept()
    with line:
        while piece := line.recv(1 << 16):
            handed.append(piece)
        line.sendall(update.TAKEN.encode() + b"\n")


def _stick(world: World) -> Path:
    """Where files for elsewhere go; while the stick is being swapped there may be none."""
    return to_take_along(world.root / "no stick")


NONE_OFFERED: Answer = (False, "there is no such file")

WRITING: tuple[Act, ...] = (export, write_box, write_backup, write_bundle, save_sheets)
READING: dict[Act, tuple[str, ...]] = {
    bring_box: ("a.box.json",),
    bring_backup: ("a.backup.zip",),
    bring_matches: tuple(TAKEN.values()),
    bring_update: ("tabletop-companion_9_all.deb", "tabletop-companion_9_all.deb.sig"),
}

# What lies on the stick ----------------------------------------------------------------------


def targets(world: World) -> Iterator[Path]:
    """What a link may lead to."""
    yield from (world.data / name for name in DEAR)
    yield world.data / "staff-reset"
    yield world.data / "new" / "file"
    yield world.elsewhere / "passwd"
    yield from (world.data, Path("/dev/full"))


def disguises(name: str) -> tuple[str, ...]:
    """A name, and those under which programs write what is to have it."""
    return (name, f"{name}.part", f".{name}.part", f"{name}.tmp", f".{name}.tmp", f"{name}~")


def _device(path: Path) -> None:
    os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))  # endless zeros


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # an address is short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(path.name)
    finally:
        os.chdir(here)


def _sparse(size: int) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with path.open("wb") as out:
            out.truncate(size)

    return make


def _full_folder(path: Path) -> None:
    path.mkdir()
    (path / "something").touch()


def lead(target: Path, path: Path) -> None:
    """A link."""
    path.symlink_to(target)


TRAPS: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a device": _device,
    "a folder": Path.mkdir,
    "a folder with something in it": _full_folder,
    "a sparse file of 16 MB": _sparse(1 << 24),
    "a sparse file of 900 MB": _sparse(900_000_000),
    "a sparse file of 1 TB": _sparse(1 << 40),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to endless zeros": lambda path: path.symlink_to("/dev/zero"),
    "a link to a terminal": lambda path: path.symlink_to("/dev/ptmx"),
}
