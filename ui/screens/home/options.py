"""House rules: what a group may agree on before a match, in groups, each with its standard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from kivy.uix.boxlayout import BoxLayout

from companion.kernel import Verbatim
from companion.match.registry import GamePackage
from companion.match.setting_up import Group, house_rules
from ui import theme
from ui.shell.controls import Card, Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

VALUE, SIGN = 46.0, 12.0
"""Millimetres: width of the button that shows what is agreed, and of − and + beside it."""


class HouseRules(Sheet):
    """One group at a time; behind the first what any game can agree on.

    by_itself: whether a step in which nothing can be done ends by itself.
    changed: gets the options and that after every choice. sets: leads to those kept under names.
    people: how many play: what says nothing to so few is not asked.
    """

    def __init__(
        self,
        page: Page,
        package: GamePackage,
        options: Any,
        by_itself: bool,
        changed: Callable[[Any, bool], None],
        sets: Callable[[], None],
        people: int,
    ) -> None:
        super().__init__(page)
        self._sets = sets
        self._package, self._options, self._changed = package, options, changed
        self._by_itself = by_itself
        self._standard = package.game.options()
        self._groups = house_rules(package, people)
        self._hints = get_type_hints(type(options), include_extras=True)
        self._first: Group = next(iter(self._groups), "course")
        self._group = self._first
        self._order: dict[Group, tuple[str, ...]] = {}
        self._rows: list[tuple[Card, Callable[[], BoxLayout]]] = []
        self._tabs: dict[Group, ActionButton] = {}

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """Nearly all there is, however few stand in a group: nothing moves from one to the next."""
        return min(width - theme.mm(4), theme.mm(200)), height - theme.mm(3)

    def fill(self) -> None:
        """The groups, the rules of one of them, and the way back to the standard."""
        say = self.session.words(self._package)
        self.card.clear_widgets()
        self._rows.clear()
        self._tabs = {group: self._tab(group) for group in self._groups}
        self.card.add_widget(TextLine(text=say.say("label", "options"), role="title"))
        if len(self._groups) > 1:
            self.card.add_widget(row([*self._tabs.values()], 12))
        column = Column(spacing=theme.mm(1.4))
        for name in self._shown():
            column.add_widget(self._option(name))
        if self._group == self._first:
            column.add_widget(self._switch())
        self.card.add_widget(Scroll(column, size_hint_y=1))
        standard = button(say.say("button", "all_default"), self._all_standard, height=11)
        self._back = standard
        close = button(say.say("button", "done"), self.page.close, role="bright", height=11)
        sets = button(say.say("sets", "heading"), self._sets, height=11)
        self.card.add_widget(row([sets, standard, close], 11))
        self._show_values()

    def _show_values(self) -> None:
        """What is agreed now, in the rows that are there: none of them moves."""
        for card, value in self._rows:
            card.remove_widget(card.children[0])
            card.add_widget(value())
        for group, tab in self._tabs.items():
            tab.detail = self._counted(group)
        self._back.offered = bool(self._differing(self._hints)) or not self._by_itself

    def cover(self, x: float, y: float, width: float, height: float) -> None:
        """As high as it may be."""
        super().cover(x, y, width, height)
        wide, high = self.card_size(width, height)
        self.card.size = (round(wide), round(high))
        self.card.pos = (round(x + (width - wide) / 2), round(y + (height - high) / 2))

    def _differing(self, names: Any) -> list[str]:
        """Those that are not as usual."""
        return [n for n in names if getattr(self._options, n) != getattr(self._standard, n)]

    def _shown(self) -> tuple[str, ...]:
        """The rules of a group, those first that differed when it was opened: while it is shown
        nothing changes its place."""
        if self._group not in self._order:
            names = self._groups.get(self._group, ())
            first = self._differing(names)
            self._order[self._group] = (*first, *(n for n in names if n not in first))
        return self._order[self._group]

    def _tab(self, group: Group) -> ActionButton:
        made = button(self.words.say("house_rules", group), partial(self._turn_to, group))
        made.chosen = group == self._group
        made.size_hint_y = 1
        return made

    def _counted(self, group: Group) -> str:
        """How many rules of a group differ."""
        count = len(self._differing(self._groups[group]))
        count += group == self._first and not self._by_itself
        key = "options_changed" if count else "options_default"
        return self.words.say("label", key, {"count": count})

    def _turn_to(self, group: Group) -> None:
        self._group = group
        self._order.pop(group, None)
        self.fill()

    # One rule

    def _option(self, name: str) -> Card:
        say, label = self.session.words(self._package), self._called(name)
        about = say.say("option", f"{name}.help") if say.has("option", f"{name}.help") else ""
        return self._row(label, about, partial(self._value, name))

    def _called(self, name: str) -> str:
        say = self.session.words(self._package)
        return say.say("option", f"{name}.label") if say.has("option", f"{name}.label") else name

    def _switch(self) -> Card:
        """Whether steps in which nothing can be done end by themselves."""
        say = self.words
        about = say.say("label", "by_itself_about")
        return self._row(say.say("label", "by_itself"), about, self._switched)

    def _switched(self) -> BoxLayout:
        say = self.words
        usual = say.say(
            "house_rules", "standard" if self._by_itself else "standard_is", {"value": "yes"}
        )
        shown = button(say.name(_yes(self._by_itself)), self._turned, detail=usual, height=12)
        shown.chosen = not self._by_itself
        shown.look = f"switch-{'on' if self._by_itself else 'off'}"
        return _beside([shown])

    def _row(self, label: str, about: str, value: Callable[[], BoxLayout]) -> Card:
        card = Card("background", orientation="horizontal", size_hint_y=None)
        text = Column(pos_hint={"center_y": 0.5}, spacing=0)
        text.add_widget(Paragraph(text=label, role="strong"))
        if about:
            text.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        card.add_widget(text)
        card.add_widget(value())
        self._rows.append((card, value))
        text.bind(height=lambda *_: _grow(card, text))
        _grow(card, text)
        return card

    def _value(self, name: str) -> BoxLayout:
        """What is agreed, with the standard below it; a switch, or − and + round a number."""
        say, now = self.session.words(self._package), getattr(self._options, name)
        usual = getattr(self._standard, name)
        standard = {"value": self._said(name, usual)}
        detail = say.say("house_rules", "standard" if now == usual else "standard_is", standard)
        step = partial(self._next, name)
        shown = button(self._said(name, now), partial(step, 1), detail=detail, height=12)
        shown.chosen = now != usual
        parts = [shown]
        if isinstance(now, bool):
            shown.look = f"switch-{'on' if now else 'off'}"
        elif isinstance(now, int):
            less, more = (
                button(sign, partial(step, by), height=12, width=SIGN)
                for sign, by in (("−", -1), ("+", 1))
            )
            less.spoken, more.spoken = (
                self.words.say("house_rules", key, {"rule": Verbatim(self._called(name))})
                for key in ("less", "more")
            )
            parts = [less, shown, more]
        return _beside(parts)

    def _said(self, name: str, value: Any) -> str:
        say = self.session.words(self._package)
        if isinstance(value, bool):
            value = _yes(value)
        key = f"{name}.{value}"
        return say.say("option", key) if say.has("option", key) else say.name(str(value))

    def _next(self, name: str, step: int) -> None:
        """The next choice, round and round; numbers within their limits."""
        now, hint = getattr(self._options, name), self._hints[name]
        if isinstance(now, bool):
            new: Any = not now
        elif isinstance(now, int):
            new = now + step
        else:
            words = get_args(hint) if get_origin(hint) is Literal else (now,)
            new = words[(words.index(now) + 1) % len(words)]
        try:
            plain = {**msgspec.to_builtins(self._options), name: new}
            self._take(msgspec.convert(plain, type(self._options)), self._by_itself)
        except msgspec.ValidationError:
            self.page.say(self.words.say("notice", "no_further"))

    def _all_standard(self) -> None:
        if not self._back.offered:
            return self.page.say(self.words.say("notice", "told_so"))
        self._take(self._standard, by_itself=True)

    def _turned(self) -> None:
        self._take(self._options, not self._by_itself)

    def _take(self, options: Any, by_itself: bool) -> None:
        self._options, self._by_itself = options, by_itself
        self._changed(options, by_itself)
        self._show_values()


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _beside(parts: list[ActionButton]) -> BoxLayout:
    """What is agreed, as wide for every rule."""
    return row(parts, 12, size_hint_x=None, width=theme.mm(VALUE), pos_hint={"center_y": 0.5})


def _grow(card: Card, text: Column) -> None:
    """As high as the words and what is agreed need it."""
    card.height = max(text.height, theme.tall(12)) + 2 * theme.mm(theme.PAD)
