"""One button box: its link, what its buttons are for, and its thread while it is plugged in."""

import logging
import os
import random
import select
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

import serial

from companion.table import Cue, Lamp, Pressed, Released, Turned
from firmware_bridge.buttonbox import FIRMWARE, OURS
from firmware_bridge.buttonbox.frames import VERSION
from firmware_bridge.decoding.limits import Storm
from firmware_bridge.ports import PORT_ERRORS
from firmware_bridge.protocol.events import (
    Joined,
    Logged,
    Missing,
    Moved,
    Refused,
    Spun,
    Stranger,
)
from firmware_bridge.protocol.frames import Hello
from firmware_bridge.protocol.link import Link
from firmware_bridge.settings import Boxes
from firmware_bridge.states import DeviceState, DeviceStates, SignalSource, State
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import Contact, Traffic

STORM_ERRORS = 50
STORM_SECONDS = 5.0
STORM_EVENTS = 1000
"""In five seconds: more than 24 buttons and ten fingers can do."""

PATTERNS = {"accepted": 1, "refused": 2, "turn": 3, "end": 4}  # as the firmware numbers its sounds

_log = logging.getLogger(__name__)


class Box:
    """One box: its link, what its buttons are for, and its thread while it is plugged in."""

    def __init__(
        self,
        hello: Hello,
        settings: Boxes,
        states: DeviceStates,
        traffic: Traffic,
        clock: Callable[[], float],
        *,
        name: str,
        twin: bool,
        stopping: Callable[[], bool],
        left: Callable[[str], None],
    ) -> None:
        """``name``: of its state, which no other box has. ``twin``: whether another box has its
        serial number. ``stopping``: whether it should end; :meth:`wake` it then. ``left``: called
        at the end with the device whose port is free again."""
        self.hello = hello
        self.name = name
        self._twin = twin
        self.off = False
        self.present = False
        self.alike = False
        """Whether another box is called as this one."""
        self.link = Link(random.randrange(0x10000))
        self.uses = settings.uses(hello.serial, hello.buttons)
        self._settings = settings
        self._states = states
        self._traffic = traffic
        self._clock = clock
        self._stopping = stopping
        self._left = left
        self._source = SignalSource(self.name, traffic.signal)
        self._errors = Storm(STORM_ERRORS, STORM_SECONDS)
        self._events = Storm(STORM_EVENTS, STORM_SECONDS)
        self._bad = 0
        self._good = 0
        self._notice = False  # something was said that holds until the next press
        self._lock = Lock()  # for the link, which other threads tell what is wanted
        self._wake: tuple[int, int] | None = None  # a pipe, while the thread listens
        self._handlers: dict[type, Callable[[Any], None]] = {
            Moved: self._moved,
            Spun: self._spun,
            Joined: self._joined,
            Missing: self._missing,
            Stranger: self._stranger,
            Logged: self._logged,
            Refused: self._refused,
        }

    # From other threads

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these lamps."""
        on = blink = 0
        for number, use in enumerate(self.uses[: self.hello.lamps]):
            for lamp in lamps:
                if (lamp.role, lamp.place) == use:
                    on |= (lamp.glow == "on") << number
                    blink |= (lamp.glow == "blink") << number
        with self._lock:
            self.link.show(on, blink)
        self.wake()

    def cue(self, cue: Cue) -> None:
        """Sound and flash."""
        with self._lock:
            if cue.level and self.hello.buzzers:
                self.link.buzz(PATTERNS[cue.what], cue.level)
            if cue.what == "refused":
                bits = [
                    1 << number
                    for number, use in enumerate(self.uses[: self.hello.lamps])
                    if use == ("confirm", cue.place)
                ]
                if bits:
                    self.link.flash(sum(bits))
        self.wake()

    def wake(self) -> None:
        """Let the thread look at what is wanted."""
        with self._lock:
            if self._wake is not None:
                with suppress(BlockingIOError):  # it is awake already
                    os.write(self._wake[1], b"x")

    # In its thread

    def serve(self, port: serial.Serial, device: str) -> None:
        """Listen and speak until the box is lost, stormy, or the bridge stops."""
        lost = "box.lost"
        wake = os.pipe()
        for end in wake:
            os.set_blocking(end, False)
        with self._lock:
            self._wake = wake
        try:
            if not self._serve(port, wake[0]):
                lost = ""
        except PORT_ERRORS as error:
            _log.debug("%s is lost: %s", device, error)
        except Exception:
            _log.exception("the care of %s failed; it goes on", self.name)
            lost = "device.broken"
        finally:
            with self._lock:
                self._wake = None
            for end in wake:
                os.close(end)
            port.close()
        if self.off:
            self._say("off", say("device.storm", errors=STORM_ERRORS, seconds=int(STORM_SECONDS)))
        elif lost == "device.broken":
            self._say("missing", say(lost))
        elif lost:
            self._say("missing", say(lost, name=self.title))
        self.present = False  # only now: who is away may be forgotten, with what is said of it
        self._left(device)

    def _serve(self, port: serial.Serial, wake: int) -> bool:
        """Until it is silent (True), or not wanted any more (False)."""
        clock, traffic = self._clock, self._traffic
        line = port.fileno()
        with self._lock:
            self.link.connect(clock())
        while not (self._stopping() or self.off):
            with self._lock:
                now = clock()
                out = self.link.outgoing(now)
                wait = self.link.due() - now
                if self.link.silent(now):
                    return True
            if out:
                traffic.bytes(self.name, "out", out)
                port.write(out)
            ready, _, _ = select.select([line, wake], [], [], max(0.0, wait))
            if wake in ready:
                os.read(wake, 4096)
            if line not in ready:
                continue
            data = os.read(line, 4096)
            if not data:
                return True
            traffic.bytes(self.name, "in", data)
            with self._lock:
                happened = self.link.feed(data, clock())
            for one in happened:
                self._handlers[type(one)](one)
            self._count()
        return False

    def _moved(self, event: Moved) -> None:
        if event.down:
            self._traffic.touched(Contact("box", self.hello.serial, str(event.button)))
        if event.button < len(self.uses) and self.uses[event.button][0] != "nothing":
            role, place = self.uses[event.button]
            kind = Pressed if event.down else Released
            self._source.send(kind, at=event.at, role=role, place=place)
        self._count_event(event.at)
        if self._notice and event.down:
            self._notice = False
            self._say_ready()

    def _spun(self, event: Spun) -> None:
        place = self._settings.dial_place(event.dial)
        self._source.send(Turned, at=event.at, steps=event.steps, place=place)
        self._count_event(event.at)

    def _joined(self, event: Joined) -> None:
        if event.restarted:
            self._notice = True
            self._say("ready", say("box.restarted", name=self.title))
        else:
            self._say_ready()

    def _missing(self, event: Missing) -> None:
        self._notice = True
        self._say("ready", say("box.missing", name=self.title, count=event.count))

    def _stranger(self, event: Stranger) -> None:
        self._say("missing", mismatch(self.title, event.version))

    def _logged(self, event: Logged) -> None:
        _log.info("%s says: %s", self.name, ascii(event.text))

    def _refused(self, event: Refused) -> None:
        _log.warning("%s could not do %s (%d)", self.name, event.command, event.result)

    def _count_event(self, at: float) -> None:
        if self._events.error(at):
            self.off = True

    def _count(self) -> None:
        """A line that brings more noise than frames is turned off; a poor one that works is not."""
        counters = self.link.counters
        bad, self._bad = counters.damaged - self._bad, counters.damaged
        good, self._good = counters.frames - self._good, counters.frames
        for _ in range(bad - good):
            if self._errors.error(self._clock()):
                self.off = True
        if good > bad:
            self._errors.reset()

    @property
    def title(self) -> str | Sentence:
        """What people call it; with the name of its state where another box is called so, too."""
        named = self.hello.name
        if not named:
            return say("box.alike", name=self.name) if self.alike else say("box.unnamed")
        return f"{named} ({self.name})" if self.alike else named

    def calm(self) -> None:
        """Forget a storm: somebody has seen to it."""
        self.off = False
        self._errors.reset()
        self._events.reset()

    def _say_ready(self) -> None:
        hello = self.hello
        if self._twin:
            sentence = say("box.twin", name=self.title, serial=hello.serial)
        elif hello.firmware.startswith(OURS) and hello.firmware != FIRMWARE:
            found, ours = (one.removeprefix(OURS) for one in (hello.firmware, FIRMWARE))
            sentence = say("box.old", name=self.title, found=found, ours=ours)
        else:
            sentence = say("box.ready", name=self.title, buttons=hello.buttons, lamps=hello.lamps)
        self._say("ready", sentence)

    def _say(self, state: State, detail: Sentence) -> None:
        self._states.put(DeviceState(self.name, "box", state, detail))


def mismatch(name: str | Sentence, version: int) -> Sentence:
    """What to say of a box that speaks another version of the protocol."""
    key = "box.newer" if version > VERSION else "box.older"
    return say(key, name=name, theirs=version, ours=VERSION)
