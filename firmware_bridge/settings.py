"""How buttons, dials, lamps, scanners and the rest are wired; see docs/hardware-settings.md."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.table import PLACES, place_of

Part = Literal["confirm", "undo", "pass"]
_AT = r"at [a-z][a-z0-9_]* \S+"
Role = Annotated[str, Meta(pattern=rf"^(confirm|undo|pass|nothing|{_AT})\Z")]
"""What a button or a lamp is for; ``at`` with a game and one of its places: it lies on the board
there, and is everybody's."""
Pin = Annotated[int, Meta(ge=2, le=27)]
Place = Annotated[int, Meta(ge=0, le=PLACES)]
Baud = Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600]


ButtonUse = Annotated[str, Meta(pattern=rf"^((confirm|undo|pass)( [1-{PLACES}])?|nothing|{_AT})\Z")]
Use = tuple[str, int]
Shine = Literal["off", "reading", "always"]
InputKey = Annotated[str, Meta(pattern=r"^((KEY|BTN)_[A-Z0-9_]+|(REL|ABS)_[A-Z0-9_]+[+-])\Z")]
InputUse = Annotated[
    str, Meta(pattern=rf"^((confirm|undo|pass|left|right)( [1-{PLACES}])?|nothing)\Z")
]
Layout = Annotated[str, Meta(pattern=r"^([a-z]{2,20}(\([a-z0-9_-]{1,30}\))?)\Z")]

EVERY_INPUT = ("/dev/input/by-id/*-event-*", "/dev/input/event*")
"""Every input device there is, by its lasting name where it has one."""


EVERY_CAMERA = ("/dev/v4l/by-id/*", "/dev/video*")
"""Every camera there is, likewise."""


