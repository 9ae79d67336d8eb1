"""Words as pictures, many on one sheet, so that all words of a drawing are drawn at once.

A picture for each word would be a draw call for each word, and those are the costliest part of a
frame.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from kivy.core.text import Label
from kivy.graphics.texture import Texture

from ui import theme
from ui.theme import Face

WIDE, HIGH = 1024, 128
"""Pixels of a sheet; a line of words wider than that gets a sheet of its own width."""

GAP = 2
"""Pixels left free beside each picture, so that none shines into another: a label may be drawn one
wider than it says, and at its edge the pixel beside it counts, too."""

Key = tuple[str, int, Face]
"""The words, pixels of an em, and the face they are set in."""


class Picture(NamedTuple):
    """Where words stand on a sheet.

    left, top, right, bottom: shares of it.
    width, height: pixels.
    """

    left: float
    top: float
    right: float
    bottom: float
    width: int
    height: int


class Full(Exception):
    """There is no room for more words on a sheet."""


_Row = list[tuple[int, int, int, bytes]]
"""What was drawn side by side: where it begins, its width and height in pixels, and its pixels."""


class AtlasTexture:
    """A large picture on which words stand in rows.

    The graphics card gets what is new row by row, once for each frame: each time costs as much as
    many words, for the sheet is in use.
    """

    def __init__(self, wide: int = WIDE, high: int = HIGH) -> None:
        self.texture = Texture.create(size=(wide, high), colorfmt="rgba", bufferfmt="ubyte")
        # A new texture shows whatever the graphics memory held before, also in the gaps.
        self.texture.blit_buffer(bytes(4 * wide * high), colorfmt="rgba", bufferfmt="ubyte")
        self._pictures: dict[Key, Picture] = {}
        self._rows: dict[int, _Row] = {}
        self._x = self._y = self._row = 0

    def picture(self, text: str, pixels: int, face: Face) -> Picture:
        """The picture of a line of words, white on nothing, drawn when first asked for.

        Raises Full when there is no room for it.
        """
        key = (text, pixels, face)
        found = self._pictures.get(key)
        if found is None:
            found = self._pictures[key] = self._draw(_label(*key))
        return found

    def _draw(self, label: Label) -> Picture:
        width, height = label.render()
        wide, high = self.texture.size
        if self._x + width + GAP > wide:
            self._x, self._y, self._row = 0, self._y + self._row + GAP, 0
        if self._x + width > wide or self._y + height > high:
            raise Full
        x, y = self._x, self._y
        self._x, self._row = x + width + GAP, max(self._row, height)
        if width > 1 and height > 1:
            label.texture = _Spot(self._rows.setdefault(y, []), x, width, height)
            label.refresh()
            self.texture.ask_update(self._write)
        return Picture(x / wide, y / high, (x + width) / wide, (y + height) / high, width, height)

    def _write(self, texture: Texture) -> None:
        """Bring what was drawn since onto the sheet, just before it is used."""
        for y, row in self._rows.items():
            left, right = row[0][0], max(x + wide for x, wide, _, _ in row)
            high = max(high for _, _, high, _ in row)
            pixels = bytearray(4 * (right - left) * high)
            for x, wide, lines, data in row:
                for line in range(lines):
                    at = 4 * ((right - left) * line + x - left)
                    pixels[at : at + 4 * wide] = data[4 * wide * line : 4 * wide * (line + 1)]
            size = (right - left, high)
            texture.blit_buffer(bytes(pixels), size=size, colorfmt="rgba", pos=(left, y))
        self._rows.clear()


class _Spot:
    """The part of a row that a label takes for its texture."""

    def __init__(self, row: _Row, x: int, width: int, height: int) -> None:
        self._row, self._x = row, x
        self.width, self.height = width, height

    def ask_update(self, draw: Callable[[Any], None]) -> None:
        """Be drawn on now."""
        draw(self)

    def blit_data(self, image: Any) -> None:
        """Take the pixels."""
        self._row.append((self._x, image.width, image.height, image.data))


def _label(text: str, pixels: int, face: Face) -> Label:
    label = Label(
        text=text,
        font_size=max(4, pixels),
        font_name=theme.FONTS[face],
        color=(1, 1, 1, 1),
    )
    label.resolve_font_name()
    return label


_sheet: AtlasTexture | None = None


def turn_over() -> None:
    """Let what is written next begin a new sheet."""
    global _sheet
    _sheet = None


def pictures(wanted: list[Key]) -> tuple[AtlasTexture, list[Picture]]:
    """The pictures of some words, all on one sheet: the present one, or a new one when that is
    full. A sheet lives as long as something that was drawn from it."""
    global _sheet
    if _sheet is not None:
        try:
            return _sheet, [_sheet.picture(*key) for key in wanted]
        except Full:
            pass
    # The first is small, as a start is; whoever fills it writes much, and would fill it again soon.
    wide, high = WIDE, HIGH if _sheet is None else 2 * HIGH
    while True:
        _sheet = AtlasTexture(wide, high)
        try:
            return _sheet, [_sheet.picture(*key) for key in wanted]
        except Full:
            wide, high = (2 * wide, high) if wide <= high else (wide, 2 * high)
