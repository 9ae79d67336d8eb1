"""Button boxes on serial ports: found by asking who they are, listened to, and looked for again.

One thread asks at every port that nobody has; each box that answers gets a thread of its own for as
long as it is there. What is known about a box outlives its being unplugged: it is known by its
serial number, wherever it comes back, unless too many others were there since.
"""

import logging
import os
import select
import time
from collections.abc import Callable
from threading import Thread

import serial

from companion.table import Cue, Lamp
from firmware_bridge.buttonbox.frames import VERSION, Cutter
from firmware_bridge.decoding.limits import Backoff
from firmware_bridge.devices.box import Box, mismatch
from firmware_bridge.ports import PORT_ERRORS, Ports, candidates, why
from firmware_bridge.protocol.events import Counters
from firmware_bridge.protocol.frames import Hello, Who, encode, received
from firmware_bridge.selftest import Part
from firmware_bridge.settings import Boxes
from firmware_bridge.states import DeviceState, DeviceStates
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import Traffic
from firmware_bridge.worker import Worker

BAUD = 115200
ANSWER_SECONDS = 1.5
"""A box answers within milliseconds, and sends a heartbeat each second anyway: whoever is silent
for longer is none."""

SPEAKING_SECONDS = 5.0  # as long as frames come, if no answer is among them
ASK_EVERY = 0.15  # seconds, like all that follow
WRITE_SECONDS = 1.0  # after which what takes no bytes is no box
FIRST_RETRY = 0.1
LONGEST_RETRY = 2.0  # plugging in should be answered while the hand is still there
LONGEST_SILENCE = 30.0  # between two askings at a port where something else is
MOST_MISSED = 8
"""Boxes that are away and still known when one more comes: a table has no more places, and whatever
answers with ever new numbers fills no list."""

SEARCH = "boxes"

_log = logging.getLogger(__name__)


