"""Cameras: a webcam on USB through the kernel's V4L2, a Pi's own through picamera2.

V4L2 is spoken directly, seven requests of it: libraries for it are under the GPL, or bring all of
OpenCV. Numbers and layouts are those of the kernel's ``linux/videodev2.h`` on 64-bit machines.
"""

from __future__ import annotations

import errno
import mmap
import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from fcntl import ioctl
from glob import glob, has_magic
from typing import Any, Protocol

from firmware_bridge.picture import Picture, unpacked

SIZE = 640, 480
"""Pixels that are asked for: enough for a code that fills an eighth of the width."""

RATE = 10
"""Pictures a second that are asked for; some cameras send more."""

PI_DRIVERS = ("unicam", "rp1-cfe")
"""What the kernel calls the Pi's own cameras: their raw pictures only libcamera unpacks."""

USB_DRIVER = "uvcvideo"

_CAPABILITY = struct.Struct("=16s32s32sIII12x")
_FORMAT = struct.Struct("=I4x12I152x")
_PARM = struct.Struct("=IIIII184x")
_REQUEST = struct.Struct("=IIIIB3x")
_BUFFER = struct.Struct("=IIIII4x16x16xIIQIIi4x")
_KIND = struct.Struct("=i")

_CAPTURE, _MMAP, _STREAMING, _DEVICE_CAPS = 1, 1, 0x04000000, 0x80000000
_QUERYCAP, _S_FMT, _REQBUFS, _QUERYBUF = 0x80685600, 0xC0D05605, 0xC0145608, 0xC0585609
_QBUF, _DQBUF, _STREAMON, _STREAMOFF = 0xC058560F, 0xC0585611, 0x40045612, 0x40045613
_S_PARM = 0xC0CC5616

BUFFERS = 4


def _four(code: str) -> int:
    return int.from_bytes(code.encode("ascii"), "little")


_JPEG = _four("MJPG")
_STEPS = {_four("GREY"): 1, _four("YUYV"): 2, _four("NV12"): 1, _four("YU12"): 1}
"""Kinds of picture that begin with how bright each point is, and bytes from one to the next."""


class Camera(Protocol):
    """A camera that looks. name: what it calls itself."""

    name: str

    def newest(self) -> Picture | None:
        """What it sees now; None where there is nothing new. Raises OSError when it is gone."""

    def close(self) -> None:
        """It looks no longer."""


class Cameras(Protocol):
    """The cameras of a machine."""

    def there(self, ports: Sequence[str]) -> tuple[str, ...]:
        """Which of these paths, or patterns of paths, are cameras. None of them begins to look."""

    def open(self, path: str) -> Camera:
        """Let one look. Raises OSError, and ImportError without what it needs."""


class SystemCameras:
    """Those of this machine."""

    def there(self, ports: Sequence[str]) -> tuple[str, ...]:
        """Every camera on USB and the Pi's own; others only where they are named outright."""
        found = dict[str, str]()
        for port in ports:
            for path in sorted(glob(port)) if has_magic(port) else [port]:
                told = _asked(path)
                if told is None:
                    continue
                driver, captures = told
                usual = driver in (USB_DRIVER, *PI_DRIVERS)
                if captures and (usual or path == port):
                    found.setdefault(os.path.realpath(path), path)
        return tuple(found.values())

    def open(self, path: str) -> Camera:
        """Let one look. Raises OSError, and ImportError without picamera2."""
        told = _asked(path)
        return PiCamera() if told and told[0] in PI_DRIVERS else VideoCamera(path)


def _asked(path: str) -> tuple[str, bool] | None:
    """The driver of a device, and whether it takes pictures; None for what is none."""
    try:
        fd = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        # It is there and may not be had: to open it tells why.
        known = error.errno in (errno.EACCES, errno.EPERM, errno.EBUSY)
        return (USB_DRIVER, True) if known and os.path.exists(path) else None
    try:
        told = bytearray(_CAPABILITY.size)
        ioctl(fd, _QUERYCAP, told)
    except OSError:
        return None
    finally:
        os.close(fd)
    driver, _, _, _, every, own = _CAPABILITY.unpack(told)
    able = own if every & _DEVICE_CAPS else every
    name = driver.split(b"\0")[0].decode("ascii", "replace")
    return name, bool(able & _CAPTURE and able & _STREAMING)


