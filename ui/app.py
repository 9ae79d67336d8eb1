"""The app: the window, the devices' threads, and the one thread that owns the match."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Keyboard, Window

from companion.maintenance.health import Finding, Sources
from companion.store import Library
from companion.table import Struck
from ui import canvas, theme
from ui.beat import Beat
from ui.door import Door
from ui.input import calibration
from ui.input.event_manager import EventManager
from ui.input.idle import Idle
from ui.input.queue import SignalQueue
from ui.kiosk import Kiosk
from ui.light import Light
from ui.memory import Memory
from ui.nights import Nights
from ui.root import Root
from ui.session.open_match import now as now_of_day
from ui.session.resume_point import LASTED
from ui.session.session import Session
from ui.session.settings import dress, looks
from ui.strain import Strain
from ui.watchdog import Watchdog

if TYPE_CHECKING:
    from firmware_bridge import Bridge, DeviceState, Settings

CLUB = 30.0
"""Seconds between two looks at how the line to the club stands."""

FINE = 0.001
"""How exact in seconds Kivy's clock is. It does not sleep while what is due next is less than twice
as far away, and left to itself it takes a third of a frame: 20 ms of a core each second for
nothing."""

AFTER_FIRST_FRAME = 0.3
"""Seconds after which the devices are looked for, so that the first frame need not wait."""

OWNED = "COMPANION_OWNS_INPUT"
"""Set to 1 by the unit of a machine that does nothing else: all its keyboards are ours."""

KEYS = {8: "delete", 13: "enter", 271: "enter", **{256 + one: str(one) for one in range(10)}}
"""What keys of a window's keyboard stand for, by their numbers: its digits at the right, too."""

MUTE = frozenset(key for name, key in Keyboard.keycodes.items() if len(name) > 1) - {32}
"""Keys of it that write nothing. Kivy takes the number of such a key for that of a letter."""

CHECKED = 1.5
"""Seconds for which a trial stays open."""


@dataclass(frozen=True)
class Choices:
    """What was asked for at the start.

    folder: with all data.
    language, theme: None for those of the settings.
    inch: diagonal of the screen; None for the usual one of its size.
    hardware: instead of what the file in the data folder says.
    pins: opens the GPIO pins; None for the real ones.
    inputs: opens keyboards and the like by path; None for the real ones.
    cameras: those of the machine; None for the real ones.
    """

    folder: Path
    language: Any = None
    theme: Any = None
    inch: float | None = None
    hardware: Settings | None = None
    pins: Callable[[], Any] | None = None
    inputs: Callable[[str], Any] | None = None
    cameras: Any = None


