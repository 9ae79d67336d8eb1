"""One input device of the kernel that is plugged in: its keys and axes become signals.

What a key is for stands in the settings, else among :data:`USUAL`. Keys that are for nothing and
have a letter are struck: by a hand, or by a scanner that plays keyboard.
"""

import time
from collections.abc import Callable, Iterable

from companion.table import Pressed, Released, Scanned, Struck, Turned
from firmware_bridge.decoding.limits import Storm
from firmware_bridge.decoding.lines import Repeats
from firmware_bridge.decoding.strokes import ByHand, Code, Found, Strokes
from firmware_bridge.inputs import (
    EV_ABS,
    EV_KEY,
    EV_REL,
    EV_SYN,
    LETTER_KEYS,
    SYN_DROPPED,
    Able,
    Control,
    Happened,
    InputPort,
    called,
    control,
    recorded,
)
from firmware_bridge.letters import Letters, NoLetters
from firmware_bridge.selftest import Part
from firmware_bridge.settings import Input
from firmware_bridge.states import DeviceState, DeviceStates, SignalSource, State
from firmware_bridge.texts import Sentence, say
from firmware_bridge.traffic import Contact, Traffic

USUAL = {
    "BTN_SOUTH": "confirm",  # of a gamepad: the lowest button, A or the cross
    "BTN_EAST": "undo",
    "BTN_WEST": "pass",
    "BTN_TRIGGER": "confirm",  # of a joystick or an encoder of arcade buttons: the first three
    "BTN_THUMB": "undo",
    "BTN_THUMB2": "pass",
    "ABS_HAT0X-": "left",
    "ABS_HAT0X+": "right",
    "KEY_PAGEDOWN": "confirm",  # of a presenter: on and back
    "KEY_PAGEUP": "undo",
    "KEY_PLAYPAUSE": "confirm",  # of a remote
    "KEY_PREVIOUSSONG": "left",
    "KEY_NEXTSONG": "right",
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_VOLUMEDOWN": "left",  # of a knob on a pad of keys
    "KEY_VOLUMEUP": "right",
    "KEY_MUTE": "confirm",
    "REL_DIAL-": "left",
    "REL_DIAL+": "right",
    "REL_WHEEL-": "left",
    "REL_WHEEL+": "right",
}
"""What controls are for where the settings do not say."""

_ENDS = (15, 28, 96)  # Tab, Enter, that of the number pad
_DELETE = 14
_DOWN, _UP = 1, 0  # a key that is held sends 2, again and again
EVENTS_IN_STORM = 10_000  # in STORM_SECONDS; a pad shaken hard makes some hundreds
STORM_ERRORS = 50  # within STORM_SECONDS, like the codes below, as for other scanners
STORM_CODES = 100
STORM_SECONDS = 5.0
OLDEST = 60.0
"""Seconds: an event that claims to be older has its time from another clock."""


def uses(entry: Input) -> dict[Control, tuple[str, int]]:
    """What each control is for, and at which place. Raises ImportError without python-evdev."""
    found = dict[Control, tuple[str, int]]()
    for name, use in (USUAL | entry.keys).items():
        what, _, place = use.partition(" ")
        one = control(name)
        if one is not None:
            found[one] = what, int(place or entry.place)
    return found