class VideoCamera:
    """A camera that V4L2 knows, from the first request on."""

    def __init__(self, path: str) -> None:
        self.name = path
        self._buffers: list[mmap.mmap] = []
        self._fd = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._choose()
            self._begin()
        except BaseException:
            self.close()
            raise

    def _choose(self) -> None:
        """The kind of picture: the first of ours that it has. Raises OSError."""
        for kind in (*_STEPS, _JPEG):
            asked = bytearray(_FORMAT.pack(_CAPTURE, *SIZE, kind, 1, *[0] * 8))
            ioctl(self._fd, _S_FMT, asked)
            _, self._width, self._height, self._kind, _, self._row, *_ = _FORMAT.unpack(asked)
            if self._kind == kind:
                break
        else:
            raise OSError(errno.ENOTSUP, "no kind of picture that can be read", self.name)
        with suppress(OSError):  # then as many as it likes
            ioctl(self._fd, _S_PARM, bytearray(_PARM.pack(_CAPTURE, 0, 0, 1, RATE)))

    def _begin(self) -> None:
        asked = bytearray(_REQUEST.pack(BUFFERS, _CAPTURE, _MMAP, 0, 0))
        ioctl(self._fd, _REQBUFS, asked)
        for index in range(_REQUEST.unpack(asked)[0]):
            told = self._buffer(_QUERYBUF, index)
            self._buffers.append(mmap.mmap(self._fd, told[8], offset=told[7]))
            self._buffer(_QBUF, index)
        ioctl(self._fd, _STREAMON, _KIND.pack(_CAPTURE))

    def _buffer(self, request: int, index: int) -> tuple[int, ...]:
        """A request about a buffer; its number, kind, bytes used, and at 7 and 8 where it lies and
        how long it is."""
        told = bytearray(_BUFFER.pack(index, _CAPTURE, 0, 0, 0, 0, _MMAP, 0, 0, 0, 0))
        ioctl(self._fd, request, told)
        return _BUFFER.unpack(told)

    def newest(self) -> Picture | None:
        """The last of those that wait; the others are given back unseen."""
        last = -1, 0
        while True:
            try:
                index, _, used, *_ = self._buffer(_DQBUF, 0)
            except BlockingIOError:
                break
            if last[0] >= 0:
                self._buffer(_QBUF, last[0])
            last = index, used
        index, used = last
        if index < 0:
            return None
        data = self._buffers[index][:used]
        self._buffer(_QBUF, index)
        if self._kind == _JPEG:
            return unpacked(data)
        return Picture(data, self._width, self._height, self._row, _STEPS[self._kind])

    def close(self) -> None:
        """Its light goes out."""
        with suppress(OSError):
            ioctl(self._fd, _STREAMOFF, _KIND.pack(_CAPTURE))
        for buffer in self._buffers:
            buffer.close()
        self._buffers = []
        os.close(self._fd)


class PiCamera:
    """The Pi's own, by Raspberry Pi's picamera2."""

    name = "Pi"

    def __init__(self) -> None:
        from picamera2 import Picamera2

        self._camera: Any = Picamera2()
        try:
            looks = {"size": SIZE, "format": "YUV420"}
            controls: dict[str, Any] = {"FrameRate": RATE}
            if "AfMode" in self._camera.camera_controls:
                controls["AfMode"] = 2  # libcamera: AfModeContinuous
            made = self._camera.create_video_configuration(main=looks, controls=controls)
            self._camera.configure(made)
            self._row = int(self._camera.stream_configuration("main")["stride"])
            self._camera.start()
        except BaseException:
            self._camera.close()
            raise

    def newest(self) -> Picture | None:
        """What it sees now; waits for the next picture."""
        data = self._camera.capture_buffer("main")
        return Picture(bytes(data), *SIZE, self._row, 1)

    def close(self) -> None:
        """It looks no longer."""
        self._camera.stop()
        self._camera.close()
