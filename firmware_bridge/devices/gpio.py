"""All GPIO pins: opens them, keeps trying for those that are missing, and looks after the lines.

One thread does everything that may wait: opening, retrying, the second look of the debounce, and
the lamps. Edges come in the pin library's own thread and are turned into signals there.
"""

import logging
from collections.abc import Callable
from threading import Lock
from typing import Any, Literal

from companion.table import Cue, Lamp
from companion.table.lamps import Glow
from firmware_bridge.decoding.limits import Backoff
from firmware_bridge.devices.gpio_lines import ButtonLine, DialLine, GpioLine, LampLine
from firmware_bridge.selftest import Part
from firmware_bridge.settings import Settings
from firmware_bridge.states import DeviceState, DeviceStates, SignalSource, State
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import PINS, Traffic
from firmware_bridge.worker import Worker

NAME = PINS
FIRST_RETRY = 0.1  # seconds
LONGEST_RETRY = 30.0  # seconds; one attempt costs about 10 ms

_log = logging.getLogger(__name__)
Phase = Literal["waiting", "ready", "missing", "off"]


class _Slot:
    """A line and how far it has got."""

    def __init__(self, line: GpioLine) -> None:
        self.line = line
        self.phase: Phase = "waiting"
        self.retry_at = 0.0
        self.backoff = Backoff(FIRST_RETRY, LONGEST_RETRY)


class GpioBank(Worker):
    """Buttons, dials and lamps on the pins of this machine."""

    def __init__(
        self,
        settings: Settings,
        traffic: Traffic,
        states: DeviceStates,
        clock: Callable[[], float],
        open_pins: Callable[[], Any],
    ) -> None:
        super().__init__("bridge-gpio")
        source = SignalSource(NAME, traffic.signal)
        lockout = settings.debounce_ms / 1000
        common = source, clock, self.wake, traffic
        lines: list[GpioLine] = [ButtonLine(one, lockout, *common) for one in settings.button]
        lines += [DialLine(one, *common) for one in settings.dial]
        lines += [LampLine(one, traffic) for one in settings.lamp]
        self._slots = [_Slot(line) for line in lines]
        self._states = states
        self._clock = clock
        self._open_pins = open_pins
        self._factory: Any = None
        self._glows: dict[tuple[str, int], Glow] = {}
        self._calm: set[str] = set()
        self._flashes: set[tuple[str, int]] = set()
        self._lock = Lock()  # for the three above, which other threads write
        self._had = False  # whether any pin could ever be used
        self._broken = False  # said so, and to be taken back
        self._retry_at = 0.0
        self._backoff = Backoff(FIRST_RETRY, LONGEST_RETRY)

    def start(self) -> None:
        """Begin; returns at once."""
        if self._slots:
            self._say("searching", say("gpio.searching"))
            super().start()
        else:
            self._say("off", say("gpio.none"))

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these lamps; returns at once."""
        with self._lock:
            self._glows = {(lamp.role, lamp.place): lamp.glow for lamp in lamps}
        self.wake()

    def cue(self, cue: Cue) -> None:
        """Flash the confirm button of a place that was refused; returns at once."""
        if cue.what == "refused":
            with self._lock:
                self._flashes.add(("confirm", cue.place))
            self.wake()

    def parts(self) -> tuple[Part, ...]:
        """The buttons and dials whose pins can be used."""
        return tuple(
            slot.line.part for slot in self._slots if slot.phase == "ready" and slot.line.part
        )

    def again(self, name: str) -> None:
        """Try the line ``name`` again after a storm."""
        with self._lock:
            self._calm.add(name)
        self.wake()

    def _failed(self) -> None:
        self._broken = True
        self._say("missing", say("device.broken"))

    def _ended(self) -> None:
        for slot in self._slots:
            slot.line.release()
            slot.phase = "waiting"
            self._states.remove(slot.line.name)
        self._say("off", say("device.stopped"))

    def _round(self) -> float | None:
        self._look_after()
        return self._next()

    def _next(self) -> float | None:
        """Seconds until something must be done without being woken."""
        if self._factory is None:
            return max(0.0, self._retry_at - self._clock())
        times = [slot.line.due for slot in self._slots if slot.phase == "ready"]
        times += [slot.retry_at for slot in self._slots if slot.phase == "missing"]
        earliest = min((time for time in times if time is not None), default=None)
        return None if earliest is None else max(0.0, earliest - self._clock())

    def _look_after(self) -> None:
        """Everything there is to do just now."""
        now = self._clock()
        if self._factory is None and not (now >= self._retry_at and self._open()):
            return
        with self._lock:
            glows = dict(self._glows)
            calm, self._calm = self._calm, set()
            flashes, self._flashes = self._flashes, set()
        before = [slot.phase for slot in self._slots]
        for slot in self._slots:
            if slot.phase == "off" and slot.line.name in calm:
                slot.line.calm()
                slot.phase = "waiting"
            if slot.line.stormy and slot.phase != "off":
                slot.line.release()
                slot.phase = "off"
                self._say_line(slot, "off", "line.storm")
            if slot.phase == "waiting" or (slot.phase == "missing" and now >= slot.retry_at):
                self._claim(slot)
            if slot.phase == "ready":
                self._attend(slot, glows, flashes)
        if self._broken or [slot.phase for slot in self._slots] != before:
            self._broken = False
            self._say_all()

    def _open(self) -> bool:
        try:
            self._factory = self._open_pins()
        except Exception as error:  # no GPIO here is an ordinary event, whatever the library raises
            _log.debug("no GPIO pins: %s", error)
            self._retry_at = self._clock() + self._backoff.wait()
            self._say("missing" if self._had else "searching", say("gpio.missing"))
            return False
        return True

    def _claim(self, slot: _Slot) -> None:
        import gpiozero  # opening the pins has imported it

        try:
            slot.line.claim(gpiozero, self._factory)
        except Exception as error:
            self._lose(slot, error)
        else:
            slot.phase = "ready"
            slot.backoff.reset()
            self._states.remove(slot.line.name)

    def _attend(
        self,
        slot: _Slot,
        glows: dict[tuple[str, int], Glow],
        flashes: set[tuple[str, int]],
    ) -> None:
        line, now = slot.line, self._clock()
        try:
            if isinstance(line, LampLine):
                if line.key in flashes:
                    line.flash(now)
                line.show(glows.get(line.key, "off"), now)
            elif line.due is not None and now >= line.due:
                line.recheck(now)
        except Exception as error:
            self._lose(slot, error)

    def _lose(self, slot: _Slot, error: Exception) -> None:
        """A pin cannot be had or used: give it back and try again later."""
        _log.debug("%s cannot be used: %s", slot.line.name, error)
        slot.line.release()
        slot.phase = "missing"
        slot.retry_at = self._clock() + slot.backoff.wait()
        self._say_line(slot, "missing", "line.missing")

    def _say_line(self, slot: _Slot, state: State, key: str) -> None:
        line = slot.line
        self._states.put(DeviceState(line.name, line.kind, state, say(key, pins=line.pins)))

    def _say_all(self) -> None:
        count = len(self._slots)
        ready = sum(slot.phase == "ready" for slot in self._slots)
        self._had = self._had or bool(ready)
        if ready == count:
            self._say("ready", say("gpio.ready", count=count))
        else:
            partly = say("gpio.partly", ready=ready, count=count)
            self._say("ready" if ready else "missing", partly)

    def _say(self, state: State, detail: Sentence) -> None:
        self._states.put(DeviceState(NAME, "gpio", state, detail))
