"""A host that says exactly what a test wants it to say."""

import itertools
import random
import time

import serial

from firmware_bridge.buttonbox.frames import EVENTS, Cutter, encode

Frame = tuple[str, tuple[int | str, ...]]
_SESSIONS = itertools.count(random.randrange(1000))


class Talk:
    """Frames to and from a box."""

    def __init__(self, port: serial.Serial, patience: float) -> None:
        self.port = port
        self.patience = patience
        self.seen: list[Frame] = []
        self._cutter = Cutter()
        self.session = 0
        self.boot = 0
        self.next = 0

    def say(self, name: str, *values: int | str) -> None:
        self.port.write(encode(name, *values))

    def listen(self, seconds: float) -> list[Frame]:
        """All frames that come in so long."""
        found: list[Frame] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found += self._read()
        return found

    def wait_for(self, *names: str) -> tuple[int, ...]:
        """The values of the next frame of one of these names; texts are left out."""
        end = time.monotonic() + self.patience
        while True:
            for number, (name, values) in enumerate(self.seen):
                if name in names:
                    del self.seen[: number + 1]
                    return tuple(value for value in values if isinstance(value, int))
            assert time.monotonic() < end, f"never came: {names}"
            self.seen += self._read()

    def join(self, boot: int = 0, wanted: int = 0) -> int:
        """Begin a session; the number of the first event."""
        self.session = next(_SESSIONS) & 0xFFFF
        self.port.write(b"\0")
        self.say("join", self.session, boot, wanted)
        while True:
            session, self.boot, self.next = self.wait_for("joined")
            if session == self.session:
                return self.next

    def event(self) -> tuple[int, ...]:
        """The next event in turn, acknowledged: all of its values but the session."""
        while True:
            session, number, *rest = self.wait_for(*EVENTS)
            if (session, number) == (self.session, self.next):
                self.next = (number + 1) & 0xFFFF
                self.ack()
                return (number, *rest)

    def ack(self) -> None:
        self.say("ack", self.session, self.next)

    def _read(self) -> list[Frame]:
        data = self.port.read(max(1, self.port.in_waiting))
        return self._cutter.feed(data)
