"""A camera reads codes like a scanner, and looks only while it is asked to."""

import errno
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageChops

from companion.table import Scanned
from firmware_bridge import bridge, video
from firmware_bridge.devices.camera import BLIND_SECONDS, MOST_SECONDS
from firmware_bridge.picture import WIDEST, Picture, codes, meant, unpacked
from firmware_bridge.restored import judged
from firmware_bridge.settings import CameraPort
from firmware_bridge.settings_file import parse_settings
from firmware_bridge.worker import HANGS
from tests.bridge.cameras import Kernel, Pictures, picture, sheet
from tests.bridge.rig import SETTINGS, Rig, until

TEXT = "MEC1011151429AZ"


class Watched(Rig):
    """A bridge that owns its machine, with a camera. now: seconds of its clock."""

    def __init__(self, cameras: Any, settings: Any = SETTINGS, **more: Any) -> None:
        self.now = 100.0
        more = {"owned": True, "clock": lambda: self.now, **more}
        super().__init__(settings, cameras=cameras, **more)

    def __enter__(self) -> "Watched":
        super().__enter__()
        return self

    def looks(self, *, wanted: bool = True) -> None:
        self.bridge.look(wanted=wanted)

    def goes_on(self, cameras: Pictures, seconds: float = 0.2) -> None:
        """Some pictures later."""
        for _ in range(3):
            self.now += seconds
            before = cameras.seen
            self.bridge._camera.wake()
            until(lambda before=before: cameras.seen > before, "it looks")  # type: ignore[misc]

    @property
    def scanned(self) -> list[Scanned]:
        return [one for one in self.signals if isinstance(one, Scanned)]


@pytest.fixture
def cameras() -> Pictures:
    return Pictures()


@pytest.fixture
def rig(cameras: Pictures) -> Iterator[Watched]:
    with Watched(cameras) as rig:
        rig.await_state("camera", "ready", "camera.ready")
        yield rig


def test_it_looks_while_it_is_asked_to_and_is_closed_before_and_after(
    rig: Watched, cameras: Pictures
) -> None:
    cameras.shown = picture(sheet(TEXT))
    assert not (cameras.opened or rig.bridge.looking)
    rig.looks()
    rig.await_signals(1)
    assert (rig.scanned[0].code, rig.scanned[0].source) == (TEXT, "camera")
    assert rig.bridge.looking
    rig.await_state("camera", "ready", "camera.looking")
    rig.looks(wanted=False)
    rig.await_state("camera", "ready", "camera.ready")
    until(lambda: not rig.bridge.looking, "it looks away")
    assert cameras.open_now == 0
    seen = cameras.seen
    rig.now += 5
    rig.bridge._camera.wake()
    assert cameras.seen == seen


def test_a_code_that_stays_in_sight_counts_once_and_again_after_it_was_gone(
    rig: Watched, cameras: Pictures
) -> None:
    cameras.shown = picture(sheet(TEXT))
    rig.looks()
    rig.await_signals(1)
    rig.goes_on(cameras)
    assert len(rig.scanned) == 1
    cameras.shown = picture(sheet())
    rig.goes_on(cameras, 1.0)
    cameras.shown = picture(sheet(TEXT))
    rig.goes_on(cameras)
    assert [one.code for one in rig.scanned] == [TEXT] * 2


def test_of_several_codes_in_sight_the_one_in_the_middle_counts_or_none_and_that_is_said(
    rig: Watched, cameras: Pictures
) -> None:
    other = "MEC1011151429BB"
    both = sheet(TEXT, other, module=3)
    cameras.shown = picture(ImageChops.offset(both, 135, 90))  # one at either side
    rig.looks()
    rig.await_state("camera", "ready", "camera.several")
    assert not rig.scanned
    cameras.shown = picture(ImageChops.offset(both, 230, 90))
    rig.await_signals(1)
    assert rig.scanned[0].code == TEXT
    rig.await_state("camera", "ready", "camera.looking")


def test_what_no_scanner_could_send_is_no_code(rig: Watched, cameras: Pictures) -> None:
    rig.looks()
    for text in ("\x1b[2J", "a\tb", " ", "x" * 300):
        cameras.shown = picture(sheet(text, module=2))
        assert codes(cameras.shown)  # it can be read
        rig.goes_on(cameras)
    assert not rig.scanned and rig.bridge.looking


