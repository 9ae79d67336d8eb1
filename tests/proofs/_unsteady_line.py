"""A line between a table and a hub that breaks: it is cut in the middle, bytes become others, and
for a while it may not be there at all."""

import contextlib
import socket
import threading
from random import Random

from tests.ports import free_port

CUT, CHANGED = 0.02, 0.01
"""How often a piece of what goes over it is its last, or has a wrong byte."""


class UnsteadyLine:
    """target: the port of the hub. port: that of this line. away: whether it leads nowhere."""

    def __init__(self, target: int, rng: Random) -> None:
        self._target, self._rng = target, rng
        self.port, self.away, self.broken = free_port(), False, 0
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._door.close()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            try:
                if self.away:
                    raise ConnectionRefusedError
                far = socket.create_connection(("127.0.0.1", self._target), 5)
            except OSError:
                near.close()
                continue
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := bytearray(source.recv(16_384)):
                chance = self._rng.random()
                if chance < CUT or self.away:
                    self.broken += 1
                    piece = piece[: len(piece) // 2]
                elif chance < CUT + CHANGED:
                    self.broken += 1
                    piece[self._rng.randrange(len(piece))] ^= 1 << self._rng.randrange(8)
                target.sendall(piece)
                if chance < CUT or self.away:
                    break
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
