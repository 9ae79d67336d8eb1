"""Panels of instruments: what one seat, or the table, has, as a picture first.

A panel is as high as it needs to be: give it a width, read its ``height``. On small screens it is
``compact``: words that a picture already says are left out. A touch on a panel is its seat's
token, so that a player can be chosen by it.
"""

from collections.abc import Callable
from typing import Any

from kivy.input import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.scene import Dots
from ui import theme
from ui.theme import mm
from ui.widgets.instrument_rows import Rows
from ui.widgets.settled import when_settled
from ui.widgets.sketch import Easel, Sketch, smallest
from ui.widgets.text import width_of


def bare(text: str, values: dict[str, object]) -> str:
    """The key itself: for widgets nobody gave words."""
    return text


class _Panel(Widget):
    """What both kinds of panel share. ``on_token`` gives the seat that was touched."""

    name = StringProperty("")
    instruments = ObjectProperty(())
    art = ObjectProperty(None, allownone=True)
    names: Callable[..., str] = ObjectProperty(bare)
    compact = BooleanProperty(False)

    _fill: Callable[[Sketch, float, float, float], float]

    __events__ = ("on_token",)

    drawn_by: tuple[str, ...] = ("name", "instruments", "art", "names", "compact", "width")

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("compact", theme.compact())
        kwargs.setdefault("size_hint_y", None)
        self._soon = when_settled(self, self.refresh)
        super().__init__(**kwargs)
        self._easel = Easel(self.canvas)
        for name in self.drawn_by:
            self.fbind(name, self._soon)
        self.fbind("pos", self._move)
        self.fbind("height", self._move)
        self.refresh()

    @property
    def drawn(self) -> int:
        """How often it was drawn so far."""
        return self._easel.drawn

    def _move(self, *_: object) -> None:
        self._easel.move(self.x, self.top)

    def refresh(self) -> None:
        """Draw it, and take the height it needs. Happens by itself before the next frame."""
        self._soon.cancel()
        pad = self._pad()
        content = Sketch(self.art)
        bottom = self._fill(content, pad, -pad, self.width - 2 * pad)
        height = max(mm(theme.TOUCH), pad - bottom - mm(0.6))
        sketch = Sketch(self.art)
        self._frame(sketch, height)
        sketch.add(content)
        self.height = height
        self._easel.show(sketch)
        self._move()

    def _pad(self) -> float:
        return mm(1.6 if self.compact else 2.2)

    def _frame(self, sketch: Sketch, height: float) -> None:
        _surface(sketch, self.width, height, "panel", "")

    def on_token(self, token: str) -> None:
        """A touch on the panel."""


def _surface(sketch: Sketch, width: float, height: float, face: str, edge: str) -> None:
    line = theme.outline(edge)
    ink, thick = theme.colour(line) if line else None, mm(0.6 if edge else 0.3)
    sketch.box(0, -height, width, height, theme.colour(face), mm(theme.RADIUS), ink, thick)


class SeatPanel(_Panel):
    """One seat: its mark, the player's name, its instruments.

    seat: its id. asked: whether the seat is asked now (gold). lit: whether the seat itself is
    offered as a choice (green). wrong: whether a refusal is about what it has (red). time: on its
    clock, "" for none; late: that has run out. phone: "awake" or "asleep", "" for none. Event:
    ``on_token(seat)`` on press.
    """

    seat = StringProperty("")
    asked = BooleanProperty(False)
    lit = BooleanProperty(False)
    wrong = BooleanProperty(False)
    time = StringProperty("")
    late = BooleanProperty(False)
    phone = StringProperty("")

    drawn_by = (*_Panel.drawn_by, "seat", "asked", "lit", "wrong", "time", "late", "phone")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """The seat was chosen."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        self.dispatch("on_token", self.seat)
        return True

    def _frame(self, sketch: Sketch, height: float) -> None:
        edge = "green" if self.lit else "gold" if self.asked else ""
        edge = "red" if self.wrong else edge
        _surface(sketch, self.width, height, "panel2" if self.asked else "panel", edge)

    def _fill(self, sketch: Sketch, x: float, y: float, width: float) -> float:
        rows = Rows(sketch, self.names, self.seat, self.compact)
        head = mm(5.4 if self.compact else 6.4)
        middle = y - head / 2
        sketch.look(theme.seat(self.seat).mark, x + head / 2, middle, head * 0.86, self.seat)
        instruments = tuple(self.instruments)
        role: theme.TextRole = "number" if self.compact else "title"
        needed = width_of(self.name, int(theme.type_size(role) * smallest()), "display")
        used = 0.0
        below = 0.0
        if self.time:
            ink = theme.colour("red_text" if self.late else "ink")
            used = width_of(self.time, round(theme.type_size("number")), "display") + mm(1.4)
            at = middle
            if needed + used > width - head - mm(1.4):  # below the name
                used, below = 0.0, rows.height()
                at = y - head - below / 2
            sketch.text(self.time, x + width, at, "number", ink, align=1)
        dots = next((one for one in instruments if isinstance(one, Dots)), None)
        free = width - head - mm(2.4) - needed
        if (
            dots is not None and not self.time and dots.total * mm(3) < free
        ):  # beside the name, if that fits whole
            used = rows.dot_row(dots, x + width, middle, min(free, width * 0.45)) + mm(1)
            instruments = tuple(one for one in instruments if one is not dots)
        room = width - head - mm(1.4) - used
        sketch.text(self.name, x + head + mm(1.4), middle, role, theme.colour("ink"), width=room)
        y -= head + below + mm(0.8 if self.compact else 1.4)
        return rows.draw(instruments, x, y, width)


class TablePanel(_Panel):
    """What the table has: stock, stacks. ``name`` is its heading, "" for none. It is a part of the
    card that it stands on."""

    def _pad(self) -> float:
        return 0.0

    def _frame(self, sketch: Sketch, height: float) -> None:
        """None: its card has one."""

    def _fill(self, sketch: Sketch, x: float, y: float, width: float) -> float:
        rows = Rows(sketch, self.names, "", self.compact)
        if self.name:
            head = mm(5.0)
            ink = theme.colour("ink")
            sketch.text(self.name, x, y - head / 2, "number", ink, width=width)
            y -= head + mm(0.6)
        return rows.draw(tuple(self.instruments), x, y, width)


class SeatMark(Widget):
    """A seat's colour with its shape, as large as the widget."""

    seat = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._easel = Easel(self.canvas)
        for name in ("seat", "size"):
            self.fbind(name, self._draw)
        self.fbind("pos", self._move)
        self._draw()

    def _draw(self, *_: object) -> None:
        sketch = Sketch()
        size = min(self.size) * 0.92
        sketch.look(theme.seat(self.seat).mark, 0, 0, size, self.seat)
        self._easel.show(sketch)
        self._move()

    def _move(self, *_: object) -> None:
        self._easel.move(*self.center)