class Button(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A push button between ``pin`` (GPIO number) and ground; ``place`` 0 is everybody's."""

    pin: Pin
    role: Role
    place: Place = 0


class Dial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dial with its contacts on the pins ``a`` and ``b``; ``edges``: quarter steps a detent."""

    a: Pin
    b: Pin
    place: Place = 0
    edges: Literal[2, 4] = 4


class LampPin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lamp (LED with resistor) between ``pin`` and ground, in button ``role`` of ``place``, or
    alone at a place on a board."""

    pin: Pin
    role: Role
    place: Place = 0


class Scanner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a code scanner may be, and how it is set.

    ports: paths or patterns of paths, tried in this order; whatever of them is there is listened
        to, each as a scanner of its own.
    place: at the table; 0 is everybody's.
    baud: bits a second.
    repeat_ms: milliseconds in which the same code again is ignored.
    module: ``gm65`` for the modules of that family, which are looked for at any speed and set;
        ``lines`` for any other scanner; ``auto`` finds out.
    light, aim, beep: what such a module does.
    """

    ports: tuple[Annotated[str, Meta(min_length=1)], ...] = ("/dev/serial/by-id/*",)
    baud: Baud = 9600
    repeat_ms: Annotated[int, Meta(ge=0, le=60_000)] = 1500
    module: Literal["auto", "gm65", "lines"] = "auto"
    light: Shine = "reading"
    aim: Shine = "reading"
    place: Place = 0
    beep: bool = True


class Boxes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where button boxes may be, as paths or patterns of paths, and what their parts are for.

    buttons: of button 0, 1 and so on: a role, and a place where it is not everybody's. own: the
    same for single boxes, by serial number. dials: the places of dial 0, 1 and so on.
    """

    ports: tuple[Annotated[str, Meta(min_length=1)], ...] = ("/dev/serial/by-id/*",)
    buttons: tuple[ButtonUse, ...] = (
        "undo",
        "pass",
        *(f"confirm {n}" for n in range(1, PLACES + 1)),
    )
    own: dict[str, tuple[ButtonUse, ...]] = {}
    dials: tuple[Place, ...] = (0,)

    def uses(self, serial: str, count: int) -> tuple[Use, ...]:
        """Role and place of each button of a box that has ``count``."""
        return tuple(map(meaning, self.own.get(serial, self.buttons)[:count]))

    def dial_place(self, dial: int) -> int:
        """The place of a dial; everybody's where none is given."""
        return self.dials[dial] if dial < len(self.dials) else 0


class Input(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An input device of the kernel: a scanner that plays keyboard, a keyboard, pedal, pad, remote.

    ports: paths or patterns of paths where it may be.
    name: what it calls itself, or a pattern of that; "" for any.
    kind: ``scanner``: all it strikes are codes; ``keyboard``: none is; ``auto`` finds out.
    layout: of the letters that a hand strikes.
    codes: of those that a scanner strikes.
    place: at the table; 0 is everybody's.
    keys: what single keys, buttons and axes are for, where it is not the usual.
    repeat_ms: milliseconds in which the same code again is ignored.
    """

    ports: tuple[Annotated[str, Meta(min_length=1)], ...] = EVERY_INPUT
    name: str = ""
    kind: Literal["auto", "scanner", "keyboard"] = "auto"
    layout: Layout = "system"
    codes: Layout = "us"
    place: Place = 0
    keys: dict[InputKey, InputUse] = {}
    repeat_ms: Annotated[int, Meta(ge=0, le=60_000)] = 1500


class CameraPort(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera that reads codes.

    ports: paths or patterns of paths where it may be; the first that is there is taken.
    place: at the table; 0 is everybody's.
    repeat_ms: milliseconds in which the same code again is ignored.
    """

    ports: tuple[Annotated[str, Meta(min_length=1)], ...] = EVERY_CAMERA
    place: Place = 0
    repeat_ms: Annotated[int, Meta(ge=0, le=60_000)] = 1500


def meaning(text: str) -> Use:
    """A part's role and place from how a use is spelled: ``confirm 1``, or ``at`` a place."""
    if place_of(text):
        return text, 0
    role, _, place = text.partition(" ")
    return role, int(place or 0)


# Places 1 to 5. Left free: 2 and 3 (I2C, fixed pull-ups) and 14 and 15 (the serial pins, where a
# scanner module is wired). No lamps: a pin is only driven where the owner's file says so.
_ROLES: tuple[Part, ...] = ("confirm", "undo", "pass")
_DEFAULT_PINS = {
    1: (17, 27, 22),
    2: (23, 24, 25),
    3: (12, 16, 26),
    4: (20, 21, 19),
    5: (7, 8, 9),
}
DEFAULT_BUTTONS = tuple(
    Button(pin, role, place)
    for place, pins in _DEFAULT_PINS.items()
    for pin, role in zip(pins, _ROLES, strict=True)
)
DEFAULT_DIALS = (Dial(a=5, b=6, place=0),)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is connected to which pin or port.

    button, dial, lamp: on the pins of the Pi, in the order of their numbers.
    scanner: at a serial port.
    further: more scanners, each with settings of its own.
    boxes: button boxes at serial ports.
    camera: one that reads codes; None where nothing is said of it.
    input: what the kernel knows as a keyboard or a joystick.
    debounce_ms: milliseconds after an edge in which further edges are taken for bounce.
    """

    button: tuple[Button, ...] = DEFAULT_BUTTONS
    dial: tuple[Dial, ...] = DEFAULT_DIALS
    lamp: tuple[LampPin, ...] = ()
    scanner: Scanner = Scanner()
    further: tuple[Scanner, ...] = ()
    boxes: Boxes = Boxes()
    input: tuple[Input, ...] = ()
    camera: CameraPort | None = None
    debounce_ms: Annotated[int, Meta(ge=0, le=200)] = 20

    @property
    def scanners(self) -> tuple[Scanner, ...]:
        """All scanners, the first of them first."""
        return self.scanner, *self.further

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The games and their places at which a lamp or a button lies."""
        uses = (*self.boxes.buttons, *(use for own in self.boxes.own.values() for use in own))
        roles = (*(one.role for one in self.lamp), *(one.role for one in self.button), *uses)
        return tuple(dict.fromkeys(filter(None, map(place_of, roles))))


NOTHING = Settings(
    button=(),
    dial=(),
    lamp=(),
    scanner=Scanner(ports=()),
    boxes=Boxes(ports=()),
    camera=CameraPort(ports=()),
)
"""No device at all: touch alone."""

HARDWARE = "hardware.toml"
"""The file in the data folder that says how the devices are wired."""
