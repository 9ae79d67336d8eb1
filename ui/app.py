"""The app: the window, the devices' threads, and the one thread that owns the match."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.store import Library
from firmware_bridge import Bridge, DeviceState, Settings, read_settings
from ui import theme
from ui.inbox import Inbox
from ui.room import Room
from ui.screens.glass import Glass

AFTER_FIRST_FRAME = 0.3
"""Seconds after which the devices are looked for, so that the first frame need not wait."""

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

    library: what is on the disk, if it was opened already.
    """

    def __init__(self, choices: Choices, library: Library | None = None) -> None:
        super().__init__()
        self.choices = choices
        self._due = Clock.create_trigger(self._wake_up, -1)
        self.room = Room(choices.folder, self._wake, language=choices.language, library=library)
        if choices.theme is not None:
            self.room.set(theme=choices.theme)
        self.inbox = Inbox(self._wake)
        self.bridge: Bridge | None = None
        self.glass: Glass | None = None

    def build(self) -> Glass:
        """The first screen."""
        self.title = self.room.words().say("label", "app")
        theme.use(Window.size, self.choices.inch, self.room.settings.theme)
        Window.clearcolor = theme.colour("background")
        self.glass = Glass(self.room, self.stop)
        self.glass.inch = self.choices.inch
        self.glass.size = Window.size
        self.glass.home()
        Window.bind(size=self._resized)
        return self.glass

    def on_start(self) -> None:
        """Look for the devices as soon as something can be seen."""
        Clock.schedule_once(lambda _: self.look_for_devices(), AFTER_FIRST_FRAME)

    def look_for_devices(self) -> None:
        """Start the bridge."""
        if self.bridge is not None or self.glass is None:
            return
        settings = self.choices.hardware
        if settings is None:
            settings, self.glass.mistakes = read_settings(self.choices.folder / HARDWARE)
        more: dict[str, Any] = {}
        if self.choices.pins is not None:
            more["pin_factory"] = self.choices.pins
        self.bridge = Bridge(settings, self.inbox.put, status=self._devices_changed, **more)
        self.glass.devices = self.bridge
        self.bridge.start()
        self.glass.refresh()

    def _devices_changed(self, states: tuple[DeviceState, ...]) -> None:
        self._wake()

    def on_stop(self) -> None:
        """Give back the devices and write what is left."""
        Window.unbind(size=self._resized)
        if self.bridge is not None:
            self.bridge.stop()
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
            glass.signal(signal)
        glass.dropped = self.inbox.dropped
        if not glass.soon.is_triggered:  # that shows the news, too
            glass.news()

    def _resized(self, _: Any, size: tuple[int, int]) -> None:
        """Another size of window: everything is built anew, in sizes that fit it."""
        glass = self.glass
        if glass is None or tuple(size) == tuple(glass.size):
            return
        theme.use(size, self.choices.inch, self.room.settings.theme)
        glass.size = size
        glass.rebuild()
