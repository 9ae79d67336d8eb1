"""The clock of this machine, through systemd's timedated: the companion itself may set none."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from companion.maintenance.bus import service
from companion.maintenance.health import BUILT
from companion.maintenance.trouble import MaintenanceError

_NAME, _PATH = "org.freedesktop.timedate1", "/org/freedesktop/timedate1"
_ZONE = re.compile(r"[A-Z][A-Za-z_-]+(/[A-Z][A-Za-z0-9_+-]+){1,2}")
LAST = BUILT.replace(year=BUILT.year + 40)
"""The clock is set to no later day: the kernel's own ends not much later on some machines."""

LOOKS, LOOK_SECONDS = 20, 0.2
"""How often, and how long after each other, is looked whether the network has let go of it."""


class Clock(msgspec.Struct, frozen=True):
    """How the clock is set.

    zone: where it is, by the name of the tz database, such as ``Europe/Berlin``.
    by_itself: whether it follows the network.
    can: whether anything here could.
    right: whether it was set by the network since the start.
    """

    zone: str
    by_itself: bool
    can: bool
    right: bool


def look() -> Clock:
    """How it is set. Raises MaintenanceError."""
    with service(_NAME, _PATH) as clock:
        told = clock.all(_NAME)
        return Clock(
            str(told["Timezone"]),
            bool(told["NTP"]),
            bool(told["CanNTP"]),
            bool(told["NTPSynchronized"]),
        )


def zones() -> tuple[str, ...]:
    """All zones that are called by a place, in order. Raises MaintenanceError."""
    with service(_NAME, _PATH) as clock:
        told = clock.call(_NAME, "ListTimezones")
        return tuple(sorted(one for one in map(str, told) if _ZONE.fullmatch(one)))


def set_zone(zone: str) -> None:
    """Say where it is. Raises MaintenanceError."""
    with service(_NAME, _PATH) as clock:
        clock.call(_NAME, "SetTimezone", "sb", zone, False)


def by_itself(on: bool) -> None:
    """Let it follow the network, or not. Raises MaintenanceError."""
    with service(_NAME, _PATH) as clock:
        clock.call(_NAME, "SetNTP", "bb", on, False)


def set_to(when: datetime, wait: Callable[[float], None] = time.sleep) -> None:
    """Set it, also where it followed the network until now. when: with its zone. Raises
    MaintenanceError: ``clock_far`` for a day that no table has."""
    if not BUILT <= when < LAST:
        raise MaintenanceError("clock_far", Path(_NAME))
    microseconds = int(when.timestamp() * 1_000_000)
    with service(_NAME, _PATH) as clock:
        if clock.get(_NAME, "NTP"):
            clock.call(_NAME, "SetNTP", "bb", False, False)
            for _ in range(LOOKS):  # it ends some moments later, and nobody sets it before
                if not clock.get(_NAME, "NTP"):
                    break
                wait(LOOK_SECONDS)
        clock.call(_NAME, "SetTime", "xbb", microseconds, False, False)
