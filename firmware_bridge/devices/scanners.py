"""All code scanners: one for each entry of the settings, and one for each further port that an
entry fits, so that every side of a table can have its own."""

import time
from collections.abc import Callable
from glob import has_magic
from threading import Lock

from firmware_bridge.devices.scanner import NAME, LineScanner, PlaceOf, ScannerAtPort
from firmware_bridge.ports import Ports
from firmware_bridge.settings import Scanner, Settings
from firmware_bridge.states import DeviceState, DeviceStates
from firmware_bridge.texts import say
from firmware_bridge.traffic import Traffic


class Scanners:
    """Looks for scanners at all ports that the settings allow, for ever.

    Of an entry that fits several ports there is always one scanner more than ports were found: it
    looks for the next, and nothing is said of it before.
    """

    def __init__(
        self,
        settings: Settings,
        states: DeviceStates,
        clock: Callable[[], float],
        ports: Ports,
        traffic: Traffic,
        place_of: PlaceOf,
    ) -> None:
        self._states = states
        self._common = states, clock, ports, traffic, place_of
        self._lock = Lock()  # for the two below: scanners tell in their threads of a port
        told = [port for entry in settings.scanners for port in entry.ports]
        self._named = tuple(port for port in told if not has_magic(port))
        self._count = 0
        self._entries: list[tuple[Scanner, list[LineScanner]]] = []
        self._stopping = False
        for entry in settings.scanners:
            if entry.ports:
                self._add(entry, [])

    def start(self) -> None:
        """Begin; returns at once."""
        self._stopping = False
        if not self._entries:
            self._states.put(DeviceState(NAME, "scanner", "off", say("scanner.none")))
        for one in self._all():
            one.start()

    def ask_to_stop(self) -> None:
        """Let the threads end; returns at once."""
        with self._lock:
            self._stopping = True
        for one in self._all():
            one.ask_to_stop()

    def join(self, seconds: float) -> None:
        """Wait until all ports are closed, at most so long."""
        end = time.monotonic() + seconds
        for one in self._all():
            one.join(max(0.0, end - time.monotonic()))

    def again(self, name: str) -> None:
        """Try one again after a storm."""
        for one in self._all():
            if one.name == name:
                one.again()

    def there(self) -> tuple[ScannerAtPort, ...]:
        """Those that listen to a port just now."""
        return tuple(there for one in self._all() if (there := one.there) is not None)

    def _all(self) -> list[LineScanner]:
        with self._lock:
            return [one for _, scanners in self._entries for one in scanners]

    def _add(self, entry: Scanner, scanners: list[LineScanner]) -> LineScanner:
        self._count += 1
        name = NAME if self._count == 1 else f"{NAME}-{self._count}"
        before = tuple(scanners)
        made = LineScanner(
            entry,
            *self._common,
            name=name,
            left=self._named,
            wanted=lambda: all(one.has_port for one in before),
            spare=bool(before),
            found=lambda: self._found(entry, scanners),
        )
        scanners.append(made)
        if not before:
            self._entries.append((entry, scanners))
        return made

    def _found(self, entry: Scanner, scanners: list[LineScanner]) -> None:
        """One has a port: when none is left that looks for the next, there must be another."""
        if len(entry.ports) < 2 and not has_magic(entry.ports[0]):
            return
        with self._lock:
            if not self._stopping and all(one.has_port for one in scanners):
                self._add(entry, scanners).start()
