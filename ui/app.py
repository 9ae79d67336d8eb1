"""The app: the window, the devices' threads, and the one thread that owns the match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.store import Library
from ui import theme
from ui.entrance import Entrance
from ui.idle import Idle
from ui.inbox import Inbox
from ui.memory import Memory
from ui.room import Room
from ui.screens.glass import Glass
from ui.settings import dress
from ui.watchdog import Watchdog
from ui.where import LASTED

if TYPE_CHECKING:
    from firmware_bridge import Bridge, DeviceState, Settings

AFTER_FIRST_FRAME = 0.3
"""Seconds after which the devices are looked for, so that the first frame need not wait."""

CHECKED = 1.5
"""Seconds for which a trial stays open."""

HARDWARE = "hardware.toml"
"""Name of the hardware settings in the data folder."""


@dataclass(frozen=True)
class Choices:
    """What was asked for at the start.

    inch: diagonal of the screen; None for the usual one of its size. pins: opens the GPIO pins;
    None for the real ones. hardware: instead of what the file in the data folder says.
    """

    folder: Path
    language: Any = None
    theme: Any = None
    inch: float | None = None
    hardware: Settings | None = None
    pins: Callable[[], Any] | None = None


class Companion(App):
    """Everything that is alive while the window is open.

    Signals of the devices come through one bounded queue (see :class:`Inbox`). They are taken out
    at every wake-up, which a device's thread asks for with a trigger of the clock, and once more
    before each frame that is drawn anyway.

    library: what is on the disk, if it was opened already. now: seconds of a clock that never
    jumps, for how long nobody was there.
    """

    def __init__(
        self,
        choices: Choices,
        library: Library | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.choices = choices
        self._due = Clock.create_trigger(self._wake_up, -1)
        self.room = Room(choices.folder, self._wake, language=choices.language, library=library)
        if choices.theme is not None:
            self.room.set(theme=choices.theme)
        self.inbox = Inbox(self._wake)
        self.watchdog = Watchdog()
        self.again = False
        self.bridge: Bridge | None = None
        self.glass: Glass | None = None
        self.idle = Idle(now, self._patience, self._rest)
        self.memory = Memory()
        self.entrance = Entrance(self._input, self._asleep, self._touched_awake)

    def build(self) -> Glass:
        """The first screen."""
        self.title = self.room.words().say("label", "app")
        dress(self.room.settings, Window.size, self.choices.inch)
        Window.clearcolor = theme.colour("background")
        self.glass = Glass(self.room, self.stop)
        self.glass.restart = self.restart
        self.glass.inch = self.choices.inch
        self.glass.size = Window.size
        self.glass.open()
        Window.bind(size=self._resized)
        Window.register_event_manager(self.entrance)
        return self.glass

    def restart(self) -> None:
        """Close, to be opened again at once."""
        self.again = True
        self.stop()

    def stop_soon(self) -> None:
        """Close as it should be; called while anything may be going on."""
        Clock.schedule_once(lambda _: self.stop(), 0)

    def check(self) -> None:
        """Only try whether it opens: every game can be read, the first screens can be drawn."""
        for name in self.room.games():
            self.room.title(name)
        Clock.schedule_once(lambda _: self.stop(), CHECKED)

    def on_start(self) -> None:
        """Look for the devices as soon as something can be seen."""
        Window.bind(on_flip=self._seen)

    def _seen(self, *_: object) -> None:
        Window.unbind(on_flip=self._seen)
        self.watchdog.start()
        Clock.schedule_once(lambda _: self.room.lasted(), LASTED)
        # The clock counts from its last tick, and that was before everything was read.
        Clock.schedule_once(lambda _: self.look_for_devices(), AFTER_FIRST_FRAME)

    def look_for_devices(self) -> None:
        """Start the bridge."""
        if self.bridge is not None or self.glass is None:
            return
        from firmware_bridge import Bridge, read_settings

        settings = self.choices.hardware
        if settings is None:
            settings, self.glass.mistakes = read_settings(self.choices.folder / HARDWARE)
        more: dict[str, Any] = {}
        if self.choices.pins is not None:
            more["pin_factory"] = self.choices.pins
        self.bridge = Bridge(settings, self.inbox.put, status=self._devices_changed, **more)
        self.glass.devices = self.bridge
        self.bridge.start()
        self.glass.relight()
        self.glass.news()

    def _devices_changed(self, states: tuple[DeviceState, ...]) -> None:
        self._wake()

    def on_stop(self) -> None:
        """Give back the devices and write what is left."""
        Window.unbind(size=self._resized)
        self.watchdog.stop()
        if self.entrance in Window.event_managers:  # a window that was closed has none left
            Window.unregister_event_manager(self.entrance)
        self.idle.stop()
        self.memory.stop()
        if self.glass is not None and self.glass.attract is not None:
            self.glass.attract.leave()
        if self.bridge is not None:
            self.bridge.stop()
        if self.glass is not None:
            self.glass.voice.close()
        self.room.close()

    # The way in

    def _wake(self) -> None:
        """Ask for a wake-up, from any thread."""
        self._due()

    def _wake_up(self, _: float) -> None:
        glass = self.glass
        if glass is None:
            return
        for signal in self.inbox.drain():
            self._input()
            glass.signal(signal)
        glass.dropped = self.inbox.dropped
        if not glass.due:  # that shows the news, too
            glass.news()

    # While nobody is there

    def _input(self) -> None:
        self.idle.input()
        self.memory.input()

    def _asleep(self) -> bool:
        return self.glass is not None and self.glass.attract is not None

    def _touched_awake(self) -> None:
        self._input()
        if self.glass is not None:
            self.glass.wake()

    def _patience(self) -> float:
        return 0.0 if self.glass is None else self.glass.patience()

    def _rest(self, still: float) -> None:
        self.entrance.release()
        if self.entrance.guard.touched:  # a finger that only holds still
            self._input()
        elif self.glass is not None:
            self.glass.rest(still)

    def _resized(self, _: Any, size: tuple[int, int]) -> None:
        """Another size of window: everything is built anew, in sizes that fit it."""
        glass = self.glass
        if glass is None or tuple(size) == tuple(glass.size):
            return
        dress(self.room.settings, size, self.choices.inch)
        glass.size = size
        glass.rebuild()