class Companion(Kiosk):
    """Everything that is alive while the window is open.

    Signals of the devices come through one bounded queue. They are taken out at every wake-up,
    which a device's thread asks for with a trigger of the clock, and once more before each frame
    that is drawn anyway.

    library: what is on the disk, if it was opened already. now: seconds of a clock that never
    jumps, for how long nobody was there and how long a wrong PIN keeps everybody waiting.
    """

    def __init__(
        self,
        choices: Choices,
        library: Library | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.choices = choices
        Clock.clock_resolution = FINE
        self._due = Clock.create_trigger(self._wake_up, -1)
        self._next_frame = Clock.create_trigger(self._wake_up, 0)
        self.session = Session(
            choices.folder, self._wake, language=choices.language, library=library
        )
        if choices.theme is not None:
            self.session.set(theme=choices.theme)
        self.signals = SignalQueue(self._wake)
        self.watchdog = Watchdog()
        self.again = self._trying = False
        self.bridge: Bridge | None = None
        self.root: Root | None = None
        self.door: Door | None = None
        self._now = now
        self.idle = Idle(now, self._patience, self._rest)
        self.memory = Memory()
        self.light = Light(lambda: self.session.settings, self._asleep, now_of_day)
        self.strain = Strain(lambda: Sources(choices.folder, now_of_day()), self._strained)
        self.nights = Nights(
            choices.folder, lambda: self.session.library, self._playing, now_of_day
        )
        self.club = Beat(self._look_at_club, CLUB)
        self.event_manager = EventManager(
            self._input, self._asleep, self._touched_awake, lambda: self._unseen
        )
        self._unseen = False  # what a telephone did, on the screen
        self._keys_read = False  # by the bridge: those of the window do not count then

    def build(self) -> Root:
        """The first screen."""
        canvas.install()
        self.title = self.session.words().say("label", "app")
        dress(looks(self.session.settings), Window.size, self.choices.inch)
        Window.clearcolor = theme.colour("background")
        self.root = Root(
            self.session, self.stop, self.restart, inch=self.choices.inch, now=self._now
        )
        self.root.size = Window.size
        self.root.start()
        calibration.use(self.session.settings.touch)
        Window.bind(size=self._resized, on_key_down=self._key)
        Window.register_event_manager(self.event_manager)
        return self.root

    def restart(self) -> None:
        """Close, to be opened again at once."""
        self.again = True
        self.stop()

    def stop_soon(self) -> None:
        """Close as it should be; called while anything may be going on."""
        Clock.schedule_once(lambda _: self.stop(), 0)

    def check(self) -> None:
        """Only try whether it opens: every game can be read, the first screens can be drawn."""
        self._trying = True  # whatever fails must be seen
        for name in self.session.games():
            self.session.package(name)
        Clock.schedule_once(lambda _: self.stop(), CHECKED)

    def on_start(self) -> None:
        """Look for the devices as soon as something can be seen."""
        if self.root is not None and not self._trying:
            self.door = Door(self.root)
            self.door.shut()
        Window.bind(on_flip=self._seen)

    def _seen(self, *_: object) -> None:
        Window.unbind(on_flip=self._seen)
        self.watchdog.start()
        self.strain.start()
        self.light.start()
        if not self._trying:
            self.nights.start()
            self.club.start()
        Clock.schedule_once(lambda _: self.session.lasted(), LASTED)
        # The clock counts from its last tick, and that was before everything was read.
        Clock.schedule_once(lambda _: self.look_for_devices(), AFTER_FIRST_FRAME)

    def look_for_devices(self) -> None:
        """Start the bridge."""
        if self.bridge is not None or self.root is None:
            return
        from firmware_bridge import Bridge, read_settings
        from firmware_bridge.settings import HARDWARE

        settings = self.choices.hardware
        if settings is None:
            settings, self.root.peripherals.mistakes = read_settings(self.choices.folder / HARDWARE)
        owned = os.environ.get(OWNED) == "1"
        self._keys_read = owned or bool(settings.input)
        more: dict[str, Any] = {}
        if self.choices.pins is not None:
            more["pin_factory"] = self.choices.pins
        if self.choices.inputs is not None:
            more["input_opener"] = self.choices.inputs
        self.bridge = Bridge(
            settings,
            self.signals.put,
            status=self._devices_changed,
            place_of=lambda port: self.session.settings.scanners.get(port),
            cameras=self.choices.cameras,
            owned=owned,
            **more,
        )
        self.root.peripherals.devices = self.bridge
        self.bridge.start()
        self.root.peripherals.relight()
        self.root.news()

    def _devices_changed(self, states: tuple[DeviceState, ...]) -> None:
        self._wake()

    def _key(self, _: Any, key: int, __: int, letter: str | None, held: list[str]) -> None:
        """A key was struck in a window, where keyboards are not read as devices."""
        struck = KEYS.get(key, "" if key in MUTE else letter or "")
        written = len(struck) == 1 and struck.isprintable()
        if self._keys_read or {"ctrl", "alt", "meta"} & {*held}:
            return
        if written or key in KEYS:
            struck = struck.upper() if written and "shift" in held else struck
            number = self.session.touched("").number
            self.signals.put(Struck(number, monotonic(), "window", struck))

    def _strained(self, now: tuple[Finding, ...]) -> None:
        if self.root is not None:
            self.root.peripherals.strain = now
            self.root.news()

    def _look_at_club(self) -> None:
        if self.root is not None and self.root.peripherals.look_at_club():
            self.root.news()

    def on_stop(self) -> None:
        """Give back the devices and write what is left."""
        if self.door is not None:
            self.door.remove()
        Window.unbind(size=self._resized, on_key_down=self._key)
        self.watchdog.stop()
        self.strain.stop()
        self.light.stop()
        self.nights.stop()
        self.club.stop()
        if self.event_manager in Window.event_managers:  # a window that was closed has none left
            Window.unregister_event_manager(self.event_manager)
        self.idle.stop()
        self.memory.stop()
        if self.bridge is not None:
            self.bridge.stop()
        if self.root is not None:
            self.root.leave()
        self.session.close()

    # The way in

    def _wake(self) -> None:
        """Ask for a wake-up, from any thread."""
        self._due()

    def _wake_up(self, _: float) -> None:
        root = self.root
        if root is None or self._next_frame.is_triggered:  # a frame comes between
            return
        if self.memory.waits:
            self._next_frame()
            return
        for signal in self.signals.drain():
            self._next_frame()
            self._input()
            before = root.shown
            root.signal(signal)
            if root.due or root.shown != before:  # who sees what came of it may mean another thing
                break
        root.peripherals.dropped = self.signals.dropped
        self._answer_phones(root)
        if not root.due:  # that shows the news, too
            root.news()

    def _answer_phones(self, root: Root) -> None:
        """What telephones ask comes through the same door as all signals. What one did is seen
        before anybody touches the table again."""
        phones, page = root.peripherals.phones, root.page
        if phones is None or not phones.waits:
            return
        if root.due:  # what is waited for at the table is seen first
            self._next_frame()
            return
        from ui.guests.phones import Free

        at_table = page is not None and (page.at_table or page.private)
        still = not self.event_manager.touch_filter.touched
        if phones.work(Free(still, at_table)):
            self._unseen = True
            Clock.schedule_once(self._shown, 0)
            self._touched_awake()
        root.peripherals.show_elsewhere()
        if phones.waits and still:
            self._next_frame()

    def _shown(self, _: float) -> None:
        self._unseen = self.root is not None and self.root.due
        if self._unseen:
            Clock.schedule_once(self._shown, 0)

    # While nobody is there

    def _input(self) -> None:
        phones = None if self.root is None else self.root.peripherals.phones
        if phones is not None and phones.waits:  # for the finger that left now
            self._due()
        self.idle.input()
        self.memory.input()
        self.light.soon()

    def _asleep(self) -> bool:
        return self.root is not None and self.root.attract is not None

    def _touched_awake(self) -> None:
        self._input()
        if self.root is not None:
            self.root.wake()

    def _playing(self) -> bool:
        session = self.session
        return not self._asleep() and bool(session.open_match or session.counting)

    def _patience(self) -> float:
        return 0.0 if self.root is None else self.root.patience()

    def _rest(self, still: float) -> None:
        self.event_manager.release()
        if self.event_manager.touch_filter.touched:  # a finger that only holds still
            self._input()
        elif self.root is not None:
            self.root.rest(still)
            self.light.soon()

    def _resized(self, _: Any, size: tuple[int, int]) -> None:
        """Another size of window: everything is built anew, in sizes that fit it."""
        root = self.root
        if root is None or tuple(size) == tuple(root.size):
            return
        root.resized(size)