def test_a_page_that_forgets_to_say_so_leaves_no_camera_on(rig: Watched, cameras: Pictures) -> None:
    rig.looks()
    until(lambda: bool(cameras.seen), "it looks")
    rig.now += MOST_SECONDS + 1
    until(lambda: not rig.bridge.looking, "it looks away")


def test_one_that_is_pulled_out_shows_nothing_or_is_held_is_said_and_comes_back(
    cameras: Pictures,
) -> None:
    with Watched(cameras) as rig:
        rig.await_state("camera", "ready", "camera.ready")
        for number, key in ((errno.EBUSY, "held"), (errno.EACCES, "refused"), (5, "unusable")):
            cameras.fails = OSError(number, "no")
            rig.looks()
            rig.await_state("camera", "missing", f"camera.{key}")
        cameras.fails = ImportError()
        rig.looks()
        rig.await_state("camera", "missing", "camera.no_library")
        cameras.fails = None
        rig.looks()
        rig.await_state("camera", "ready", "camera.looking")
        cameras.lost, cameras.plugged = True, False
        rig.await_state("camera", "missing", "camera.lost")
        assert rig.bridge.scanners() == ()
        cameras.lost, cameras.plugged, cameras.shown = False, True, None
        rig.looks()
        rig.await_state("camera", "ready", "camera.looking")
        until(lambda: bool(rig.bridge.scanners()), "it is there")
        rig.now += BLIND_SECONDS + 1
        rig.await_state("camera", "missing", "camera.blind")
    assert cameras.open_now == 0


def test_one_that_hangs_in_the_kernel_is_said_and_gone_on_without_until_it_comes_back(
    rig: Watched, cameras: Pictures
) -> None:
    rig.looks()
    rig.await_state("camera", "ready", "camera.looking")
    cameras.answers.clear()
    rig.bridge._camera.wake()
    until(lambda: cameras.hangs, "it asks for a picture")
    rig.now += HANGS + 1
    rig.bridge._camera._watch.wake()
    rig.await_state("camera", "missing", "camera.hangs")
    assert rig.bridge.scanners() == () and not rig.bridge.looking
    cameras.answers.set()
    until(lambda: bool(rig.bridge.scanners()) or rig.bridge.looking, "it is back")


def test_a_thread_that_hangs_holds_nobody_up_and_says_nothing_once_others_are_wired(
    rig: Watched, cameras: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "STOP_SECONDS", 0.05)
    rig.looks()
    rig.await_state("camera", "ready", "camera.looking")
    hung = rig.bridge._camera
    cameras.answers.clear()
    hung.wake()
    until(lambda: cameras.hangs, "it asks for a picture")
    rig.bridge.rewire(SETTINGS)
    rig.await_state("camera", "ready", "camera.ready")
    assert hung.left
    said = len(rig.history)
    cameras.answers.set()
    until(lambda: cameras.open_now == 0, "it has given the camera back")
    assert "device.stopped" not in [
        one.detail.key for states in rig.history[said:] for one in states if one.name == "camera"
    ]


def test_on_a_machine_that_does_other_things_only_a_camera_that_is_named_is_taken(
    cameras: Pictures,
) -> None:
    with Watched(cameras, owned=False) as rig:
        rig.looks()
        rig.await_state("camera", "off", "camera.none")
        assert not rig.bridge.looking
    settings, faults = parse_settings('[camera]\nports = ["/dev/video3"]\nplace = 2\n')
    assert not faults and settings.camera == CameraPort(ports=("/dev/video3",), place=2)
    cameras.shown = picture(sheet(TEXT))
    with Watched(cameras, settings, owned=False, pin_factory=lambda: None) as rig:
        rig.looks()
        until(lambda: bool(rig.scanned), "it is scanned")
        assert rig.scanned[0].place == 2
    assert cameras.open_now == 0


def test_a_file_from_elsewhere_names_no_camera_that_is_none() -> None:
    assert judged(b'[camera]\nports = ["/dev/video0"]\n')
    with pytest.raises(ValueError):
        judged(b'[camera]\nports = ["/dev/sda"]\n')


