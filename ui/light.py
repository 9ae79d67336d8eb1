"""How much light the screen gives: less while nobody is there and at night, and none where that is
wished. A lamp behind the panel is set; where there is none, what is drawn is darkened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.maintenance.health import BUILT
from ui.backlight import Backlight
from ui.beat import Beat
from ui.session.settings import Settings

EVERY = 30.0
"""Seconds between two looks at the time of day."""

DIM = 0.15
"""The share of the light while nobody is there: a resting screen can still be found in the dark."""

AT_NIGHT = 0.4
"""The most light in the night hours: bright enough to be read in a dim room."""


def light(settings: Settings, now: datetime, *, resting: bool) -> float:
    """The share of the most light that the screen should give, 0 for none. now: by a clock that
    shows an impossible day it is never night."""
    night = now >= BUILT and _within(settings.night, now.hour)
    if resting:
        shares = {"same": settings.brightness / 100, "dim": DIM, "dark": 0.0}
        return 0.0 if night else min(shares[settings.resting], settings.brightness / 100)
    return min(settings.brightness / 100, AT_NIGHT if night else 1.0)


def _within(hours: str, hour: int) -> bool:
    """Whether an hour lies in a span such as ``22-6``."""
    begin, _, end = hours.partition("-")
    if not end:
        return False
    span = (int(end) - int(begin)) % 24
    return (hour - int(begin)) % 24 < span


class Light:
    """Sets it. settings, resting: asked anew each time. now: the time of day, with its zone."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        resting: Callable[[], bool],
        now: Callable[[], datetime],
        backlight: Backlight | None = None,
    ) -> None:
        self._settings, self._resting, self._now = settings, resting, now
        self._backlight = backlight or Backlight()
        self._share: float | None = None
        self._veil: InstructionGroup | None = None
        self._beat = Beat(self.look, EVERY)
        # With the next turn: a touch may yet change the settings, or wake the screen.
        self.soon = Clock.create_trigger(lambda _: self.look(), 0)

    @property
    def share(self) -> float:
        """What it was set to."""
        return 1.0 if self._share is None else self._share

    def start(self) -> None:
        """Set it now, also where a lamp was left dark, and look again and again."""
        self._beat.start()
        self.look()

    def stop(self) -> None:
        """No longer; the screen is left bright."""
        self.soon.cancel()
        if self._beat.going:
            self._beat.stop()
            self._set(1.0)

    def look(self) -> None:
        """Set it if it should be otherwise, from :meth:`start` on."""
        share = light(self._settings(), self._now(), resting=self._resting())
        if self._beat.going and share != self._share:
            self._set(share)

    def _set(self, share: float) -> None:
        self._share = share
        self._darken(1.0 if self._backlight.set(share) else share)

    def _darken(self, share: float) -> None:
        """Lay a veil over all that is drawn."""
        if self._veil is None and share >= 1.0:
            return
        if self._veil is not None:
            Window.canvas.after.remove(self._veil)
            self._veil = None
        if share < 1.0:
            self._veil = InstructionGroup()
            self._veil.add(Color(0, 0, 0, 1.0 - share))
            side = max(Window.system_size)
            self._veil.add(Rectangle(pos=(-side, -side), size=(3 * side, 3 * side)))
            Window.canvas.after.add(self._veil)
        Window.canvas.ask_update()
