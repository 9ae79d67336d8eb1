"""All input devices of the kernel that the settings ask for: found, listened to, looked for again.

Nobody is asked which there are but the folder: a device is known by its name in
``/dev/input/by-id``, else by what it says of itself, whatever number it has today.

A machine that does nothing else (``owned``) gives all it has to the companion: keyboards are
grabbed, so that nothing else hears them. On any other machine nothing is grabbed, and what may be
somebody's keyboard is listened to only where the settings name it.
"""

import logging
import os
import select
from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatchcase

from firmware_bridge.devices.input import InputDevice, uses
from firmware_bridge.devices.scanner import PlaceOf, ScannerAtPort
from firmware_bridge.inputs import Able, InputPort, why
from firmware_bridge.ports import candidates
from firmware_bridge.selftest import Part
from firmware_bridge.settings import Input
from firmware_bridge.states import DeviceState, DeviceStates, State
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import INPUT, Traffic
from firmware_bridge.worker import Worker

NAME = INPUT
LOOK_SECONDS = 1.0  # between two looks into the folder; a hand that plugs in is still there
MOST_MISSED = 8
"""Devices that went away and are still told of, the latest: one may come back by ever new names."""

_log = logging.getLogger(__name__)


class Inputs(Worker):
    """Looks after all of them in one thread."""

    def __init__(
        self,
        entries: tuple[Input, ...],
        states: DeviceStates,
        clock: Callable[[], float],
        traffic: Traffic,
        place_of: PlaceOf,
        open_input: Callable[[str], InputPort],
        *,
        owned: bool,
    ) -> None:
        super().__init__("bridge-input")
        self._entries = (*entries, Input()) if owned else entries
        self._told = len(entries)
        self._common = states, traffic, clock, place_of
        self._states, self._clock, self._open = states, clock, open_input
        self._owned = owned
        self._devices: tuple[InputDevice, ...] = ()
        self._made = 0
        self._passed = set[tuple[int, str, int]]()  # by entry: devices that it does not mean
        self._calm = set[str]()
        self._look_at = 0.0
        self._bell = -1  # rung to end a wait for events

    def start(self) -> None:
        """Begin; returns at once."""
        if not self._entries:
            self._say("off", say("input.none"))
            return
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._look_at = 0.0
        self._say("searching", say("input.searching"))
        super().start()

    def wake(self) -> None:
        """Let the next round begin now."""
        super().wake()
        if self._bell >= 0:
            os.eventfd_write(self._bell, 1)

    def ask_to_stop(self) -> None:
        """Let the thread end; returns at once."""
        super().ask_to_stop()
        self.wake()

    def join(self, seconds: float) -> None:
        """Wait until all are given back, at most so long."""
        super().join(seconds)
        if self._bell >= 0:
            bell, self._bell = self._bell, -1
            os.close(bell)

    def again(self, name: str) -> None:
        """Try one again after a storm."""
        self._calm.add(name)
        self.wake()

    def parts(self) -> tuple[Part, ...]:
        """What of those that are plugged in can be used."""
        return tuple(part for one in self._devices for part in one.parts)

    def scanners(self) -> tuple[ScannerAtPort, ...]:
        """Those that play keyboard and are scanners."""
        return tuple(
            ScannerAtPort(one.name, one.path, one.place)
            for one in self._devices
            if one.scans and one.port is not None
        )

    # In its thread

    def _failed(self) -> None:
        self._say("missing", say("device.broken"))

    def _ended(self) -> None:
        for one in self._devices:
            one.unplug("off", say("device.stopped"))
            self._states.remove(one.name)
        self._passed.clear()
        self._say("off", say("device.stopped"))

    def _round(self) -> float | None:
        if self._clock() >= self._look_at:
            self._look()
            self._look_at = self._clock() + LOOK_SECONDS
        there = {one.port.fd: one for one in self._devices if one.port is not None}
        dues = [self._look_at, *(one.due for one in there.values() if one.due is not None)]
        wait = max(0.0, min(dues) - self._clock())
        ready, _, _ = select.select([self._bell, *there], [], [], wait)
        if self._bell in ready:
            with suppress(BlockingIOError):
                os.eventfd_read(self._bell)
        for fd in ready:
            if fd in there:
                self._read(there[fd])
        for one in there.values():
            self._wait_for(one)
        return 0.0

    def _wait_for(self, one: InputDevice) -> None:
        """Tell it that nothing came, if that is so: this thread may be late, and the keys not."""
        now = self._clock()
        if one.port is None or one.due is None or now < one.due:
            return
        ready, _, _ = select.select([one.port.fd], [], [], 0)
        if not ready:
            one.pause(now)

    def _read(self, one: InputDevice) -> None:
        port = one.port
        if port is None:
            return
        try:
            one.take(port.read())
        except BlockingIOError:
            return
        except OSError as error:
            _log.debug("%s is lost: %s", one.path, error)
            one.lost()

    def _look(self) -> None:
        """Open what is new."""
        calm = frozenset(self._calm)
        self._calm -= calm  # and not what another thread adds just now
        for one in self._devices:
            if one.name in calm:
                one.calm()
        trouble: Sentence | None = None
        there = set[tuple[int, str, int]]()
        for number, entry in enumerate(self._entries):
            for path, device in candidates(entry.ports):
                try:
                    found = number, device, os.stat(device).st_ino
                    there.add(found)
                    if found not in self._passed and not self._has(device):
                        named = number < self._told and (bool(entry.name) or path in entry.ports)
                        if not self._taken(path, entry, named):
                            self._passed.add(found)
                except ImportError:
                    trouble = say("input.no_library")
                except OSError as error:
                    _log.debug("%s cannot be opened: %s", path, error)
                    reason = why(error)
                    if path in entry.ports or reason == "held":
                        trouble = trouble or say(f"input.{reason}", port=path)
        self._passed &= there
        self._say_all(trouble)

    def _has(self, device: str) -> bool:
        held = (one.path for one in self._devices if one.port is not None or one.off)
        return any(os.path.realpath(path) == device for path in held)

    def _taken(self, path: str, entry: Input, named: bool) -> bool:
        """Listen to a device, if it is meant. Raises OSError and ImportError."""
        port, taken = self._open(path), False
        try:
            able = Able(port.capabilities())
            if self._meant(port, able, entry, named):
                if self._owned:
                    port.grab()
                self._known(self._title(path, port)).plug(port, path, entry, able)
                taken = True
        finally:
            if not taken:
                port.close()
        return taken

    def _meant(self, port: InputPort, able: Able, entry: Input, named: bool) -> bool:
        if entry.name and not fnmatchcase(port.name, entry.name):
            return False
        if named:
            return True
        if able.points or (able.writes and not self._owned):
            return False
        return able.writes or able.has(uses(entry))

    def _title(self, path: str, port: InputPort) -> str:
        return path if "/by-" in path else f"{port.uniq or ''} {port.name}".strip()

    def _known(self, title: str) -> InputDevice:
        """The one that was here before by this title and is missed, else a new one."""
        for one in self._devices:
            if one.title == title and one.port is None and not one.off:
                return one
        missed = [one for one in self._devices if one.port is None and not one.off]
        for one in missed[: -MOST_MISSED or None]:
            self._states.remove(one.name)
            self._devices = tuple(other for other in self._devices if other is not one)
        self._made += 1
        made = InputDevice(f"{NAME}-{self._made}", title, *self._common)
        self._devices = (*self._devices, made)
        return made

    def _say_all(self, trouble: Sentence | None) -> None:
        """Of those that are there each speaks for itself."""
        if trouble is not None:
            self._say("missing", trouble)
        elif self._devices:
            self._states.remove(NAME)
        else:
            self._say("searching", say("input.searching"))

    def _say(self, state: State, detail: Sentence) -> None:
        self._states.put(DeviceState(NAME, "input", state, detail))
