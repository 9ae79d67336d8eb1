"""The box's side of the link: bytes in, commands out; events in, bytes out.

Knows no clock and no port: time is handed in, in milliseconds that never go back.
"""

from .frames import COMMANDS, VERSION, WINDOW, Cutter, encode

QUEUE = 64
"""Events kept. When it is full, what comes is dropped and counted: what stays is what happened
first, and a ``dropped`` event says where something is missing."""

RESEND_MS = 100
PULSE_MS = 1000
ALONE_MS = 3000
"""Without a frame from the host for so long, nobody is there."""

LATE = 8
"""A join of this many sessions ago was delayed on its way; hosts count their sessions upwards."""

BACKLOG = 400
"""Bytes that may wait to be written. Above that nothing is added: the line is slow or stuck."""


class Link:
    """One box, from its start on.

    carry_out(name, values): carries a command out and returns its result, see ``done``.
    """

    def __init__(self, hello, boot: int, carry_out) -> None:
        """``hello``: the fields of hello between version and queue, and its text, as a pair."""
        self._counts, self._text = hello
        self.boot = boot
        self._carry_out = carry_out
        self._cutter = Cutter()
        self._out = b"\0"  # ends whatever the last one had begun
        self._session = -1
        self._joined = ()
        self._heard = -ALONE_MS
        self._pulsed = -PULSE_MS
        # Events not yet acknowledged: (name, when, values). The first has the number _oldest.
        self._events: list[tuple[str, int, tuple[int, ...]]] = []
        self._oldest = 0
        self._sent = 0  # how many of them were sent
        self._tried = 0  # how many were ever sent in this session
        self._sent_at = 0
        self._missing = 0
        self._missing_at = 0
        self._command = 0
        self._result = 0
        self.resent = 0
        self.dropped = 0

    # Events

    def event(self, name: str, now: int, *values: int) -> None:
        """Something happened: keep it until the host has it."""
        self._say_missing()
        if len(self._events) >= QUEUE or self._missing:
            self._missing += 1
            self._missing_at = now
            self.dropped += 1
        else:
            self._events.append((name, now, values))

    def log(self, level: int, text: str) -> None:
        """Tell the host something, if the line is free."""
        if len(self._out) < BACKLOG:
            self._out += encode("log", level, text)

    def _say_missing(self) -> None:
        # Its place is kept free by waiting for two.
        if self._missing and len(self._events) <= QUEUE - 2:
            self._events.append(("dropped", self._missing_at, (min(self._missing, 65535),)))
            self._missing = 0

    @property
    def waiting(self) -> int:
        """Events not yet acknowledged."""
        return len(self._events)

    def alone(self, now: int) -> bool:
        """Whether no host is there."""
        return now - self._heard >= ALONE_MS

    # Bytes in

    def feed(self, data: bytes, now: int) -> None:
        """Take in what came from the host."""
        for name, values in self._cutter.feed(data):
            if name == "who":
                self._heard = now
                self._say_hello()
            elif name == "join":
                self._heard = now
                self._join(values)
            elif values and values[0] == self._session:
                if name == "ack":
                    self._heard = now
                    self._acknowledged(int(values[1]), now)
                elif name in COMMANDS:
                    self._heard = now
                    self._take(name, values)

    def _say_hello(self) -> None:
        if len(self._out) < BACKLOG:
            self._out += encode("hello", VERSION, *self._counts, QUEUE, self.boot, self._text)

    def _join(self, joining) -> None:
        session, boot, wanted = joining
        if self._session >= 0 and 0 < (self._session - session) & 0xFFFF <= LATE:
            return
        if self._joined != joining:
            self._joined = joining
            if boot == 0:
                # A host that knows nothing: what was pressed before it came means nothing to it.
                self._forget(len(self._events))
            elif boot == self.boot:
                self._forget(self._before(wanted))
            self._session = session
            self._sent = self._tried = 0
            self._command = 0
        self._out += encode("joined", session, self.boot, self._oldest)

    def _before(self, wanted: int) -> int:
        """How many of the kept events come before the number ``wanted``; 0 for nonsense."""
        count = (wanted - self._oldest) & 0xFFFF
        return count if count <= len(self._events) else 0

    def _forget(self, count: int) -> None:
        self._events = self._events[count:]
        self._oldest = (self._oldest + count) & 0xFFFF
        self._sent = max(0, self._sent - count)
        self._tried = max(0, self._tried - count)

    def _acknowledged(self, wanted: int, now: int) -> None:
        count = self._before(wanted)
        if 0 < count <= self._tried:
            self._forget(count)
            self._sent_at = now
            self._say_missing()

    def _take(self, name: str, values) -> None:
        number = values[1]
        if number == (self._command + 1) & 0xFFFF:
            self._command = number
            self._result = self._carry_out(name, values[2:])
        if number == self._command and len(self._out) < BACKLOG:
            self._out += encode("done", self._session, number, self._result)

    # Bytes out

    def outgoing(self, now: int, most: int) -> bytes:
        """At most ``most`` bytes that are to be written now."""
        if now - self._pulsed >= PULSE_MS and len(self._out) < BACKLOG:
            self._pulsed = now
            cutter = self._cutter
            self._out += encode(
                "pulse", self.boot, now & 0xFFFFFFFF, cutter.frames, cutter.damaged,
                self.resent, self.dropped, len(self._events),
            )  # fmt: skip
        if self._session >= 0 and not self.alone(now):
            self._send_events(now)
        out = self._out[:most]
        self._out = self._out[most:]
        return out

    def _send_events(self, now: int) -> None:
        if self._sent and now - self._sent_at >= RESEND_MS:
            self._sent = 0
        while self._sent < min(len(self._events), WINDOW) and len(self._out) < BACKLOG:
            name, when, values = self._events[self._sent]
            number = (self._oldest + self._sent) & 0xFFFF
            age = min(now - when, 0xFFFFFFFF)
            self._out += encode(name, self._session, number, age, *values)
            self._sent += 1
            self._sent_at = now
            if self._sent > self._tried:
                self._tried = self._sent
            else:
                self.resent += 1
