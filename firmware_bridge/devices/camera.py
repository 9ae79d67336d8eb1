"""A camera that reads codes like a scanner, for as long as somebody asks it to.

It is opened when it is asked to look and closed when it is not: its own light, where it has one,
says the same as the mark on the screen. Pictures are read and forgotten one by one; of what is in
them only the text of a code goes on, by the same checks as what a scanner sends. A camera that
hangs in the kernel hangs its own thread and nothing else: that is said, and typing goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.table import Scanned
from firmware_bridge.decoding.lines import LineCutter, Repeats, ScannedLine
from firmware_bridge.devices.scanner import PlaceOf, ScannerAtPort
from firmware_bridge.picture import Picture, codes, meant, turned
from firmware_bridge.ports import why
from firmware_bridge.settings import CameraPort
from firmware_bridge.states import DeviceState, DeviceStates, SignalSource, State
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import Traffic
from firmware_bridge.video import Camera, Cameras
from firmware_bridge.worker import Watch, Worker

NAME = "camera"
FIND_SECONDS = 2.0  # between two looks into the folder of devices
LOOK_SECONDS = 0.16  # between two pictures that are read: three while a hand holds still for 0.5 s
BLIND_SECONDS = 5.0  # without a picture, after which it is opened anew
MOST_SECONDS = 90.0
"""For how long it looks at most: a page that forgot to say that it is done leaves no camera on."""

_log = logging.getLogger(__name__)


def seen_in(picture: Picture, look: int) -> str | None:
    """The code that is meant in the picture of such a look, counted on and on: every other one is
    turned. "" and None as of :func:`~firmware_bridge.picture.meant`."""
    return meant(codes(turned(picture) if look % 2 else picture))


class CodeCamera(Worker):
    """The first camera that the settings allow. owned: where nothing is set, this machine's own
    is taken; on any other machine only one that is named."""

    def __init__(
        self,
        settings: CameraPort | None,
        states: DeviceStates,
        clock: Callable[[], float],
        traffic: Traffic,
        place_of: PlaceOf,
        cameras: Cameras,
        *,
        owned: bool,
    ) -> None:
        super().__init__("bridge-camera")
        self._settings = settings or (CameraPort() if owned else CameraPort(ports=()))
        self._states, self._clock, self._place_of = states, clock, place_of
        self._cameras = cameras
        self._source = SignalSource(NAME, traffic.signal)
        self._repeats = Repeats(self._settings.repeat_ms / 1000)
        self._port = ""
        self._camera: Camera | None = None
        self._until = 0.0
        self._seen = 0.0
        self._looks = 0
        self._begun: float | None = None
        self._hung = False
        self._watch = Watch("bridge-camera-watch", clock, lambda: self._begun, self._hangs)

    @property
    def there(self) -> ScannerAtPort | None:
        """Where it is and whose; None while there is none."""
        return ScannerAtPort(NAME, self._port, self._place) if self._port else None

    @property
    def looking(self) -> bool:
        """Whether it looks just now."""
        return self._camera is not None and not self._hung

    @property
    def _place(self) -> int:
        chosen = self._place_of(self._port)
        return self._settings.place if chosen is None else chosen

    def look(self, *, wanted: bool) -> None:
        """Let it look from now on, or no longer; returns at once."""
        self._until = self._clock() + MOST_SECONDS if wanted else 0.0
        self.wake()

    def start(self) -> None:
        """Begin; returns at once."""
        if not self._settings.ports:
            self._say("off", say("camera.none"))
            return
        self._say("searching", say("camera.searching"))
        super().start()
        self._watch.start()

    def ask_to_stop(self) -> None:
        """Let both threads end; returns at once."""
        super().ask_to_stop()
        self._watch.ask_to_stop()

    def join(self, seconds: float) -> None:
        """Wait for them, at most so long."""
        self._watch.join(seconds)
        super().join(seconds)

    def _hangs(self) -> None:
        """In the thread that watches: a camera, or its cable, keeps the kernel from answering."""
        self._hung, self._port = True, ""
        self._say("missing", say("camera.hangs"))

    # In its thread

    def _round(self) -> float | None:
        self._begun = self._clock()
        try:
            return self._look()
        finally:
            self._begun, self._hung = None, False

    def _look(self) -> float:
        if self._until > self._clock():
            if self._camera is None and not self._open():
                return FIND_SECONDS
            self._read()
            return LOOK_SECONDS
        self._close()
        self._find()
        return FIND_SECONDS

    def _find(self) -> None:
        there = self._cameras.there(self._settings.ports)
        self._port = there[0] if there else ""
        if self._port:
            self._say("ready", say("camera.ready"))
        else:
            self._say("searching", say("camera.searching"))

    def _open(self) -> bool:
        self._find()
        if not self._port:
            return False
        try:
            self._camera = self._cameras.open(self._port)
        except ImportError:
            self._say("missing", say("camera.no_library"))
        except OSError as error:
            _log.debug("%s cannot be opened: %s", self._port, error)
            self._say("missing", say(f"camera.{why(error)}", port=self._port))
        if self._camera is None:
            return False
        self._seen = self._clock()
        self._say("ready", say("camera.looking"))
        return True

    def _read(self) -> None:
        camera = self._camera
        if camera is None:
            return
        try:
            picture = camera.newest()
        except OSError as error:
            _log.debug("%s is lost: %s", self._port, error)
            self._close()
            self._port = ""
            self._say("missing", say("camera.lost"))
            return
        now = self._clock()
        if picture is None:
            if now - self._seen > BLIND_SECONDS:
                self._close()
                self._say("missing", say("camera.blind"))
            return
        self._seen = now
        self._looks += 1
        text = seen_in(picture, self._looks)
        if text is None:
            self._say("ready", say("camera.several"))
        elif text:
            self._take(text, now)

    def _take(self, text: str, at: float) -> None:
        for item in LineCutter().feed(text.encode("utf-8", "replace") + b"\n"):
            if isinstance(item, ScannedLine) and not self._repeats.again(item.text, at):
                self._say("ready", say("camera.looking"))
                self._source.send(Scanned, at=at, code=item.text, place=self._place)

    def _close(self) -> None:
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _failed(self) -> None:
        self._close()
        self._say("missing", say("device.broken"))

    def _ended(self) -> None:
        self._close()
        self._port, self._until = "", 0.0
        self._say("off", say("device.stopped"))

    def _say(self, state: State, detail: Sentence) -> None:
        if self.left:
            return  # others may speak of the camera by now
        self._states.put(DeviceState(NAME, "camera", state, detail))
