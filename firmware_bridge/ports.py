"""Serial ports: which there are, who has which, and why one cannot be opened."""

import errno
import os
import termios
from collections.abc import Iterator, Sequence
from glob import glob, has_magic
from threading import Lock

import serial

# pyserial lets errors of the terminal layer through as they are.
PORT_ERRORS = (serial.SerialException, OSError, termios.error)


def candidates(patterns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The ports there are now, in the order of the patterns, each device once: path and device."""
    seen: set[str] = set()
    for pattern in patterns:
        for path in sorted(glob(pattern)) if has_magic(pattern) else [pattern]:
            device = os.path.realpath(path)
            if device not in seen and os.path.exists(device):
                seen.add(device)
                yield path, device


def why(error: Exception) -> str:
    """Why a port cannot be opened: ``held`` by another, ``refused`` to this user, ``unusable``."""
    number = getattr(error, "errno", None)
    if number in (errno.EWOULDBLOCK, errno.EBUSY):
        return "held"
    if number in (errno.EACCES, errno.EPERM):
        return "refused"
    return "unusable"


class Ports:
    """What is known about the ports, shared by those who look for devices.

    asked: paths, or patterns of them, at which somebody asks for a button box. Whoever looks for
    something else at such a port, which was not named outright, waits until that is answered.
    """

    def __init__(self, asked: Sequence[str] = ()) -> None:
        self._asked = asked
        self._lock = Lock()
        self._boxes: set[str] = set()
        self._others: set[str] = set()
        self._taken: set[str] = set()

    def take(self, device: str) -> bool:
        """Have a port for oneself; whether that was possible."""
        with self._lock:
            if device in self._taken:
                return False
            self._taken.add(device)
            return True

    def give_back(self, device: str) -> None:
        """Have it no more."""
        with self._lock:
            self._taken.discard(device)

    def answered(self, device: str, *, box: bool) -> None:
        """At this port there is a button box, or something else."""
        with self._lock:
            (self._boxes if box else self._others).add(device)

    def forget(self, device: str) -> None:
        """Whatever was there is gone; the next may be something else."""
        with self._lock:
            self._boxes.discard(device)
            self._others.discard(device)

    def keep_only(self, there: set[str]) -> None:
        """Forget all ports but these."""
        with self._lock:
            self._boxes &= there
            self._others &= there

    def is_other(self, device: str) -> bool:
        """Whether something else than a button box may be looked for here."""
        asked = any(device == one for _, one in candidates(self._asked))
        with self._lock:
            return device not in self._boxes and (not asked or device in self._others)

    def is_box(self, device: str) -> bool:
        """Whether there is a button box."""
        with self._lock:
            return device in self._boxes
