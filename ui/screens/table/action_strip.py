"""A strip below the header of a table: what goes on there, and buttons for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui import theme
from ui.screens.table.zones import Zones
from ui.shell.controls import Card, Scroll, button, set_bounds
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

HIGH, LOW = 16.0, 12.0
"""Millimetres: the strip; one with few words. Long words are set smaller."""

BUTTON = 19.0
"""Millimetres: width of a button on it."""


class ActionStrip(Card):
    """A strip with a sentence and some buttons, the last one the way on once all is done."""

    def __init__(self, *acts: Callable[[], None]) -> None:
        edge = theme.mm(1.2)
        padding = (theme.mm(theme.PAD), edge, edge, edge)
        super().__init__("panel", "gold", orientation="horizontal", padding=padding)
        self._fitting = False
        self._text = Paragraph(role="body")
        self._scroll = Scroll(self._text, size_hint_y=None, pos_hint={"center_y": 0.5})
        self._text.bind(height=self._middle)
        self.bind(height=self._middle)
        self.buttons = tuple(map(self._button, acts))
        for part in (self._scroll, *self.buttons):
            self.add_widget(part)

    @property
    def text(self) -> str:
        """The sentence."""
        return str(self._text.text)

    def _middle(self, *_: object) -> None:
        """Few words stand between the edges, not at the upper one."""
        if self._fitting:  # each size that is tried has a height of its own
            return
        self._fitting = True
        room = self.height - self.padding[1] - self.padding[3]
        self._text.role = "body"
        self._text.texture_update()
        for role in ("small", "tiny"):
            if self._text.texture_size[1] <= room:
                break
            self._text.role = role
            self._text.texture_update()
        self._scroll.height = max(1, min(self._text.texture_size[1], room))
        self._fitting = False

    @staticmethod
    def _button(act: Callable[[], None]) -> ActionButton:
        made = button("", act, width=BUTTON, height=theme.TOUCH + 0.5)
        made.pos_hint = {"center_y": 0.5}
        return made

    def show(self, text: str, labels: Sequence[str], *, done: bool) -> None:
        """Show what goes on. done: all is reached, and the way on is the next step."""
        self._text.text = text
        self.paint("green_quiet" if done else "panel", "green" if done else "gold")
        for one, label in zip(self.buttons, labels, strict=True):
            one.label = label
        self.buttons[-1].role = "bright" if done else "plain"

    def high(self, width: float) -> float:
        """How high it would have to be when it is so wide, in pixels."""
        left, above, right, below = self.padding
        self._text.role = "small"
        beside = len(self.buttons) * (theme.mm(BUTTON) + theme.mm(theme.GAP))
        self._text.width = width - left - right - beside
        self._text.texture_update()
        return float(self._text.texture_size[1] + above + below)


def taken(high: float = HIGH) -> float:
    """Pixels that a strip so high takes of a table, with what is free below it."""
    return theme.mm(high + theme.GAP)


def lie_below(strip: ActionStrip, page: Widget, zones: Zones, tall: float = HIGH) -> None:
    """Put it below the header of a page, and below the steps where these have a row of their
    own. tall: its height in millimetres."""
    edge, high = theme.mm(2.0), theme.mm(tall)
    top = min(zones.head[1], zones.steps[1]) - theme.mm(0.6)
    set_bounds(strip, page.x + edge, top - high, page.width - 2 * edge, high)
