"""The scan modules of the GM65 and GM861 family: their commands, and how we want them set.

Pure: requests and replies are bytes. A request is ``7E 00``, what it does (7 read, 8 write, 9
save), how many bytes of data, a register of two bytes, the data, and a CRC-16 (polynomial 0x1021,
from 0) over all that after ``7E 00``. A reply is ``02 00 00``, how many bytes, the bytes, and their
CRC. Registers and values are from the maker's manuals for the GM65 and GM861.
"""

from collections.abc import Generator
from typing import Literal

import msgspec

from firmware_bridge.buttonbox.frames import crc16
from firmware_bridge.settings import Scanner

BAUDS = (115200, 9600, 57600, 38400, 19200, 14400, 4800, 1200)
"""Where a module may be found, the usual first: 9600 from the factory, 115200 once we had it."""

QUICK = 115200
"""Bits a second that a module is set to, and how its register says so."""
QUICK_CODE = b"\x1a\x00"

MODE = 0x0000  # bit 7 light up on success, 6 sound, 5-4 aim, 3-2 light, 1-0 when to read
INTERVAL = 0x0005  # between two reads, in 0.1 s
TIMEOUT = 0x0006  # of one read, in 0.1 s; 0: none
OUTPUT = 0x000D  # bits 1-0: 0 serial, 1 as a keyboard, 3 as a USB serial port
SAME_CODE = 0x0013  # bit 7: wait before the same code is read again; the rest: how long
BAUD = 0x002A  # two bytes, see QUICK_CODE
VERSION = 0x00E2  # of the program in the module

CONTINUOUS = 2  # reads all the time, as a cradle wants it
_SHINE = {"off": 0, "reading": 1, "always": 2}  # in bits 5-4 and 3-2 of MODE

TRIES = 3  # at one question, for a module may be busy with a code

SAVE = bytes.fromhex("7e000901000000dec8")
DONE = bytes.fromhex("02000001003331")


def check(data: bytes) -> bytes:
    """The CRC that ends requests and replies."""
    return crc16(data, 0).to_bytes(2, "big")


def read(register: int, count: int = 1) -> bytes:
    """The request to read registers."""
    body = bytes((7, 1)) + register.to_bytes(2, "big") + bytes((count,))
    return b"\x7e\x00" + body + check(body)


def write(register: int, data: bytes) -> bytes:
    """The request to write registers."""
    body = bytes((8, len(data))) + register.to_bytes(2, "big") + data
    return b"\x7e\x00" + body + check(body)


def reply(data: bytes) -> bytes:
    """The reply that tells ``data``."""
    body = bytes((0, len(data))) + data
    return b"\x02\x00" + body + check(body)


class Splitter:
    """Divides what a module sends into replies and scanned text. Codes are text, and a reply begins
    with bytes that no text has."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> tuple[list[bytes], bytes]:
        """Take in some bytes: the data of the replies that they complete, and all other bytes."""
        replies: list[bytes] = []
        text = bytearray()
        rest = self._begun + data
        while (at := rest.find(b"\x02")) >= 0:
            text += rest[:at]
            rest = rest[at:]
            size = 6 + rest[3] if len(rest) > 3 else 7
            if not b"\x02\x00\x00".startswith(rest[:3]):
                text += rest[:1]
                rest = rest[1:]
            elif len(rest) < size:
                self._begun = rest
                return replies, bytes(text)
            elif check(rest[2 : size - 2]) != rest[size - 2 : size]:
                text += rest[:1]
                rest = rest[1:]
            else:
                replies.append(rest[4 : size - 2])
                rest = rest[size:]
        self._begun = b""
        return replies, bytes(text + rest)


class Found(msgspec.Struct, frozen=True):
    """How setting a module ended. outcome: ``absent``: nobody answers; ``set``: it is as wanted;
    ``stubborn``: register ``register`` keeps another value. saved: whether flash was written.
    version: of its program, None where it does not tell."""

    outcome: Literal["absent", "set", "stubborn"]
    saved: bool = False
    version: int | None = None
    register: int = 0


Talk = Generator[bytes, bytes | None, Found]
"""Yields requests, and is sent the data of each reply, or None where none came in time."""


def wanted(settings: Scanner, now: dict[int, int]) -> dict[int, int]:
    """What the registers should hold, given what they hold ``now``.

    Of the delay for the same code it is said that it counts tenths of a second, and that it counts
    seconds. Either will do: how long the same code is ignored is decided by us.
    """
    mode = 0x80 | (0x40 if settings.beep else 0) | CONTINUOUS
    mode |= _SHINE[settings.aim] << 4 | _SHINE[settings.light] << 2
    output = now[OUTPUT]
    if output & 3 == 1:
        output &= ~3  # never as a keyboard
    seconds = min(-(-settings.repeat_ms // 1000), 0x7F)
    return {
        MODE: mode,
        INTERVAL: 1,
        TIMEOUT: 0,
        OUTPUT: output,
        SAME_CODE: 0x80 | seconds if seconds else 0,
    }


def configure(settings: Scanner) -> Talk:
    """Set a module: read each register, write what differs, read it back, and save to its flash
    only when something did (flash wears out)."""
    now: dict[int, int] = {}
    for register in (MODE, INTERVAL, TIMEOUT, OUTPUT, SAME_CODE):
        found = yield from _read(register)
        if found is None:
            return Found("absent")
        now[register] = found
    version = yield from _read(VERSION, tries=1)  # newer ones do not tell
    differing = {r: v for r, v in wanted(settings, now).items() if v != now[r]}
    for register, value in differing.items():
        for _ in range(TRIES):
            yield write(register, bytes((value,)))
            if (yield from _read(register)) == value:
                break
        else:
            return Found("stubborn", version=version, register=register)
    if differing:
        for _ in range(TRIES):
            if (yield SAVE) is not None:
                break
        else:
            return Found("stubborn", version=version)
    return Found("set", saved=bool(differing), version=version)


def _read(register: int, tries: int = TRIES) -> Generator[bytes, bytes | None, int | None]:
    for _ in range(tries):
        data = yield read(register)
        if data is not None and len(data) == 1:
            return data[0]
    return None
