"""The four pickers: how any blank of any move is filled.

A token is picked on the board (:class:`TokenHint` says so); a word or a thing from a
:class:`Palette`; a number on a :class:`NumberPad`; a list with a :class:`ListPicker`, which shows
what is in it so far. What is not offered is greyed and can be touched all the same: the answer
says why. All are as high as they need to be at their width.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.scene import Shape
from ui import theme
from ui.theme import mm
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

CARDS, CARDS_LOW = (19.0, 26.0), (15.0, 16.6)
"""Millimetres: least width and height of a card to choose, and on a small screen."""

FEW = 8
"""How many things are shown with large pictures; more of them are to be seen all at once."""


@dataclass(frozen=True)
class Choice:
    """Something that fills a blank.

    token: what a touch stands for.
    label: what it is called.
    offered: whether it breaks no need.
    detail: its consequence.
    look, seat: its outline and whose it is.
    card: what is printed on it, as :class:`ActionButton` has it.
    chosen: it is part of what is told already.
    bright: it is the one next step, where it ends a list.
    """

    token: str
    label: str
    offered: bool = True
    detail: str = ""
    look: str = ""
    seat: str = ""
    card: tuple[Shape, ...] = ()
    chosen: bool = False
    bright: bool = False


class _Picker(BoxLayout):
    """What all pickers share: a prompt above, and the event ``on_token(token)``.

    cursor: the token the dial stands on.
    """

    prompt = StringProperty("")
    choices = ListProperty()
    cursor = StringProperty("")
    art = ObjectProperty(None, allownone=True)

    __events__ = ("on_token",)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("orientation", "vertical")
        kwargs.setdefault("size_hint_y", None)
        kwargs.setdefault("spacing", mm(theme.GAP))
        super().__init__(**kwargs)
        self.bind(minimum_height=self.setter("height"))
        for name in ("prompt", "choices", "art"):
            self.fbind(name, self._build)
        self.fbind("cursor", self._point)
        self._build()

    @property
    def buttons(self) -> list[ActionButton]:
        """Every button in it."""
        return [one for one in self.walk(restrict=True) if isinstance(one, ActionButton)]

    def on_token(self, token: str) -> None:
        """A choice was made."""

    def _build(self, *_: object) -> None:
        self.clear_widgets()
        if self.prompt:
            self.add_widget(Paragraph(text=self.prompt, role="strong"))
        self._fill()
        self._point()

    def _fill(self) -> None:
        """Add what belongs below the prompt."""

    def _point(self, *_: object) -> None:
        for one in self.buttons:
            one.cursor = bool(self.cursor) and one.token == self.cursor

    def _button(self, choice: Choice, height: float, role: str = "plain") -> ActionButton:
        button = ActionButton(
            label=choice.label,
            detail=choice.detail,
            token=choice.token,
            offered=choice.offered,
            look=choice.look,
            seat=choice.seat,
            card=choice.card,
            chosen=choice.chosen,
            role=role,
            art=self.art,
            size_hint_y=None,
            size_hint_min=(mm(theme.TOUCH), mm(theme.TOUCH)),
            height=height,
        )
        button.bind(on_token=lambda _, token: self.dispatch("on_token", token))
        return button


class TokenHint(_Picker):
    """Says that something on the board must be touched. ``choices`` may name a few things that
    are offered there, for those who cannot reach or see the board."""

    def _fill(self) -> None:
        if self.choices:
            self.add_widget(_Grid(self, self.choices, mm(22), mm(theme.TOUCH)))


class Palette(_Picker):
    """A few words or things as large buttons."""

    least = NumericProperty(24.0)
    """Millimetres: the least width of a button."""

    def _fill(self) -> None:
        if any(choice.card for choice in self.choices):
            wide, high = CARDS_LOW if theme.compact() else CARDS
            self.add_widget(_Grid(self, self.choices, mm(wide), mm(high)))
            return
        few = len(self.choices) <= FEW and not theme.compact()
        pictured = any(choice.look for choice in self.choices)
        high = mm(21 if few and pictured else 12.5 if len(self.choices) <= FEW else theme.TOUCH + 1)
        self.add_widget(_Grid(self, self.choices, mm(self.least), high))


class NumberPad(_Picker):
    """The numbers that can be told, as buttons in order."""

    def _fill(self) -> None:
        high = mm(theme.TOUCH + 1 if theme.compact() else 12)
        self.add_widget(_Grid(self, self.choices, mm(11), high))


class ListPicker(_Picker):
    """Several choices one after the other, ended by *done*.

    picked: what is in the list so far, as words. done, remove: the two buttons' choices;
    their tokens come out like any other. Without ``remove`` nothing can be taken back.
    """

    picked = ListProperty()
    done = ObjectProperty(None, allownone=True)
    remove = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("picked", "done", "remove"):
            self.fbind(name, self._build)

    def _fill(self) -> None:
        words = " · ".join(f"{number}. {word}" for number, word in enumerate(self.picked, 1))
        self.add_widget(Paragraph(text=words or "–", role="body", ink="gold_text"))
        numbers = all(choice.label.lstrip("-−").isdigit() for choice in self.choices)
        least, high = (mm(11), mm(11)) if numbers else (mm(24), mm(11))
        if self.choices:
            self.add_widget(_Grid(self, self.choices, least, high))
        ends = BoxLayout(spacing=mm(theme.GAP), size_hint_y=None, height=mm(12))
        if self.remove is not None:
            ends.add_widget(self._button(self.remove, mm(12)))
        if self.done is not None:
            role = "bright" if self.done.bright and self.done.offered else "plain"
            ends.add_widget(self._button(self.done, mm(12), role))
        self.add_widget(ends)


class _Grid(GridLayout):
    """Buttons of one size in as many columns as fit, all rows full as far as possible.

    least, high: the least width and height of a button; it is higher where its text needs it.
    """

    def __init__(
        self, picker: _Picker, choices: Sequence[Choice], least: float, high: float
    ) -> None:
        super().__init__(cols=1, spacing=mm(theme.GAP), size_hint_y=None)
        self._least, self._high = least, high
        self._buttons = [picker._button(choice, high) for choice in choices]
        for button in self._buttons:
            self.add_widget(button)
        self.bind(minimum_height=self.setter("height"), width=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        gap, count = mm(theme.GAP), max(1, len(self._buttons))
        most = max(1, int((self.width + gap) / (self._least + gap)))
        rows = -(-count // most)
        self.cols = -(-count // rows)
        width = (self.width - gap * (self.cols - 1)) / self.cols
        high = max([self._high, *(one.need(width) for one in self._buttons)])
        for button in self._buttons:
            button.height = high
