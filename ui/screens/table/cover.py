"""The cover: what everybody sees while one seat looks or chooses in private."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.table import Signal
from ui import theme
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.screens.table.sides import degrees
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, button, grid
from ui.shell.page import Page
from ui.shell.pointer import Pointer
from ui.theme import TextRole
from ui.widgets.button import FACES, ActionButton
from ui.widgets.instruments import SeatMark
from ui.widgets.moment import Closing
from ui.widgets.pieces import Beacon
from ui.widgets.sketch import Sketch
from ui.widgets.text import Paragraph, TextLine, width_of
from ui.widgets.turned import Turned

STILL = 30.0
"""Seconds without an input after which the page closes by itself."""


BAND = 2.4
"""Millimetres: height of the band in the colour of the person."""


class Band(Widget):
    """A stripe across the page in the colour of a person."""

    def __init__(self) -> None:
        super().__init__()
        with self.canvas:
            self._ink = Color(0, 0, 0, 0)
            self._stripe = Rectangle()
        self.bind(pos=self._lay, size=self._lay)

    def paint(self, seat: str) -> None:
        """Take the colour of a seat; none with ""."""
        self._ink.rgba = theme.hexed(theme.seat(seat).fill) if seat else (0, 0, 0, 0)

    def _lay(self, *_: object) -> None:
        self._stripe.pos, self._stripe.size = self.pos, self.size


class Uncovering(ActionButton):
    """The field in the middle of a cover."""

    def _picture(
        self, sketch: Sketch, look: str, x: float, width: float, top: float
    ) -> tuple[float, float, float]:
        """Above the words, however wide the field is; beside them where it is too low for that."""
        if theme.compact():
            return super()._picture(sketch, look, x, width, top)
        size = min(theme.mm(9), self.height * 0.36)
        y, ink = top - theme.mm(1) - size / 2, FACES[self.role][1]
        sketch.look(look, self.width / 2, y, size, self.seat, ink)
        return x, width, top - size - theme.mm(1)


class Cover(Page):
    """First a seat is named, then the screen is handed over, then it may be uncovered. It closes by
    itself when nobody touches it, and the table says so.

    seat: whose secret it is; "" while nobody is named.
    """

    private = True

    def __init__(self, navigation: Navigation, open_match: OpenMatch, seat: str = "") -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.presenter: Presenter = open_match.presenter
        self.seat = seat
        self.card = Card("background", padding=theme.mm(2 if theme.compact() else 3))
        self.card.paint("")  # the ground of the game is seen
        self.band = Band()
        self._whole = BoxLayout(orientation="vertical")
        for one in (self.band, self.card):
            self._whole.add_widget(one)
        self._turned = Turned(self._whole)
        self.add_widget(self._turned)
        self._still = Clock.create_trigger(lambda _: self._closes(), STILL)
        self._still()
        self._closing = Closing(self)
        self.pointer = Pointer(self.stops, navigation, lambda: bool(self.seat))

    def _closes(self) -> None:
        key = "private_lost" if self.unfinished() else "private_closed"
        said = self.presenter.phrasebook.say("notice", key)
        self.navigation.play(self.open_match)
        self.navigation.say(said)

    def _stay(self) -> None:
        self._still.cancel()
        self._still()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Somebody is there."""
        self._stay()
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Likewise."""
        self._stay()
        return bool(super().on_touch_up(touch))

    def title(self) -> str:
        """Whose secret it is."""
        return (
            self.presenter.phrasebook.say("label", "private", {"seat": self.seat})
            if self.seat
            else ""
        )

    def toast_area(self) -> tuple[float, float, float]:
        """As wide as what is asked: half a question would look out beside it."""
        side = self.card.padding[0]
        return (self.x + side, self.y + theme.mm(4), self.width - 2 * side)

    def left_label(self) -> str:
        """The way back to the table."""
        return self.presenter.phrasebook.say("button", "not_now")

    @property
    def reader(self) -> str:
        """Whose secret it is."""
        return self.seat

    @property
    def degrees(self) -> float:
        """Turned to whose secret it is."""
        return degrees(self.session.in_force.sides, self.seat)

    def left(self) -> None:
        """Back to the table."""
        self.hide()
        self.navigation.play(self.open_match)

    def hide(self) -> None:
        """Cover everything again."""

    def signal(self, signal: Signal) -> None:
        """Any other input covers everything again; while nobody is named, the dial steps through
        those who can be."""
        self._stay()
        self.hide()
        if not self.seat:
            self.pointer.signal(signal)

    def greet(self, title: str) -> None:
        """Whose secret may it be; and to whoever was named, by the earphone, how to go on."""
        if not self.seat:
            super().greet(title)
        elif self.navigation.peripherals.listens:
            self.whisper(self.by_ear())

    def by_ear(self) -> str:
        """How to go on with the dial and buttons, for the person who was named."""
        return ""

    def whisper(self, *texts: str) -> bool:
        """Read something by the earphone of that person; whether there is one. Where there is none,
        all hear so."""
        there = self.navigation.peripherals.whisper(texts)
        if not there:
            self.no_earphone()
        return there

    def no_earphone(self) -> None:
        """Say to all that there is none, instead of what they may not hear."""
        said = self.presenter.phrasebook.say("notice", "no_earphone", {"seat": self.seat})
        self.navigation.peripherals.read((said,))

    def rests(self) -> None:
        """Nothing stays uncovered for whoever comes next."""
        self.hide()

    def leave(self) -> None:
        """Nor behind another screen; and nothing is read on to whoever wears the earphone next."""
        self.hide()
        self._still.cancel()
        if self.navigation.peripherals.listens:
            self.navigation.peripherals.voice.hush()

    def choose(self, seat: str) -> None:
        """A seat was named."""
        self.hide()
        self.seat = seat
        self.navigation.refresh()

    def fill(self) -> None:
        """The cover, or the seats to choose from."""
        self.card.clear_widgets()
        self.band.paint(self.seat)
        if self.seat:
            self.uncover_way()
        else:
            self._whose()

    def uncover_way(self) -> None:
        """What is on the card once a seat is named."""

    def hand_over(self, sentence: str, *more: str) -> list[Widget]:
        """What everybody sees while the screen goes from hand to hand. more: what has to be said,
        too."""
        said = self.presenter.phrasebook.say("notice", "hand_over", {"seat": self.seat})
        role: TextRole = "title" if theme.compact() else _role(said, self.width)
        return [
            Beacon(seat=self.seat, art=self.navigation.art(self.presenter.package)),
            Paragraph(text=said, role=role, halign="center"),
            Paragraph(text=sentence, role="body", ink="ink2", halign="center"),
            *(Paragraph(text=one, ink="gold_text", halign="center") for one in more),
            Widget(size_hint_y=None, height=theme.mm(2)),
        ]

    def seats(self) -> tuple[str, ...]:
        """The seats that can be named."""
        match = self.presenter.match
        return tuple(seat for seat in match.seats if seat not in match.absent)

    def _whose(self) -> None:
        say = self.presenter.phrasebook
        self.card.add_widget(Widget())
        self.card.add_widget(TextLine(text=say.say("label", "whose_turn_to_look"), role="display"))
        self.card.add_widget(Paragraph(text=say.say("notice", "others_look_away"), ink="gold_text"))
        buttons = []
        for seat in self.seats():
            made = button(say.name(seat), partial(self.choose, seat), height=16)
            made.seat, made.look = seat, theme.seat(seat).mark
            buttons.append(made)
        self.card.add_widget(grid(buttons, 2, 16))
        self.card.add_widget(Widget())

    def heading(self) -> list[Card]:
        """Whose it is, and that all others look away."""
        say = self.presenter.phrasebook
        lines = 1.5 * (theme.type_size("title") + theme.type_size("body"))
        high = max(theme.mm(12 if theme.compact() else 16), lines + theme.mm(2))
        top = Card("panel2", orientation="horizontal", size_hint_y=None, height=high)
        mark = SeatMark(seat=self.seat)
        mark.size_hint, mark.size = (None, None), (theme.mm(9), theme.mm(9))
        mark.pos_hint = {"center_y": 0.5}
        top.add_widget(mark)
        both = Column(spacing=0, pos_hint={"center_y": 0.5})
        both.add_widget(TextLine(text=say.name(self.seat), role="title"))
        text = say.say("notice", "others_look_away")
        both.add_widget(TextLine(text=text, role="body", ink="ink2"))
        top.add_widget(both)
        return [top]

    def arrange(self) -> None:
        """Everything below the header, turned to whose it is."""
        self.band.size_hint_y, self.band.height = None, theme.mm(BAND)
        self._turned.lie(*self.body, self.degrees)

    def on_card(self, touch: MotionEvent) -> bool:
        """Whether a touch is on the card, however that is turned."""
        return bool(self.card.collide_point(*self._turned.to_local(*touch.pos)))


def _role(said: str, width: float) -> TextRole:
    """In what a sentence is set that is read across the table: it stands in one line."""
    wide = width_of(said, theme.type_size("banner"), "display")
    return "banner" if wide < width - theme.mm(12) else "display"
