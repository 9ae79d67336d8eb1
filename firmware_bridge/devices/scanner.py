"""A code scanner on a serial port: each line it sends is a scanned code.

A module of the GM65 family is found at whatever speed it has, set as wanted, and set again when it
was reset.

A scanner that is not there, goes away or sends noise is an ordinary event: it is said, and the port
is looked for again, for ever. Nothing it does can end the thread unnoticed.
"""

import logging
from collections.abc import Callable, Sequence
from threading import Lock

import msgspec
import serial

from companion.table import Scanned
from firmware_bridge.decoding import gm65
from firmware_bridge.decoding.limits import Backoff, Storm
from firmware_bridge.decoding.lines import TORN_AFTER, Garbage, LineCutter, Repeats, ScannedLine
from firmware_bridge.ports import PORT_ERRORS, Ports, candidates, why
from firmware_bridge.settings import Scanner
from firmware_bridge.states import DeviceState, DeviceStates, SignalSource, State
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import Traffic
from firmware_bridge.worker import Worker

NAME = "scanner"
FIRST_RETRY = 0.1  # seconds
LONGEST_RETRY = 2.0  # seconds; plugging in should be answered while the hand is still there
SILENCE = TORN_AFTER  # seconds between two looks at whether to stop, and at what has no end
STORM_ERRORS = 50  # within STORM_SECONDS, like the codes below: the scanner is turned off
STORM_CODES = 100  # each another than the last; hands show one or two in a second
STORM_REPEATS = 1000  # of the code that lies under it
STORM_SECONDS = 5.0

REPLY_SECONDS = 0.15  # in which a module answers
CHECK_SECONDS = 5.0  # between two looks at whether a module is still set as it was
UNANSWERED = 2  # such looks without an answer mean that it was reset or went away
LATE_LOOKS = 12  # at what seems another scanner, and may be a module that was starting
WRITE_SECONDS = 1.0  # after which a module that takes no bytes is given up

_log = logging.getLogger(__name__)


class ScannerAtPort(msgspec.Struct, frozen=True):
    """A scanner that is there: its name, the port where it was found, and the place at the table
    that its scans come from, 0 for everybody's."""

    name: str
    port: str
    place: int


PlaceOf = Callable[[str], int | None]
"""The place that somebody chose for the scanner at a port; None where nobody did."""


