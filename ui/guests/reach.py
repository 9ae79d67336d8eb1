"""The way to the service of other screens: called where systemd waits with it, begun elsewhere.

It takes about as long to begin as the companion itself, and phones at their seats wait for both. So
it can be begun ahead, before the window is opened; nothing that takes time is read here.
"""

import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

CALLED = Path("/run/tabletop-companion-guests.sock")
"""Where systemd waits for the table."""


@dataclass(frozen=True)
class Reached:
    """line: to the service. process: the service itself, where it is the table's own."""

    line: socket.socket
    process: subprocess.Popen[bytes] | None


_ahead: list[Reached] = []


def ahead() -> None:
    """Begin the service that the first :func:`reach` will find; where that fails, it begins one."""
    with suppress(OSError):
        _ahead.append(_anew())


def reach() -> Reached:
    """A service that nobody else speaks to. Raises OSError where there is none."""
    return _ahead.pop() if _ahead else _anew()


def _anew() -> Reached:
    return _call() if CALLED.exists() else _begin()


def _call() -> Reached:
    line = socket.socket(socket.AF_UNIX)
    try:
        line.connect(str(CALLED))
    except OSError:
        line.close()
        raise
    return Reached(line, None)


def _begin() -> Reached:
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            command = [sys.executable, "-m", "guests"]
            process = subprocess.Popen(command, stdin=theirs.fileno())
        except OSError:
            ours.close()
            raise
    return Reached(ours, process)
