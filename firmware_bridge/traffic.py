"""What passes: the latest signals, and recording of the bytes on the lines."""

import json
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import IO, Annotated, Literal

import msgspec

from companion.files import open_kept
from companion.table import Signal, Struck

LATEST = 40
"""Signals that can be looked back at."""

MOST_RECORDED = 16_000_000
"""Bytes that a recording may have; then it ends by itself."""

MOST_READ = 4 * MOST_RECORDED
"""Bytes of a recording that are read: many evenings."""

Way = Literal["in", "out"]

INPUT = "input"
"""How the names of input devices begin."""

PINS = "gpio"
"""The device whose bytes are GPIO numbers and levels."""

LAST_PIN = 27
"""The highest GPIO number on the header of a Pi."""

_log = logging.getLogger(__name__)


class Recorded(msgspec.Struct, frozen=True):
    """Some bytes as they came from a device (``in``) or went to it, ``at`` seconds after the
    recording began.

    Another table may have recorded it: the name goes to a terminal, the time to a clock.
    """

    at: Annotated[float, msgspec.Meta(ge=0.0, le=1e6)]
    device: Annotated[str, msgspec.Meta(max_length=300)]
    way: Way
    hex: str

    @property
    def data(self) -> bytes:
        """The bytes. Raises ValueError where the line of the recording is spoilt."""
        return bytes.fromhex(self.hex)


def read_recording(text: str) -> Iterator[Recorded]:
    """What was recorded, line by line. Raises ValueError naming the line that is no such thing."""
    for number, line in enumerate(text.splitlines(), 1):
        try:
            recorded = msgspec.json.decode(line, type=Recorded)
            if not recorded.device.isprintable():
                raise ValueError("no device is called so")
            if recorded.device == PINS:
                _check_edge(recorded.data)
        # msgspec's errors are among the first; the other comes of brackets nested without end.
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number} is no line of a recording: {error}") from None
        yield recorded


def _check_edge(data: bytes) -> None:
    if len(data) != 2 or data[0] > LAST_PIN:
        raise ValueError("an edge is the number of a pin and its level")


class Contact(msgspec.Struct, frozen=True):
    """A part that somebody used, by where it hangs, whatever it is for.

    kind: a button or a dial on pins, a button of a box, a key or axis of an input device.
    device: the serial number of a box; of an input device its lasting path, or what it calls
        itself; "" for pins.
    part: the pin or pins, the number of the button, or the name of the key.
    """

    kind: Literal["pin", "dial", "box", "key"]
    device: str
    part: str


class Traffic:
    """Sees all that passes through the bridge. Called from the devices' threads."""

    def __init__(
        self, deliver: Callable[[Signal], None], used: Callable[[], None] = lambda: None
    ) -> None:
        """``used``: called after a part was used, also one that is for nothing."""
        self._deliver, self._used = deliver, used
        self.contact: tuple[int, Contact] | None = None
        """The part that was used last, and how many were before."""
        self._latest: deque[Signal] = deque(maxlen=LATEST)
        self._lock = Lock()
        self._file: IO[str] | None = None
        self._keys = False
        self._began = 0.0
        self._written = 0

    def signal(self, signal: Signal) -> None:
        """A signal on its way to the match. What a hand writes is nobody else's to look back at: it
        may be a PIN."""
        if not isinstance(signal, Struck):
            self._latest.append(signal)
        self._deliver(signal)

    def touched(self, contact: Contact) -> None:
        """A part was pressed or turned."""
        before = 0 if self.contact is None else self.contact[0]
        self.contact = before + 1, contact
        self._used()

    def latest(self) -> tuple[Signal, ...]:
        """The latest signals, the oldest of them first."""
        return tuple(self._latest)

    @property
    def recording(self) -> bool:
        """Whether bytes and edges are being recorded."""
        return self._file is not None

    def record(self, path: Path, *, keys: bool = False) -> None:
        """Record bytes and edges from now on. keys: also what input devices send, which may be a
        PIN. Raises OSError where the file cannot be written."""
        self.stop()
        kept = open_kept(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        file = os.fdopen(kept, "w", encoding="utf-8")
        with self._lock:
            self._file, self._keys = file, keys
            self._began, self._written = time.monotonic(), 0

    def stop(self) -> None:
        """End the recording."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def edge(self, pin: int, way: Way, value: int) -> None:
        """The level that an input has now, or how a lamp glows from now on (0 off, 1 lit, 2
        blinking): the GPIO number and that, as two bytes of the pins' own device."""
        self.bytes(PINS, way, bytes((pin, value)))

    def bytes(self, device: str, way: Way, data: bytes) -> None:
        """Bytes from or to a device."""
        if self._file is None or (device.startswith(INPUT) and not self._keys):
            return
        with self._lock:
            if self._file is None:
                return
            at = round(time.monotonic() - self._began, 4)
            line = json.dumps({"at": at, "device": device, "way": way, "hex": data.hex()}) + "\n"
            self._written += len(line)
            try:
                self._file.write(line)
                self._file.flush()
            except OSError as error:
                _log.warning("the recording ended: %s", error)
                self._written = MOST_RECORDED
            if self._written >= MOST_RECORDED:
                self._file.close()
                self._file = None
