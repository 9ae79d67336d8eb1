"""Input devices to try the bridge on without any: pipes that carry what a kernel would tell, opened
by python-evdev's own class. Everything above them is what runs on the real machine."""

import errno
import os
import struct
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from firmware_bridge.inputs import EV_ABS, EV_SYN, SYN_DROPPED, InputPort, control

_EVENT = struct.Struct("@llHHi")  # struct input_event of this machine
_SHIFT = "KEY_LEFTSHIFT"
_SIGNS = {
    "-": "KEY_MINUS",
    ".": "KEY_DOT",
    " ": "KEY_SPACE",
    "\n": "KEY_ENTER",
    "\b": "KEY_BACKSPACE",
}
LETTERS = tuple(f"KEY_{one}" for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
KEYBOARD = (*LETTERS, *_SIGNS.values(), _SHIFT, "KEY_PAGEUP", "KEY_PAGEDOWN")
"""What every keyboard has, and every scanner that plays one."""


class InputFolder:
    """The folder in which a machine has its input devices; a context manager.

    Hand :meth:`open` to the bridge as its ``input_opener``, and :attr:`ports` to its settings.
    """

    def __init__(self) -> None:
        self._own = tempfile.TemporaryDirectory(prefix="input-")
        self.path = Path(self._own.name)
        (self.path / "by-id").mkdir()
        self.ports = (f"{self.path}/by-id/*-event-*", f"{self.path}/event*")
        self._devices: list[SimulatedInput] = []

    def device(
        self, name: str, controls: Iterable[str] = KEYBOARD, *, lasting: str = "", uniq: str = ""
    ) -> "SimulatedInput":
        """A new device, plugged in. ``lasting``: its name in ``by-id``, "" where it has none."""
        made = SimulatedInput(self, name, tuple(controls), lasting, uniq)
        self._devices.append(made)
        made.replug()
        return made

    def open(self, path: str) -> InputPort:
        """Open a device as the kernel does. Raises OSError."""
        there = os.path.realpath(path)
        for one in self._devices:
            if one.plugged and str(one.path) == there:
                return one.opened()
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    def next_path(self) -> Path:
        """Where the next one appears: numbers are given anew at each plugging in."""
        number = 0
        while (self.path / f"event{number}").exists():
            number += 1
        return self.path / f"event{number}"

    def __enter__(self) -> "InputFolder":
        return self

    def __exit__(self, *exception: object) -> None:
        for one in self._devices:
            one.unplug()
        self._own.cleanup()


class SimulatedInput:
    """One device. What is sent before somebody has opened it waits, as in a kernel."""

    def __init__(
        self, folder: InputFolder, name: str, controls: tuple[str, ...], lasting: str, uniq: str
    ) -> None:
        self.name, self.uniq, self.controls = name, uniq, controls
        self.grabbed = False
        self.path = folder.path
        self._folder = folder
        self._link = folder.path / "by-id" / lasting if lasting else None
        self._end = -1

    @property
    def plugged(self) -> bool:
        """Whether it is plugged in."""
        return self._end >= 0

    def opened(self) -> InputPort:
        """Its other end."""
        port: InputPort = _pipe()(self)
        return port

    def capabilities(self) -> dict[int, list[Any]]:
        """Codes by kind of event, axes with the range that most pads have."""
        from evdev import AbsInfo

        found = dict[int, list[Any]]()
        for name in self.controls:
            one = control(name)
            if one is not None:
                codes = found.setdefault(one[0], [])
                code = (one[1], AbsInfo(0, -1, 1, 0, 0, 0)) if one[0] == EV_ABS else one[1]
                if code not in codes:
                    codes.append(code)
        return found

    def press(self, name: str) -> None:
        """A key goes down."""
        self.send(name, 1)

    def release(self, name: str) -> None:
        """A key comes up."""
        self.send(name, 0)

    def send(self, name: str, value: int) -> None:
        """A key, axis or wheel has a new value. Raises LookupError unplugged."""
        self._write(_told([(name, value)], time.time()))

    def dropped(self) -> None:
        """The kernel has lost events."""
        now = time.time()
        self._write(_EVENT.pack(int(now), int(now % 1 * 1e6), EV_SYN, SYN_DROPPED, 0))

    def strike(self, text: str, *, gap: float) -> None:
        """Strike letters on an American keyboard, the last of them now, with ``gap`` seconds from
        each to the next. All at once: who reads it late still has every time."""
        start, told = time.time() - gap * (len(text) - 1), b""
        for number, letter in enumerate(text):
            key = _SIGNS.get(letter) or f"KEY_{letter.upper()}"
            shift = [_SHIFT] if letter.isupper() else []
            downs = [(one, 1) for one in (*shift, key)]
            ups = [(one, 0) for one in (key, *shift)]
            told += _told(downs + ups, start + gap * number)
        self._write(told)

    def _write(self, data: bytes) -> None:
        if not self.plugged:
            raise LookupError(f"{self.name} is not plugged in")
        os.write(self._end, data)

    def unplug(self) -> None:
        """Pull the plug."""
        if self._end >= 0:
            end, self._end = self._end, -1
            self.path.unlink()
            if self._link is not None:
                self._link.unlink()
            os.close(end)
            self.grabbed = False

    def replug(self) -> None:
        """Plug it in, under another number and the same lasting name."""
        if self._end < 0:
            self.path = self._folder.next_path()
            os.mkfifo(self.path)
            self._end = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
            if self._link is not None:
                self._link.symlink_to(self.path)


def _told(events: Iterable[tuple[str, int]], at: float) -> bytes:
    """What a kernel tells of controls and their new values, ``at`` seconds of its clock."""
    second, part, told = int(at), int(at % 1 * 1e6), b""
    for name, value in events:
        one = control(name)
        if one is None:
            raise LookupError(f"the kernel knows no {name}")
        told += _EVENT.pack(second, part, one[0], one[1], value)
        told += _EVENT.pack(second, part, EV_SYN, 0, 0)
    return told


@cache
def _pipe() -> type[Any]:
    """evdev's device, without the questions that only a kernel answers."""
    import evdev

    class Pipe(evdev.InputDevice):  # type: ignore[type-arg,unused-ignore]  # where it has types
        def __init__(self, device: SimulatedInput) -> None:
            self.fd = os.open(device.path, os.O_RDONLY | os.O_NONBLOCK)
            self.path, self.name, self.uniq = str(device.path), device.name, device.uniq
            self._device = device

        def capabilities(self, *_: object, **__: object) -> Any:
            return self._device.capabilities()

        def read(self) -> Any:
            """What came. Raises OSError."""
            events = list(super().read())
            if not events:  # the end of a pipe; a kernel says that there is no device any more
                raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
            return iter(events)

        def grab(self) -> None:
            """Have it alone. Raises OSError where somebody has."""
            if self._device.grabbed:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            self._device.grabbed = True

        def close(self) -> None:
            self._device.grabbed = False
            super().close()

    return Pipe
