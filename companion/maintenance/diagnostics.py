"""One file for whoever is asked for help: how the machine is and what went wrong on it.

It is put together from what is named here, never by copying a folder, so that a new file with
names or secrets cannot slip in. What is in it, and what is not, it says itself.
"""

import io
import platform
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from companion import __version__
from companion.files import atomic_write
from companion.maintenance.health import Device, Finding
from companion.maintenance.log import last_lines
from companion.maintenance.texts import phrasebook, said
from companion.maintenance.trouble import MaintenanceError
from companion.store import DiskError, Library
from companion.text import LANGUAGES

ABOUT = """\
What is in this file: which versions are installed, the settings that are chosen from a list, how
the machine and its devices are, how many matches are kept and how large the files are, and the
last lines of the log.

What is not in it: names of players, boxes or files, what was played, anything hidden, the key of
the printed codes, the name of this machine or of its user.
"""

_FILES = ("matches.db", "secrets.db", "settings.toml", "hardware.toml", "box.key")


@dataclass(frozen=True)
class Facts:
    """What goes into a bundle.

    folder: with all data.
    now: the time of day, with its zone.
    findings: how the machine is.
    settings: only those that are chosen from a list.
    devices: their details are left out.
    library: None when it cannot be opened here.
    """

    folder: Path
    now: datetime
    findings: Sequence[Finding]
    settings: Mapping[str, Any]
    devices: Sequence[Device] = ()
    library: Library | None = None


def write_bundle(place: Path, facts: Facts) -> Path:
    """Write the bundle into a folder; the file. Raises MaintenanceError."""
    file = place / f"diagnostics-{facts.now:%Y%m%d-%H%M%S}.zip"
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in _contents(facts).items():
            archive.writestr(name, text)
    try:
        atomic_write(file, packed.getvalue())
    except OSError as error:
        raise MaintenanceError("not_written", file) from error
    return file


def _contents(facts: Facts) -> dict[str, str]:
    devices = [{"name": d.name, "kind": d.kind, "state": d.state} for d in facts.devices]
    # What a device says of itself may hold what somebody called its port.
    findings = [one for one in facts.findings if one.key != "device_missing"]
    health = {
        language: [list(said(one, phrasebook(language))) for one in findings]
        for language in LANGUAGES
    }
    return {
        "about.txt": ABOUT,
        "versions.json": _json(_versions()),
        "settings.json": _json(dict(facts.settings)),
        "health.json": _json(health),
        "devices.json": _json(devices),
        "journal.json": _json({"matches": _matches(facts.library), "bytes": _sizes(facts.folder)}),
        "log.txt": last_lines(facts.folder),
    }


def _versions() -> dict[str, Any]:
    system: Mapping[str, str] = {}
    with suppress(OSError):
        system = platform.freedesktop_os_release()
    return {
        "companion": __version__,
        "python": sys.version.split()[0],
        "system": system.get("PRETTY_NAME", platform.system()),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "packages": {
            str(one.metadata["Name"]): str(one.version)
            for one in sorted(distributions(), key=lambda one: str(one.metadata["Name"]).lower())
        },
    }


def _matches(library: Library | None) -> dict[str, Any]:
    if library is None:
        return {"known": False}
    try:
        found = library.matches()
    except DiskError as error:
        return {"known": False, "reason": error.reason}
    state = library.journal.state()
    return {
        "known": True,
        "games": dict(Counter(one.heading.game for one in found)),
        "ended": sum(one.ended for one in found),
        "not_saved_because": state.reason,
        "waiting": state.waiting,
    }


def _sizes(folder: Path) -> dict[str, int]:
    sizes = {}
    for name in _FILES:
        for file in (name, f"{name}-wal"):
            with suppress(OSError):
                sizes[file] = (folder / file).stat().st_size
    with suppress(OSError):
        sizes["set aside"] = sum(one.stat().st_size for one in folder.glob("*-damaged-*"))
    return sizes


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value)).decode()
