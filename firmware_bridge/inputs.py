"""Input devices of the kernel: how one is opened, and what its keys and axes are called."""

import errno
import os
import struct
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Protocol

EV_KEY, EV_REL, EV_ABS = 1, 2, 3
"""Kinds of events, by the kernel's numbers, which never change (linux/input-event-codes.h)."""

EV_SYN, SYN_DROPPED = 0, 3
"""Events were lost because nobody fetched them in time."""

LETTER_KEYS = range(2, 84)
"""Keys that may give letters, from 1 to the point of the number pad."""

_LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))  # Q to P, A to L, Z to M
_DIGITS = frozenset((71, 72, 73, 75, 76, 77, 79, 80, 81, 82))  # of a number pad
_TOUCHES = (0x14A, 0x145, 0x140, 0x35)  # a finger, a finger on a pad, a pen, ABS_MT_POSITION_X
_POINTS = (EV_REL, 0), (EV_KEY, 0x110)  # REL_X and BTN_LEFT: a mouse

RECORDED = struct.Struct("<qqHHi")
"""An event as a 64-bit kernel hands it over, which is how it is recorded."""

_RANGES = {
    *("BTN_MISC", "BTN_MOUSE", "BTN_JOYSTICK", "BTN_GAMEPAD", "BTN_DIGI", "BTN_WHEEL"),
    *("BTN_TRIGGER_HAPPY", "KEY_MIN_INTERESTING", "KEY_MAX", "REL_MAX", "ABS_MAX"),
    *("BTN_A", "BTN_B", "BTN_X", "BTN_Y"),
}
"""Other names of codes, for where a range begins or as one maker prints them."""

Control = tuple[int, int, int]
"""Something that can be pressed or turned: kind of event, code, and which way (-1, 1; 0: a key)."""


class Happened(Protocol):
    """One event."""

    type: int
    code: int
    value: int

    def timestamp(self) -> float:
        """When, in seconds of the kernel's clock."""


class InputPort(Protocol):
    """An open input device, as python-evdev has it. Reading one that is gone raises OSError."""

    fd: int

    @property
    def name(self) -> str:
        """What it calls itself."""

    @property
    def uniq(self) -> str | None:
        """Its own number, of a radio its address; empty for most."""

    def capabilities(self) -> dict[int, list[Any]]:
        """Codes by kind of event; those of axes with their range."""

    def read(self) -> Iterator[Happened]:
        """What came; raises BlockingIOError where nothing did."""

    def grab(self) -> None:
        """Have it alone. Raises OSError where somebody else has."""

    def close(self) -> None:
        """Give it back."""


def open_input(path: str) -> InputPort:
    """Open a device. Raises OSError, and ImportError without python-evdev."""
    import evdev

    try:
        port: InputPort = evdev.InputDevice(path)
    except UnicodeDecodeError as error:  # what it calls itself is no text: it may say anything
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), path) from error
    return port


@cache
def _codes() -> dict[str, int]:
    from evdev import ecodes

    return dict(ecodes.ecodes)


def control(name: str) -> Control | None:
    """What ``KEY_A``, ``REL_DIAL+`` or ``ABS_X-`` stands for; None for what the kernel knows not.
    Raises ImportError without python-evdev."""
    code = _codes().get(name.rstrip("+-"))
    if code is None:
        return None
    kind = {"REL": EV_REL, "ABS": EV_ABS}.get(name[:3], EV_KEY)
    return kind, code, {"+": 1, "-": -1}.get(name[-1], 0)


def recorded(event: Happened) -> bytes:
    """An event as it is recorded."""
    stamp = event.timestamp()
    return RECORDED.pack(int(stamp), int(stamp % 1 * 1e6), event.type, event.code, event.value)


@cache
def _names() -> dict[tuple[int, int], str]:
    """What the kernel calls each code; of several names the first that is not a range's."""
    kinds = {"KEY": EV_KEY, "BTN": EV_KEY, "REL": EV_REL, "ABS": EV_ABS}
    found = dict[tuple[int, int], str]()
    for name, code in sorted(_codes().items(), key=lambda one: (one[0] in _RANGES, one[0])):
        if name[:3] in kinds and name[3:4] == "_":
            found.setdefault((kinds[name[:3]], code), name)
    return found


def called(one: Control) -> str:
    """The name of a control. Raises ImportError without python-evdev."""
    kind, code, side = one
    return _names().get((kind, code), f"KEY_{code}") + {1: "+", -1: "-"}.get(side, "")


class Able:
    """What a device can do."""

    def __init__(self, capabilities: dict[int, list[Any]]) -> None:
        self.codes = {
            (kind, code[0] if isinstance(code, tuple) else code)
            for kind, codes in capabilities.items()
            for code in codes
        }
        self._ranges: dict[int, tuple[int, int]] = {
            code: (one.min, one.max) for code, one in capabilities.get(EV_ABS, ())
        }

    @property
    def points(self) -> bool:
        """Whether it is a touchscreen, a pad, a pen or a mouse: those belong to the screen."""
        touches = any((EV_KEY, code) in self.codes for code in _TOUCHES[:3])
        mouse = all(one in self.codes for one in _POINTS)
        return touches or mouse or (EV_ABS, _TOUCHES[3]) in self.codes

    @property
    def writes(self) -> bool:
        """Whether it can be a keyboard that somebody writes on: it has all letters, or all digits
        of a number pad."""
        sets = (_LETTERS, _DIGITS)
        return any(all((EV_KEY, code) in self.codes for code in keys) for keys in sets)

    def has(self, controls: Iterable[Control]) -> bool:
        """Whether it has any of these."""
        return any((kind, code) in self.codes for kind, code, _ in controls)

    def side(self, code: int, value: int) -> int:
        """Where an axis stands: -1 or 1 near its ends, else 0."""
        least, most = self._ranges.get(code, (-1, 1))
        quarter = (most - least) / 4
        return (value > most - quarter) - (value < least + quarter)


def why(error: OSError) -> str:
    """Why a device cannot be had: ``held`` by another, ``refused`` to this user, ``unusable``."""
    if error.errno == errno.EBUSY:
        return "held"
    return "refused" if error.errno in (errno.EACCES, errno.EPERM) else "unusable"
