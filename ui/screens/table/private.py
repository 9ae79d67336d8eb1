"""The private look: what one seat may see, only while its finger stays down."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.scene import Shape
from companion.sight.known import in_words, known
from companion.table import Pressed, Signal
from ui import theme
from ui.beat import Beat
from ui.navigation import Navigation
from ui.screens.table.cover import Cover, Uncovering
from ui.screens.table.known import uncovered
from ui.session.open_match import OpenMatch
from ui.shell.controls import Column, row
from ui.theme import Colour, TextRole
from ui.widgets.ring import TimeRing
from ui.widgets.sketch import Sketch
from ui.widgets.text import Paragraph

LONGEST = 10.0
"""Seconds after which it hides by itself, also under a finger."""

TICK = 0.1
"""Seconds between two pictures of the ring that tells how many of them are left."""

HIGH, LOW = 32.0, 21.0
"""Millimetres of the field to hold, and on a small screen: its ring is seen round a finger."""

PAD = 0.38
"""Share of the width that the field takes."""


class HoldPad(Uncovering):
    """A large field; ``held`` and ``let_go`` tell of the finger on it. open: it is held, and shows
    that instead of words. ring: how much time is left."""

    __events__ = ("on_held", "on_let_go")
    open = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ring = TimeRing(opacity=0.0)
        self.add_widget(self.ring)
        self.fbind("open", self._soon)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        side = self.height * 0.94
        self.ring.size = (side, side)
        self.ring.center = self.center

    def faces(self) -> tuple[Colour, Colour, Colour]:
        """A finger on it makes it quiet, not lighter."""
        if not self.open:
            return super().faces()
        return theme.colour("panel"), theme.colour("ink"), theme.colour("ink2")

    def _write(self, sketch: Sketch, ink: Colour, ink2: Colour) -> bool:
        if not self.open:
            return super()._write(sketch, ink, ink2)
        x, y, size = self.width / 2, self.height / 2, self.height * 0.46
        sketch.thing(Shape(form="print", x=x, y=y, size=size, look="sign-finger"))
        return True

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
        self.pad: HoldPad | None = None
        self.well = BoxLayout(orientation="vertical", spacing=theme.mm(theme.GAP))
        self._words = (Column(pos_hint={"center_y": 0.5}), Column(pos_hint={"center_y": 0.5}))
        self._since = 0.0
        self._ticks = Beat(self._tick, TICK)

    def uncover_way(self) -> None:
        """The cover with the field to hold."""
        say = self.presenter.phrasebook
        if self.well.parent is not None:
            self.well.parent.remove_widget(self.well)
        self.card.add_widget(self.well)
        label = say.say("button", "hold_to_look")
        pad = HoldPad(label=label, detail=say.say("button_detail", "hold_to_look"), role="bright")
        pad.look, pad.large, pad.size_hint = "sign-look", True, (PAD, 1)
        pad.bind(on_held=lambda _: self._uncover(), on_let_go=lambda _: self.hide())
        self.pad = pad
        for one in self._words:
            if one.parent is not None:
                one.parent.remove_widget(one)
        left, right = self._words
        left.size_hint_x = right.size_hint_x = (1 - PAD) / 2
        self.card.add_widget(row([left, pad, right], LOW if theme.compact() else HIGH))
        self._cover()

    def _cover(self) -> None:
        say = self.presenter.phrasebook
        self.well.clear_widgets()
        for one in self.hand_over(say.say("notice", "hold_to_look", {"seat": self.seat})):
            self.well.add_widget(one)
        self._beside(("", ""), ("", say.say("notice", "private_closes")))

    def _beside(self, left: tuple[str, str], right: tuple[str, str]) -> None:
        """What stands beside the field, a finger's breadth from it: large, and small below."""
        for column, (large, small), side in zip(
            self._words, (left, right), ("right", "left"), strict=True
        ):
            column.clear_widgets()
            if large:
                role: TextRole = "strong" if theme.compact() else "title"
                column.add_widget(Paragraph(text=large, role=role, halign=side))
            if small:
                column.add_widget(Paragraph(text=small, role="small", ink="ink2", halign=side))

    def _uncover(self) -> None:
        if self.uncovered or self.pad is None:
            return
        presenter = self.presenter
        own = known(presenter, self.seat)
        view = presenter.match.game.seen_by(presenter.match.position, self.seat)
        say = presenter.phrasebook_of(view, self.seat)
        self.well.clear_widgets()
        if own.nothing:
            nothing = say.say("notice", "nothing_private", {"seat": self.seat})
            for one in (Widget(), Paragraph(text=nothing, role="title", halign="center"), Widget()):
                self.well.add_widget(one)
        else:
            names = lambda text, values: presenter.words(text, values, say)  # noqa: E731
            art = self.navigation.art(presenter.package)
            upright = self.card.height > self.card.width
            self.well.add_widget(uncovered(own, self.seat, art, names, upright=upright))
        keep, hide = ("keep_holding", "hide_the_screen")
        self._beside(
            (say.say("label", keep, {"seat": self.seat}), say.say("notice", keep)),
            (say.say("label", hide), say.say("notice", hide)),
        )
        self.uncovered = self.pad.open = True
        self._since = Clock.get_time()
        self._tick()
        self._ticks.start()
        self._limit()

    def _tick(self) -> None:
        """How much of the time is left."""
        assert self.pad is not None
        left = max(0.0, 1 - (Clock.get_time() - self._since) / LONGEST)
        self.pad.ring.left, self.pad.ring.opacity = left, 1.0

    def signal(self, signal: Signal) -> None:
        """Confirm reads by the earphone what the look would show; the screen stays covered. Undo
        leads back."""
        before = self.seat
        super().signal(signal)
        if not isinstance(signal, Pressed) or not self.navigation.peripherals.listens:
            return
        if signal.role == "undo":
            self.left()
        elif signal.role == "confirm" and before:
            self.whisper(*in_words(known(self.presenter, self.seat), self.presenter, self.seat))

    def by_ear(self) -> str:
        """That it can be heard."""
        return self.presenter.phrasebook.say("notice", "look_by_ear", {"seat": self.seat})

    def hide(self) -> None:
        """Cover everything again, at once."""
        self._limit.cancel()
        self._ticks.stop()
        if self.uncovered and self.pad is not None:
            self.uncovered = self.pad.open = False
            self.pad.ring.opacity = 0.0
            self._cover()

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
