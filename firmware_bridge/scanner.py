"""A code scanner on a serial port: each line it sends is a scanned code.

A scanner that is not there, goes away or sends noise is an ordinary event: it is said, and the port
is looked for again, for ever. Nothing it does can end the thread unnoticed.
"""

import errno
import logging
import os
import termios
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from glob import glob, has_magic
from threading import Event, Lock, Thread

import serial

from companion.table import Scanned, Signal
from firmware_bridge.limits import Backoff, Storm
from firmware_bridge.lines import Garbage, Line, LineCutter, Repeats
from firmware_bridge.settings import Scanner
from firmware_bridge.states import Board, DeviceState, Outlet, State
from firmware_bridge.texts import Sentence, say

NAME = "scanner"
FIRST_RETRY = 0.1  # seconds
LONGEST_RETRY = 2.0  # seconds; plugging in should be answered while the hand is still there
SILENCE = 0.5  # seconds between two looks at whether to stop
TORN_AFTER = 2.0  # seconds of silence after which a begun line has no end any more
STORM_ERRORS = 50
STORM_SECONDS = 5.0

# pyserial lets errors of the terminal layer through as they are.
PORT_ERRORS = (serial.SerialException, OSError, termios.error)

_log = logging.getLogger(__name__)


class LineScanner:
    """Listens to the first serial port found that can be opened."""

    def __init__(
        self,
        settings: Scanner,
        deliver: Callable[[Signal], None],
        board: Board,
        clock: Callable[[], float],
    ) -> None:
        self._settings = settings
        self._outlet = Outlet(NAME, deliver)
        self._board = board
        self._clock = clock
        self._repeats = Repeats(settings.repeat_ms / 1000)
        self._backoff = Backoff(FIRST_RETRY, LONGEST_RETRY)
        self._storm = Storm(STORM_ERRORS, STORM_SECONDS)
        self._garbage = 0
        self._lost: Sentence | None = None
        self._off = False
        self._wake = Event()
        self._stopping = False
        self._port: serial.Serial | None = None
        self._port_lock = Lock()  # for _port: another thread interrupts its reading
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        if not self._settings.ports:
            self._say("off", say("scanner.none"))
            return
        self._stopping = False
        self._say("searching", say("scanner.searching"))
        self._thread = Thread(target=self._run, name="bridge-scanner", daemon=True)
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Let the thread end; returns at once."""
        self._stopping = True
        self._wake.set()
        with self._port_lock:
            if self._port is not None:
                try:
                    self._port.cancel_read()
                except PORT_ERRORS:
                    _log.debug("the port was gone already")

    def join(self, seconds: float) -> None:
        """Wait until the thread has closed the port."""
        if self._thread is not None:
            self._thread.join(seconds)
            self._thread = None
            self._say("off", say("device.stopped"))

    def again(self) -> None:
        """Try again after a storm."""
        self._off = False
        self._wake.set()

    def _run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            if self._stopping:  # asked between the two lines above
                break
            try:
                wait = self._round()
            except Exception:
                _log.exception("the care of the scanner failed; it goes on")
                self._say("missing", say("device.broken"))
                wait = 1.0
            if not self._stopping:
                self._wake.wait(wait)

    def _round(self) -> float | None:
        """Find a port, listen until it is lost; seconds to wait before the next time."""
        if self._off:
            return None
        port = self._open()
        if port is not None:
            with self._port_lock:
                self._port = port
            try:
                self._listen(port)
            finally:
                with self._port_lock:
                    self._port = None
                port.close()
        if self._off:
            self._storm.reset()
            self._say("off", say("device.storm", errors=STORM_ERRORS, seconds=int(STORM_SECONDS)))
            return None
        return self._backoff.wait()

    def _candidates(self) -> Iterator[str]:
        """The ports there are now, in the order of the settings, each device once."""
        seen: set[str] = set()
        for pattern in self._settings.ports:
            for path in sorted(glob(pattern)) if has_magic(pattern) else [pattern]:
                device = os.path.realpath(path)
                if device not in seen and os.path.exists(device):
                    seen.add(device)
                    yield path

    def _open(self) -> serial.Serial | None:
        trouble: Sentence | None = None
        for path in self._candidates():
            try:
                # Exclusive, or a second program would silently take every other byte.
                port = serial.Serial(path, self._settings.baud, timeout=SILENCE, exclusive=True)
            except (*PORT_ERRORS, ValueError) as error:
                _log.debug("%s cannot be opened: %s", path, error)
                trouble = trouble or say(f"scanner.{_why(error)}", port=path)
                continue
            self._say("ready", say("scanner.ready", port=path))
            return port
        if trouble or self._lost:
            self._say("missing", trouble or self._lost or say("scanner.searching"))
        else:
            self._say("searching", say("scanner.searching"))
        return None

    def _listen(self, port: serial.Serial) -> None:
        """Take in what the scanner sends, until it is lost, stormy, or the bridge stops."""
        cutter = LineCutter()
        heard = self._clock()
        while not (self._stopping or self._off):
            try:
                data = port.read(1)
                if data:
                    data += port.read(port.in_waiting)
            except PORT_ERRORS as error:
                _log.debug("%s is lost: %s", port.port, error)
                self._garbage += len(cutter.drop())
                self._lost = say("scanner.lost", port=str(port.port))
                self._say("missing", self._lost)
                self._count_error()
                return
            if data:
                heard = self._clock()
                self._take(cutter.feed(data), port)
            elif cutter.begun and self._clock() - heard >= TORN_AFTER:
                self._take(cutter.drop(), port)

    def _take(self, found: Sequence[Line | Garbage], port: serial.Serial) -> None:
        for item in found:
            at = self._clock()
            if isinstance(item, Garbage):
                self._garbage += 1
                key = f"scanner.{item.fault}"
                self._say("ready", say(key, length=item.length, count=self._garbage))
                self._count_error()
                continue
            # A line that can be read is what tells a scanner that works from one that flaps.
            self._backoff.reset()
            self._say("ready", say("scanner.ready", port=str(port.port)))
            if not self._repeats.again(item.text, at):
                self._outlet.send(partial(_scanned, item.text, at))

    def _count_error(self) -> None:
        if self._storm.error(self._clock()):
            self._off = True

    def _say(self, state: State, detail: Sentence) -> None:
        self._board.put(DeviceState(NAME, "scanner", state, detail))


def _scanned(code: str, at: float, number: int, source: str) -> Scanned:
    return Scanned(number=number, at=at, source=source, code=code)


def _why(error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number in (errno.EWOULDBLOCK, errno.EBUSY):
        return "held"
    if number in (errno.EACCES, errno.EPERM):
        return "refused"
    return "unusable"
