"""The tray: at the left what takes back and helps, in the middle what can be done or what is
asked, at the right the main place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from kivy.graphics import Color, Line, RoundedRectangle
from kivy.input import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import Art
from ui.screens.table.zones import Screen, Zones
from ui.shell.controls import set_bounds
from ui.theme import TextRole
from ui.widgets.button import CARD, ActionButton, shares
from ui.widgets.instruments import SeatMark
from ui.widgets.places import Places, Tile, pages
from ui.widgets.sketch import high_of
from ui.widgets.text import TextLine, width_of
from ui.widgets.turned import Turned

Form = Literal["offers", "picker", "question", "ways"]

FEWEST = 3
"""Offers that share the width at least: fewer are no wider than these."""

SLIMMEST = 17.0
"""Millimetres from one offer to the next at least, where there are more than usual."""

LINE = 1.38
"""How high a line of letters is, in ems."""


@dataclass(frozen=True)
class Face:
    """What stands in the middle.

    form: *offers*: what can be done; *picker*: what fills a blank; *question*: what must be
        settled; *ways*: out of a refusal.
    tiles: the choices, in order.
    seat: who is asked, "" for everybody.
    title: of a question, with whom it is asked.
    note: beside it.
    numbers: the choices are keys.
    supply: how much there is of all of them together; said where no note is, and room for it.
    """

    form: Form
    tiles: tuple[Tile, ...]
    seat: str = ""
    title: str = ""
    note: str = ""
    numbers: bool = False
    supply: str = ""

    def quiet(self) -> Face:
        """The same with nothing bright: the next step stands elsewhere."""
        roles = ("plain" if one.role == "bright" else one.role for one in self.tiles)
        tiles = (replace(one, role=role) for one, role in zip(self.tiles, roles, strict=True))
        return replace(self, tiles=tuple(tiles))


@dataclass(frozen=True)
class MainPlace:
    """What stands at the main place.

    act: what a touch does: the token, a way back, or *page*: opens the page on which the table is
        told before the first move, or the result after the last.
    label, detail: what stands on it, and below that.
    token: what a touch stands for, "" for a way back.
    bright: it is what most tables want now.
    offered: whether it leads on.
    ends: a touch ends the step of the turn.
    """

    act: Literal["token", "back", "undo", "never_mind", "settle", "page", "none"]
    label: str = ""
    detail: str = ""
    token: str = ""
    bright: bool = False
    offered: bool = True
    ends: bool = False

    def quiet(self) -> MainPlace:
        """The same, not bright: the next step stands elsewhere."""
        return replace(self, bright=False, ends=False)


@dataclass(frozen=True)
class KeyWords:
    """Label and detail of the keys at the left.

    undo, redo, help: label and detail of each.
    can_undo: whether something can be taken back.
    can_redo: whether something can be redone.
    sign: the picture of help, or of what stands in its place.
    """

    undo: tuple[str, str]
    redo: tuple[str, str]
    help: tuple[str, str]
    can_undo: bool = True
    can_redo: bool = False
    sign: str = "sign-help"


class Middle(Widget):
    """The middle of the tray. act: gets the form that is shown, and the token that was touched, ""
    where nothing lies. prompt: what is asked there, "" for nothing."""

    prompt = StringProperty("")

    def __init__(self, art: Art, act: Callable[[Form, str], None]) -> None:
        super().__init__()
        self.face: Face | None = None
        self.places = Places(art)
        self.places.bind(on_token=lambda _, token: self._touched(token))
        self._act = act
        self._card = _Plate()
        self._turned = Turned(self._card)
        self._mark = SeatMark(seat="", size_hint=(None, None))
        self.title = TextLine(role="strong")
        self.note = TextLine(role="small", ink="ink2", halign="right")
        self._screen: Screen | None = None
        self._degrees, self._cursor = 0.0, ""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch beside all choices is one, too: it does not stay without an answer."""
        if super().on_touch_down(touch) or not self.collide_point(*touch.pos):
            return bool(self.collide_point(*touch.pos))
        if not touch.is_mouse_scrolling:
            self._touched("")
        return True

    def _touched(self, token: str) -> None:
        if self.face is not None:
            self._act(self.face.form, token)

    def show(self, face: Face, cursor: str, more: Callable[[int | None], str]) -> None:
        """Show a face. cursor: the token the dial stands on. more: what stands on the last place
        when there are more choices, as :class:`Places` has it."""
        self.face, self._cursor, self.places.more = face, cursor, more
        if self.prompt and face.title not in ("", self.prompt):
            self.places.anew()  # the page was turned for the question before
        self.prompt = face.title
        self.title.text = face.title
        self.note.text = face.note or ("" if theme.compact() else face.supply)
        if face.seat and face.seat != self._mark.seat:
            self._mark.seat = face.seat
            self.places.anew()  # the page was turned by somebody else
        self._lay()

    def stand(self, screen: Screen, zones: Zones, degrees: float) -> None:
        """Stand in the zone of offers, turned to who is asked where that fits."""
        set_bounds(self, *zones.offers)
        self._screen, self._degrees = screen, degrees if degrees % 180 == 0 else 0.0
        self._lay()

    def _lay(self) -> None:
        if self.face is None or self._screen is None or self.width < 2:
            return
        asked = self.face.form in ("picker", "question")
        self._card.paint(seen=asked)
        if self._turned.parent is None:
            self.add_widget(self._turned)
        self._turned.lie(self.x, self.y, self.width, self.height, self._degrees)
        parts: list[Widget] = [self.places]
        if asked:
            parts += [self.title, self.note, *([self._mark] if self.face.seat else [])]
        if self._card.children != parts[::-1]:
            self._card.clear_widgets()
            for part in parts:
                part.size_hint = (None, None)
                self._card.add_widget(part)
        self._ask() if asked else self._offer()

    def _offer(self) -> None:
        assert self.face is not None and self._screen is not None
        set_bounds(self.places, 0, 0, self.width, self.height)
        count = len(self.face.tiles)
        even = count + count % 2  # so what somebody has won and others have not moves nothing
        columns = min(max(self._most(count), self._most(even)), max(FEWEST, even))
        if self.face.form == "ways":
            columns = max(1, count)
        gap = (self._screen.zones.offers[2] - self._screen.place * self._screen.places) / (
            self._screen.places - 1
        )
        scale = self.width / self._screen.zones.offers[2]
        self.places.show(self.face.tiles, columns, 1, self._cursor, gap * scale)

    def _most(self, count: int) -> int:
        """Places side by side: one more than usual where that saves a page of that many offers."""
        assert self._screen is not None
        usual = self._screen.places
        slim = self.width / (usual + 1) < theme.mm(SLIMMEST)
        saves = pages(count, usual + 1) < pages(count, usual)
        return usual + 1 if saves and not slim else usual

    def _ask(self) -> None:
        assert self.face is not None
        edge = theme.mm(1.4)
        high = max(theme.mm(4.4), theme.type_size("strong") * LINE)
        if self.face.form == "question" or (self._pictured and theme.compact()):
            high = 0.0  # the card of now says it, and the answers need the room
        top = self.height - edge * 0.7 - high
        left = edge
        if self.face.seat:
            side = theme.mm(3.6)
            set_bounds(self._mark, left, top + (high - side) / 2, side, side)
            left += side + theme.mm(1.2)
        noted = width_of(self.note.text, theme.type_size("small")) + theme.mm(1)
        noted = noted if self.note.text else 0.0
        noted = min(noted, self.width * 0.45)
        set_bounds(self.note, self.width - edge - noted, top, max(1, noted), high)
        free = max(1, self.width - edge - noted - left)
        self.title.role = _role(self.face.title, free)
        set_bounds(self.title, left, top, free, high)
        low = theme.mm(0.9)
        for part in (self.title, self.note, self._mark):
            part.opacity = 1.0 if high else 0.0
        wide, room = self.width - 2 * edge, top - low - theme.mm(0.5)
        set_bounds(self.places, edge, low, wide, room)
        columns, rows = self._grid(wide, room)
        self.places.show(self.face.tiles, columns, rows, self._cursor)

    @property
    def _pictured(self) -> bool:
        """Whether things are chosen by what is printed on them."""
        return self.face is not None and any(one.card for one in self.face.tiles)

    def _grid(self, wide: float, room: float) -> tuple[int, int]:
        """How many choices stand side by side, and in how many rows."""
        assert self.face is not None
        gap, count = theme.mm(1.4), max(1, len(self.face.tiles))
        if self._pictured:
            pad = 2 * theme.mm(CARD)
            slim = max((room - pad) / high_of(one.card[0]) for one in self.face.tiles if one.card)
            each = max(theme.mm(theme.TOUCH), slim + pad)
            return max(2, int((wide + gap) // (each + gap))), 1
        least = theme.mm(theme.TOUCH + 0.4) if self.face.numbers else _least(self.face.tiles)
        columns = max(2, int((wide + gap) // (least + gap)))
        if self.face.numbers:
            return (10, 1) if columns >= 10 else (6, 1)
        most = max(1, int((room + gap) // (theme.mm(theme.TOUCH) + gap)))
        rows = min(most, -(-count // columns), 2)
        return (min(columns, -(-count // rows)), rows)


def _role(text: str, wide: float) -> TextRole:
    """The largest role in which a title finds room in one line; else the smallest, which is made
    smaller still, or cut: it stands on the now card, too."""
    roles: tuple[TextRole, ...] = ("number", "body", "small")
    for role in roles:
        if width_of(text, theme.type_size(role), theme.TYPE[role][1]) <= wide:
            return role
    return roles[-1]


def _least(tiles: tuple[Tile, ...]) -> float:
    """Pixels a place must be wide for the longest word on it, and for the longest words in three
    lines."""
    size = theme.type_size("strong") * shares()[-1]
    words = [word for tile in tiles for word in tile.label.split()]
    wide = max((width_of(word, size, "bold") for word in words), default=0.0)
    whole = max((width_of(tile.label, size, "bold") for tile in tiles), default=0.0) / 3
    return float(min(max(theme.mm(15), wide + theme.mm(4), whole + theme.mm(4)), theme.mm(40)))


class _Plate(Widget):
    """The ground of a question, with a golden rim; nothing else of what lies on it is moved."""

    def __init__(self) -> None:
        super().__init__()
        with self.canvas.before:
            self._fill = Color()
            self._shape = RoundedRectangle(radius=[theme.mm(theme.RADIUS)])
            self._ink = Color()
            self._rim = Line(width=theme.mm(theme.LINE) / 2 + 0.5)
        self.bind(pos=self._lay, size=self._lay)

    def paint(self, *, seen: bool) -> None:
        """Show it or not."""
        self._fill.rgba = (*theme.colour("panel")[:3], 1.0 if seen else 0.0)
        self._ink.rgba = (*theme.colour("gold")[:3], 1.0 if seen else 0.0)

    def _lay(self, *_: object) -> None:
        self._shape.pos, self._shape.size = self.pos, self.size
        radius = theme.mm(theme.RADIUS)
        self._rim.rounded_rectangle = (
            self.x + 1,
            self.y + 1,
            max(1, self.width - 2),
            max(1, self.height - 2),
            radius,
        )


class Keys:
    """Undo, redo and help."""

    def __init__(
        self, undo: Callable[[], None], redo: Callable[[], None], help: Callable[[], None]
    ) -> None:
        self.undo, self.redo, self.help = (self._key(act) for act in (undo, redo, help))
        self.undo.look, self.redo.look = "sign-back", "sign-redo"

    @staticmethod
    def _key(act: Callable[[], None]) -> ActionButton:
        made = ActionButton(label="", terse=True)
        made.bind(on_press=lambda *_: act())
        return made

    def show(self, words: KeyWords) -> None:
        """Show these words."""
        self.undo.label, self.undo.detail = words.undo
        self.redo.label, self.redo.detail = words.redo
        self.help.label, self.help.detail = words.help
        self.help.look = words.sign
        self.undo.offered, self.redo.offered = words.can_undo, words.can_redo

    def stand(self, zones: Zones, degrees: float) -> None:
        """Stand in their zones, turned to who is asked where that fits."""
        for one in (self.undo, self.redo, self.help):
            one.opposite = degrees == 180
        set_bounds(self.undo, *zones.undo)
        set_bounds(self.redo, *zones.redo)
        set_bounds(self.help, *zones.help)


WAYS_BACK = ("back", "undo", "never_mind", "settle")
"""What a touch of the main place does where it leads back to what was there before."""


AT_ONCE = 0.25
"""Seconds between two touches: the second one is on its way before anybody has read what the first
one has changed."""


class Main(ActionButton):
    """The main place: bright for what most tables want now, a quiet rim else.

    act: gets what it stands for. once_more: called instead of that for a touch of what ends a step
    that may be meant for what stood here before: after a touch of a way back here, or at once after
    any touch that has changed what stands here or for whom. One touch too much must not end a turn.
    """

    def __init__(self, act: Callable[[MainPlace], None], once_more: Callable[[], None]) -> None:
        super().__init__(label="", role="ghost", large=True)
        self._stands: MainPlace = MainPlace("none")
        self._act, self._once_more = act, once_more
        self._meaning = self._meant = ("none", "", "")  # now, and at the last touch on the screen
        self._left = 0.0  # when that was
        self._led_back = self._too_soon = False
        self.bind(on_press=lambda *_: self._pressed())

    def _pressed(self) -> None:
        stands, too_much = self._stands, self._too_soon or self._led_back
        self._led_back = stands.act in WAYS_BACK
        self._once_more() if stands.ends and too_much else self._act(stands)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Also see touches elsewhere: who touches anything in between means what is here then."""
        at_once = touch.time_start - self._left < AT_ONCE
        self._too_soon = at_once and self._meant != self._meaning
        self._led_back = self._led_back and self.collide_point(*touch.pos)
        self._meant, self._left = self._meaning, touch.time_start
        taken = bool(super().on_touch_down(touch))
        self._too_soon = False
        return taken

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """See when a finger leaves."""
        self._left = max(self._left, touch.time_end)
        return bool(super().on_touch_up(touch))

    def show(self, now: MainPlace, seat: str) -> None:
        """Stand for this. seat: who is asked."""
        self._stands, self._meaning = now, (now.act, now.token, seat)
        self.token = now.token
        self.label, self.detail = now.label, now.detail
        self.role = "bright" if now.bright else "ghost"
        self.offered = now.offered
        there = now.act != "none"
        self.opacity, self.disabled = (1.0, False) if there else (0.0, True)
