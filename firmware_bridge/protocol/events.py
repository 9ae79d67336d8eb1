"""What the link to a button box tells: what happened, at which second of the bridge's clock, and
how the line does."""

import msgspec


class Stranger(msgspec.Struct, frozen=True):
    """The box speaks another version of the protocol, and nothing can be done with it."""

    version: int


class Joined(msgspec.Struct, frozen=True):
    """A session has begun. restarted: the box was without power since the last one, and presses
    from that time may be missing. lost: events that the box no longer has, 0 as a rule."""

    restarted: bool
    lost: int


class Moved(msgspec.Struct, frozen=True):
    """A button went down or came up."""

    at: float
    button: int
    down: bool


class Spun(msgspec.Struct, frozen=True):
    """A dial was turned by ``steps``, clockwise positive."""

    at: float
    dial: int
    steps: int


class Missing(msgspec.Struct, frozen=True):
    """Here ``count`` events are missing: the box's queue was full."""

    at: float
    count: int


class Refused(msgspec.Struct, frozen=True):
    """The box could not carry out a command. result: as in the frame ``done``."""

    command: str
    result: int


class Logged(msgspec.Struct, frozen=True):
    """A line from the box. level: 1 information, 2 warning, 3 error."""

    level: int
    text: str


Event = Stranger | Joined | Moved | Spun | Missing | Refused | Logged


class Counters(msgspec.Struct):
    """How the line does. The box's own are as in its last ``pulse``.

    frames, damaged: received here.
    events: delivered.
    doubled: events that had come before.
    early: events that came before one still missing.
    unfit: good frames that make no sense now.
    resent: commands sent once more.
    cues_dropped: flashes and sounds that found no room.
    sessions: begun so far.
    box_uptime: seconds since the box started.
    box_frames, box_damaged: received by the box.
    box_resent: events that it sent once more.
    box_dropped: events that it had no room for.
    box_waiting: events that it keeps until they are acknowledged.
    """

    frames: int = 0
    damaged: int = 0
    events: int = 0
    doubled: int = 0
    early: int = 0
    unfit: int = 0
    resent: int = 0
    cues_dropped: int = 0
    sessions: int = 0
    box_uptime: float = 0.0
    box_frames: int = 0
    box_damaged: int = 0
    box_resent: int = 0
    box_dropped: int = 0
    box_waiting: int = 0
