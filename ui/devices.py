"""What the screens want of the devices, and a table that has none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.table import Cue, Lamp, Signal

if TYPE_CHECKING:
    from firmware_bridge import Counters, DeviceState, Hello, Part, ScannerAtPort, Settings
    from firmware_bridge.traffic import Contact


RECORDING = "devices.jsonl"
"""The file in the data folder in which they are recorded."""


class Devices(Protocol):
    """What the screens want of the devices; the bridge has it."""

    def states(self) -> tuple[DeviceState, ...]:
        """All of them as they are now."""

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these lamps."""

    def cue(self, cue: Cue) -> None:
        """Sound and flash this now."""

    def again(self, name: str) -> None:
        """Try one again that was turned off."""

    def parts(self) -> tuple[Part, ...]:
        """What of them can be used just now."""

    def places(self) -> tuple[tuple[str, str], ...]:
        """The games and their places at which a lamp or a button is said to lie."""

    def latest(self) -> tuple[Signal, ...]:
        """What came from them last, the oldest first."""

    def counters(self) -> dict[str, tuple[Hello, Counters]]:
        """The button boxes, by name, and how their lines do."""

    def scanners(self) -> tuple[ScannerAtPort, ...]:
        """The scanners that are there just now, and the place of each."""

    @property
    def looking(self) -> bool:
        """Whether a camera looks for codes just now."""

    def look(self, *, wanted: bool) -> None:
        """Let the camera look for codes from now on, or no longer."""

    def contact(self) -> tuple[int, Contact] | None:
        """The part that was used last, whatever it is for, and how many were before."""

    def rewire(self, settings: Settings) -> None:
        """Go on with other settings."""

    @property
    def recording(self) -> bool:
        """Whether what comes and goes is being recorded."""

    def record(self, path: Path | None) -> None:
        """Record it from now on; with None no longer. Raises OSError."""

    def replay(self, path: Path) -> None:
        """Let simulated devices do again what was recorded. Raises OSError or ValueError."""


class NoDevices:
    """Touch alone."""

    recording = looking = False

    def states(self) -> tuple[DeviceState, ...]:
        """There are none."""
        return ()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """There are none to be lit."""

    def again(self, name: str) -> None:
        """There is none to be tried."""

    def cue(self, cue: Cue) -> None:
        """There is none to sound."""

    def parts(self) -> tuple[Part, ...]:
        """There are none."""
        return ()

    def places(self) -> tuple[tuple[str, str], ...]:
        """Nothing lies anywhere."""
        return ()

    def latest(self) -> tuple[Signal, ...]:
        """Nothing came."""
        return ()

    def counters(self) -> dict[str, tuple[Hello, Counters]]:
        """There are none."""
        return {}

    def record(self, path: Path | None) -> None:
        """There is nothing to be recorded."""

    def replay(self, path: Path) -> None:
        """There is nothing that could do it."""

    def scanners(self) -> tuple[ScannerAtPort, ...]:
        """There are none."""
        return ()

    def contact(self) -> tuple[int, Contact] | None:
        """Nothing was used."""
        return None

    def look(self, *, wanted: bool) -> None:
        """There is none that sees."""

    def rewire(self, settings: Settings) -> None:
        """There is none to be wired."""
