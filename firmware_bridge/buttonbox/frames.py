"""The frames on the line between a button box and the companion: the one description of them.

Both sides encode and decode with it, and the tables in docs/link-protocol.md are made from it.
Written in what CPython and MicroPython have in common.
"""

import struct

VERSION = 1
"""Of the protocol. Only ``who`` and the first byte of ``hello`` keep their shape for ever."""

LONGEST = 120
"""Bytes that a frame may have before it is coded, without the CRC: code and fields."""

WINDOW = 16
"""Events that may be on their way without an acknowledgement."""

# Name, code, sender, meaning, fields. A field: name, type, meaning. Types: u8, u16, u32, i16
# (little-endian), and text: UTF-8 up to the end of the frame, as the last field only.
FRAMES = (
    ("who", 0x01, "host", "Who are you? Answered with hello, at any time and in any version.",
     (("version", "u8", "of the protocol that the host speaks"),)),
    ("join", 0x02, "host", "Begin a session, or go on after a cut. Answered with joined.",
     (("session", "u16", "begins anywhere and is one more for each join that is not a repetition"),
      ("boot", "u32", "boot number of the last session; 0: the host knows nothing of before"),
      ("next", "u16", "number of the event that the host waits for; ignored where boot is 0"))),
    ("ack", 0x03, "host", "All events before next have arrived. Also the host's heartbeat.",
     (("session", "u16", "of this session"),
      ("next", "u16", "number of the event that the host waits for"))),
    ("lamps", 0x10, "host", "Command: show exactly these lamps.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this command; 1 for the first of a session"),
      ("on", "u32", "bit n: lamp n is lit"),
      ("blink", "u32", "bit n: lamp n blinks; goes before on"))),
    ("flash", 0x11, "host", "Command: flash some lamps quickly three times, then show as before.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this command"),
      ("lamps", "u32", "bit n: lamp n flashes"))),
    ("buzz", 0x12, "host", "Command: sound a pattern.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this command"),
      ("buzzer", "u8", "which buzzer, from 0"),
      ("pattern", "u8", "0 silence, 1 accepted, 2 refused, 3 your turn, 4 the end"),
      ("level", "u8", "how loud: 1 soft, 2 medium, 3 loud"))),
    ("show", 0x13, "host", "Command: show a text on a display.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this command"),
      ("display", "u8", "which display, from 0"),
      ("text", "text", "lines divided by a line feed"))),
    ("set", 0x14, "host", "Command: keep a setting in flash. It holds from the next start on.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this command"),
      ("text", "text", "JSON: an object with the settings to change"))),
    ("leave", 0x15, "host", "Command: start again without the program, so that it can be replaced.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this command"))),
    ("hello", 0x81, "device", "Who this is and what it has.",
     (("version", "u8", "of the protocol that the device speaks"),
      ("buttons", "u8", "how many it has, numbered from 0; at most 32"),
      ("lamps", "u8", "likewise; at most 32, lamp n belongs to button n"),
      ("dials", "u8", "likewise"),
      ("buzzers", "u8", "likewise"),
      ("displays", "u8", "likewise"),
      ("queue", "u8", "events that it keeps until they are acknowledged"),
      ("boot", "u32", "another number after each start, never 0"),
      ("text", "text", "serial number, firmware version and name, divided by line feeds"))),
    ("joined", 0x82, "device", "The session has begun.",
     (("session", "u16", "as in join"),
      ("boot", "u32", "as in hello"),
      ("first", "u16", "number of the oldest event it keeps; with none, of the next"))),
    ("done", 0x83, "device", "A command was carried out, now or when it came the first time.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of the command"),
      ("result", "u8", "0 done, 1 there is no such part, 2 impossible"))),
    ("pulse", 0x84, "device", "The device's heartbeat, once a second, with its counters.",
     (("boot", "u32", "as in hello"),
      ("uptime", "u32", "milliseconds since the start"),
      ("frames", "u32", "good frames received"),
      ("damaged", "u32", "frames received that were no good"),
      ("resent", "u32", "events sent once more"),
      ("dropped", "u32", "events that found the queue full, or that a new host did not want"),
      ("waiting", "u8", "events not yet acknowledged"))),
    ("log", 0x85, "device", "A line for the host's log. Never sent again.",
     (("level", "u8", "1 information, 2 warning, 3 error"),
      ("text", "text", "the line"))),
    ("button", 0x90, "device", "Event: a button went down or came up.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this event; one more than the last, 0 after 65535"),
      ("age", "u32", "milliseconds since it happened"),
      ("button", "u8", "which button"),
      ("down", "u8", "1 down, 0 up"))),
    ("dial", 0x91, "device", "Event: a dial was turned.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this event"),
      ("age", "u32", "milliseconds since it happened"),
      ("dial", "u8", "which dial"),
      ("steps", "i16", "detents, clockwise positive"))),
    ("dropped", 0x92, "device", "Event: here events are missing, because the queue was full.",
     (("session", "u16", "of this session"),
      ("number", "u16", "of this event"),
      ("age", "u32", "milliseconds since the last of them"),
      ("count", "u16", "how many"))),
)  # fmt: skip

