"""The picker area: how a blank is filled besides touching the board, in the lower part of it."""

from collections.abc import Callable
from typing import Any

from kivy.uix.label import Label

from ui import theme
from ui.canvas.art import Art
from ui.presenter import Action, Picker
from ui.shell.controls import Card, Scroll
from ui.widgets.button import shares
from ui.widgets.pickers import Choice, ListPicker, NumberPad, Palette
from ui.widgets.text import width_of


def choice_of(action: Action, art: Art) -> Choice:
    """An action as a choice, with its outline where the game has one of that name."""
    look = action.token if art.look(action.token) is not None else ""
    seat = action.token if action.token in theme.SEATS and not look else ""
    if seat:
        look = theme.seat(seat).mark
    bright = action.role == "bright"
    return Choice(
        action.token, action.label, action.offered, action.detail, look, seat, bright=bright
    )


def _least(choices: list[Choice]) -> float:
    """Millimetres a button must be wide for the longest word on one of them, and for the longest
    words in three lines."""
    words = [word for choice in choices for word in choice.label.split()]
    size = theme.type_size("strong")
    small = size * shares()[-1]
    wide = max((width_of(word, small, "bold") for word in words), default=0.0)
    whole = max((width_of(choice.label, size, "bold") for choice in choices), default=0.0)
    wide = max(wide, whole / 3) / theme.mm(1)
    pictured = any(choice.look for choice in choices)
    return max(24.0, wide + (13.0 if pictured else 4.0))


class PickerArea(Card):
    """One of the pickers; the one that is wanted is built when it changes."""

    def __init__(self, art: Art, act: Callable[[str], None]) -> None:
        super().__init__("panel", "gold", opaque=True)
        self._prompted = True
        self._art, self._act = art, act
        self._shown: Picker | None = None
        self._picker: Any = None

    def show(self, picker: Picker | None, cursor: str, *, prompt: bool = True) -> None:
        """Show a picker; None for none. prompt: whether what is asked stands above every kind of
        choices. Where there is little room it stands only above a list, which may have no choices
        but on the table, and an order."""
        if (picker, prompt) != (self._shown, self._prompted):
            self._shown, self._prompted = picker, prompt
            self.clear_widgets()
            self._picker = None if picker is None else self._made(picker)
            if self._picker is not None:
                self._picker.bind(on_token=lambda _, token: self._act(token))
                self.add_widget(Scroll(self._picker))
        if self._picker is not None:
            self._picker.cursor = cursor

    def _made(self, picker: Picker) -> Any:
        choices = [choice_of(one, self._art) for one in picker.choices]
        prompt = picker.prompt if self._prompted or picker.form == "list" else ""
        given = {"prompt": prompt, "choices": choices, "art": self._art}
        if picker.form == "number":
            return NumberPad(**given)
        if picker.form == "palette":
            return Palette(**given, least=_least(choices))
        done = None if picker.done is None else choice_of(picker.done, self._art)
        return ListPicker(**given, picked=list(picker.picked), done=done)

    def high(self, width: float) -> float:
        """How high it would like to be when it is so wide."""
        if self._picker is None:
            return 0.0
        pad = 2 * theme.mm(theme.PAD)
        self._picker.width = width - pad
        inside = width - pad - self._picker.padding[2]
        for child in self._picker.children:
            child.width = inside
            if isinstance(child, Label):
                child.texture_update()
                child.height = child.texture_size[1]
            else:
                child.do_layout()
                child.height = max(child.height, child.minimum_height)
        self._picker.do_layout()
        return float(self._picker.minimum_height + pad + theme.mm(0.4))
