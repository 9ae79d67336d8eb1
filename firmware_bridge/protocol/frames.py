"""The frames on the line as values, a class for each; ``buttonbox/frames.py`` describes them all.

What the fields mean and how large they are is said there alone; a test holds both together.
"""

from collections.abc import Iterator
from typing import NamedTuple

from firmware_bridge.buttonbox.flash import DEFAULTS
from firmware_bridge.buttonbox.frames import Cutter
from firmware_bridge.buttonbox.frames import encode as _encode
from firmware_bridge.protocol.events import Missing, Moved, Spun

# What the host sends


class Who(NamedTuple):
    """Who are you?"""

    version: int


class Join(NamedTuple):
    """Begin a session, or go on after a cut."""

    session: int
    boot: int
    next: int


class Ack(NamedTuple):
    """All events before ``next`` have arrived."""

    session: int
    next: int


class Lamps(NamedTuple):
    """Show exactly these lamps."""

    session: int
    number: int
    on: int
    blink: int


class Flash(NamedTuple):
    """Flash some lamps."""

    session: int
    number: int
    lamps: int


class Buzz(NamedTuple):
    """Sound a pattern.

    session, number: of the command.
    buzzer: which one, from 0.
    pattern: 0 silence, 1 accepted, 2 refused, 3 your turn, 4 the end.
    level: how loud: 1 soft, 2 medium, 3 loud.
    """

    session: int
    number: int
    buzzer: int
    pattern: int
    level: int


class Show(NamedTuple):
    """Show a text on a display."""

    session: int
    number: int
    display: int
    text: str


class Set(NamedTuple):
    """Keep settings in flash."""

    session: int
    number: int
    text: str


class Leave(NamedTuple):
    """Start again without the program."""

    session: int
    number: int


# What the box sends


class Hello(NamedTuple):
    """Who a box says it is, and what it has.

    version: of the protocol.
    buttons, lamps, dials, buzzers, displays: how many it has of each.
    queue: events it can keep.
    boot: number of its start, another after each loss of power.
    text: its name and firmware.
    """

    version: int
    buttons: int
    lamps: int
    dials: int
    buzzers: int
    displays: int
    queue: int
    boot: int
    text: str

    @property
    def serial(self) -> str:
        """Serial number: stays the same for this board wherever it is plugged in."""
        return self._line(0)

    @property
    def firmware(self) -> str:
        """Version of its program."""
        return self._line(1)

    @property
    def name(self) -> str:
        """What its owner calls it; "" where nobody has given it a name."""
        line = self._line(2)
        return "" if line == DEFAULTS["name"] else line

    def _line(self, number: int) -> str:
        lines = self.text.split("\n")
        line = lines[number] if number < len(lines) else ""
        return line if line.isprintable() else ascii(line)


class Joined(NamedTuple):
    """The session has begun."""

    session: int
    boot: int
    first: int


class Done(NamedTuple):
    """A command was carried out."""

    session: int
    number: int
    result: int


class Pulse(NamedTuple):
    """The box's heartbeat, with its counters.

    boot: number of its start.
    uptime: milliseconds since then.
    frames, damaged: received by the box, good ones and others.
    resent: events sent once more.
    dropped: events lost for want of room.
    waiting: events that are not acknowledged yet.
    """

    boot: int
    uptime: int
    frames: int
    damaged: int
    resent: int
    dropped: int
    waiting: int


class Log(NamedTuple):
    """A line for the host's log."""

    level: int
    text: str


class Button(NamedTuple):
    """A button went down or came up.

    session, number: of the event.
    age: milliseconds since it happened.
    button: which one, from 0.
    down: 1 for pressed, 0 for released.
    """

    session: int
    number: int
    age: int
    button: int
    down: int

    def happened(self, at: float) -> Moved:
        """What it tells, having happened ``at`` seconds."""
        return Moved(at, self.button, bool(self.down))


class Dial(NamedTuple):
    """A dial was turned.

    session, number: of the event.
    age: milliseconds since the last step.
    dial: which one, from 0.
    steps: how far, to the right above 0.
    """

    session: int
    number: int
    age: int
    dial: int
    steps: int

    def happened(self, at: float) -> Spun:
        """What it tells, having happened ``at`` seconds."""
        return Spun(at, self.dial, self.steps)


class Dropped(NamedTuple):
    """Events are missing here. age: of the first of them, in milliseconds."""

    session: int
    number: int
    age: int
    count: int  # type: ignore[assignment]  # tuples have a method of this name

    def happened(self, at: float) -> Missing:
        """What it tells, having happened ``at`` seconds."""
        return Missing(at, self.count)


Command = Lamps | Flash | Buzz | Show | Set | Leave
Numbered = Button | Dial | Dropped
"""Events: kept by the box until they are acknowledged."""

Frame = Who | Join | Ack | Command | Hello | Joined | Done | Pulse | Log | Numbered

CLASSES: dict[str, type[Frame]] = {
    kind.__name__.lower(): kind
    for kind in (
        Who, Join, Ack, Lamps, Flash, Buzz, Show, Set, Leave,
        Hello, Joined, Done, Pulse, Log, Button, Dial, Dropped,
    )
}  # fmt: skip
"""By the names in the description."""

_NAMES = {kind: name for name, kind in CLASSES.items()}


def name_of(frame: Frame) -> str:
    """Its name in the description."""
    return _NAMES[type(frame)]


def encode(frame: Frame) -> bytes:
    """The bytes on the line, with the zero that ends them.

    Raises ValueError for a text that makes the frame too long.
    """
    return _encode(name_of(frame), *frame)


def received(cutter: Cutter, data: bytes) -> Iterator[Frame]:
    """The good frames that some more bytes complete; ``cutter`` counts the others."""
    for name, values in cutter.feed(data):
        yield CLASSES[name]._make(values)
