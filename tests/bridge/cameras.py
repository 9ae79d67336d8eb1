"""Cameras for tests: one that shows what it is given, and the kernel's side of V4L2."""

from __future__ import annotations

import errno
import struct
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import qrcode
from PIL import Image

from firmware_bridge import video
from firmware_bridge.picture import Picture


def sheet(*texts: str, module: int = 4) -> Image.Image:
    """Codes beside each other on paper, as a camera with 640 by 480 pixels sees it."""
    seen = Image.new("L", video.SIZE, 210)
    for number, text in enumerate(texts):
        code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_H, box_size=module)
        code.add_data(text)
        seen.paste(code.make_image().get_image().convert("L"), (20 + number * 230, 90))
    return seen


def picture(seen: Image.Image) -> Picture:
    return Picture(seen.tobytes(), seen.width, seen.height, seen.width, 1)


class Pictures:
    """The cameras of a machine: one at a path that shows the same picture again and again.

    shown: what it sees; None for nothing new. fails: what opening it, or a look, raises. answers:
    whether the kernel comes back from a request. hangs: whether somebody waits for it.
    """

    def __init__(self, path: str = "/dev/video0") -> None:
        self.path, self.name = path, path
        self.plugged = True
        self.shown: Picture | None = picture(sheet())
        self.fails: Exception | None = None
        self.lost = False
        self.answers = Event()
        self.answers.set()
        self.hangs = False
        self.open_now = self.opened = self.seen = 0

    def there(self, ports: Sequence[str]) -> tuple[str, ...]:
        return (self.path,) if self.plugged else ()

    def open(self, path: str) -> Pictures:
        self._come_back()
        if self.fails is not None:
            raise self.fails
        self.opened += 1
        self.open_now += 1
        return self

    def newest(self) -> Picture | None:
        self._come_back()
        if self.lost:
            raise OSError(errno.ENODEV, "gone")
        self.seen += 1
        return self.shown

    def _come_back(self) -> None:
        self.hangs = not self.answers.is_set()
        self.answers.wait()

    def close(self) -> None:
        self.open_now -= 1


_BUFFER = struct.Struct("=IIIII4x16x16xIIQIIi4x")
_FORMAT = struct.Struct("=I4x12I152x")


class Kernel:
    """Answers the requests of V4L2 for one device, which is a plain file. Layouts are written here
    once more, by ``linux/videodev2.h``.

    kind: of picture it has. frames: what it shows, one after the other. waiting: how many of them
    are ready. streaming: whether it shows anything.
    """

    def __init__(self, device: Path, kind: str, frames: Sequence[bytes], driver: str) -> None:
        self.kind, self.frames, self.driver = kind, list(frames), driver
        self.device = device
        self.row = 640 * (2 if kind == "YUYV" else 1)
        self.size = (max(map(len, frames)) + 4095) // 4096 * 4096
        device.write_bytes(bytes(self.size * 4))
        self.queued: list[int] = []
        self.waiting = 0
        self.streaming = False
        self.rate = 0

    def ioctl(self, fd: int, request: int, told: bytearray | bytes) -> int:
        number = request & 0xFF
        if number in (18, 19):
            self.streaming = number == 18
            return 0
        answer = {0: self._able, 5: self._format, 8: self._request, 9: self._query, 15: self._put}
        answer |= {17: self._take, 22: self._parm}
        assert isinstance(told, bytearray)
        answer[number](told)
        return 0

    def _able(self, told: bytearray) -> None:
        driver = self.driver.encode().ljust(16, b"\0")
        told[:104] = driver + bytes(68) + struct.pack("=II12x", 0x84200001, 0x04200001)

    def _format(self, told: bytearray) -> None:
        fields = list(_FORMAT.unpack(told))
        fields[1:7] = 640, 480, int.from_bytes(self.kind.encode(), "little"), 1, self.row, self.size
        told[:] = _FORMAT.pack(*fields)

    def _parm(self, told: bytearray) -> None:
        self.rate = struct.unpack_from("=I", told, 16)[0]

    def _request(self, told: bytearray) -> None:
        assert struct.unpack_from("=III", told) == (4, 1, 1)

    def _query(self, told: bytearray) -> None:
        index = struct.unpack_from("=I", told)[0]
        struct.pack_into("=QI", told, 64, index * self.size, self.size)

    def _put(self, told: bytearray) -> None:
        self.queued.append(struct.unpack_from("=I", told)[0])

    def _take(self, told: bytearray) -> None:
        if not (self.streaming and self.waiting and self.queued):
            raise BlockingIOError
        self.waiting -= 1
        index, frame = self.queued.pop(0), self.frames.pop(0)
        with self.device.open("r+b") as file:
            file.seek(index * self.size)
            file.write(frame)
        struct.pack_into("=I", told, 0, index)
        struct.pack_into("=I", told, 8, len(frame))
