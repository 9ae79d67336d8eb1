"""The companion's side of the link to a button box; see docs/link-protocol.md.

Knows no clock and no port: bytes and times (in seconds) are handed in, and what happened and the
bytes to be written come out. It lives as long as the box is known: over cuts of the line and starts
of the box.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Literal

from firmware_bridge.buttonbox.frames import VERSION, WINDOW, Cutter
from firmware_bridge.protocol import frames
from firmware_bridge.protocol.events import (
    Counters,
    Event,
    Joined,
    Logged,
    Refused,
    Stranger,
)

ASK_SECONDS = 0.25
"""Between two askings for the same thing."""

ASKINGS = 24
"""Joins that may stay without an answer before a session is begun anew: six seconds, for an answer
that comes later than that would always be one to the session before."""

LEAP = 8
"""How many sessions are left out then: the box may take the number for a delayed one."""

RESEND_SECONDS = 0.1
HEARTBEAT_SECONDS = 1.0
SILENT_SECONDS = 3.5
"""Without a frame from the box for so long, it is gone: it sends one each second."""

CUES = 8
"""Flashes and sounds that may wait. A late one means nothing: when there are more, the oldest
goes."""


class Link:
    """The link to one box.

    session: where the numbers of sessions begin; from chance, so that a companion started again
    is not taken for the one before.
    """

    def __init__(self, session: int) -> None:
        self.counters = Counters()
        self.hello: frames.Hello | None = None
        self.state: Literal["asking", "joining", "joined"] = "asking"
        self._cutter = Cutter()
        self._out = bytearray()
        self._session = session & 0xFFFF
        self._boot = 0  # of the last session; 0: there was none
        self._next = 0
        self._early: dict[int, tuple[frames.Numbered, float]] = {}
        self._asked_at = 0.0
        self._askings = 0
        self.heard = 0.0
        """When the last frame came, or the port was opened."""
        self._spoke = 0.0
        self._owes_ack = False
        self._lamps: tuple[int, int] = (0, 0)
        self._shown: tuple[int, int] | None = None
        self._waiting: deque[frames.Command] = deque()
        self._command: frames.Command | None = None
        self._number = 0
        self._sent_at = 0.0
        self._handlers: dict[type, Callable[[Any, float], Iterable[Event]]] = {
            frames.Hello: self._hello,
            frames.Joined: self._joined,
            frames.Done: self._done,
            frames.Pulse: self._pulse,
            frames.Log: self._log,
            frames.Button: self._event,
            frames.Dial: self._event,
            frames.Dropped: self._event,
        }

    # What is wanted of the box

    def show(self, on: int, blink: int) -> None:
        """Show exactly these lamps (bit n: lamp n), now and after each cut."""
        self._lamps = on, blink

    def flash(self, lamps: int) -> None:
        """Flash these lamps. Nothing happens while the box is away."""
        self._cue(frames.Flash(0, 0, lamps))

    def buzz(self, pattern: int, level: int, buzzer: int = 0) -> None:
        """Sound a pattern; see the frame ``buzz``. Nothing happens while the box is away."""
        self._cue(frames.Buzz(0, 0, buzzer, pattern, level))

    def keep(self, settings: dict[str, object]) -> None:
        """Keep settings in the box's flash. Raises ValueError when they are too long for it."""
        text = json.dumps(settings, separators=(",", ":"))
        command = frames.Set(0, 0, text)
        frames.encode(command)
        self._cue(command)

    def leave(self) -> None:
        """Let the box start without its program."""
        self._cue(frames.Leave(0, 0))

    def _cue(self, command: frames.Command) -> None:
        """Have it sent in its turn; then it gets its session and number."""
        if self.state != "joined":
            return
        if len(self._waiting) >= CUES:
            self._waiting.popleft()
            self.counters.cues_dropped += 1
        self._waiting.append(command)

    @property
    def idle(self) -> bool:
        """Whether the box has acknowledged all that was wanted of it."""
        return not self._waiting and self._command is None and self._shown == self._lamps

    # The line

    def connect(self, now: float) -> None:
        """The port was opened (anew): ask who is there."""
        self._cutter.forget()
        self._out = bytearray(b"\0")  # ends whatever the last one had begun
        self.heard = now
        self.hello = None
        self._ask(now)

    def silent(self, now: float) -> bool:
        """Whether the box has been silent for too long."""
        return now - self.heard >= SILENT_SECONDS

    def feed(self, data: bytes, now: float) -> list[Event]:
        """Take in what came from the box: what has happened, in order and each thing once."""
        happened: list[Event] = []
        for frame in frames.received(self._cutter, data):
            self.heard = now
            happened += self._handlers.get(type(frame), self._unfit)(frame, now)
        self.counters.frames = self._cutter.frames
        self.counters.damaged = self._cutter.damaged
        return happened

    def outgoing(self, now: float) -> bytes:
        """What to write now. Call it after each :meth:`feed`, and when it is due."""
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
                self._out += frames.encode(frames.Ack(self._session, self._next))
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

    def _hello(self, hello: frames.Hello, now: float) -> Iterable[Event]:
        before = self.hello
        if hello.version != VERSION:
            self.hello = hello
            self.state = "asking"
            known = before is not None and before.version == hello.version
            return () if known else (Stranger(hello.version),)
        if self.state == "asking":
            self.hello = hello
            self._join_anew(now)
        return ()

    def _joined(self, frame: frames.Joined, now: float) -> Iterable[Event]:
        if self.state != "joining" or frame.session != self._session:
            return self._out_of_turn(frame, now)
        known, same = self._boot != 0, frame.boot == self._boot
        lost = (frame.first - self._next) & 0xFFFF if known and same else 0
        self._boot = frame.boot
        if not (known and same):
            self._early.clear()
        if not (known and same) or lost:
            self._next = frame.first
        self.state = "joined"
        self.counters.sessions += 1
        self._number = 0
        self._command = None
        self._shown = None
        self._spoke = now
        self._owes_ack = True
        return (Joined(restarted=known and not same, lost=lost),)

    def _event(self, frame: frames.Numbered, now: float) -> Iterable[Event]:
        if self.state != "joined" or frame.session != self._session:
            return self._out_of_turn(frame, now)
        self._owes_ack = True
        ahead = (frame.number - self._next) & 0xFFFF
        if ahead >= WINDOW:
            # Its acknowledgement was lost, or else it makes no sense.
            self.counters.doubled += 1
            return ()
        if frame.number in self._early:
            self.counters.doubled += 1
        elif ahead:
            self.counters.early += 1
        # The younger claim about its age would be later by the time that it lay about here.
        self._early.setdefault(frame.number, (frame, now - frame.age / 1000))
        happened: list[Event] = []
        while self._next in self._early:
            found, at = self._early.pop(self._next)
            self._next = (self._next + 1) & 0xFFFF
            self.counters.events += 1
            happened.append(found.happened(at))
        return happened

    def _done(self, frame: frames.Done, now: float) -> Iterable[Event]:
        command = self._command
        if command is None or (frame.session, frame.number) != (self._session, self._number):
            return ()
        self._command = None
        return (Refused(frames.name_of(command), frame.result),) if frame.result else ()

    def _pulse(self, frame: frames.Pulse, now: float) -> Iterable[Event]:
        counters = self.counters
        counters.box_uptime = frame.uptime / 1000
        counters.box_frames, counters.box_damaged = frame.frames, frame.damaged
        counters.box_resent, counters.box_dropped = frame.resent, frame.dropped
        counters.box_waiting = frame.waiting
        if self.state != "asking" and self.hello is not None and frame.boot != self.hello.boot:
            self.hello = None
            self._ask(now)
        return ()

    def _log(self, frame: frames.Log, now: float) -> Iterable[Event]:
        return (Logged(frame.level, frame.text),)

    def _out_of_turn(self, frame: frames.Joined | frames.Numbered, now: float) -> Iterable[Event]:
        """One of another session, or of none."""
        if self.state == "joined" and frame.session != self._session:
            self._join_anew(now)  # one of the two has missed something
        return self._unfit(frame, now)

    def _unfit(self, frame: frames.Frame, now: float) -> Iterable[Event]:
        self.counters.unfit += 1
        return ()

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
            self._out += frames.encode(frames.Who(VERSION))
        else:
            self._askings += 1
            self._out += frames.encode(frames.Join(self._session, self._boot, self._next))

    def _command_out(self, now: float) -> None:
        if self._command is None:
            if self._shown != self._lamps:
                # A state, not a cue: only the latest counts.
                self._shown = self._lamps
                command: frames.Command = frames.Lamps(0, 0, *self._lamps)
            elif self._waiting:
                command = self._waiting.popleft()
            else:
                return
            self._number = (self._number + 1) & 0xFFFF
            self._command = command._replace(session=self._session, number=self._number)
        elif now - self._sent_at < RESEND_SECONDS:
            return
        else:
            self.counters.resent += 1
        self._sent_at = self._spoke = now
        self._out += frames.encode(self._command)
