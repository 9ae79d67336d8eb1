"""A card on which one of few values is chosen: what it is about, and the values side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Card, Column, row
from ui.widgets.button import ActionButton


def choosing(texts: Sequence[Widget], values: Sequence[ActionButton], *, upright: bool) -> Card:
    """The card. upright: the values stand below the texts, not beside them."""
    card = Card("panel", orientation="vertical" if upright else "horizontal", size_hint_y=None)
    column = Column(spacing=0, pos_hint={"center_y": 0.5})
    for text in texts:
        column.add_widget(text)
    card.add_widget(column)
    for made in values:
        made.size_hint_min_x = theme.mm(theme.TOUCH)  # four side by side on an upright screen
    ways = row(values, 10, pos_hint={"center_y": 0.5})
    if not upright:
        ways.size_hint_x = 1.7
    card.add_widget(ways)
    card.bind(minimum_height=card.setter("height"))
    return card


def key_of(value: Any) -> str:
    """How the text of a value is called."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
