"""The companion's side of the link to a button box; see docs/link-protocol.md.

Knows no clock and no port: bytes and times (in seconds) are handed in, and what happened and the
bytes to be written come out. It lives as long as the box is known: over cuts of the line and starts
of the box.
"""

import json
from collections import deque
from typing import Literal

from firmware_bridge.buttonbox.frames import EVENTS, VERSION, WINDOW, Cutter, encode
from firmware_bridge.happenings import (
    Counters,
    Happening,
    Hello,
    Joined,
    Logged,
    Met,
    Missing,
    Moved,
    Refused,
    Spun,
    Stranger,
)

ASK_SECONDS = 0.25
"""Between two askings for the same thing."""

ASKINGS = 24
"""Joins that may stay without an answer before a session is begun anew: six seconds, for an answer
that comes later than that would always be one to the session before."""

LEAP = 8
"""So many sessions are left out then: the box may take the number for a delayed one."""

RESEND_SECONDS = 0.1
HEARTBEAT_SECONDS = 1.0
SILENT_SECONDS = 3.5
"""Without a frame from the box for so long, it is gone: it sends one each second."""

CUES = 8
"""Flashes and sounds that may wait. A late one means nothing: when there are more, the oldest
goes."""

Value = int | str


class Link:
    """The link to one box.

    session: where the numbers of sessions begin; from chance, so that a companion started again
    is not taken for the one before.
    """

    def __init__(self, session: int) -> None:
        self.counters = Counters()
        self.hello: Hello | None = None
        self.state: Literal["asking", "joining", "joined"] = "asking"
        self._cutter = Cutter()
        self._out = bytearray()
        self._session = session & 0xFFFF
        self._boot = 0  # of the last session; 0: there was none
        self._next = 0
        self._early: dict[int, tuple[str, tuple[int, ...], float]] = {}
        self._asked_at = 0.0
        self._askings = 0
        self._heard = 0.0
        self._spoke = 0.0
        self._owes_ack = False
        self._lamps: tuple[int, int] = (0, 0)
        self._shown: tuple[int, int] | None = None
        self._waiting: deque[tuple[str, tuple[Value, ...]]] = deque()
        self._command: tuple[str, tuple[Value, ...]] | None = None
        self._number = 0
        self._sent_at = 0.0

    # What is wanted of the box

    def show(self, on: int, blink: int) -> None:
        """Show exactly these lamps (bit n: lamp n), now and after each cut."""
        self._lamps = on, blink

    def flash(self, lamps: int) -> None:
        """Flash these lamps. Nothing happens while the box is away."""
        self._cue("flash", lamps)

    def buzz(self, pattern: int, level: int, buzzer: int = 0) -> None:
        """Sound a pattern; see the frame ``buzz``. Nothing happens while the box is away."""
        self._cue("buzz", buzzer, pattern, level)

    def keep(self, settings: dict[str, object]) -> None:
        """Keep settings in the box's flash. Raises ValueError when they are too long for it."""
        text = json.dumps(settings, separators=(",", ":"))
        encode("set", 0, 0, text)
        self._cue("set", text)

    def leave(self) -> None:
        """Let the box start without its program."""
        self._cue("leave")

    def _cue(self, name: str, *values: Value) -> None:
        if self.state != "joined":
            return
        if len(self._waiting) >= CUES:
            self._waiting.popleft()
            self.counters.cues_dropped += 1
        self._waiting.append((name, values))

    @property
    def idle(self) -> bool:
        """Whether the box has acknowledged all that was wanted of it."""
        return not self._waiting and self._command is None and self._shown == self._lamps

    # The line

    def connect(self, now: float) -> None:
        """The port was opened (anew): ask who is there."""
        self._cutter.forget()
        self._out = bytearray(b"\0")  # ends whatever the last one had begun
        self._heard = now
        self.hello = None
        self._ask(now)

    def silent(self, now: float) -> bool:
        """Whether the box has been silent for too long."""
        return now - self._heard >= SILENT_SECONDS

    def feed(self, data: bytes, now: float) -> list[Happening]:
        """Take in what came from the box: what has happened, in order and each thing once."""
        happened: list[Happening] = []
        for name, values in self._cutter.feed(data):
            self._heard = now
            self._frame(name, values, now, happened)
        self.counters.frames = self._cutter.frames
        self.counters.damaged = self._cutter.damaged
        return happened

    def outgoing(self, now: float) -> bytes:
        """What is to be written now. Call it after each :meth:`feed`, and when it is due."""
        if self.state != "joined":
            if now - self._asked_at >= ASK_SECONDS:
                if self.state == "joining" and self._askings >= ASKINGS:
                    self._session = (self._session + LEAP) & 0xFFFF
                    self._ask(now)
                else:
                    self._ask_again(now)
        else:
            self._command_out(now)
            if self._owes_ack or now - self._spoke >= HEARTBEAT_SECONDS:
                self._owes_ack = False
                self._spoke = now
                self._out += encode("ack", self._session, self._next)
        out = bytes(self._out)
        self._out.clear()
        return out

    def due(self) -> float:
        """When :meth:`outgoing` has something to say at the latest, unless something comes in."""
        if self.state != "joined":
            return self._asked_at + ASK_SECONDS
        if self._command is not None:
            return min(self._sent_at + RESEND_SECONDS, self._spoke + HEARTBEAT_SECONDS)
        if not self.idle:
            return self._spoke
        return self._spoke + HEARTBEAT_SECONDS

    # What comes in

    def _frame(
        self, name: str, values: tuple[Value, ...], now: float, happened: list[Happening]
    ) -> None:
        if name == "hello":
            self._met(Hello(*values), now, happened)  # type: ignore[arg-type]
        elif name == "joined" and self.state == "joining" and values[0] == self._session:
            self._begin(_numbers(values), now, happened)
        elif name in EVENTS and self.state == "joined" and values[0] == self._session:
            self._event(name, _numbers(values), now, happened)
        elif name in (*EVENTS, "joined") and self.state == "joined" and values[0] != self._session:
            # It is in another session: one of the two has missed something.
            self.counters.unfit += 1
            self._join_anew(now)
        elif name == "done":
            self._done(_numbers(values), happened)
        elif name == "pulse":
            self._pulse(_numbers(values), now)
        elif name == "log":
            happened.append(Logged(int(values[0]), str(values[1])))
        else:
            self.counters.unfit += 1

    def _met(self, hello: Hello, now: float, happened: list[Happening]) -> None:
        if hello.version != VERSION:
            if self.hello is None or self.hello.version != hello.version:
                happened.append(Stranger(hello.version))
            self.hello = hello
            self.state = "asking"
            return
        if self.state == "asking":
            if self.hello != hello:
                happened.append(Met(hello))
            self.hello = hello
            self._join_anew(now)

    def _begin(self, values: tuple[int, ...], now: float, happened: list[Happening]) -> None:
        _, boot, first = values
        known, same = self._boot != 0, boot == self._boot
        lost = (first - self._next) & 0xFFFF if known and same else 0
        self._boot = boot
        if not (known and same):
            self._early.clear()
        if not (known and same) or lost:
            self._next = first
        self.state = "joined"
        self.counters.sessions += 1
        self._number = 0
        self._command = None
        self._shown = None
        self._spoke = now
        self._owes_ack = True
        happened.append(Joined(restarted=known and not same, lost=lost))

    def _event(
        self, name: str, values: tuple[int, ...], now: float, happened: list[Happening]
    ) -> None:
        _, number, age, *rest = values
        self._owes_ack = True
        ahead = (number - self._next) & 0xFFFF
        if ahead >= WINDOW:
            # Its acknowledgement was lost, or else it makes no sense.
            self.counters.doubled += 1
            return
        if number in self._early:
            self.counters.doubled += 1
        elif ahead:
            self.counters.early += 1
        # The younger claim about its age would be later by the time that it lay about here.
        self._early.setdefault(number, (name, tuple(rest), now - age / 1000))
        while self._next in self._early:
            found, what, at = self._early.pop(self._next)
            self._next = (self._next + 1) & 0xFFFF
            self.counters.events += 1
            happened.append(_happening(found, what, at))

    def _done(self, values: tuple[int, ...], happened: list[Happening]) -> None:
        session, number, result = values
        if self._command is None or (session, number) != (self._session, self._number):
            return
        name = self._command[0]
        self._command = None
        if result:
            happened.append(Refused(name, result))

    def _pulse(self, values: tuple[int, ...], now: float) -> None:
        boot, uptime, frames, damaged, resent, dropped, waiting = values
        counters = self.counters
        counters.box_uptime = uptime / 1000
        counters.box_frames, counters.box_damaged = frames, damaged
        counters.box_resent, counters.box_dropped = resent, dropped
        counters.box_waiting = waiting
        if self.state != "asking" and self.hello is not None and boot != self.hello.boot:
            self.hello = None
            self._ask(now)

    # What goes out

    def _ask(self, now: float) -> None:
        self.state = "asking"
        self._waiting.clear()
        self._ask_again(now)

    def _join_anew(self, now: float) -> None:
        self.state = "joining"
        self._session = (self._session + 1) & 0xFFFF
        self._askings = 0
        self._waiting.clear()
        self._ask_again(now)

    def _ask_again(self, now: float) -> None:
        self._asked_at = now
        if self.state == "asking":
            self._out += encode("who", VERSION)
        else:
            self._askings += 1
            self._out += encode("join", self._session, self._boot, self._next)

    def _command_out(self, now: float) -> None:
        if self._command is None:
            if self._shown != self._lamps:
                # A state, not a cue: only the latest counts.
                self._shown = self._lamps
                self._command = ("lamps", self._lamps)
            elif self._waiting:
                self._command = self._waiting.popleft()
            else:
                return
            self._number = (self._number + 1) & 0xFFFF
        elif now - self._sent_at < RESEND_SECONDS:
            return
        else:
            self.counters.resent += 1
        name, values = self._command
        self._sent_at = self._spoke = now
        self._out += encode(name, self._session, self._number, *values)


def _numbers(values: tuple[Value, ...]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def _happening(name: str, values: tuple[int, ...], at: float) -> Happening:
    if name == "button":
        return Moved(at, values[0], bool(values[1]))
    if name == "dial":
        return Spun(at, *values)
    return Missing(at, *values)
