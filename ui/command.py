"""``companion maintenance``: health, diagnostics, backups and updates, from the command line."""

import argparse
import sys
from collections.abc import Callable, Sequence
from getpass import getpass
from pathlib import Path

from companion.home import data_folder
from companion.maintenance import backup, lock, nights, update
from companion.maintenance.backup import Restored
from companion.maintenance.contents import FILE_ENDING
from companion.maintenance.texts import left_out, phrasebook, said, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store import Library
from companion.text import LANGUAGES, Phrasebook
from ui.maintenance import look, now, restore, write_bundle


def command(arguments: Sequence[str]) -> int:
    """0 when it was done, 1 when not, 2 when the call was not understood."""
    parser = argparse.ArgumentParser(prog="companion maintenance", description=__doc__)
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="default: the usual place")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    orders = parser.add_subparsers(dest="order", required=True)
    orders.add_parser("health", help="how the machine is, and what to do about it")
    for name, what in (("bundle", "diagnostics without names or secrets"), ("backup", "all data")):
        one = orders.add_parser(name, help=f"write {what} into a folder")
        one.add_argument("--to", type=Path, default=Path(), help="the folder (default: this one)")
    one = orders.add_parser("restore", help="bring a backup back with the next start")
    which = one.add_mutually_exclusive_group(required=True)
    which.add_argument("file", type=Path, nargs="?")
    which.add_argument("--back", action="store_true", help="undo the last restore instead")
    one = orders.add_parser("update", help="have a Debian package installed")
    one.add_argument("file", type=Path)
    one.add_argument("--older", action="store_true", help="also one older than what runs here")
    try:
        asked = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    say, folder = phrasebook(asked.language), data_folder(asked.data)
    try:
        print(_ORDERS[asked.order](asked, folder, say))
    except MaintenanceError as error:
        print(sentence(error, say), file=sys.stderr)
        return 1
    return 0


def _health(asked: argparse.Namespace, folder: Path, say: Phrasebook) -> str:
    lines = [" ".join(said(one, say)).strip() for one in look(folder, None)]
    outcome = update.outcome()
    return "\n".join([*lines, say.say("update", outcome)] if outcome else lines)


def _bundle(asked: argparse.Namespace, folder: Path, say: Phrasebook) -> str:
    # The matches are not opened: the companion may be running, and this is for when it does not.
    file = write_bundle(folder, asked.to.resolve(), None, None)
    return say.say("done", "bundle", {"file": str(file)})


def _backup(asked: argparse.Namespace, folder: Path, say: Phrasebook) -> str:
    with lock.hold(folder) or _no_room(folder):
        library = Library(folder, now)
        try:
            file = nights.by_hand(asked.to.resolve(), folder, library, now())
        finally:
            library.close()
    key = "backup" if file.name.endswith(FILE_ENDING) else "backup_locked"
    return say.say("done", key, {"file": str(file)})


def _restore(asked: argparse.Namespace, folder: Path, say: Phrasebook) -> str:
    with lock.hold(folder) or _no_room(folder):
        if asked.back:
            backup.back(folder)
            return say.say("done", "back")
        restored = _unlocked(asked.file.resolve(), folder, say)
    done = say.say("done", "restore", {"day": f"{restored.made:%Y-%m-%d}"})
    left = left_out(restored.left, say)
    return "\n".join([done, say.say("done", "left"), *left] if left else [done])


def _unlocked(file: Path, folder: Path, say: Phrasebook) -> Restored:
    try:
        return restore(file, folder)
    except MaintenanceError as error:
        if error.reason != "locked":
            raise
        return restore(file, folder, getpass(f"{sentence(error, say)} "))


def _update(asked: argparse.Namespace, folder: Path, say: Phrasebook) -> str:
    update.ask(asked.file.resolve(), older=asked.older)
    return say.say("done", "update")


def _no_room(folder: Path) -> lock.Held:
    raise MaintenanceError("no_room", folder)


_ORDERS: dict[str, Callable[[argparse.Namespace, Path, Phrasebook], str]] = {
    "health": _health,
    "bundle": _bundle,
    "backup": _backup,
    "restore": _restore,
    "update": _update,
}
