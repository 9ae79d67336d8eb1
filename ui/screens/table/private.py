"""The private look: what one seat may see, only while its finger stays down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.scene import Instrument, Listing, Panel, Scene
from ui import theme
from ui.beat import Beat
from ui.navigation import Navigation
from ui.screens.table.cover import Cover
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, Column, Scroll, row
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.instruments import SeatMark, SeatPanel, TablePanel
from ui.widgets.ring import TimeRing
from ui.widgets.text import Paragraph, TextLine

LONGEST = 10.0
"""Seconds after which it hides by itself, also under a finger."""

TICK = 0.1
"""Seconds between two pictures of the ring that tells how many of them are left."""


class HoldPad(ActionButton):
    """A large field; ``held`` and ``let_go`` tell of the finger on it."""

    __events__ = ("on_held", "on_let_go")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """The finger comes down."""
        taken = bool(super().on_touch_down(touch))
        if taken:
            self.dispatch("on_held")
        return taken

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The finger leaves."""
        if touch.grab_current is self:
            self.dispatch("on_let_go")
        return bool(super().on_touch_up(touch))

    def on_held(self) -> None:
        """A finger holds it."""

    def on_let_go(self) -> None:
        """The finger left."""


class LookPage(Cover):
    """Hold to look: uncovered while the finger is down, for ten seconds at most."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch, seat: str = "") -> None:
        super().__init__(navigation, open_match, seat)
        self.uncovered = False
        self._limit = Clock.create_trigger(lambda _: self.hide(), LONGEST)
        self._pad: HoldPad | None = None
        self._well: Card | None = None
        self._head: list[Card] = []
        self.rings = (TimeRing(), TimeRing())
        self._since = 0.0
        self._ticks = Beat(self._tick, TICK)

    def uncover_way(self) -> None:
        """The cover with the pad to hold."""
        say = self.presenter.phrasebook
        self._head = self.heading()
        for widget in self._head:
            self.card.add_widget(widget)
        self._well = Card("background")
        self.card.add_widget(self._well)
        self._cover_well()
        pad = HoldPad(
            label=say.say("button", "hold_to_look"),
            detail=say.say("button_detail", "hold_to_look"),
            role="bright",
        )
        pad.size_hint_y, pad.large = 1, True
        pad.bind(on_held=lambda _: self._uncover(), on_let_go=lambda _: self.hide())
        self._pad = pad
        high = 16 if theme.compact() else 22
        for ring in self.rings:  # a finger on the pad covers one of them at most
            ring.size_hint, ring.size = (None, 1), (theme.mm(high), theme.mm(high))
            ring.opacity = 0.0
            if ring.parent is not None:
                ring.parent.remove_widget(ring)
        left, right = self.rings
        self.card.add_widget(row([left, pad, right], high))

    def _cover_well(self) -> None:
        assert self._well is not None
        say = self.presenter.phrasebook
        self._well.clear_widgets()
        text = say.say("notice", "hold_to_look", {"seat": self.seat})
        hand_over = say.say("notice", "hand_over", {"seat": self.seat})
        mark = SeatMark(seat=self.seat, size_hint_y=None)
        mark.height = theme.mm(12 if theme.compact() else 30)
        self._well.add_widget(Widget())
        self._well.add_widget(mark)
        self._well.add_widget(Paragraph(text=hand_over, role="title", halign="center"))
        self._well.add_widget(Paragraph(text=text, role="body", halign="center", ink="ink2"))
        self._well.add_widget(Widget())

    def _uncover(self) -> None:
        if self._well is None or self.uncovered:
            return
        match, package = self.presenter.match, self.presenter.package
        view = match.game.seen_by(match.position, self.seat)
        scene = package.scene(view)
        phrasebook = self.presenter.phrasebook_of(view, self.seat)

        def names(text: str, values: dict[str, object]) -> str:
            return self.presenter.words(text, values, phrasebook)

        art = self.navigation.art(package)
        own = Column()
        told = tuple(_only_known(scene, self.presenter.phrasebook.name, phrasebook.name))
        for panel in scene.panels:
            if panel.seat != self.seat:
                continue
            new = _only_shown(
                panel, self.presenter.scene, self.presenter.phrasebook.name, phrasebook.name
            )
            for one in match.contradictions(self.seat):
                own.add_widget(Paragraph(text=phrasebook.event(one), role="strong"))
            if told or new:
                own.add_widget(TextLine(text=phrasebook.say("label", "only_known"), role="strong"))
            if told:
                own.add_widget(Paragraph(text=" · ".join(told), ink="gold_text"))
            if new:
                own.add_widget(TablePanel(instruments=new, art=art, names=names))
            own.add_widget(
                SeatPanel(
                    seat=panel.seat,
                    name=phrasebook.name(panel.seat),
                    instruments=tuple(one for one in panel.instruments if one not in new),
                    art=art,
                    names=names,
                )
            )
        board = Board(scene=scene, art=art, names=names, travel=0)
        board.disabled = True
        self._well.clear_widgets()
        both = row([Scroll(own), board], None)
        both.orientation = "vertical" if self.height > self.width else "horizontal"
        self._well.add_widget(both)
        if theme.compact():  # the header says whose it is, too
            for widget in self._head:
                self.card.remove_widget(widget)
        self.uncovered = True
        self._since = Clock.get_time()
        self._tick()
        self._ticks.start()
        self._limit()

    def _tick(self) -> None:
        """How much of the time is left."""
        left = max(0.0, 1 - (Clock.get_time() - self._since) / LONGEST)
        for ring in self.rings:
            ring.left, ring.opacity = left, 1.0

    def hide(self) -> None:
        """Cover everything again, at once."""
        self._limit.cancel()
        self._ticks.stop()
        if self.uncovered:
            self.uncovered = False
            for ring in self.rings:
                ring.opacity = 0.0
            for widget in self._head:
                if widget.parent is None:
                    self.card.add_widget(widget, index=len(self.card.children))
            self._cover_well()

    def fill(self) -> None:
        """Nothing that was uncovered outlives a change."""
        self.hide()
        super().fill()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A second finger is another input."""
        self._stay()
        if self.uncovered:
            self.hide()
            return True
        return bool(super().on_touch_down(touch))


def _only_known(own: Scene, say: Any, say_own: Any) -> Iterator[str]:
    """What the things on the board are called that this seat knows more of than everybody."""
    for token in dict.fromkeys(shape.token for shape in own.shapes if shape.token):
        if say(token) != say_own(token):
            yield say_own(token)


def _only_shown(own: Panel, public: Scene, say: Any, say_own: Any) -> tuple[Instrument, ...]:
    """The instruments of a seat that tell it more than everybody. They stand first, for nothing
    can be scrolled while a finger holds the pad."""
    for_all = [
        one for panel in public.panels if panel.seat == own.seat for one in panel.instruments
    ]

    def named(one: Instrument) -> bool:
        lines = one.lines if isinstance(one, Listing) else ()
        return any(say(line) != say_own(line) for line in lines)

    return tuple(one for one in own.instruments if one not in for_all or named(one))
