"""The things on GPIO pins: one line each for a button, a dial or a lamp.

A line claims its pins through gpiozero and turns edges into signals. Edges arrive in whatever
thread the pin library uses; that thread must never see an exception, it serves all pins.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Lock
from typing import Any

from companion.table import Pressed, Released, Turned
from companion.table.lamps import Glow
from firmware_bridge.debounce import Change, Debounce
from firmware_bridge.decoding.dial import Dial as Decoder
from firmware_bridge.decoding.limits import Storm
from firmware_bridge.selftest import Part
from firmware_bridge.settings import Button, Dial, LampPin
from firmware_bridge.states import DeviceKind, SignalSource
from firmware_bridge.traffic import Contact, Traffic

_log = logging.getLogger(__name__)

SHORTEST_HOLD = 0.04  # seconds; the fastest fingers hold and let go for at least 50 ms each
EDGES_IN_STORM = 10_000  # in five seconds; a dial spun hard makes about 3,000
OLDEST_EDGE = 60.0
"""Seconds: an edge that claims to be older has a time from another clock. Edges wait in the pin
library while this process does not get round to them; their own time is still right then."""
TOGETHER, LOOKS = 0.0002, 5
"""Seconds between two clocks that were looked at together, and how often this is tried."""
BLINK = 0.4  # seconds on, and as long off
FLASH = 0.08  # likewise, for what was refused
FLASHES = 3  # in a row
GLOWS: tuple[Glow, ...] = ("off", "on", "blink")
"""How a lamp glows, by the number that a recording has for it."""


class GpioLine(ABC):
    """One button, dial or lamp. Not usable before :meth:`claim`, nor after :meth:`release`."""

    kind: DeviceKind
    part: Part | None = None
    """What of it can be tested."""

    def __init__(self, *pins: int) -> None:
        self.pins = "+".join(map(str, pins))
        self.name = f"gpio{self.pins}"
        self.stormy = False
        """Set for good once the line has made more noise than a hand can; it is deaf from then."""
        self._devices: list[Any] = []

    @abstractmethod
    def claim(self, gpiozero: Any, factory: Any) -> None:
        """Take the pins from a gpiozero pin ``factory``; raises whatever the pin library does."""

    def release(self) -> None:
        """Give the pins back; never raises."""
        devices, self._devices = self._devices, []
        for device in devices:
            try:
                if device.pin is not None:
                    device.pin.when_changed = None
                device.close()
            except Exception:
                _log.exception("could not give back %s", self.name)

    @property
    def due(self) -> float | None:
        """When :meth:`recheck` wants to be called, on the bridge's clock."""
        return None

    def recheck(self, now: float) -> None:
        """Look at the level again; raises whatever the pin library does."""
        return

    def calm(self) -> None:
        """Forget a storm: somebody has seen to the wire."""
        self.stormy = False


class _Input(GpioLine):
    """What buttons and dials share: edges with their time, and a limit to noise."""

    def __init__(
        self,
        source: SignalSource,
        clock: Callable[[], float],
        wake: Callable[[], None],
        traffic: Traffic,
        *pins: int,
    ) -> None:
        super().__init__(*pins)
        self._source = source
        self._traffic = traffic
        self._clock = clock
        self._wake = wake
        self._factory: Any = None
        # Held while an edge is worked on and delivered, so that signals keep their order. Never
        # held while a pin is claimed or given back: that takes locks of the pin library, whose
        # threads wait for this one.
        self._lock = Lock()
        self._edges = Storm(limit=EDGES_IN_STORM)

    def calm(self) -> None:
        super().calm()
        self._edges.reset()

    def _found(self, pin: int, down: bool) -> None:
        """The level of ``pin`` before anybody listened."""

    def _listen(
        self, gpiozero: Any, factory: Any, pin: int, heard: Callable[[Any, Any], None]
    ) -> None:
        """Claim ``pin`` as a contact to ground. ``heard``: a bound method; it is held weakly.

        The pin's own edges are taken, not the device's events: they carry the time of the edge
        itself, which the pin library (on a Pi, the kernel) has noted. gpiozero's Button would add
        only a thread for holding, one for each.
        """
        self._factory = factory
        contact = gpiozero.DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        self._devices.append(contact)
        self._found(pin, bool(contact.is_active))
        contact.pin.when_changed = heard

    def _heard(self, pin: int, take: Callable[[float, bool], None], ticks: Any, level: Any) -> None:
        """An edge: call ``take(at, down)`` with it, unless it is one too many."""
        try:
            if self.stormy:
                return
            self._traffic.edge(pin, "in", bool(level))
            at = self._moment(ticks)
            with self._lock:
                if self._edges.error(at):
                    self._storm()
                else:
                    take(at, not level)
            if self.stormy:
                # Here, in the library's own thread, nothing can be between fetching the handler
                # and calling it, which would end that thread and with it every button.
                for device in self._devices:
                    if device.pin is not None:
                        device.pin.when_changed = None
        except Exception:
            _log.exception("an edge on %s was lost", self.name)

    def _moment(self, ticks: Any) -> float:
        """The time of an edge on the bridge's clock, from the pin library's own: of a few looks at
        both clocks the one between which the least passed, for another thread may come between."""
        looks = list[tuple[float, float]]()
        while not looks or (min(looks)[0] > TOGETHER and len(looks) < LOOKS):
            now, ticked, then = self._clock(), self._factory.ticks(), self._clock()
            age = float(self._factory.ticks_diff(ticked, ticks))
            looks.append((then - now, now - age if 0.0 <= age <= OLDEST_EDGE else now))
        return min(looks)[1]

    def _storm(self) -> None:
        self.stormy = True
        self._wake()


