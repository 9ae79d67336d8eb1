"""Small lights with words: how the devices and the saving stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.sketch import Easel, Sketch
from ui.widgets.text import TextLine, width_of

LAMP = 2.8
"""Millimetres: how large a light is."""

Mood = Literal["good", "busy", "live", "bad"]
_INK: dict[Mood, str] = {"good": "green", "busy": "gold", "live": "red", "bad": "red"}


@dataclass(frozen=True)
class Badge:
    """How one thing stands, in a word. mood: *busy*: it will be well by itself;
    *live*: it sees what is before it."""

    label: str
    mood: Mood
    detail: str = ""
    device: str = ""


class Badges(BoxLayout):
    """A row of small lights with words; touching it tells more (``on_press``)."""

    __events__ = ("on_press",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_x=None, spacing=theme.mm(1.6), **kwargs)
        self._shown: tuple[Badge, ...] = ()
        self._room = inf
        self._pairs: list[tuple[_Lamp, TextLine]] = []

    def show(self, badges: Sequence[Badge]) -> None:
        """Show these. On a small screen only what is not well, or sees, has a word beside
        its light."""
        if tuple(badges) == self._shown:
            return
        self._shown = tuple(badges)
        while len(self._pairs) < len(badges):
            line = TextLine(role="small", ink="ink2", size_hint_x=None, size_hint_y=1)
            self._pairs.append((_Lamp(), line))
        for badge, (lamp, line) in zip(badges, self._pairs, strict=False):
            lamp.paint(badge.mood)
            line.text = badge.label
            line.width = width_of(badge.label, theme.type_size("small")) + theme.mm(0.6)
        self._lay()

    def fit(self, room: float) -> None:
        """Take at most that many pixels: lights lose their words before anything is covered."""
        if room != self._room:
            self._room = room
            self._lay()

    def _lay(self) -> None:
        pairs = list(zip(self._shown, self._pairs, strict=False))
        room = self._room - sum(lamp.width + self.spacing for _, (lamp, _) in pairs)
        wanted: list[Widget] = []
        for badge, (lamp, line) in pairs:
            wanted.append(lamp)
            wide = line.width + self.spacing
            if (badge.mood in ("bad", "live") or not theme.compact()) and wide <= room:
                wanted.append(line)
                room -= wide
        if self.children[::-1] != wanted:
            self.clear_widgets()
            for widget in wanted:
                self.add_widget(widget)
        wide = sum(child.width for child in wanted) + self.spacing * max(0, len(wanted) - 1)
        self.width = max(theme.mm(theme.TOUCH), wide)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Tell more."""
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was touched."""


class _Lamp(Widget):
    """A light: a tick where all is well."""

    def __init__(self) -> None:
        super().__init__(size_hint_x=None, width=theme.mm(LAMP))
        self._easel = Easel(self.canvas)
        self.bind(pos=self._lay, size=self._lay)

    def paint(self, mood: Mood) -> None:
        """Show how something stands."""
        sketch, ink, side = Sketch(), theme.colour(_INK[mood]), theme.mm(LAMP)
        if mood == "good":
            sketch.dot(0, 0, side, ink, theme.mm(0.35))
            sketch.look("sign-yes", 0, 0, side * 0.62, ink=_INK[mood])
        else:
            sketch.dot(0, 0, side * 0.7, ink)
        self._easel.show(sketch)

    def _lay(self, *_: object) -> None:
        self._easel.move(self.x + self.width / 2, self.y + self.height / 2)
