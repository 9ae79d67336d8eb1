"""The Pico itself: pins, shift registers, the port, the watchdog and the time."""

import select
import sys
import time

import machine
import micropython

from . import flash

BAUD = 115200
BYTES_A_MS = BAUD // 10000 + 1  # ten bits a byte
WATCHDOG_MS = 8000  # the longest that the chip can wait
DUTIES = (0, 400, 4000, 32768)  # of a buzzer by how loud; half of the time is loudest


class Contacts:
    """Contacts between a pin and ground, one pin each."""

    def __init__(self, pins: "list[int]") -> None:
        self._pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]
        self.count = len(pins)

    def closed(self) -> int:
        """As bits."""
        bits = 0
        for number, pin in enumerate(self._pins):
            if not pin.value():
                bits |= 1 << number
        return bits


class Leds:
    """Lamps on a pin each."""

    def __init__(self, pins: "list[int]") -> None:
        self._pins = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in pins]
        self.count = len(pins)

    def light(self, bits: int) -> None:
        """Light exactly these."""
        for number, pin in enumerate(self._pins):
            pin.value(bits >> number & 1)


class Chain:
    """What both kinds of shift register share: three pins."""

    def __init__(self, wiring, data) -> None:
        self._clock = machine.Pin(wiring["clock"], machine.Pin.OUT, value=0)
        self._latch = machine.Pin(wiring["latch"], machine.Pin.OUT, value=1)
        self._data = machine.Pin(wiring["data"], data)
        self.count = wiring["count"]


class InputChain(Chain):
    """Contacts to ground on a chain of 74HC165, each with a pull-up. The contact that is shifted
    out first is number 0."""

    def __init__(self, wiring) -> None:
        super().__init__(wiring, machine.Pin.IN)

    def closed(self) -> int:
        """As bits."""
        self._latch.value(0)
        self._latch.value(1)
        bits = 0
        for number in range(self.count):
            if not self._data.value():
                bits |= 1 << number
            self._clock.value(1)
            self._clock.value(0)
        return bits


class OutputChain(Chain):
    """Lamps on a chain of 74HC595. The last of the chain is shifted in first and is the highest."""

    def __init__(self, wiring) -> None:
        super().__init__(wiring, machine.Pin.OUT)

    def light(self, bits: int) -> None:
        """Light exactly these."""
        self._latch.value(0)
        for number in range(self.count - 1, -1, -1):
            self._data.value(bits >> number & 1)
            self._clock.value(1)
            self._clock.value(0)
        self._latch.value(1)


class UsbPort:
    """The USB plug, which is the console else. Nothing may print while it is in use."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)  # a frame may hold the byte of Ctrl-C
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """What has come in. Byte by byte: more would wait for what is not there."""
        data = b""
        while len(data) < 64 and self._in.poll(0):
            data += sys.stdin.buffer.read(1)
        return data

    def room(self, spent: int) -> int:
        """Bytes that can be written without waiting."""
        return 64 if self._out.poll(0) else 0

    def write(self, data: bytes) -> None:
        """Write them."""
        sys.stdout.buffer.write(data)


class UartPort:
    """The serial pins: TX on GP0, RX on GP1."""

    def __init__(self) -> None:
        self._uart = machine.UART(0, BAUD, rxbuf=512, txbuf=512)

    def read(self) -> bytes:
        """What has come in."""
        count = self._uart.any()
        return self._uart.read(count) if count else b""

    def room(self, spent: int) -> int:
        """Bytes that can be written without waiting, ``spent`` milliseconds after the last."""
        return min(256, spent * BYTES_A_MS)

    def write(self, data: bytes) -> None:
        """Write them."""
        self._uart.write(data)


class Board:
    """Everything, wired as the settings say."""

    def __init__(self, settings) -> None:
        if settings["inputs"]:
            self._contacts = InputChain(settings["inputs"])
        else:
            self._contacts = Contacts(settings["buttons"])
        if settings["outputs"]:
            self._leds = OutputChain(settings["outputs"])
        else:
            self._leds = Leds(settings["lamps"])
        self._dials = [Contacts(pins) for pins in settings["dials"]]
        self._buzzer = None
        if settings["buzzer"] is not None:
            self._buzzer = machine.PWM(machine.Pin(settings["buzzer"]))
            self._buzzer.duty_u16(0)
        self.port = UartPort() if settings["port"] == "uart" else UsbPort()
        self.buttons = self._contacts.count
        self.lamps = self._leds.count
        self.dials = len(self._dials)
        self.buzzers = 0 if self._buzzer is None else 1
        self.keep = flash.keep
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self._ticks = time.ticks_ms()
        self._now = 0

    def closed(self) -> int:
        """The contacts of the buttons as bits."""
        return self._contacts.closed()

    def levels(self, dial: int) -> int:
        """The two contacts of a dial as bits."""
        return self._dials[dial].closed()

    def light(self, bits: int) -> None:
        """Light exactly these lamps."""
        self._leds.light(bits)

    def sound(self, buzzer: int, hertz: int, level: int) -> None:
        """Sound a pitch from now on; 0: silence."""
        if hertz:
            self._buzzer.freq(hertz)
        self._buzzer.duty_u16(DUTIES[level] if hertz else 0)

    def now(self) -> int:
        """Milliseconds since the start. The chip's own count begins anew after twelve days."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def alive(self) -> None:
        """Tell the watchdog that all is well."""
        self._watchdog.feed()


def serial_number() -> str:
    """Of this chip."""
    return "".join(f"{byte:02x}" for byte in machine.unique_id())
