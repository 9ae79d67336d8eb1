"""MicroPython's ``machine`` for a Pico that is simulated on Node: pins, and what hangs on them.

Copied into the simulated flash beside the firmware. What the world does (contacts, power) and what
the box does (lamps, sound) goes through the object ``world`` of node.mjs.
"""

import js

world = js.world


class Pin:
    """A pin. What is wired to it watches it being written, and answers when it is read."""

    IN = 0
    OUT = 1
    PULL_UP = 2
    wired: "dict[int, object]" = {}  # noqa: RUF012

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        self._level = 1 if pull == Pin.PULL_UP else 0
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Write a level; without one, read it."""
        thing = Pin.wired.get(self.number)
        if level is None:
            return self._level if thing is None else thing.read(self.number)
        if level != self._level:
            self._level = level
            if thing is not None:
                thing.write(self.number, level)
        return None


class Wired:
    """What is wired to pins."""

    def write(self, pin, level):
        """The level of a pin has changed to this one."""

    def read(self, pin):
        """The level that it gives a pin."""
        return 0


class Inputs(Wired):
    """A chain of 74HC165: loads while latch is low, shifts when the clock rises."""

    def __init__(self, wiring):
        self._clock, self._latch = wiring["clock"], wiring["latch"]
        self._bits = 0
        for pin in (self._clock, self._latch, wiring["data"]):
            Pin.wired[pin] = self

    def write(self, pin, level):
        """The latch takes in all contacts, the clock lets the next one follow."""
        if pin == self._latch and not level:
            self._bits = ~int(world.closed)
        elif pin == self._clock and level:
            self._bits >>= 1

    def read(self, pin):
        """The contact that is next, at the pin for data."""
        return self._bits & 1


class Outputs(Wired):
    """A chain of 74HC595: shifts when the clock rises, shows when the latch rises."""

    def __init__(self, wiring):
        self._clock, self._latch, self._data = (wiring[key] for key in ("clock", "latch", "data"))
        self._mask = (1 << wiring["count"]) - 1
        self._bits = self._next = 0
        for pin in (self._clock, self._latch, self._data):
            Pin.wired[pin] = self

    def write(self, pin, level):
        """The clock takes in what lies at the pin for data, the latch lights all lamps."""
        if pin == self._data:
            self._next = level
        elif level and pin == self._clock:
            self._bits = (self._bits << 1 | self._next) & self._mask
        elif level and pin == self._latch:
            world.light(self._bits)


class Contact(Wired):
    """A button on a pin of its own: number ``bit`` of the closed ones."""

    def __init__(self, name, bit):
        self._name, self._bit = name, bit

    def read(self, pin):
        """0 while it is closed, for it leads to ground."""
        return 0 if int(getattr(world, self._name)) >> self._bit & 1 else 1


class Lamp(Wired):
    """A lamp on a pin of its own."""

    lit = 0

    def __init__(self, bit):
        self._bit = bit

    def write(self, pin, level):
        """Light it, or let it go dark."""
        Lamp.lit = Lamp.lit & ~(1 << self._bit) | level << self._bit
        world.light(Lamp.lit)


def wire(settings):
    """Build the box that the settings describe."""
    if settings["inputs"]:
        Inputs(settings["inputs"])
    else:
        for bit, pin in enumerate(settings["buttons"]):
            Pin.wired[pin] = Contact("closed", bit)
    if settings["outputs"]:
        Outputs(settings["outputs"])
    else:
        for bit, pin in enumerate(settings["lamps"]):
            Pin.wired[pin] = Lamp(bit)
    for number, pins in enumerate(settings["dials"]):
        for bit, pin in enumerate(pins):
            Pin.wired[pin] = Contact("levels", 2 * number + bit)


class PWM:
    """A buzzer."""

    def __init__(self, pin):
        self._hertz = 0

    def freq(self, hertz):
        """The pitch from now on."""
        self._hertz = hertz

    def duty_u16(self, duty):
        """How loud: the part of the time in which there is current, of 65,535; 0 is silence."""
        world.sound(self._hertz if duty else 0, duty)


class UART:
    """The serial line: bytes go to and from the pseudo-terminal, as slowly as on the wire."""

    def __init__(self, number, baud, rxbuf=0, txbuf=0):
        world.baud = baud
        self._data = b""

    def any(self):
        """How many bytes have come."""
        coming = world.receive()
        if coming:
            self._data += bytes.fromhex(coming)
        return len(self._data)

    def read(self, count):
        """What has come; ``count`` is what :meth:`any` said."""
        data, self._data = self._data[:count], self._data[count:]
        return data

    def write(self, data):
        """Send these; how many went."""
        world.send(data.hex())
        return len(data)


class WDT:
    """The watchdog: starts the box anew when nobody feeds it."""

    def __init__(self, timeout):
        world.watchdog(timeout)

    def feed(self):
        """All goes well: wait as long once more."""
        world.watchdog(0)


def reset():
    """Start anew: raises SystemExit, for nothing of this run goes on."""
    world.reset()
    raise SystemExit


def unique_id():
    """Of this chip."""
    return bytes.fromhex(world.serial)