class InputDevice:
    """Known by ``title`` as long as the bridge runs; ``port`` is set while it is plugged in."""

    def __init__(
        self,
        name: str,
        title: str,
        states: DeviceStates,
        traffic: Traffic,
        clock: Callable[[], float],
        place_of: Callable[[str], int | None],
    ) -> None:
        self.name, self.title = name, title
        self.port: InputPort | None = None
        self.path = ""
        self.off = False
        self.scans = False
        """Whether it is a scanner, as the settings say or as its first code told."""
        self._entry = Input()
        self._states, self._traffic, self._clock = states, traffic, clock
        self._place_of = place_of
        self._source = SignalSource(name, traffic.signal)
        self._events = Storm(EVENTS_IN_STORM, STORM_SECONDS)
        self._errors = Storm(STORM_ERRORS, STORM_SECONDS)
        self._codes = Storm(STORM_CODES, STORM_SECONDS)

    def plug(self, port: InputPort, path: str, entry: Input, able: Able) -> None:
        """It is there from now on. Raises ImportError without python-evdev."""
        self.port, self.path, self._entry, self._able = port, path, entry, able
        self._uses = uses(entry)
        self._held = set[Control]()
        self._sides = dict[int, int]()
        self._strokes = Strokes(entry.kind)
        self._repeats = Repeats(entry.repeat_ms / 1000)
        self.scans = self.scans or entry.kind == "scanner"
        self._letters = self._read_letters()
        unknown = [name for name in entry.keys if control(name) is None]
        if unknown:
            self._say("ready", say("input.unknown_key", name=port.name, key=unknown[0]))
        elif self._letters is None and able.writes:
            self._say("ready", say("input.no_letters", name=port.name, layout=entry.layout))
        else:
            self._say_ready()

    def unplug(self, state: State, why: Sentence) -> None:
        """It went away, or is to be left alone: give it back."""
        if self.port is None:
            return
        self._report(self._strokes.drop())
        for one in tuple(self._held):
            self._set(one, False, self._clock())
        self.port.close()
        self.port = None
        self._say(state, why)

    def lost(self) -> None:
        """Its plug was pulled."""
        if self.port is not None:
            self.unplug("missing", say("input.lost", name=self.port.name))

    @property
    def place(self) -> int:
        """Whose its codes are."""
        chosen = self._place_of(self.path)
        return self._entry.place if chosen is None else chosen

    @property
    def parts(self) -> tuple[Part, ...]:
        """The buttons, dial and scanner that it is. Of a keyboard's keys only what was asked for:
        it has all of them."""
        if self.port is None:
            return ()
        told = {control(name) for name in self._entry.keys}
        found = [
            Part("dial", "", place) if what in ("left", "right") else Part("button", what, place)
            for one, (what, place) in self._uses.items()
            if what != "nothing"
            and self._able.has([one])
            and (one in told or not self._able.writes)
        ]
        return tuple(dict.fromkeys([*found, Part("scanner")] if self.scans else found))

    @property
    def due(self) -> float | None:
        """When :meth:`pause` wants to be called."""
        return None if self.port is None else self._strokes.due

    def pause(self, now: float) -> None:
        """Nothing came until ``now``."""
        self._report(self._strokes.pause(now))

    def calm(self) -> None:
        """Forget a storm."""
        for storm in (self._events, self._errors, self._codes):
            storm.reset()
        self.off = False

    # What comes in

    def take(self, events: Iterable[Happened]) -> None:
        """Turn events into signals, until it has turned off itself."""
        for event in events:
            self._traffic.bytes(self.name, "in", recorded(event))
            at = self._moment(event.timestamp())
            if event.type == EV_SYN and event.code == SYN_DROPPED:
                self._overrun(at)
            elif event.type in (EV_KEY, EV_REL, EV_ABS):
                if self._counts(event) and self._events.error(at):
                    self._turn_off(say("input.storm", name=self._called))
                else:
                    self._happened(event, at)
            if self.off or self.port is None:
                return

    def _counts(self, event: Happened) -> bool:
        """Whether this many are a storm: not the wavering of sticks and of what is for
        nothing."""
        if event.type == EV_ABS:
            return self._sides.get(event.code, 0) != self._able.side(event.code, event.value)
        if event.type == EV_REL:
            return (EV_REL, event.code, 1 if event.value > 0 else -1) in self._uses
        return True

    def _moment(self, stamp: float) -> float:
        age = time.time() - stamp
        return self._clock() - (age if 0.0 <= age <= OLDEST else 0.0)

    def _happened(self, event: Happened, at: float) -> None:
        if event.type == EV_KEY and event.value in (_DOWN, _UP):
            self._key(event.code, event.value == _DOWN, at)
        elif event.type == EV_REL:
            self._wheel(event.code, event.value, at)
        elif event.type == EV_ABS:
            self._axis(event.code, event.value, at)

    def _key(self, code: int, down: bool, at: float) -> None:
        one = (EV_KEY, code, 0)
        hand = self._letters[0].struck(code, down) if self._letters else ""
        scanned = self._letters[1].struck(code, down) if self._letters else ""
        if down:
            self._tell(one)
        if one in self._uses:
            self._set(one, down, at)
        elif not down or (code not in LETTER_KEYS and code not in _ENDS):
            return
        elif code in _ENDS:
            self._report(self._strokes.end(at))
        elif code == _DELETE:
            self._report(self._strokes.delete(at))
        elif hand or scanned:
            self._report(self._strokes.letter(at, hand, scanned))

    def _wheel(self, code: int, steps: int, at: float) -> None:
        one = (EV_REL, code, 1 if steps > 0 else -1)
        self._tell(one)
        what, place = self._uses.get(one, ("nothing", 0))
        if what in ("left", "right"):
            turned = abs(steps) * (1 if what == "right" else -1)
            self._source.send(Turned, at=at, steps=turned, place=place)
        else:
            self._set(one, True, at)
            self._set(one, False, at)

    def _axis(self, code: int, value: int, at: float) -> None:
        before, now = self._sides.get(code, 0), self._able.side(code, value)
        self._sides[code] = now
        if before != now:
            if now:
                self._tell((EV_ABS, code, now))
            for side, down in ((before, False), (now, True)):
                if side:
                    self._set((EV_ABS, code, side), down, at)

    def _tell(self, one: Control) -> None:
        """A part was used, whatever it is for."""
        # A name may be anything, also the path of another device: it is none.
        own = "?" + self._called[1:] if self._called.startswith("/") else self._called
        device = self.path if "/by-" in self.path else own
        self._traffic.touched(Contact("key", device, called(one)))

    def _set(self, one: Control, down: bool, at: float) -> None:
        """A control is held from now on, or no more."""
        what, place = self._uses.get(one, ("nothing", 0))
        if what == "nothing" or down == (one in self._held):
            return
        (self._held.add if down else self._held.discard)(one)
        if what in ("left", "right"):
            if down:
                steps = 1 if what == "right" else -1
                self._source.send(Turned, at=at, steps=steps, place=place)
        else:
            self._source.send(Pressed if down else Released, at=at, role=what, place=place)

    def _report(self, found: Iterable[Found]) -> None:
        for one in found:
            now = self._clock()
            if isinstance(one, ByHand):
                self._source.send(Struck, at=now, key=one.key)
            elif isinstance(one, Code):
                self._code(one.text, now)
            else:
                self._say("ready", say("input.torn", name=self._called, length=one.length))
                self._count_error(now)

    def _code(self, text: str, at: float) -> None:
        self.scans = True
        self._say_ready()
        if self._repeats.again(text, at):
            return
        if self._codes.error(at):
            seconds = int(STORM_SECONDS)
            self._turn_off(say("scanner.storm", codes=STORM_CODES, seconds=seconds))
        else:
            self._source.send(Scanned, at=at, code=text, place=self.place)

    def _overrun(self, at: float) -> None:
        """The kernel dropped events: nobody knows what is held."""
        self._report(self._strokes.drop())
        for one in tuple(self._held):
            self._set(one, False, at)
        self._letters = self._read_letters()
        self._say("ready", say("input.overrun", name=self._called))
        self._count_error(at)

    def _count_error(self, at: float) -> None:
        if self._errors.error(at):
            seconds = int(STORM_SECONDS)
            self._turn_off(say("device.storm", errors=STORM_ERRORS, seconds=seconds))

    def _turn_off(self, why: Sentence) -> None:
        self.off = True
        self.unplug("off", why)

    def _read_letters(self) -> tuple[Letters, Letters] | None:
        try:
            return Letters(self._entry.layout), Letters(self._entry.codes)
        except NoLetters:
            return None

    @property
    def _called(self) -> str:
        return "" if self.port is None else self.port.name

    def _say_ready(self) -> None:
        key = "input.scanner" if self.scans else "input.ready"
        self._say("ready", say(key, name=self._called))

    def _say(self, state: State, detail: Sentence) -> None:
        self._states.put(DeviceState(self.name, "input", state, detail))
