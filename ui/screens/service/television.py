"""The television: whether other screens of the house show the table, how, and where it is found."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from msgspec.structs import replace

from companion.kernel import Verbatim
from printables.qr import shown
from ui import theme
from ui.guests.television import Television
from ui.navigation import Navigation
from ui.screens.service.choosing import choosing, key_of
from ui.session.settings import SHOWN, Choice
from ui.shell.controls import Card, Column, Scroll, button, set_bounds
from ui.shell.page import Page
from ui.widgets.button import ActionButton
from ui.widgets.qr import QrCode
from ui.widgets.text import Paragraph

SHARE = 0.54
"""Share of the width that the choices take; of the height on an upright screen."""


class TelevisionPage(Page):
    """The choices at the left; at the right the address as a code and in large letters, while it is
    on. at: where the settings were left."""

    def __init__(self, navigation: Navigation, at: float = 1.0) -> None:
        super().__init__(navigation)
        self._at = at
        self._left, self._right = BoxLayout(), Card("panel")
        for part in (self._left, self._right):
            self.add_widget(part)
        self._values: list[tuple[str, Any, ActionButton]] = []
        self._built: tuple[object, ...] = ()
        self.code: QrCode | None = None
        self._anew = Clock.create_trigger(lambda _: self._where(), 0)
        self.television.changed = self._anew
        self.television.open_door()

    @property
    def television(self) -> Television:
        """What it is about."""
        return self.navigation.peripherals.television

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "television")

    def left_label(self) -> str:
        """The way back to the settings."""
        return self.words.say("label", "settings")

    def left(self) -> None:
        """Back to the settings."""
        self.navigation.go("settings", self._at)

    def leave(self) -> None:
        """Digits that nobody sees lead nowhere."""
        self.television.changed = lambda: None
        self.television.shut_door()

    def fill(self) -> None:
        """Show every choice with the value of the moment lit, and where the table is seen."""
        built = (self.session.language, self.width)
        if built != self._built:
            self._built = built
            self._build()
        chosen = self.session.settings.television
        for name, value, made in self._values:
            made.chosen = value == getattr(chosen, name)
        self._where()

    def _build(self) -> None:
        self._left.clear_widgets()
        self._values.clear()
        column = Column(spacing=theme.mm(1.6))
        for choice in SHOWN:
            column.add_widget(self._row(choice))
        about = self.words.say("notice", "television_open")
        column.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        self._left.add_widget(Scroll(column))

    def _row(self, choice: Choice) -> Card:
        say = self.words
        texts = [
            Paragraph(text=say.say("television", choice.name), role="strong"),
            Paragraph(text=say.say("television_detail", choice.name), role="small", ink="ink2"),
        ]
        made = [self._value(choice, value) for value in choice.values]
        return choosing(texts, made, upright=True)

    def _value(self, choice: Choice, value: Any) -> ActionButton:
        label = self.words.say("television", f"{choice.name}-{key_of(value)}")
        made = button(label, partial(self._choose, choice.name, value), height=10)
        self._values.append((choice.name, value, made))
        return made

    def _choose(self, name: str, value: Any) -> None:
        chosen = replace(self.session.settings.television, **{name: value})
        self.navigation.choose(television=chosen)

    # Where it is

    def _where(self) -> None:
        """How it stands, and the address while there is one."""
        say, standing, tv = self.words, self.television.standing, self.television
        self._right.clear_widgets()
        self.code = None
        on = standing.state == "on"
        if not on or not standing.addresses:
            key = "television_nowhere" if on else f"television_{standing.state}"
            self._right.add_widget(Scroll(Paragraph(text=say.say("notice", key), role="body")))
            return
        host = f"{standing.addresses[0]}:{standing.port}"
        self.code = QrCode(shown(f"http://{host}{tv.path}"))
        self._right.add_widget(self.code)
        texts = Column(spacing=theme.mm(1.2))
        if tv.code and not standing.spent:
            typed = Verbatim(f"{host}/{tv.code}")
            about = say.say("notice", "television_type")
            texts.add_widget(Paragraph(text=about, role="small", ink="ink2"))
            texts.add_widget(Paragraph(text=str(typed), role="title", ink="gold_text"))
        else:
            told = say.say("notice", "television_spent")
            texts.add_widget(Paragraph(text=told, role="small", ink="red_text"))
        count = say.say("notice", "television_watching", {"count": standing.screens})
        texts.add_widget(Paragraph(text=count, role="small"))
        texts.add_widget(button(say.say("button", "new_address"), self._renew, height=10))
        self._right.add_widget(texts)

    def _renew(self) -> None:
        self.television.renew()
        self.television.open_door()
        self._where()

    def arrange(self) -> None:
        """Choices and address side by side, one below the other on an upright screen."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2.0)
        if wide > high:
            side = SHARE * wide
            set_bounds(self._left, left + edge, bottom + edge, side - 2 * edge, high - 2 * edge)
            set_bounds(self._right, left + side, bottom + edge, wide - side - edge, high - 2 * edge)
            return
        part, wide = (1 - SHARE) * high, wide - 2 * edge
        set_bounds(self._right, left + edge, bottom + edge, wide, part - edge)
        set_bounds(self._left, left + edge, bottom + part + edge, wide, high - part - 2 * edge)
