"""Crosses to be touched one after the other, on a panel that feels fingers in the wrong places."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Line
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.table import Pressed, Signal
from ui import theme
from ui.input import calibration
from ui.input.calibration import CROSSES, FAR, PROOF, Askew, Place
from ui.navigation import Navigation
from ui.shell.controls import Column, Ground, set_bounds
from ui.shell.page import Page
from ui.widgets.text import Paragraph

STILL = 25.0
"""Seconds without a touch after which it stays as it was: somebody may not hit anything any more,
and must not be stuck here."""

TRIES = 3
"""How often it begins anew before it stays as it was."""

ARM = 5.0
"""Millimetres from the middle of a cross to its end."""


class Calibrate(Page):
    """back: leads to where one came from. Nothing changes before the last cross is hit, with
    touches put right as they would be from then on."""

    def __init__(self, navigation: Navigation, back: Callable[[], None]) -> None:
        super().__init__(navigation)
        self._back = back
        self._touched: list[Place] = []
        self._found: tuple[float, ...] = ()
        self._tries = 0
        self._told = ""
        self._over = Ground()
        self._cross = _Cross()
        self._text = Column(spacing=theme.mm(2))
        for widget in (self._over, self._cross, self._text):
            self.add_widget(widget)
        self._late = Clock.create_trigger(lambda _: self._stays(), STILL)
        self._late()
        calibration.use(())

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "calibrate")

    def left(self) -> None:
        """Leave it as it was."""
        self._stays()

    def leave(self) -> None:
        """Whatever is kept is in force again."""
        self._late.cancel()
        calibration.use(self.session.settings.touch)

    @property
    def wanted(self) -> Place:
        """Where the cross is now."""
        return PROOF if self._found else CROSSES[len(self._touched)]

    def fill(self) -> None:
        """The cross of this step, and what to do."""
        say = self.words
        self._text.clear_widgets()
        key = "touches_proof" if self._found else "touches_cross"
        told = say.say("notice", key, {"number": len(self._touched) + 1, "count": len(CROSSES)})
        for text, role in ((self._told, "body"), (told, "title")):
            if text:
                self._text.add_widget(Paragraph(text=text, role=role, halign="center"))
        leads = say.say("notice", "touches_back", {"count": int(STILL)})
        self._text.add_widget(Paragraph(text=leads, ink="ink2", halign="center"))

    def arrange(self) -> None:
        """Over everything, also the header: a cross may lie there."""
        set_bounds(self._over, *self.pos, *self.size)
        wide = min(self.width * 0.6, theme.mm(110))
        left = self.center_x - wide / 2
        low = self.y + self.height * 0.62 - self._text.height / 2
        set_bounds(self._text, left, low, wide, self._text.height)
        self._cross.show(*self._place(self.wanted))

    def _place(self, place: Place) -> tuple[float, float]:
        """A place of the panel on the picture, which may be turned (as Kivy's
        ``MotionEvent.to_absolute_pos`` turns touches)."""
        x, y = place
        turned = {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}
        across, up = turned[Window.rotation]
        return self.x + across * self.width, self.y + up * self.height

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Every touch is meant for the cross."""
        self._late.cancel()
        self._late()
        self._take((touch.sx, touch.sy))
        return True

    def signal(self, signal: Signal) -> None:
        """A button leads back; nothing else means anything here."""
        if isinstance(signal, Pressed) and signal.role == "undo":
            self._stays()

    def _take(self, place: Place) -> None:
        if self._found:
            if calibration.away(place, PROOF) <= FAR:
                self.navigation.choose(touch=self._found)
                self._leads_back("touches_kept")
                return
            self._anew("touches_missed")
            return
        self._touched.append(place)
        if len(self._touched) == len(CROSSES):
            try:
                self._found = calibration.fitted(self._touched).numbers
            except Askew:
                self._anew("touches_askew")
                return
            calibration.use(self._found)
        self._told = ""
        self.show()

    def _anew(self, why: str) -> None:
        self._tries += 1
        self._touched, self._found = [], ()
        calibration.use(())
        if self._tries == TRIES:
            self._stays()
            return
        self._told = self.words.say("notice", why)
        self.show()

    def _stays(self) -> None:
        self._leads_back("touches_stay")

    def _leads_back(self, key: str) -> None:
        told = self.words.say("notice", key)
        self._back()
        self.navigation.say(told)


class _Cross(Widget):
    """Two lines that meet where a finger should be."""

    def __init__(self) -> None:
        super().__init__()
        with self.canvas:
            Color(*theme.colour("gold"))
            self._lines = [Line(width=theme.mm(0.4)), Line(width=theme.mm(0.4))]

    def show(self, x: float, y: float) -> None:
        """Stand there, in pixels."""
        arm = theme.mm(ARM)
        self._lines[0].points = [x - arm, y, x + arm, y]
        self._lines[1].points = [x, y - arm, x, y + arm]
