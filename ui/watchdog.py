"""Tells systemd that the screen is alive: the thread that draws says so itself.

The protocol is that of sd_notify(3): lines in a datagram to the socket in ``$NOTIFY_SOCKET``. A
screen that hangs falls silent, and systemd ends and starts it anew. Without systemd all this is
nothing.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from ui.beat import Beat


class Watchdog:
    """Pings at half of the time that ``$WATCHDOG_USEC`` allows, from the clock of the screen.

    The clock wakes for it and draws nothing. A lost datagram costs nothing: the next one comes.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        meant = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        allowed = environ.get("WATCHDOG_USEC", "")
        self.pause = int(allowed) / 2_000_000 if meant and allowed.isdigit() else 0.0
        self._ticks = Beat(lambda: self._tell("WATCHDOG=1"), self.pause)

    def start(self) -> None:
        """The first frame can be seen."""
        self._tell("READY=1")
        if self._address and self.pause > 0:
            self._ticks.start()

    def stop(self) -> None:
        """It ends because it was asked to."""
        self._ticks.stop()
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)  # the screen waits for nobody
            out.sendto(line.encode(), address)
