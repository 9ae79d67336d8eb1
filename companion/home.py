"""The folder where everything is kept."""

import os
import pwd
from pathlib import Path

from companion.files import close_to_others

PROGRAM = Path("/opt/tabletop-companion")
INSTALLED = Path("/var/lib/tabletop-companion")
"""Where the companion that is installed on a machine and has its screen lies, and its data."""

NAMED_BY = "COMPANION_DATA"
"""The variable in which the commands of an installed companion are told its folder."""

ADDED = PROGRAM / "added"
"""Where the games and languages lie that came in packages of their own."""

ADDED_BY = "COMPANION_ADDED"
"""The variable in which an installed companion is told of that folder. Nothing is looked for
anywhere else: least of all on a stick."""


class NotOurs(Exception):
    """The usual folder belongs to another user; the message is what to do about it."""


def data_folder(given: Path | None) -> Path:
    """Where everything is kept: the given folder, or that of the installed companion for its own
    commands, or else the usual one of this system. Nobody else may look into it from now on.

    Raises NotOurs where that is the installed companion's folder, however it was named, and not the
    caller's: what root leaves in it, the companion could not read, and anybody else cannot read it
    at all.
    """
    named = Path(os.environ.get(NAMED_BY) or INSTALLED)
    if given is None and os.environ.get(NAMED_BY):
        given = named
    if given is None:
        from platformdirs import user_data_path

        given = Path(user_data_path("tabletop-companion", appauthor=False))
    folder = given.expanduser().resolve()
    if folder in (named.resolve(), INSTALLED.resolve()):
        _be_owner(folder)
    close_to_others(folder)
    return folder


def added() -> Path | None:
    """The folder of what came in packages of its own; None where nothing can have come."""
    named = os.environ.get(ADDED_BY)
    return Path(named) if named else None


def is_there(addition: Path) -> bool:
    """Whether the folder of an addition holds more than what Python may have left of one that
    went away."""
    return any(one.name != "__pycache__" for one in addition.iterdir())


def _be_owner(folder: Path) -> None:
    try:
        owner = folder.stat().st_uid
    except OSError:
        return
    if owner == os.geteuid():
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"#{owner}"
    raise NotOurs(f"{folder} is only for the user {name}: put  sudo -u {name}  before the command")
