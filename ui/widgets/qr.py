"""A QR code on the screen: black on white in every theme, every module the same whole number of
pixels."""

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from printables.qr import QUIET, Pattern
from ui import theme

LEAST = 0.4
"""Millimetres of a module that a phone reads at a hand's distance."""


class QrCode(Widget):
    """As large as fits into the widget, with its quiet zone, in the middle of it."""

    def __init__(self, pattern: Pattern, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        wide = len(pattern) + 2 * QUIET
        row = b"\xff" * wide
        side = b"\xff" * QUIET
        rows = [side + bytes(0 if dark else 255 for dark in line) + side for line in pattern]
        data = b"".join((*[row] * QUIET, *rows, *[row] * QUIET))
        texture = Texture.create(size=(wide, wide), colorfmt="luminance")
        texture.mag_filter = texture.min_filter = "nearest"
        texture.blit_buffer(data, colorfmt="luminance", bufferfmt="ubyte")
        texture.flip_vertical()
        self._wide = wide
        with self.canvas:
            Color(1, 1, 1, 1)
            self._square = Rectangle(texture=texture)
        self.bind(pos=self._lay, size=self._lay)
        self._lay()

    @property
    def module(self) -> int:
        """Pixels of a module."""
        return int(min(self.size)) // self._wide

    @property
    def millimetres(self) -> float:
        """Width of a module on the panel."""
        return float(self.module / theme.mm(1))

    def _lay(self, *_: object) -> None:
        side = self.module * self._wide
        self._square.size = (side, side)
        self._square.pos = (
            round(self.center_x - side / 2),
            round(self.center_y - side / 2),
        )