class LineScanner(Worker):
    """Listens to the first serial port found that can be opened.

    place_of: what was chosen goes before what the settings say.
    left: ports that others name: they are taken only where they are named here, too.
    wanted: whether to look for one just now. spare: whether it looks for one more where there may
    be none; nothing is said of it before it has found one, and a port with nothing but garbage is
    left again, as a box may be there. found: called when it has a port.
    """

    def __init__(
        self,
        settings: Scanner,
        states: DeviceStates,
        clock: Callable[[], float],
        ports: Ports,
        traffic: Traffic,
        place_of: PlaceOf,
        *,
        name: str = NAME,
        left: Sequence[str] = (),
        wanted: Callable[[], bool] = lambda: True,
        spare: bool = False,
        found: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(f"bridge-{name}")
        self.name = name
        self._place_of = place_of
        self._left, self._wanted, self._found = left, wanted, found
        self._unknown = self._doubtful = spare
        self._settings = settings
        self._ports = ports
        self._traffic = traffic
        self._source = SignalSource(self.name, traffic.signal)
        self._states = states
        self._clock = clock
        self._repeats = Repeats(settings.repeat_ms / 1000)
        self._backoff = Backoff(FIRST_RETRY, LONGEST_RETRY)
        self._storm = Storm(STORM_ERRORS, STORM_SECONDS)
        self._codes = Storm(STORM_CODES, STORM_SECONDS)
        self._same = Storm(STORM_REPEATS, STORM_SECONDS)
        self._why_off = say("device.stopped")
        self._garbage = 0
        self._lost: Sentence | None = None
        self._off = False
        self._module: gm65.Found | None = None  # None while it is any other scanner
        self._splitter = gm65.Splitter()
        self._text = b""  # scanned while it was being set
        self._port: serial.Serial | None = None
        self._port_lock = Lock()  # for _port: another thread interrupts its reading

    @property
    def has_port(self) -> bool:
        """Whether it listens to a port."""
        return self._port is not None

    @property
    def there(self) -> ScannerAtPort | None:
        """Where it is and whose; None while it has no port."""
        port = self._port  # looked at once: its own thread may lose it meanwhile
        if port is None:
            return None
        return ScannerAtPort(self.name, str(port.port), self._place(port))

    def _place(self, port: serial.Serial) -> int:
        chosen = self._place_of(str(port.port))
        return self._settings.place if chosen is None else chosen

    def start(self) -> None:
        """Begin; returns at once."""
        self._say("searching", say("scanner.searching"))
        super().start()

    def ask_to_stop(self) -> None:
        """Let the thread end; returns at once."""
        super().ask_to_stop()
        with self._port_lock:
            if self._port is not None:
                try:
                    self._port.cancel_read()
                except PORT_ERRORS:
                    _log.debug("the port was gone already")

    def again(self) -> None:
        """Try again after a storm."""
        self._off = False
        self.wake()

    def _failed(self) -> None:
        self._say("missing", say("device.broken"))

    def _ended(self) -> None:
        self._say("off", say("device.stopped"))

    def _round(self) -> float | None:
        """Find a port, listen until it is lost; seconds to wait before the next time."""
        if self._off:
            return None
        opened = self._open() if self._wanted() else None
        if opened is not None:
            port, device = opened
            with self._port_lock:
                self._port = port
            self._unknown = False
            self._found()
            try:
                if self._set_up(port):
                    self._listen(port)
            finally:
                with self._port_lock:
                    self._port = None
                port.close()
                self._ports.forget(device)
                self._ports.give_back(device)
        if self._off:
            for storm in (self._storm, self._codes, self._same):
                storm.reset()
            self._say("off", self._why_off)
            return None
        return self._backoff.wait()

    def _open(self) -> tuple[serial.Serial, str] | None:
        trouble: Sentence | None = None
        left = {device for _, device in candidates(self._left)}
        for path, device in candidates(self._settings.ports):
            named = path in self._settings.ports  # outright: then nobody need be asked first
            free = named or (device not in left and self._ports.is_other(device))
            if self._ports.is_box(device) or not free:
                continue
            if not self._ports.take(device):
                continue
            try:
                # Exclusive, or a second program would silently take every other byte.
                port = serial.Serial(
                    path,
                    self._settings.baud,
                    timeout=SILENCE,
                    write_timeout=WRITE_SECONDS,
                    exclusive=True,
                )
            except (*PORT_ERRORS, ValueError) as error:
                _log.debug("%s cannot be opened: %s", path, error)
                self._ports.give_back(device)
                trouble = trouble or say(f"scanner.{why(error)}", port=path)
                continue
            return port, device
        if trouble or self._lost:
            self._say("missing", trouble or self._lost or say("scanner.searching"))
        else:
            self._say("searching", say("scanner.searching"))
        return None

    # A module is set

    def _set_up(self, port: serial.Serial) -> bool:
        """Find out what it is, and set a module; whether there is somebody to listen to."""
        self._module, self._text, self._splitter = None, b"", gm65.Splitter()
        if self._settings.module == "lines":
            self._say_ready(port)
            return True
        found = gm65.Found("absent")
        try:
            for baud in gm65.BAUDS:
                if self._stopping:
                    return False
                port.baudrate = baud
                port.reset_input_buffer()
                found = self._talk(port, gm65.configure(self._settings))
                if found.outcome != "absent":
                    break
            else:
                port.baudrate = self._settings.baud
                port.reset_input_buffer()
            if found.outcome == "set":
                self._quicken(port)
        except PORT_ERRORS as error:
            self._lose(port, error)
            return False
        if found.outcome != "absent":
            self._module, self._doubtful = found, False
        elif self._settings.module == "gm65":
            self._say("missing", say("scanner.absent", port=str(port.port)))
            return False
        self._say_ready(port)
        return True

    def _talk(self, port: serial.Serial, talk: gm65.Talk) -> gm65.Found:
        """Carry requests to a module and its replies back. The first that stays without an answer
        at this speed is not repeated: that would take too long over all speeds."""
        request, answered = next(talk), False
        while True:
            data = self._ask(port, request)
            if data is None and not answered:
                talk.close()
                return gm65.Found("absent")
            answered = True
            try:
                request = talk.send(data)
            except StopIteration as end:
                found: gm65.Found = end.value
                return found

    def _ask(self, port: serial.Serial, request: bytes) -> bytes | None:
        """A request, and the data of its reply."""
        self._write(port, request)
        end = self._clock() + REPLY_SECONDS
        port.timeout = REPLY_SECONDS
        try:
            while self._clock() < end:
                replies = self._split(self._read(port))
                if replies:
                    return replies[0]
            return None
        finally:
            port.timeout = SILENCE

    def _quicken(self, port: serial.Serial) -> None:
        """Let it speak at the quickest usual speed; where that fails, at the speed it has."""
        slow = port.baudrate
        if slow == gm65.QUICK or self._ask(port, gm65.write(gm65.BAUD, gm65.QUICK_CODE)) is None:
            return
        port.baudrate = gm65.QUICK
        for _ in range(2):  # a machine that is busy may hear the first answer too late
            if self._ask(port, gm65.read(gm65.MODE)) is not None:
                return
        port.baudrate = slow

    def _read(self, port: serial.Serial) -> bytes:
        data: bytes = port.read(1)
        if data:
            data += port.read(port.in_waiting)
            self._traffic.bytes(self.name, "in", data)
        return data

    def _write(self, port: serial.Serial, data: bytes) -> None:
        self._traffic.bytes(self.name, "out", data)
        port.write(data)

    def _split(self, data: bytes) -> list[bytes]:
        replies, text = self._splitter.feed(data)
        self._text += text
        return replies

    # Codes are read

    def _listen(self, port: serial.Serial) -> None:
        """Take in what the scanner sends, until it is lost, stormy, reset, or the bridge stops."""
        cutter = LineCutter()
        checked = self._clock()
        unanswered = 0
        most = UNANSWERED if self._module else LATE_LOOKS
        looking = self._settings.module != "lines"
        while not (self._stopping or self._off):
            try:
                data = self._read(port)
                silent, now = not data, self._clock()
                if looking:
                    if self._split(data):
                        unanswered = 0
                        if self._module is None:
                            return
                    data, self._text = self._text, b""
                    if now - checked >= CHECK_SECONDS and not cutter.begun:
                        checked = now
                        if unanswered >= most:
                            if self._module is not None:
                                return
                            looking = False
                        unanswered += 1
                        self._write(port, gm65.read(gm65.MODE))
                    elif data and self._module is None:
                        looking = False  # it sends lines, as others do
            except PORT_ERRORS as error:
                self._garbage += len(cutter.drop())
                self._lose(port, error)
                return
            # Nothing came in all that time: unlike a look at the clock, this is never this thread
            # itself that was held up.
            self._take(cutter.drop() if silent else cutter.feed(data), port)
            if data and self._doubtful and self._garbage:
                return

    def _lose(self, port: serial.Serial, error: Exception) -> None:
        _log.debug("%s is lost: %s", port.port, error)
        self._lost = say("scanner.lost", port=str(port.port))
        self._say("missing", self._lost)
        self._count_error()

    def _take(self, found: Sequence[ScannedLine | Garbage], port: serial.Serial) -> None:
        for item in found:
            if self._off:  # one reading may hold thousands
                return
            at = self._clock()
            if isinstance(item, Garbage):
                self._garbage += 1
                key = f"scanner.{item.fault}"
                self._say("ready", say(key, length=item.length, count=self._garbage))
                self._count_error()
                continue
            # A line that can be read is what tells a scanner that works from one that flaps.
            self._doubtful = False
            self._backoff.reset()
            self._say_ready(port)
            again = self._repeats.again(item.text, at)
            storm, most = (self._same, STORM_REPEATS) if again else (self._codes, STORM_CODES)
            if storm.error(at):
                self._turn_off(say("scanner.storm", codes=most, seconds=int(STORM_SECONDS)))
            elif not again:
                self._source.send(Scanned, at=at, code=item.text, place=self._place(port))

    def _count_error(self) -> None:
        if self._storm.error(self._clock()):
            self._turn_off(say("device.storm", errors=STORM_ERRORS, seconds=int(STORM_SECONDS)))

    def _turn_off(self, why: Sentence) -> None:
        self._off = True
        self._why_off = why

    def _say_ready(self, port: serial.Serial) -> None:
        module, name = self._module, str(port.port)
        if module is None:
            self._say("ready", say("scanner.ready", port=name))
        elif module.outcome == "stubborn":
            register = f"{module.register:#06x}"
            self._say("ready", say("scanner.stubborn", port=name, register=register))
        else:
            self._say("ready", say("scanner.module", port=name, baud=port.baudrate))

    def _say(self, state: State, detail: Sentence) -> None:
        if self._unknown:
            return
        self._states.put(DeviceState(self.name, "scanner", state, detail))
