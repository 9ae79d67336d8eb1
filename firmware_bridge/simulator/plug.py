"""A cable that can be pulled, and that can do to bytes what bad cables do."""

import os
import select
import tempfile
import tty
from collections.abc import Callable
from pathlib import Path
from threading import Thread

Damage = Callable[[bytes], bytes]
"""What becomes of some bytes on their way."""


def whole(data: bytes) -> bytes:
    """Nothing happens to them."""
    return data


class Plug:
    """Between a device's port and the companion. A context manager; it begins plugged in.

    path: stays the same when it is plugged in again, as a by-id name does; the port that it leads
    to is another one each time.
    """

    def __init__(
        self,
        port: str,
        damage: Damage = whole,
        back: Damage = whole,
        *,
        folder: Path | None = None,
    ) -> None:
        """``port``: of the device. ``damage``: on the way to the companion. ``back``: to the
        device."""
        self._own = tempfile.TemporaryDirectory(prefix="plug-") if folder is None else None
        self.path = (folder or Path(self._own.name if self._own else ".")) / "box"
        self.damage = damage
        self.back = back
        self._port = port
        self._ends: tuple[int, int, int] | None = None
        self._thread: Thread | None = None
        self._stop, self._stopped = os.pipe()
        self.plug()

    def plug(self) -> None:
        """Plug it in."""
        if self._ends is not None:
            return
        device = os.open(self._port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        line, other = os.openpty()
        tty.setraw(other)
        os.set_blocking(line, False)
        self._ends = device, line, other
        self.path.symlink_to(os.ttyname(other))
        self._thread = Thread(target=self._pump, args=(device, line), daemon=True)
        self._thread.start()

    def pull(self) -> None:
        """Pull it: what was on its way is lost, and the companion's port is gone."""
        if self._ends is None:
            return
        os.write(self._stopped, b"x")
        assert self._thread is not None
        self._thread.join(5)
        self.path.unlink()
        for end in self._ends:
            os.close(end)
        self._ends = None

    def _pump(self, device: int, line: int) -> None:
        other = {device: line, line: device}
        while True:
            ready, _, _ = select.select([device, line, self._stop], [], [])
            if self._stop in ready:
                os.read(self._stop, 1)
                return
            for end in ready:
                try:
                    damage = self.damage if end == device else self.back
                    data = damage(os.read(end, 4096))
                    if data:
                        os.write(other[end], data)
                except BlockingIOError:
                    pass  # nobody reads: a wire does not keep bytes
                except OSError:
                    return  # the device is gone

    def close(self) -> None:
        """Pull it for good."""
        self.pull()
        for end in (self._stop, self._stopped):
            os.close(end)
        if self._own is not None:
            self._own.cleanup()

    def __enter__(self) -> "Plug":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