EVENTS = ("button", "dial", "dropped")
COMMANDS = ("lamps", "flash", "buzz", "show", "set", "leave")

_LETTERS = {"u8": "B", "u16": "H", "u32": "I", "i16": "h"}


def _shapes():
    by_name = {}
    by_code = {}
    for name, code, _, _, fields in FRAMES:
        texts = fields[-1][1] == "text"
        shape = "<B" + "".join(_LETTERS[kind] for _, kind, _ in fields if kind != "text")
        by_name[name] = (code, shape, texts)
        by_code[code] = (name, shape, struct.calcsize(shape), texts)
    return by_name, by_code


_BY_NAME, _BY_CODE = _shapes()
_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


class Damaged(ValueError):
    """These bytes are no frame."""


def crc16(data: bytes, crc: int = 0xFFFF) -> int:
    """CRC-16 with the polynomial 0x1021, highest bit first (with 0xFFFF: CRC-16/IBM-3740)."""
    for byte in data:
        crc = ((crc << 4) & 0xFFFF) ^ _CRC[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _CRC[(crc >> 12) ^ (byte & 15)]
    return crc


def stuff(data: bytes) -> bytes:
    """Consistent overhead byte stuffing: ``data``, at most 253 bytes, without any zero."""
    out = bytearray(1)
    mark = 0
    for byte in data:
        if byte:
            out.append(byte)
        else:
            out[mark] = len(out) - mark
            mark = len(out)
            out.append(0)
    out[mark] = len(out) - mark
    return bytes(out)


def unstuff(data: bytes) -> bytes:
    """The reverse of :func:`stuff`. Raises Damaged where these bytes do not come from it."""
    out = bytearray()
    at = 0
    while at < len(data):
        size = data[at]
        if size == 0 or at + size > len(data):
            raise Damaged("stuffing")
        if at:
            out.append(0)
        out.extend(data[at + 1 : at + size])
        at += size
    return bytes(out)


def encode(name: str, *values: "int | str") -> bytes:
    """The bytes on the line for a frame, with the zero that ends it.

    Raises ValueError for a text that makes it too long.
    """
    code, shape, texts = _BY_NAME[name]
    if texts:
        body = struct.pack(shape, code, *values[:-1]) + str(values[-1]).encode()
    else:
        body = struct.pack(shape, code, *values)
    if len(body) > LONGEST:
        raise ValueError("the frame is too long")
    return stuff(body + struct.pack("<H", crc16(body))) + b"\0"


def decode(data: bytes) -> "tuple[str, tuple[int | str, ...]]":
    """Name and values of the frame whose bytes, without the zero, are ``data``.

    Raises Damaged for anything that :func:`encode` cannot have made: the CRC alone would let one
    damage in 65,536 pass, so code and length must fit as well.
    """
    body = unstuff(data)
    if not 3 <= len(body) <= LONGEST + 2:
        raise Damaged("length")
    if crc16(body[:-2]) != body[-2] | body[-1] << 8:
        raise Damaged("check")
    if body[0] not in _BY_CODE:
        raise Damaged("code")
    name, shape, size, texts = _BY_CODE[body[0]]
    if len(body) - 2 != size and not (texts and len(body) - 2 > size):
        raise Damaged("length")
    values = struct.unpack(shape, body[:size])[1:]
    if texts:
        try:
            values += (str(body[size:-2], "utf-8"),)
        except ValueError:
            raise Damaged("text") from None
    return name, values


class Cutter:
    """Cuts a stream of bytes, in whatever pieces it arrives, into frames."""

    def __init__(self) -> None:
        self.frames = 0
        self.damaged = 0
        self._begun = b""
        self._dropping = False

    def feed(self, data: bytes) -> "list[tuple[str, tuple[int | str, ...]]]":
        """Take in some bytes; the good frames that they complete. Others are counted."""
        found: list[tuple[str, tuple[int | str, ...]]] = []
        pieces = data.split(b"\0")
        for number, piece in enumerate(pieces):
            if number:
                self._end(found)
            if not self._dropping:
                self._begun += piece
                if len(self._begun) > LONGEST + 3:
                    # No frame is so long: what follows is dropped up to the next end.
                    self._dropping = True
                    self._begun = b""
        return found

    def forget(self) -> None:
        """The line was cut: what had begun will not go on."""
        self._begun = b""
        self._dropping = False

    def _end(self, found: "list[tuple[str, tuple[int | str, ...]]]") -> None:
        begun = self._begun
        dropping = self._dropping
        self.forget()
        if dropping:
            self.damaged += 1
        elif begun:
            try:
                found.append(decode(begun))
                self.frames += 1
            except Damaged:
                self.damaged += 1
