"""What is looked at and kept on this machine, for the screen and for ``companion maintenance``.

The one place that puts together what maintenance wants to know: folders, clock, settings, devices.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from companion.files import Lying, listed
from companion.maintenance import backup, diagnostics, health, incoming, nights
from companion.maintenance.additions import PACKAGE, SHELVES
from companion.maintenance.backup import Restored
from companion.maintenance.diagnostics import Facts
from companion.maintenance.health import Device, Finding, Sources
from companion.store import Library, sticks
from companion.text import Language
from firmware_bridge import DeviceState, wording
from firmware_bridge.restored import judged as judged_hardware
from printables import printer
from ui import pin_lock
from ui.session import settings

FILES = {
    "hardware.toml": judged_hardware,
    printer.FILE: printer.judged,
    pin_lock.FILE: pin_lock.judged,
}
"""Who judges what stands in the small files of a backup, but the settings."""

BACKUPS, DIAGNOSTICS = "backups", "diagnostics"
"""Folders in the data folder, for machines without a stick."""

PACKAGES = tuple(f"{PACKAGE}{end}" for end in ("_", *(f"-{kind}-" for kind in SHELVES)))
"""How the names begin of new versions, and of what comes beside the companion."""


def now() -> datetime:
    """The time of day."""
    return datetime.now(UTC).astimezone()


def devices(states: Sequence[DeviceState], language: Language) -> tuple[Device, ...]:
    """The devices in the words of the moment."""
    return tuple(
        Device(one.name, one.kind, one.state, wording(one.detail, language)) for one in states
    )


def look(folder: Path, found: tuple[Device, ...] | None) -> tuple[Finding, ...]:
    """How this machine is."""
    return health.look(Sources(folder, now(), found))


def backups(folder: Path) -> Lying:
    """The backups that can be reached, the newest first of each place."""
    found = Lying()
    for place in (*nights.places(), *sticks(), folder / BACKUPS):
        found = found.and_those(incoming.lying(place))
    return found


def restore(file: Path, folder: Path, letters: str = "") -> Restored:
    """Lay a backup ready for the next start. letters: of its passphrase. Raises
    MaintenanceError."""
    judged = partial(settings.judged, own=settings.read(folder))
    return backup.restore(file, folder, {settings.FILE: judged, **FILES}, letters)


def updates() -> tuple[Path, ...]:
    """The new versions, games and languages on the sticks."""
    return tuple(
        file for one in sticks() for file in listed(one, ".deb") if file.name.startswith(PACKAGES)
    )


def write_bundle(
    folder: Path, where: Path, found: tuple[Device, ...] | None, library: Library | None
) -> Path:
    """Write the diagnostics; the file. Raises MaintenanceError."""
    shown = settings.chosen(settings.read(folder))
    facts = Facts(folder, now(), look(folder, found), shown, found or (), library)
    return diagnostics.write_bundle(where, facts)
