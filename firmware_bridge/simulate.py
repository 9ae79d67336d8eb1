"""Devices to try the bridge on without any: simulated GPIO pins, and a scanner on a real
pseudo-terminal. Everything above them is what runs on the real machine."""

import os
import select
import tempfile
import time
import tty
from pathlib import Path
from typing import Any

from firmware_bridge.settings import Dial, Scanner, Settings

ACCEPT_SECONDS = 5.0  # how long the other side may leave sent bytes unread


class SimulatedPins:
    """Pins of gpiozero's mock factory, wired as the settings say.

    Hand :meth:`factory` to the bridge as its ``pin_factory``. The methods move the contacts in the
    calling thread; without bounce they are edges as a perfect contact makes them. They raise
    LookupError for what the settings do not name.
    """

    def __init__(self, settings: Settings, *, present: bool = True) -> None:
        """``present``: whether the machine has GPIO pins at all; :meth:`appear` brings them."""
        from gpiozero.pins.mock import MockFactory, MockPin

        self._settings = settings
        self._present = present
        self._factory = MockFactory(pin_class=MockPin)

    def factory(self) -> Any:
        """The pin factory; raises gpiozero.BadPinFactory while there are no pins."""
        from gpiozero import BadPinFactory

        if not self._present:
            raise BadPinFactory("no GPIO pins are simulated yet")
        return self._factory

    def appear(self) -> None:
        """From now on the machine has pins."""
        self._present = True

    def press(self, role: str, place: int = 0, *, bounces: int = 0) -> None:
        """Close the contact of a button, after ``bounces`` short closings."""
        self._contact(self._button(role, place), closed=True, bounces=bounces)

    def release(self, role: str, place: int = 0, *, bounces: int = 0) -> None:
        """Open the contact of a button, after ``bounces`` short openings."""
        self._contact(self._button(role, place), closed=False, bounces=bounces)

    def tap(self, role: str, place: int = 0, *, hold: float = 0.06) -> None:
        """Press a button for ``hold`` seconds and let go, and leave it for as long."""
        self.press(role, place)
        time.sleep(hold)
        self.release(role, place)
        time.sleep(hold)

    def turn(self, place: int = 0, steps: int = 1) -> None:
        """Turn a dial by ``steps`` detents, clockwise positive."""
        dial = self._dial(place)
        ahead, behind = (dial.a, dial.b) if steps > 0 else (dial.b, dial.a)
        closed = self.is_closed(ahead)
        for _ in range(abs(steps) * dial.edges // 2):
            closed = not closed
            self._contact(ahead, closed=closed)
            self._contact(behind, closed=closed)

    def chatter(self, role: str, place: int = 0, *, edges: int) -> None:
        """A loose wire: ``edges`` changes of level, as fast as they go."""
        pin = self._button(role, place)
        for _ in range(edges):
            self._contact(pin, closed=not self.is_closed(pin))

    def level(self, pin: int, *, high: bool) -> None:
        """One edge at a GPIO number, or none where it has that level already."""
        contact = self._factory.pin(pin)
        contact.drive_high() if high else contact.drive_low()

    def is_closed(self, pin: int) -> bool:
        """Whether the contact on a GPIO number is closed (its level low)."""
        return not self._factory.pin(pin).state

    def glows(self, role: str, place: int = 0) -> bool:
        """Whether a lamp is lit at this moment."""
        pins = [
            lamp.pin for lamp in self._settings.lamp if (lamp.role, lamp.place) == (role, place)
        ]
        return bool(self._factory.pin(pins[0]).state)

    def _contact(self, pin: int, *, closed: bool, bounces: int = 0) -> None:
        contact = self._factory.pin(pin)
        move, back = contact.drive_low, contact.drive_high
        if not closed:
            move, back = back, move
        for _ in range(bounces):
            move()
            back()
        move()

    def _button(self, role: str, place: int) -> int:
        for button in self._settings.button:
            if (button.role, button.place) == (role, place):
                return button.pin
        raise LookupError(f"no button {role} at place {place} in the settings")

    def _dial(self, place: int) -> Dial:
        for dial in self._settings.dial:
            if dial.place == place:
                return dial
        raise LookupError(f"no dial at place {place} in the settings")


class SimulatedScanner:
    """A scanner on a pseudo-terminal, at a path that stays the same when it is plugged in again.

    A context manager; :meth:`close` takes everything away. What is sent before somebody has opened
    the port is lost, as with a real one.
    """

    def __init__(self, folder: Path | None = None, *, plugged: bool = True) -> None:
        """``folder``: where its path appears; a temporary one if none is given."""
        self._own = tempfile.TemporaryDirectory(prefix="scanner-") if folder is None else None
        self.path = (folder or Path(self._own.name if self._own else ".")) / "scanner"
        """Where the bridge finds it; exists only while it is plugged in."""
        self._ends: tuple[int, int] | None = None
        if plugged:
            self.replug()

    def settings(self, *, repeat_ms: int = 1500) -> Scanner:
        """Scanner settings that find this one."""
        return Scanner(ports=(str(self.path),), repeat_ms=repeat_ms, module="lines")

    def scan(self, text: str) -> None:
        """Send a code with the line end that most scanners use (CR)."""
        self.send_raw(text.encode() + b"\r")

    def send_raw(self, data: bytes) -> None:
        """Send any bytes. Raises LookupError unplugged, TimeoutError when nobody reads them."""
        if self._ends is None:
            raise LookupError("the scanner is not plugged in")
        while data:
            _, ready, _ = select.select([], [self._ends[0]], [], ACCEPT_SECONDS)
            if not ready:
                raise TimeoutError("nobody reads what the scanner sends")
            data = data[os.write(self._ends[0], data) :]

    def unplug(self) -> None:
        """Pull the plug; what was sent and not yet read is lost."""
        if self._ends is not None:
            ends, self._ends = self._ends, None
            self.path.unlink(missing_ok=True)
            for end in ends:
                os.close(end)

    def replug(self) -> None:
        """Plug it in, at a new device number and the same path."""
        if self._ends is None:
            scanner, port = os.openpty()
            tty.setraw(port)
            os.set_blocking(scanner, False)
            # The port's end stays open here: without it a scanner nobody listens to would break.
            self._ends = (scanner, port)
            self.path.symlink_to(os.ttyname(port))

    def close(self) -> None:
        """Unplug it for good."""
        self.unplug()
        if self._own is not None:
            self._own.cleanup()

    def __enter__(self) -> "SimulatedScanner":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