class BoxFinder(Worker):
    """Looks for boxes at all ports that the settings allow, for ever."""

    def __init__(
        self,
        settings: Boxes,
        states: DeviceStates,
        clock: Callable[[], float],
        ports: Ports,
        traffic: Traffic,
    ) -> None:
        super().__init__("bridge-boxes")
        self._settings = settings
        self._states = states
        self._clock = clock
        self._ports = ports
        self._traffic = traffic
        self._lamps: tuple[Lamp, ...] = ()
        self._boxes: dict[tuple[str, int], Box] = {}  # by serial number, and which of those
        self._doubles: dict[str, float] = {}  # ports at which a box that is here answered, and when
        self._threads: list[Thread] = []
        self._silent: dict[str, tuple[float, Backoff]] = {}
        self._backoff = Backoff(FIRST_RETRY, LONGEST_RETRY)

    def start(self) -> None:
        """Begin; returns at once."""
        if self._settings.ports:
            super().start()

    def wake(self) -> None:
        """Look for boxes now, and soon again."""
        self._backoff.reset()
        super().wake()

    def ask_to_stop(self) -> None:
        """Let the threads end; returns at once."""
        super().ask_to_stop()
        for box in tuple(self._boxes.values()):
            box.wake()

    def join(self, seconds: float) -> None:
        """Wait until all ports are closed."""
        end = time.monotonic() + seconds
        super().join(seconds)
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for box in self._boxes.values():
            self._states.remove(box.name)

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these lamps, on boxes that come later too."""
        self._lamps = lamps
        for box in tuple(self._boxes.values()):
            box.show(lamps)

    def cue(self, cue: Cue) -> None:
        """Sound and flash."""
        for box in tuple(self._boxes.values()):
            box.cue(cue)

    def again(self, name: str) -> None:
        """Try a box again after a storm."""
        for box in tuple(self._boxes.values()):
            if box.name == name:
                box.calm()
        self.wake()

    def parts(self) -> tuple[Part, ...]:
        """The buttons and dials of the boxes that are plugged in."""
        found: list[Part] = []
        for box in tuple(self._boxes.values()):
            if box.present:
                found += [Part("button", *use) for use in box.uses if use[0] != "nothing"]
                dials = range(box.hello.dials)
                found += [Part("dial", "", self._settings.dial_place(dial)) for dial in dials]
        return tuple(found)

    def counters(self) -> dict[str, tuple[Hello, Counters]]:
        """Who each box is and how its line does, by the name of its state."""
        return {box.name: (box.hello, box.link.counters) for box in tuple(self._boxes.values())}

    # In its thread

    def _left(self, device: str) -> None:
        """A box has left a port: what is there next is asked at once."""
        self._ports.forget(device)
        self._ports.give_back(device)
        self.wake()

    def _failed(self) -> None:
        self._states.put(DeviceState(SEARCH, "box", "missing", say("device.broken")))

    def _ended(self) -> None:
        self._states.remove(SEARCH)

    def _round(self) -> float | None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        there = {device: path for path, device in candidates(self._settings.ports)}
        self._ports.keep_only(set(there))
        self._silent = {device: one for device, one in self._silent.items() if device in there}
        self._doubles = {device: at for device, at in self._doubles.items() if device in there}
        trouble: Sentence | None = None
        for device, path in there.items():
            if self._stopping:
                return None
            waiting = self._silent.get(device)
            if waiting is not None and self._clock() < waiting[0]:
                continue
            trouble = self._ask(path, device) or trouble
        if trouble is None or any(box.present for box in self._boxes.values()):
            self._states.remove(SEARCH)
        else:
            self._states.put(DeviceState(SEARCH, "box", "missing", trouble))
        return self._backoff.wait()

    def _ask(self, path: str, device: str) -> Sentence | None:
        """Ask at a port; what is wrong there, if a box may be meant."""
        if not self._ports.take(device):
            return None
        held = False
        try:
            port = serial.Serial(path, BAUD, timeout=0, write_timeout=WRITE_SECONDS, exclusive=True)
        except (*PORT_ERRORS, ValueError) as error:
            _log.debug("%s cannot be opened: %s", path, error)
            self._ports.give_back(device)
            self._be_silent(device)
            self._ports.answered(device, box=False)
            return say(f"box.{why(error)}", port=path) if why(error) == "refused" else None
        try:
            hello = ask(port, self._clock, lambda: self._stopping)
            if hello is None:
                self._be_silent(device)
                self._ports.answered(device, box=False)
                return None
            self._silent.pop(device, None)
            self._ports.answered(device, box=True)
            if hello.version != VERSION:
                self._be_silent(device)
                return mismatch(hello.name or say("box.unnamed"), hello.version)
            held = self._take(hello, port, device)
        except PORT_ERRORS as error:
            _log.debug("%s is lost: %s", path, error)
        finally:
            if not held:
                port.close()
                self._ports.give_back(device)
        return None

    def _take(self, hello: Hello, port: serial.Serial, device: str) -> bool:
        """Listen to a box from now on; False if it was turned off, or is here already."""
        box = self._known(hello, device)
        if box is None:
            return False
        self._doubles.pop(device, None)
        box.hello = hello
        box.present = True
        called = [one.hello.name for one in self._boxes.values()]
        for one in self._boxes.values():
            one.alike = called.count(one.hello.name) > 1
        thread = Thread(target=box.serve, args=(port, device), name=f"bridge-{box.name}")
        thread.daemon = True
        self._threads.append(thread)
        thread.start()
        return True

    def _known(self, hello: Hello, device: str) -> Box | None:
        """The box that says this: one that was here before, or a new one; None if it was turned
        off, or may be one that is here and has only changed its port."""
        number = 1
        while box := self._boxes.get((hello.serial, number)):
            if box.off:
                return None
            if not box.present:
                return box
            # Two are two only when the one is heard after the other has answered.
            if box.link.heard <= self._doubles.setdefault(device, self._clock()):
                return None
            number += 1
        box = self._boxes[hello.serial, number] = Box(
            hello,
            self._settings,
            self._states,
            self._traffic,
            self._clock,
            name=self._free_name(hello.serial, number),
            twin=number > 1,
            stopping=lambda: self._stopping,
            left=self._left,
        )
        box.show(self._lamps)
        self._forget(box)
        return box

    def _forget(self, new: Box) -> None:
        """Of too many boxes that are away, those that were not heard for longest."""
        away = {key: one for key, one in self._boxes.items() if not one.present and one is not new}
        for key in sorted(away, key=lambda key: away[key].link.heard)[:-MOST_MISSED]:
            self._states.remove(self._boxes.pop(key).name)

    def _free_name(self, serial: str, number: int) -> str:
        """The end of its serial number, as long as no other box ends alike."""
        taken = {box.name for box in self._boxes.values()}
        short, whole = f"box-{serial[-8:]}", f"box-{serial}"
        if number > 1:
            return f"{self._boxes[serial, 1].name}-{number}"
        return whole if short in taken else short

    def _be_silent(self, device: str) -> None:
        _, backoff = self._silent.get(device) or (0.0, Backoff(LONGEST_RETRY, LONGEST_SILENCE))
        missing = any(not (box.present or box.off) for box in self._boxes.values())
        # While a box is missed, it may be the one here: busy, or on a line that damages much.
        wait = LONGEST_RETRY if missing else backoff.wait()
        self._silent[device] = self._clock() + wait, backoff


def ask(
    port: serial.Serial, clock: Callable[[], float], stopping: Callable[[], bool]
) -> Hello | None:
    """Ask at an open port who is there; None where nobody says a button box.

    Raises one of PORT_ERRORS when the port is lost.
    """
    cutter = Cutter()
    began = clock()
    asked = float("-inf")
    while not stopping():
        now = clock()
        # Whoever sends good frames is a box, and its answer may have been damaged.
        if now - began >= (SPEAKING_SECONDS if cutter.frames else ANSWER_SECONDS):
            break
        if now - asked >= ASK_EVERY:
            asked = now
            port.write(b"\0" + encode(Who(VERSION)))
        ready, _, _ = select.select([port.fileno()], [], [], ASK_EVERY)
        if not ready:
            continue
        data = os.read(port.fileno(), 4096)
        if not data:
            return None
        for frame in received(cutter, data):
            if isinstance(frame, Hello):
                return frame
    return None
