"""Choices laid out over the whole of a page, as large as they find room: nothing is scrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import Art
from ui.theme import mm
from ui.widgets.places import Places, Tile
from ui.widgets.text import Paragraph

LEAST = (24.0, 10.5)
"""Millimetres of a choice at least: width and height; cards may be narrower."""

CARD = 13.0
"""Millimetres of the width of a card at least."""

LARGEST = 60.0
"""Millimetres of the height of a choice at most."""

WIDEST = 84.0
"""Millimetres of the width of a choice at most."""

FEW = 4
"""Choices that are so few are told in large letters."""

SHAPE = 1.35
"""How many times as wide as high a choice looks best, if it is no card."""


class LaidOut(BoxLayout):
    """A prompt, and below it the choices side by side; ``places`` has the event ``on_token``."""

    def __init__(self, prompt: str, tiles: Sequence[Tile], art: Art) -> None:
        super().__init__(orientation="vertical", spacing=mm(theme.GAP))
        few = len(tiles) <= FEW
        self._tiles = tuple(replace(one, large=True) for one in tiles) if few else tuple(tiles)
        self._prompt = Paragraph(text=prompt, role="title")
        if prompt:
            self.add_widget(self._prompt)
        self.places = Places(art)
        self.places.size_hint, self.places.pos_hint = (None, None), {"center_x": 0.5}
        for one in (Widget(), self.places, Widget()):
            self.add_widget(one)
        self.bind(size=self._fit)
        self._prompt.bind(height=self._fit)
        self.places.show(self._tiles, max(1, len(self._tiles)))

    def _fit(self, *_: object) -> None:
        above = self._prompt.height if self._prompt.text else 0.0
        high = self.height - above - self.spacing * (len(self.children) - 1)
        if not self._tiles or self.width < mm(10) or high < mm(5):
            return
        columns, rows = grid(self._tiles, self.width, high)
        self.places.size = min(self.width, columns * mm(WIDEST)), min(high, rows * mm(LARGEST))
        self.places.show(self._tiles, columns, rows)


def grid(tiles: Sequence[Tile], wide: float, high: float) -> tuple[int, int]:
    """How many columns and rows show the choices largest; where not all find room, as many as
    do."""
    cards = any(one.card for one in tiles)
    least_wide, least_high = mm(CARD if cards else LEAST[0]), mm(LEAST[1])
    best, found = 0.0, (0, 0)
    for rows in range(1, len(tiles) + 1):
        columns = ceil(len(tiles) / rows)
        each, tall = wide / columns, min(high / rows, mm(LARGEST))
        if each < least_wide or tall < least_high:
            continue
        size = min(each, tall * (0.75 if cards else SHAPE))
        if size > best:
            best, found = size, (columns, rows)
    if best:
        return found
    return max(1, int(wide / least_wide)), max(1, int(high / least_high))