class ButtonLine(_Input):
    """A push button: ``Pressed`` when it holds, with the time of the first edge; ``Released``
    likewise."""

    kind = "button"

    def __init__(
        self,
        button: Button,
        lockout: float,
        source: SignalSource,
        clock: Callable[[], float],
        wake: Callable[[], None],
        traffic: Traffic,
    ) -> None:
        super().__init__(source, clock, wake, traffic, button.pin)
        if button.role != "nothing":
            self.part = Part("button", button.role, button.place)
        self._button = button
        self._lockout = lockout
        self._debounce = Debounce(lockout)
        self._flickers = Storm()
        self._changed = clock()

    def claim(self, gpiozero: Any, factory: Any) -> None:
        """Take its one pin; it may be held down already."""
        self._listen(gpiozero, factory, self._button.pin, self._edge)

    def _found(self, pin: int, down: bool) -> None:
        with self._lock:
            self._debounce = Debounce(self._lockout, down=down, at=self._clock())

    def calm(self) -> None:
        """Forget too quick presses as well."""
        super().calm()
        self._flickers.reset()

    @property
    def due(self) -> float | None:
        """When a level has held for long enough to be believed."""
        return self._debounce.due

    def recheck(self, now: float) -> None:
        """Believe the level that has held, whatever its edges said."""
        devices = self._devices
        if devices and not self.stormy:
            down = bool(devices[0].is_active)
            with self._lock:
                self._report(self._debounce.recheck(now, down))

    def _edge(self, ticks: Any, level: Any) -> None:
        self._heard(self._button.pin, self._take, ticks, level)

    def _take(self, at: float, down: bool) -> None:
        waiting = self._debounce.due
        self._report(self._debounce.edge(at, down))
        if self._debounce.due != waiting:
            self._wake()

    def _report(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            kind = Pressed if change.down else Released
            if change.down:
                self._traffic.touched(Contact("pin", "", self.pins))
            if self.part is not None:
                values = {"role": self._button.role, "place": self._button.place}
                self._source.send(kind, at=change.at, **values)
            held, self._changed = change.at - self._changed, change.at
            if held < min(SHORTEST_HOLD, 2 * self._lockout) and self._flickers.error(change.at):
                self._storm()


class DialLine(_Input):
    """A dial: ``Turned`` by one step at each detent."""

    kind = "dial"

    def __init__(
        self,
        dial: Dial,
        source: SignalSource,
        clock: Callable[[], float],
        wake: Callable[[], None],
        traffic: Traffic,
    ) -> None:
        super().__init__(source, clock, wake, traffic, dial.a, dial.b)
        self.part = Part("dial", "", dial.place)
        self._dial = dial
        self._decoder = Decoder(dial.edges)
        self._a = self._b = False

    def claim(self, gpiozero: Any, factory: Any) -> None:
        """Take its two pins; it may rest between two detents."""
        self._listen(gpiozero, factory, self._dial.a, self._edge_a)
        self._listen(gpiozero, factory, self._dial.b, self._edge_b)

    def _found(self, pin: int, down: bool) -> None:
        with self._lock:
            if pin == self._dial.a:
                self._a = down
            else:
                self._b = down
            self._decoder = Decoder(self._dial.edges, a=self._a, b=self._b)

    def _edge_a(self, ticks: Any, level: Any) -> None:
        self._heard(self._dial.a, self._take_a, ticks, level)

    def _edge_b(self, ticks: Any, level: Any) -> None:
        self._heard(self._dial.b, self._take_b, ticks, level)

    def _take_a(self, at: float, closed: bool) -> None:
        self._a = closed
        self._turn(at)

    def _take_b(self, at: float, closed: bool) -> None:
        self._b = closed
        self._turn(at)

    def _turn(self, at: float) -> None:
        steps = self._decoder.feed(self._a, self._b)
        if steps:
            self._traffic.touched(Contact("dial", "", self.pins))
            self._source.send(Turned, at=at, steps=steps, place=self._dial.place)


class LampLine(GpioLine):
    """A lamp on a pin of its own."""

    kind = "lamp"

    def __init__(self, lamp: LampPin, traffic: Traffic) -> None:
        super().__init__(lamp.pin)
        self._traffic = traffic
        self.key = (lamp.role, lamp.place)
        self._lamp = lamp
        self._glow: Glow = "off"
        self._flashing: float | None = None  # until then

    def claim(self, gpiozero: Any, factory: Any) -> None:
        """Take its pin, and be dark."""
        self._devices.append(gpiozero.LED(self._lamp.pin, pin_factory=factory))
        self._glow = "off"
        self._flashing = None

    @property
    def due(self) -> float | None:
        """When a flash is over, and it may glow as it is told again."""
        return self._flashing

    def flash(self, now: float) -> None:
        """Flash a few times, and then glow as before."""
        if self._devices:
            self._devices[0].blink(on_time=FLASH, off_time=FLASH, n=FLASHES)
            self._flashing = now + 2 * FLASH * FLASHES

    def show(self, glow: Glow, now: float) -> None:
        """Glow like this, or after a flash; nothing happens while the pin is not claimed or glows
        so already."""
        if self._flashing is not None:
            if now < self._flashing:
                return
            self._flashing, self._glow = None, "off"
        if not self._devices or glow == self._glow:
            return
        led = self._devices[0]
        if glow == "blink":
            led.blink(on_time=BLINK, off_time=BLINK)
        elif glow == "on":
            led.on()
        else:
            led.off()
        self._glow = glow
        self._traffic.edge(self._lamp.pin, "out", GLOWS.index(glow))
