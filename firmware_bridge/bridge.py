"""The one door to the devices."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

from companion.files import read_whole
from companion.table import Cue, Lamp, Signal
from firmware_bridge.devices import boxes, camera, gpio, inputs, scanner, scanners
from firmware_bridge.inputs import InputPort, open_input
from firmware_bridge.pins import open_pins
from firmware_bridge.ports import Ports
from firmware_bridge.protocol.events import Counters
from firmware_bridge.protocol.frames import Hello
from firmware_bridge.selftest import Part
from firmware_bridge.settings import Settings
from firmware_bridge.states import DeviceState, DeviceStates
from firmware_bridge.traffic import MOST_READ, Contact, Recorded, Traffic, read_recording
from firmware_bridge.video import Cameras, SystemCameras

FOUND_SECONDS = 10.0  # until recorded devices are found that are played again
LOOK_SECONDS = 0.05
ARRIVED_SECONDS = 0.5  # for the last of what was played
STOP_SECONDS = 2.0  # a thread that has not ended by then is left to the end of the process


def _nobody(states: tuple[DeviceState, ...]) -> None:
    """Nobody wants to know the states."""


def _as_set(port: str) -> None:
    """Nobody has chosen a place for a scanner: it has that of the settings."""


class Bridge:
    """Runs the devices in threads of their own; implements ``companion.table.Lamps``.

    No method raises because of a device, and none waits for one, except :meth:`stop` for a moment.
    """

    def __init__(
        self,
        settings: Settings,
        deliver: Callable[[Signal], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        status: Callable[[tuple[DeviceState, ...]], None] = _nobody,
        pin_factory: Callable[[], Any] = open_pins,
        place_of: scanner.PlaceOf = _as_set,
        input_opener: Callable[[str], InputPort] = open_input,
        cameras: Cameras | None = None,
        owned: bool = False,
    ) -> None:
        """``deliver`` gets each signal, ``status`` all device states after each change.

        Both are called from device threads, each source in order; they should only put what they
        get into a queue and must not wait for the thread that calls this class. What they raise is
        logged, and the signal is lost. ``clock`` gives monotonic seconds, the ``at`` of signals.
        ``pin_factory`` opens the pins (a gpiozero factory), again and again while it raises.
        ``place_of`` is asked at each scan, in the scanner's thread. ``input_opener`` opens
        keyboards and the like, ``cameras`` are those of this machine. ``owned``: it does nothing
        else, all its keyboards and its camera are ours.
        """
        self._states = DeviceStates(status)
        self.traffic = Traffic(deliver, self._states.tell)
        """What passes through: for the screen of the devices, and for recordings."""
        self._clock, self._place_of = clock, place_of
        self._pin_factory, self._input_opener, self._owned = pin_factory, input_opener, owned
        self._cameras = cameras or SystemCameras()
        self._wire(settings)
        self._started = False
        self._replay: Thread | None = None
        self._played_enough = Event()

    def _wire(self, settings: Settings) -> None:
        """Make all devices, as they are wired; none is begun yet."""
        states, traffic, clock, place_of = self._states, self.traffic, self._clock, self._place_of
        ports = Ports(settings.boxes.ports)
        self._pins = gpio.GpioBank(settings, traffic, states, clock, self._pin_factory)
        self._scanners = scanners.Scanners(settings, states, clock, ports, traffic, place_of)
        self._boxes = boxes.BoxFinder(settings.boxes, states, clock, ports, traffic)
        opener, owned = self._input_opener, self._owned
        self._inputs = inputs.Inputs(
            settings.input, states, clock, traffic, place_of, opener, owned=owned
        )
        self._camera = camera.CodeCamera(
            settings.camera, states, clock, traffic, place_of, self._cameras, owned=owned
        )
        self._settings = settings

    def rewire(self, settings: Settings) -> None:
        """Stop, and go on with other settings."""
        self.stop()
        for one in self._states.states():
            self._states.remove(one.name)
        self._wire(settings)
        self.start()

    def start(self) -> None:
        """Begin to look for the devices; returns at once. Again after :meth:`stop`, if wished."""
        if not self._started:
            self._started = True
            self._pins.start()
            self._boxes.start()
            self._scanners.start()
            self._inputs.start()
            self._camera.start()

    def stop(self) -> None:
        """Give back all pins and ports. At most a signal already on its way comes after."""
        if self._started:
            self._started = False
            devices = self._pins, self._scanners, self._boxes, self._inputs, self._camera
            for device in devices:
                device.ask_to_stop()
            for device in devices:
                device.join(STOP_SECONDS)
            self._played_enough.set()
            if self._replay is not None:
                self._replay.join(STOP_SECONDS)
            self.traffic.stop()

    def states(self) -> tuple[DeviceState, ...]:
        """All devices as they are now, sorted by name: ``gpio`` and ``scanner`` always, a single
        button, dial or lamp only while something is wrong with it, a box, a further scanner and an
        input device once it was found; ``input`` while there is none."""
        return self._states.states()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these; every lamp not named is off. A lamp that is missing shows them as
        soon as it is back."""
        self._pins.show(lamps)
        self._boxes.show(lamps)

    def cue(self, cue: Cue) -> None:
        """Sound and flash this now, where there is something for it."""
        self._pins.cue(cue)
        self._boxes.cue(cue)

    def latest(self) -> tuple[Signal, ...]:
        """The latest signals, the oldest first."""
        return self.traffic.latest()

    def contact(self) -> tuple[int, Contact] | None:
        """The part that was used last, whatever it is for, and how many were before."""
        return self.traffic.contact

    def parts(self) -> tuple[Part, ...]:
        """Everything that is there and can be used just now."""
        found = [*self._boxes.parts(), *self._pins.parts(), *self._inputs.parts()]
        reads = ("scanner", "camera")
        if any(one.kind in reads and one.state == "ready" for one in self.states()):
            found.append(Part("scanner"))
        return tuple(dict.fromkeys(found))

    def places(self) -> tuple[tuple[str, str], ...]:
        """The games and their places at which a lamp or a button is said to lie."""
        return self._settings.places

    def counters(self) -> dict[str, tuple[Hello, Counters]]:
        """Every button box ever found: who it is, and how its line does."""
        return self._boxes.counters()

    def scanners(self) -> tuple[scanner.ScannerAtPort, ...]:
        """Every scanner that is there just now, at which port, and whose scans its are."""
        seeing = () if self._camera.there is None else (self._camera.there,)
        return (*self._scanners.there(), *self._inputs.scanners(), *seeing)

    @property
    def looking(self) -> bool:
        """Whether a camera looks for codes just now."""
        return self._camera.looking

    def look(self, *, wanted: bool) -> None:
        """Let the camera look for codes from now on, or no longer."""
        self._camera.look(wanted=wanted)

    # Recording and playing again

    @property
    def recording(self) -> bool:
        """Whether what comes and goes is being recorded."""
        return self.traffic.recording

    def record(self, path: Path | None) -> None:
        """Record what comes and goes from now on; with None no longer. Raises OSError where the
        file cannot be written."""
        self.traffic.stop() if path is None else self.traffic.record(path)

    @property
    def replaying(self) -> bool:
        """Whether something recorded is being played again."""
        return self._replay is not None and self._replay.is_alive()

    def replay(self, path: Path) -> None:
        """Let simulated devices do again what was recorded, beside the real ones, at the pace of
        then; returns at once. Nothing happens while that still goes on.

        Raises OSError for a file that cannot be read, ValueError for one that is no recording.
        """
        if self.replaying:
            return
        recorded = tuple(read_recording(read_whole(path, MOST_READ).decode()))
        self._played_enough.clear()
        play = partial(self._play, recorded)
        self._replay = Thread(target=play, name="bridge-replay", daemon=True)
        self._replay.start()

    def _play(self, recorded: tuple[Recorded, ...]) -> None:
        from firmware_bridge.replay import Replay

        places = {one.name: one.place for one in self.scanners()}
        with Replay(recorded, self._settings, places) as replay:
            there = Bridge(replay.settings, self.traffic.signal, pin_factory=replay.factory)
            there.start()
            end = time.monotonic() + FOUND_SECONDS
            while there.ready < replay.count and time.monotonic() < end:
                if self._played_enough.wait(LOOK_SECONDS):
                    break
            try:
                replay.play(self._played_enough)
                self._played_enough.wait(ARRIVED_SECONDS)
            finally:
                there.stop()

    @property
    def ready(self) -> int:
        """How many devices work just now; all pins are one."""
        kinds = ("gpio", "scanner", "box")
        return sum(one.state == "ready" and one.kind in kinds for one in self.states())

    def again(self, name: str) -> None:
        """Try a device again that was turned off for noise, by the name in its state."""
        if name.startswith(scanner.NAME):
            self._scanners.again(name)
        elif name.startswith("box"):
            self._boxes.again(name)
        elif name.startswith(inputs.NAME):
            self._inputs.again(name)
        else:
            self._pins.again(name)
