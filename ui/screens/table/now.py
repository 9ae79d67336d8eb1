"""What one person does now, in one sentence, and what was done last, in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Card, Column, keep, set_bounds
from ui.theme import TextRole
from ui.widgets.button import ActionButton
from ui.widgets.instruments import SeatMark
from ui.widgets.text import Paragraph, TextLine, width_of
from ui.widgets.turned import Turned

FaceOf = Literal["move", "question", "refusal", "waiting"]

SIZES: tuple[TextRole, ...] = ("now", "title", "strong", "body", "small", "tiny")
"""The sizes a sentence is tried at until it fits its card."""


@dataclass(frozen=True)
class Origin:
    """What stands on the card. seat: who is spoken to, "" for nobody or all. below: what hands do,
    a line each. note: small, in the lower left corner. rule: a button for the rules behind it, ""
    for none."""

    face: FaceOf
    seat: str
    eyebrow: str
    sentence: str
    below: tuple[str, ...] = ()
    note: str = ""
    rule: str = ""


class Now(Widget):
    """The card; it never changes its place or size. rules: opens the rules behind a refusal."""

    def __init__(self, rules: Callable[[], None]) -> None:
        super().__init__()
        self.card = Card("panel")
        self._turned = Turned(self.card)
        self._mark = SeatMark(seat="", size_hint=(None, None))
        side = theme.mm(4.6)
        self._mark.size = (side, side)
        self._eyebrow = TextLine(role="small", ink="gold_text", pos_hint={"center_y": 0.5})
        self._head = BoxLayout(spacing=theme.mm(1.6), size_hint_y=None, height=side)
        self.text = Paragraph(role="now")
        self._below = Column(spacing=theme.mm(0.8))
        self._lines: list[Paragraph] = []
        self._room = Widget()
        self._note = Paragraph(role="small", ink="ink2", pos_hint={"center_y": 0.5})
        self.rule = ActionButton(label="", role="ghost", size_hint=(None, None))
        self.rule.size = (theme.mm(20), theme.mm(theme.TOUCH))
        self.rule.bind(on_press=lambda *_: rules())
        self._foot = BoxLayout(spacing=theme.mm(1), size_hint_y=None)
        self._told = Origin("waiting", "", "", "")
        self._degrees, self._keep_free = 0.0, 0.0
        self.add_widget(self._turned)

    def show(self, told: Origin) -> None:
        """Show this."""
        if told == self._told:
            return
        self._told = told
        red = told.face == "refusal"
        self.card.paint("red_quiet" if red else "panel", "red" if red else "")
        self._eyebrow.ink = "red_text" if red else "gold_text"
        self._eyebrow.text = told.eyebrow
        if told.seat:
            self._mark.seat = told.seat
        self.text.text = told.sentence
        self._note.text, self.rule.label = told.note, told.rule
        self._fit()

    def stand(
        self, x: float, y: float, width: float, height: float, degrees: float, free: float
    ) -> None:
        """Fill a box, turned towards who is asked. free: so many pixels at the foot of the card
        are for something else."""
        set_bounds(self, x, y, width, height)
        self._degrees, self._keep_free = degrees, free
        self._fit()

    def _fit(self) -> None:
        if self.width < 2:
            return
        pad = theme.mm(2.2)
        self._turned.lie(self.x, self.y, self.width, self.height, self._degrees)
        wide = self.card.width - 2 * pad
        high = self.card.height - 2 * pad - self._keep_free
        self.card.padding = (pad, pad, pad, pad + self._keep_free)
        self.card.spacing = theme.mm(1.2)
        foot = self._foot_of(self._told)
        self._show_lines(self._told.below)
        room = high - self._head.height - self.card.spacing * 2 - (self._foot.height if foot else 0)
        for role in SIZES:
            self.text.role = role
            self.text.width = wide
            self.text.texture_update()
            if self.text.texture_size[1] <= room:
                break
        left = room - self.text.texture_size[1] - theme.mm(2)
        below = [self._below] if self._lines and self._tall(wide) <= left else []
        keep(self.card, [self._head, self.text, self._room, *below, *foot])

    def _foot_of(self, told: Origin) -> list[Widget]:
        """The note and the way to the rules; without that the note stands beside the eyebrow."""
        mark = [self._mark] if told.seat else []
        if not told.rule:
            keep(self._foot, [])
            self._note.halign = "right"
            keep(self._head, [*mark, self._eyebrow, *([self._note] if told.note else [])])
            return []
        self._note.halign = "left"
        keep(self._head, [*mark, self._eyebrow])
        self._foot.height = self.rule.height
        keep(self._foot, [self._note, self.rule])
        return [self._foot]

    def _show_lines(self, lines: Sequence[str]) -> None:
        while len(self._lines) < len(lines):
            self._lines.append(Paragraph(role="body", ink="ink2"))
        for one, text in zip(self._lines, lines, strict=False):
            one.text = text
        keep(self._below, self._lines[: len(lines)])

    def _tall(self, width: float) -> float:
        high = 0.0
        for one in self._below.children:
            one.width = width
            one.texture_update()
            high += one.texture_size[1] + self._below.spacing
        return high if self._below.children else float("inf")


class Last(Card):
    """What happened last, in one line; a touch opens the history."""

    def __init__(self, history: Callable[[], None]) -> None:
        super().__init__("panel", spacing=theme.mm(0.8))
        self._history = history
        self._mark = SeatMark(seat="", size_hint=(None, None), pos_hint={"center_y": 0.5})
        self._mark.size = (theme.mm(3.6), theme.mm(3.6))
        self.text = Paragraph(role="body", pos_hint={"center_y": 0.5})
        self._eyebrow = TextLine(role="small", ink="ink2")
        self._link = TextLine(role="small", ink="ink2", halign="right")
        self._head = BoxLayout(size_hint_y=None, height=theme.mm(3.4))
        self._line = BoxLayout(spacing=theme.mm(1.6))
        self._inside, self._told = False, ""
        self.bind(size=lambda *_: self._fit())

    def show(self, seat: str, text: str, words: tuple[str, str], *, inside: bool) -> None:
        """Show who did what. words: for what happened last, and for what a touch opens. inside: it
        is the lower part of another card."""
        self._inside = inside
        self.paint("" if inside else "panel")
        side = theme.mm(2.2)
        self.padding = (side, theme.mm(0.6 if inside else 1.8), side, theme.mm(0.8))
        if seat:
            self._mark.seat = seat
        self._told, (self._eyebrow.text, self._link.text) = text, words
        marks = [self._mark] if seat else []
        self._link.size_hint_x = None if inside else 1
        self._link.width = width_of(words[1], theme.type_size("small")) + theme.mm(1)
        self._link.pos_hint = {"center_y": 0.5}
        keep(self._line, [*marks, self.text, *([self._link] if inside else [])])
        keep(self._head, [] if inside else [self._eyebrow, self._link])
        keep(self, [self._line] if inside else [self._head, self._line])
        self._fit()

    def _fit(self) -> None:
        parts = [one for one in self._line.children if one is not self.text]
        used = sum(one.width + self._line.spacing for one in parts)
        self.text.width = max(1, self.width - self.padding[0] - self.padding[2] - used)
        room = self.height - self.padding[1] - self.padding[3]
        room -= 0 if self._inside else self._head.height + self.spacing
        self.text.text = self._told
        for role in ("body", "small", "tiny"):
            self.text.role = role
            self.text.texture_update()
            if self.text.texture_size[1] <= room:
                return
        words = self._told.split()
        while len(words) > 1 and self.text.texture_size[1] > room:  # the history has all of it
            del words[-1]
            self.text.text = " ".join(words) + " …"
            self.text.texture_update()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Open the history."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        self._history()
        return True
