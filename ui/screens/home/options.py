"""The options of a match in plain words: each with its choices, the recommended one first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.match.registry import GamePackage
from ui import theme
from ui.shell.controls import Card, Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine


class OptionsSheet(Sheet):
    """changed: gets the options after every choice."""

    def __init__(
        self, page: Page, package: GamePackage, options: Any, changed: Callable[[Any], None]
    ) -> None:
        super().__init__(page)
        self._package, self._options, self._changed = package, options, changed
        self._scroll: Scroll | None = None

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """Nearly all there is."""
        return min(width - theme.mm(4), theme.mm(190)), height - theme.mm(3)

    def fill(self) -> None:
        """One row for each option."""
        say = self.session.words(self._package)
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "options"), role="title"))
        column = Column(spacing=theme.mm(1.4))
        hints = get_type_hints(type(self._options), include_extras=True)
        for name in self._options.__struct_fields__:
            column.add_widget(self._row(name, hints[name]))
        self._scroll = Scroll(column)
        self.card.add_widget(self._scroll)
        self._scroll.scroll_y = at
        default = button(say.say("button", "all_default"), self._default, height=11)
        close = button(say.say("button", "done"), self.page.close, role="bright", height=11)
        self.card.add_widget(row([default, close], 11))

    def _row(self, name: str, hint: Any) -> Card:
        say = self.session.words(self._package)
        now = getattr(self._options, name)
        label = say.say("option", f"{name}.label") if say.has("option", f"{name}.label") else name
        card = Card("background", orientation="horizontal", size_hint_y=None)
        text = Column(pos_hint={"center_y": 0.5}, spacing=0)
        text.add_widget(Paragraph(text=label, role="strong"))
        if say.has("option", f"{name}.help"):
            about = say.say("option", f"{name}.help")
            text.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        card.add_widget(text)
        shown = button(
            self._said(name, now), partial(self._next, name, hint, 1), height=10, width=46
        )
        default = getattr(self._package.game.options(), name)
        shown.chosen = now != default
        shown.pos_hint = {"center_y": 0.5}
        if isinstance(now, int) and not isinstance(now, bool):
            for sign, step in (("−", -1), ("+", 1)):
                end = button(sign, partial(self._next, name, hint, step), height=10, width=12)
                end.pos_hint = {"center_y": 0.5}
                card.add_widget(end)
            shown.width = theme.mm(20)
        card.add_widget(shown, index=1 if isinstance(now, int) and not isinstance(now, bool) else 0)
        text.bind(height=lambda *_: self._grow(card, text))
        self._grow(card, text)
        return card

    def _grow(self, card: Card, text: Column) -> None:
        card.height = max(theme.mm(10), text.height) + 2 * theme.mm(theme.PAD)

    def _said(self, name: str, value: Any) -> str:
        say = self.session.words(self._package)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        key = f"{name}.{value}"
        return say.say("option", key) if say.has("option", key) else say.name(str(value))

    def _next(self, name: str, hint: Any, step: int) -> None:
        """The next choice, round and round; numbers within their limits."""
        now = getattr(self._options, name)
        if isinstance(now, bool):
            new: Any = not now
        elif isinstance(now, int):
            new = now + step
        else:
            words = get_args(hint) if get_origin(hint) is Literal else (now,)
            new = words[(words.index(now) + 1) % len(words)]
        try:
            plain = {**msgspec.to_builtins(self._options), name: new}
            self._options = msgspec.convert(plain, type(self._options))
        except msgspec.ValidationError:
            return
        self._changed(self._options)
        self.fill()

    def _default(self) -> None:
        self._options = self._package.game.options()
        self._changed(self._options)
        self.fill()
