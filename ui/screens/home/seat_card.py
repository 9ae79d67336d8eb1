"""A person on the page before a game: medal, name, and whether that person begins."""

from collections.abc import Callable
from typing import Any, Literal

from kivy.input import MotionEvent
from kivy.properties import OptionProperty
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.shell.controls import Card
from ui.theme import Colour, mm
from ui.widgets.button import BIG_LINE, FACES, ActionButton, shares
from ui.widgets.sketch import Sketch, wrapped
from ui.widgets.text import width_of

LOW, GAP = 9.0, 1.0
"""Millimetres: the least height of a button on the card, and how far they are apart."""

MEDAL, FIRST = 27.0, 23.0
"""Millimetres: width of the medal at most, and of what says who begins where it stands beside."""

BESIDE = 24.0
"""Millimetres: width of the medal where the words stand beside it in two rows."""

PENCIL, CROWN, APART = 3.6, 4.6, 1.6
"""Millimetres of the pencil beside a name, of the crown of whoever plays first, and between the
name and the pencil."""

MARK, BADGE = 0.74, 0.94
"""Of the height of the medal's button: the shape alone, and the figure in its ring."""

CLEAR = 0.8
"""Millimetres that the ring keeps from the rim above and below it."""

LAST = 0.9
"""How much smaller a name may be than what else stands on a button: it may have twenty letters."""

Form = Literal["tall", "beside", "line"]


class Handle(ActionButton):
    """Acts when the finger leaves it; led elsewhere it says where instead: ``on_led(x, y)``."""

    __events__ = ("on_led",)

    role = OptionProperty("bare", options=list(FACES))

    def faces(self) -> tuple[Colour, Colour, Colour]:
        """Only the card has a face; what is touched on it becomes lighter."""
        face = super().faces()[0] if self._down else (0.0, 0.0, 0.0, 0.0)
        return face, theme.colour("ink"), theme.colour("ink2")

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
        side = min(self.width, self.height, mm(MEDAL))
        x, y = self.width / 2, self.height / 2
        if sketch.art.portrait:
            ring = min(side * BADGE, self.height - 2 * mm(CLEAR))
            sketch.medal(x, y, ring, self.seat)
        else:
            sketch.look(self.look, x, y, side * MARK, self.seat)
        return True


class Named(Handle):
    """The name, and a pencil beside it: it can be typed."""

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        role: theme.TextRole = "number" if theme.compact() else "title"
        sizes = (*shares(), shares()[-1] * LAST)
        if not theme.compact():
            sizes = (theme.type_size("display") / theme.type_size(role), *sizes)
        ways = [(mm(PENCIL), share) for share in sizes] + [(0.0, share) for share in sizes]
        for pencil, share in ways:
            size = theme.type_size(role) * share
            room = self.width - (pencil + mm(APART) if pencil else 0.0) - mm(1)
            lines = wrapped(self.label, room, size, "display")
            wide = max(width_of(one, round(size), "display") for one in lines)
            fits = wide <= room and len(lines) * size * BIG_LINE <= self.height
            if fits:
                break
        x, middle = mm(0.5) + room / 2, self.height / 2
        for at, line in enumerate(lines):
            y = middle + ((len(lines) - 1) / 2 - at) * size * BIG_LINE
            sketch.text(line, x, y, "number", ink, align=0.5, size=size)
        if pencil:
            sketch.look("sign-pencil", x + wide / 2 + mm(APART) + pencil / 2, middle, pencil)
        return bool(fits)


class Begins(Handle):
    """Who plays first has a crown; anybody else can be touched for it."""

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        if not self.label:
            return super()._write(sketch, ink, ink2)
        size, crown = theme.type_size("strong"), mm(CROWN)
        room = self.width - crown - mm(4.4)
        wide = width_of(self.label, round(size), "bold")
        if wide > room:
            size, wide = size * room / wide, room
        left = (self.width - wide - crown - mm(1)) / 2
        sketch.look("crown", left + crown / 2, self.height / 2, crown)
        gold = theme.colour("gold_text")
        sketch.text(self.label, left + crown + mm(1), self.height / 2, "strong", gold, size=size)
        return bool(size * theme.enlarged() >= theme.type_size("small"))


class SeatCard(Card):
    """medal, name: what is touched to change them. colour: what the medal says to who does not see
    it. begins: makes that person begin; not there where nobody is to be chosen. first: that person
    begins. form: one below the other, the medal beside the others, or all in one line."""

    def __init__(
        self,
        seat: str,
        called: str,
        colour: str,
        begins: str,
        *,
        first: bool,
        form: Form,
        act: Callable[[str, str], None],
        led: Callable[[str, float, float], None],
    ) -> None:
        super().__init__(
            "panel",
            "gold" if first else "",
            orientation="vertical" if form == "tall" else "horizontal",
            spacing=mm(GAP) if form == "tall" else 0.0,
            padding=mm(1.4) if form == "tall" else (mm(1), 0),
        )
        self.seat = seat
        self.medal = Medal(label="")
        self.medal.spoken = colour
        self.medal.seat, self.medal.look = seat, theme.seat(seat).mark
        self.name = Named(label=called)
        self.begins = Begins(label=begins if first else "", detail="" if first else begins)
        for key, made in (("colour", self.medal), ("name", self.name), ("first", self.begins)):
            made.bind(on_press=lambda *_, key=key: act(key, seat))
            made.bind(on_led=lambda _, x, y: led(seat, x, y))
        self._arrange(form)

    def _arrange(self, form: Form) -> None:
        parts: list[Any] = [self.medal, self.name]
        if self.begins.label or self.begins.detail:
            parts.append(self.begins)
        if form == "tall":
            for one in (self.name, self.begins):
                one.size_hint_y, one.height = None, mm(LOW + 0.6)
        else:
            wide = BESIDE if form == "beside" else LOW + 3
            self.medal.size_hint_x, self.medal.width = None, mm(wide)
        if form == "beside":
            both = BoxLayout(orientation="vertical")
            for one in parts[1:]:
                both.add_widget(one)
            parts = [self.medal, both]
        elif form == "line":
            self.begins.size_hint_x, self.begins.width = None, mm(FIRST)
        for part in parts:
            self.add_widget(part)
