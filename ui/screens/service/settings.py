"""The settings: what is chosen for good, and the ways to what only those in charge want."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.languages import called
from ui import theme
from ui.navigation import Navigation
from ui.nights import overdue
from ui.screens.service.choosing import choosing, key_of
from ui.session.open_match import now
from ui.session.settings import CHOICES, Choice
from ui.shell.controls import Card, Column, Scroll, button, grid, set_inside
from ui.shell.page import Page
from ui.voice.programs import NATURAL
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph


class SettingsPage(Page):
    """A card for each choice, with all its values side by side; below them the ways. at: how far
    up it is scrolled, 1 for the top."""

    def __init__(self, navigation: Navigation, at: float = 1.0) -> None:
        super().__init__(navigation)
        self._at = at
        self._body = BoxLayout()
        self._built: tuple[object, ...] = ()
        self._values: list[tuple[str, Any, ActionButton]] = []
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("label", "settings")

    def left_label(self) -> str:
        """The way back to where one came from."""
        return self.words.say("button", "back" if self.session.open_match is None else "to_table")

    def left(self) -> None:
        """Back to the match that is open, if there is one."""
        open_match = self.session.open_match
        if open_match is None:
            self.navigation.home()
        else:
            self.navigation.play(open_match)

    def fill(self) -> None:
        """Show every choice with the value of the moment lit."""
        navigation = self.navigation
        built = (
            navigation.session.language,
            navigation.peripherals.voice.trouble,
            navigation.peripherals.voice.program(navigation.session.language),
            navigation.pin_lock.locked,
            self.width,
        )
        if built != self._built:  # else a touch on a value would build all the others anew
            self._built = built
            self._build()
        for name, value, made in self._values:
            now = getattr(navigation.session.settings, name)
            if name == "speaker" and now < 0:  # nobody has chosen: what it comes to
                now = navigation.peripherals.loudness
            made.chosen = value == now

    def _build(self) -> None:
        self._values.clear()
        at = self._scrolled()
        self._body.clear_widgets()
        column = Column(spacing=theme.mm(1.6))
        for choice in CHOICES:
            column.add_widget(self._row(choice))
        columns = 2 if self.width < theme.mm(140) else 4
        ways = [self._way(key, act) for key, act in self._ways()]
        column.add_widget(grid(ways, columns, 12))
        scroll = Scroll(column)
        self._body.add_widget(scroll)
        scroll.stay(at)

    def _scrolled(self) -> float:
        """How far up it is scrolled."""
        return float(self._body.children[0].scroll_y) if self._body.children else self._at

    def _ways(self) -> list[tuple[str, Callable[[], None]]]:
        """The keys of the buttons, and what they do."""
        from ui.screens.service.pin import PinSheet
        from ui.shell.names import KnownSheet

        navigation = self.navigation
        pin = "pin_change" if navigation.pin_lock.locked else "pin_set"
        return [
            ("state", partial(navigation.go, "devices", self)),
            ("care", lambda: navigation.go("maintenance", self._scrolled())),
            ("television", lambda: navigation.go("television", self._scrolled())),
            ("club", lambda: navigation.go("club", self._scrolled())),
            ("panel", lambda: navigation.go("panel", self._scrolled())),
            ("known", lambda: self.open(KnownSheet(self))),
            (pin, lambda: self.open(PinSheet(self, navigation.pin_lock))),
            ("quit", navigation.close),
        ]

    def _way(self, key: str, act: Callable[[], None]) -> ActionButton:
        say = self.words
        detail = say.say("button_detail", key) if say.has("button_detail", key) else ""
        if key == "care":
            detail = overdue(self.session.folder, now(), say) or detail
        return button(say.say("button", key), act, detail=detail, height=12)

    def _row(self, choice: Choice) -> Card:
        say = self.words
        texts = [Paragraph(text=say.say("setting", choice.name), role="strong")]
        if say.has("setting_detail", choice.name):
            about = say.say("setting_detail", choice.name)
            texts.append(Paragraph(text=about, role="small", ink="ink2"))
        if choice.name == "voice":
            texts.append(self._who_speaks())
        made = [self._value(choice, value) for value in choice.values]
        return choosing(texts, made, upright=self.width < theme.mm(120))

    def _value(self, choice: Choice, value: Any) -> ActionButton:
        label = called(value) if choice.name == "language" else ""
        label = label or self.words.say("setting", f"{choice.name}-{key_of(value)}")
        made = button(label, partial(self._choose, choice.name, value), height=10)
        self._values.append((choice.name, value, made))
        return made

    def _who_speaks(self) -> Paragraph:
        """Which program speaks, or why none does."""
        say, voice = self.words, self.navigation.peripherals.voice
        if voice.trouble:
            about = say.say("notice", f"voice_{voice.trouble}")
            return Paragraph(text=about, role="small", ink="red_text")
        program = voice.program(self.session.language)
        kind = "voice_natural" if program == NATURAL else "voice_plain"
        told = say.say("notice", kind) if program else ""
        return Paragraph(text=told, role="small", ink="ink2")

    def _choose(self, name: str, value: Any) -> None:
        self.navigation.choose(**{name: value})

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        set_inside(self._body, self.body, 3.0 if theme.compact() else 5.0)
