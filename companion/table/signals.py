"""Signals: one physical event each, debounced and numbered by whoever saw it.

A signal says what happened, never what it means. Meaning is given by the Composer.
"""

import msgspec

PLACES = 8
"""Places at the table that a device may belong to: more than people play any game here."""


class Event(msgspec.Struct, frozen=True, tag_field="signal"):
    """What all signals share.

    number: counts up by one for each signal of the same source, so that a gap or a
        repetition can be told.
    at: seconds on the monotonic clock of the process that made the signal.
    source: the device it came from, e.g. ``"gpio"``, ``"scanner"``, ``"screen"``.
    """

    number: int
    at: float
    source: str


class Touched(Event, frozen=True, tag="touched"):
    """A token on the screen was chosen with a finger."""

    token: str


class Pressed(Event, frozen=True, tag="pressed"):
    """A button went down. ``role`` is what it is for, ``place`` the place at the table it
    belongs to: 1 for the first seat and so on, 0 for a button that is everybody's.

    Roles: ``confirm``, ``undo``, ``pass``, and of a button on a board :func:`~.lamps.at_place`.
    """

    role: str
    place: int


class Released(Event, frozen=True, tag="released"):
    """A button came up again."""

    role: str
    place: int


class Turned(Event, frozen=True, tag="turned"):
    """A dial was turned by ``steps`` detents, clockwise positive."""

    steps: int
    place: int


class Scanned(Event, frozen=True, tag="scanned"):
    """A scanner read a code; ``code`` is its text without line ends, ``place`` that of the scanner
    at the table."""

    code: str
    place: int = 0


class Typed(Event, frozen=True, tag="typed"):
    """A code was typed by hand because it could not be scanned."""

    text: str


class Struck(Event, frozen=True, tag="struck"):
    """A hand struck a key of a keyboard; ``key`` is the letter, or ``enter`` or ``delete``."""

    key: str


Signal = Touched | Pressed | Released | Turned | Scanned | Typed | Struck