# What comes from the kernel


def yuyv(seen: Image.Image) -> bytes:
    gray = seen.tobytes()
    both = bytearray(b"\x80" * (2 * len(gray)))
    both[::2] = gray
    return bytes(both)


def jpeg(seen: Image.Image) -> bytes:
    file = BytesIO()
    seen.convert("RGB").save(file, "JPEG", quality=60)
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "made"), [("GREY", Image.Image.tobytes), ("YUYV", yuyv), ("MJPG", jpeg)]
)
def test_a_webcam_is_spoken_to_as_the_kernel_wants_it(
    kind: str, made: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = [made(sheet()), made(sheet("MEC2")), made(sheet(TEXT))]
    device = tmp_path / "video0"
    kernel = Kernel(device, kind, frames, "uvcvideo")
    monkeypatch.setattr(video, "ioctl", kernel.ioctl)
    cameras = video.SystemCameras()
    assert cameras.there((str(tmp_path / "video*"),)) == (str(device),)
    assert not kernel.streaming  # to ask is not to look
    camera = cameras.open(str(device))
    assert kernel.streaming and kernel.rate == video.RATE
    assert camera.newest() is None
    kernel.waiting = 1
    seen = camera.newest()
    assert seen is not None and codes(seen) == ()
    kernel.waiting = 2
    seen = camera.newest()
    assert seen is not None and meant(codes(seen)) == TEXT  # the newest
    assert sorted(kernel.queued) == [0, 1, 2, 3]
    camera.close()
    assert not kernel.streaming


def test_what_is_no_camera_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tmp_path / "video10"
    kernel = Kernel(device, "H264", [b"x"], "bcm2835-codec")
    monkeypatch.setattr(video, "ioctl", kernel.ioctl)
    cameras = video.SystemCameras()
    assert cameras.there((str(tmp_path / "video*"), str(tmp_path / "none"))) == ()
    assert cameras.there((str(device),)) == (str(device),)  # unless it is named outright
    with pytest.raises(OSError):
        cameras.open(str(device))  # it has no picture that can be read
    monkeypatch.undo()
    assert cameras.there((str(device),)) == ()  # a plain file


def test_the_camera_of_a_pi_wants_its_own_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(tmp_path / "video0", "RG10", [b"x"], "unicam")
    monkeypatch.setattr(video, "ioctl", kernel.ioctl)
    cameras = video.SystemCameras()
    assert cameras.there((str(tmp_path / "video*"),)) == (str(tmp_path / "video0"),)
    with pytest.raises(ImportError):
        cameras.open(str(tmp_path / "video0"))


def test_small_codes_that_squares_are_easily_taken_for_are_not_read() -> None:
    made = zxingcpp.create_barcode("0246", zxingcpp.BarcodeFormat.MicroQRCode)
    small = Image.fromarray(np.asarray(made.to_image(scale=8)))
    seen = sheet()
    seen.paste(small.convert("L"), (200, 100))
    assert zxingcpp.read_barcodes(seen, zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.MicroQRCode))
    assert codes(picture(seen)) == ()


@pytest.mark.parametrize(
    "lies",
    [
        Picture(b"1234", 640, 480, 640, 1),
        Picture(bytes(100), 10, 10, 5, 1),
        Picture(bytes(100), 10, 10, 10, 3),
        Picture(bytes(100), -10, -10, 10, 1),
        Picture(bytes(WIDEST + 1), WIDEST + 1, 1, WIDEST + 1, 1),
    ],
)
def test_a_camera_that_lies_about_its_picture_is_not_believed(lies: Picture) -> None:
    assert not lies.whole and codes(lies) == ()


def test_bytes_that_are_no_picture_are_none() -> None:
    whole = jpeg(sheet(TEXT))
    assert unpacked(b"") is unpacked(b"\xff\xd8\xff") is unpacked(b"GIF89a" + whole) is None
    assert unpacked(whole[: len(whole) // 3]) is None
    seen = unpacked(whole)
    assert seen is not None and meant(codes(seen)) == TEXT
    wide = Image.new("L", (WIDEST + 1, 2))
    assert unpacked(jpeg(wide)) is None
