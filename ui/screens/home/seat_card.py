"""A person on the page before a game: medal, name, and whether that person begins."""

from collections.abc import Callable
from typing import Any, Literal

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.theme import Colour, mm
from ui.widgets.button import ActionButton
from ui.widgets.sketch import Sketch

LOW, GAP = 9.0, 1.0
"""Millimetres: the least height of a button on the card, and how far they are apart."""

MEDAL, FIRST = 22.0, 21.0
"""Millimetres: width of the medal at most, and of what says who begins where it stands beside."""

MARK, BADGE = 0.74, 0.9
"""Of the height of the medal's button: the shape alone, and the figure in its ring."""

Form = Literal["tall", "beside", "line"]


class Handle(ActionButton):
    """Acts when the finger leaves it; led elsewhere it says where instead: ``on_led(x, y)``."""

    __events__ = ("on_led",)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Look pressed."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._down = True
        self.refresh()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Act, or say where the finger was led."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._down = False
        self.refresh()
        if self.collide_point(*touch.pos):
            self.dispatch("on_press")
        else:
            self.dispatch("on_led", *touch.pos)
        return True

    def on_led(self, x: float, y: float) -> None:
        """The finger was led there."""


class Medal(Handle):
    """Who a seat is, as large as it can be: the figure of the game, once its pictures are read."""

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        side = min(self.width, self.height, mm(MEDAL)) * MARK
        x, y = self.width / 2, self.height / 2
        if sketch.art.portrait:
            sketch.medal(x, y, side / MARK * BADGE, self.seat)
        else:
            sketch.look(self.look, x, y, side, self.seat)
        return True


class SeatCard(BoxLayout):
    """medal, name: what is touched to change them. begins: makes that person begin; not
    there where nobody is to be chosen. form: one below
    the other, the medal beside the others, or all in one line."""

    def __init__(
        self,
        seat: str,
        called: str,
        begins: str,
        *,
        first: bool,
        form: Form,
        act: Callable[[str, str], None],
        led: Callable[[str, float, float], None],
    ) -> None:
        super().__init__(
            orientation="vertical" if form == "tall" else "horizontal", spacing=mm(GAP)
        )
        self.seat = seat
        self.medal = Medal(label="")
        self.medal.seat, self.medal.look = seat, theme.seat(seat).mark
        self.name = Handle(label=called)
        self.begins = Handle(label="", detail=begins)
        self.begins.cursor, self.begins.offered = first, first
        if first:
            self.begins.label, self.begins.detail = begins, ""
        for key, made in (("colour", self.medal), ("name", self.name), ("first", self.begins)):
            made.bind(on_press=lambda *_, key=key: act(key, seat))
            made.bind(on_led=lambda _, x, y: led(seat, x, y))
        self._lay(form)

    def _lay(self, form: Form) -> None:
        parts: list[Any] = [self.medal, self.name]
        if self.begins.label or self.begins.detail:
            parts.append(self.begins)
        if form == "tall":
            for one in (self.name, self.begins):
                one.size_hint_y, one.height = None, mm(LOW + 2)
        else:
            self.medal.size_hint_x, self.medal.width = None, mm(LOW + 3)
        if form == "beside":
            both = BoxLayout(orientation="vertical", spacing=mm(GAP))
            for one in parts[1:]:
                both.add_widget(one)
            parts = [self.medal, both]
        elif form == "line":
            self.begins.size_hint_x, self.begins.width = None, mm(FIRST)
        for part in parts:
            self.add_widget(part)
