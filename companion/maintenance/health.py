"""How the machine is, and what to do about what is not well.

Every source may be missing, as on another kind of machine: then it is *not known*, which is
nothing bad. What was and is over is kept apart from what is now.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.files import atomic_write
from companion.maintenance import generations
from companion.store import MATCHES

Mood = Literal["good", "unknown", "advice", "bad"]

LOW, FULL = 500, 50
"""Megabytes: below these the storage is called low, and full. A long evening takes about one."""

GIGABYTE = 1000
"""Megabytes from which on they are told in gigabytes."""

WARM, HOT = 70, 80
"""Degrees Celsius; from 80 on a Raspberry Pi makes itself slower (Raspberry Pi documentation,
"Frequency management and thermal control")."""

BUILT = datetime(2026, 11, 1, tzinfo=UTC)
"""No clock that is right shows an earlier day."""

# What `vcgencmd get_throttled` and the kernel's own file say, bit by bit (Raspberry Pi
# documentation, "vcgencmd"): the same four now, and since the start sixteen bits higher.
_NOW = {"voltage": 1 << 0, "slowed": 1 << 1 | 1 << 2 | 1 << 3}
_SINCE_START = 16


class Device(msgspec.Struct, frozen=True):
    """A device as it says it is. detail: in the words of the moment."""

    name: str
    kind: str
    state: str
    detail: str = ""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at.

    key: of the texts ``health`` and, where there is something to do, ``advice``.
    values: of both; a day is a date, for each language writes it in its own way.
    """

    key: str
    mood: Mood
    values: dict[str, Any] = {}


def ask(command: Sequence[str]) -> str:
    """What a program prints; "" when it cannot be asked."""
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, capture_output=True, text=True, timeout=3, check=True)
        return done.stdout
    return ""


def free(folder: Path) -> int:
    """Bytes that are free where a folder lies, or will. Raises OSError."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


@dataclass(frozen=True)
class Sources:
    """Where is looked.

    folder: with all data.
    now: the time of day, with its zone.
    devices: None when nobody asked them.
    thermal, platform: folders of the kernel, for temperature and current.
    ask: runs a program; what it printed, "" where there is none.
    free: bytes left on the disk of a folder.
    """

    folder: Path
    now: datetime
    devices: tuple[Device, ...] | None = None
    thermal: Path = Path("/sys/class/thermal")
    platform: Path = Path("/sys/devices/platform")
    ask: Callable[[Sequence[str]], str] = ask
    free: Callable[[Path], int] = free


def look(sources: Sources) -> tuple[Finding, ...]:
    """Everything that can be looked at, the same things in the same order every time."""
    return (
        _disk(sources),
        _folder(sources.folder),
        _damaged(sources.folder),
        _clock(sources),
        *_backups(sources),
        _heat(sources.thermal),
        *_power(sources),
        *_devices(sources.devices),
    )


def strained(sources: Sources) -> tuple[Finding, ...]:
    """What is too much for the machine just now: heat, too little current. It is quickly looked at
    and writes nothing."""
    return tuple(one for one in (_heat(sources.thermal), *_power(sources)) if one.mood == "bad")


def _disk(sources: Sources) -> Finding:
    try:
        left = sources.free(sources.folder) // 1_000_000
    except OSError:
        return Finding("disk_unknown", "unknown")
    state: tuple[str, Mood] = ("good", "good")
    if left < FULL:
        state = ("full", "bad")
    elif left < LOW:
        state = ("low", "advice")
    elif left < GIGABYTE:
        state = ("some", "good")
    values = {"megabytes": left, "gigabytes": left // GIGABYTE}
    return Finding(f"disk_{state[0]}", state[1], values)


def _folder(folder: Path) -> Finding:
    probe = folder / ".probe"
    try:
        atomic_write(probe, b"can it be written?")
        probe.unlink()
    except OSError:
        return Finding("folder_closed", "bad")
    return Finding("folder_good", "good")


def _damaged(folder: Path) -> Finding:
    with suppress(OSError):
        found = sorted(folder.glob("*-damaged-*.db"))
        if found:
            return Finding("damaged_some", "advice", {"count": len(found)})
    return Finding("damaged_none", "good")


def _clock(sources: Sources) -> Finding:
    newest = BUILT
    with suppress(OSError):
        for file in sources.folder.glob("*.db"):
            written = datetime.fromtimestamp(file.stat().st_mtime, UTC)
            # A file from the far future was itself written by a wrong clock.
            if written < BUILT + timedelta(days=40 * 365):
                newest = max(newest, written)
    day = {"day": sources.now}
    if sources.now < newest - timedelta(days=1):
        return Finding("clock_wrong", "advice", day)
    return Finding("clock_good", "good", day)


def _backups(sources: Sources) -> Iterator[Finding]:
    """When the last one was made onto a stick, and why the last night brought none."""
    nights, now = generations.read(sources.folder), sources.now
    if nights.on and nights.trouble:
        known = nights.trouble in ("no_stick", "stick_full", "lock_unreadable")
        yield Finding(f"nights_{nights.trouble if known else 'failed'}", "advice")
    if nights.last is None:
        played = (sources.folder / MATCHES).exists()
        yield Finding("backup_none", "advice" if played else "good")
    elif sources.now - nights.last >= generations.LATE:
        yield Finding("backup_old", "advice", {"count": (now - nights.last).days})
    else:
        yield Finding("backup_good", "good", {"day": nights.last.astimezone(now.tzinfo)})


def _heat(thermal: Path) -> Finding:
    found = []
    for file in thermal.glob("thermal_zone*/temp"):
        with suppress(OSError, ValueError):
            found.append(int(file.read_text("ascii")) / 1000)
    if not found:
        return Finding("heat_unknown", "unknown")
    degrees = {"degrees": round(max(found))}
    if max(found) >= HOT:
        return Finding("heat_hot", "bad", degrees)
    if max(found) >= WARM:
        return Finding("heat_warm", "advice", degrees)
    return Finding("heat_good", "good", degrees)


def _power(sources: Sources) -> Iterator[Finding]:
    bits = _throttled(sources)
    if bits is None:
        yield Finding("power_unknown", "unknown")
        return
    found_any = False
    for what, mask in _NOW.items():
        if bits & mask:
            yield Finding(f"{what}_now", "bad")
            found_any = True
        elif bits & mask << _SINCE_START:
            yield Finding(f"{what}_since_start", "advice")
            found_any = True
    if not found_any:
        yield Finding("power_good", "good")


def _throttled(sources: Sources) -> int | None:
    """The bits, from the kernel or from the firmware's own program; None when neither tells."""
    texts: list[Callable[[], str]] = [
        lambda file=file: file.read_text("ascii")  # type: ignore[misc]
        for file in sorted(sources.platform.glob("soc*/**/get_throttled"))
    ]
    texts.append(lambda: sources.ask(("vcgencmd", "get_throttled")).partition("=")[2])
    for text in texts:
        with suppress(OSError, ValueError):
            return int(text().strip(), 16)
    return None


def _devices(devices: tuple[Device, ...] | None) -> Iterator[Finding]:
    if devices is None:
        yield Finding("devices_unknown", "unknown")
        return
    ailing = [one for one in devices if one.state == "missing"]
    for one in ailing:
        yield Finding("device_missing", "advice", {"name": one.name, "detail": one.detail})
    ready = [one.name for one in devices if one.state == "ready"]
    if ready:
        yield Finding("devices_ready", "good", {"names": ready})
    elif not ailing:
        yield Finding("devices_none", "good")
