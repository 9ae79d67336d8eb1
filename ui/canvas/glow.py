"""The light on what screens lie on: stronger in the middle, still and cheap."""

from functools import cache
from math import hypot

from kivy.graphics.texture import Texture

SIDE = 64
"""Pixels of the picture across and down. It is stretched over a whole screen; there is nothing
small in it that would blur."""

MIDDLE = (0.5, 0.58)
"""Where it is brightest, in shares of the width and of the height from below: a little above the
middle, where the table is shown."""

REACH = 0.62
"""How far the light reaches from there, in shares of the width and the height."""


@cache
def glow() -> Texture:
    """The light alone, white that fades away: the same for all games, each gives it a colour."""
    pixels = bytearray()
    for down in range(SIDE):
        for across in range(SIDE):
            x, y = (across + 0.5) / SIDE - MIDDLE[0], (down + 0.5) / SIDE - MIDDLE[1]
            light = max(0.0, 1 - hypot(x, y) / REACH)
            pixels += bytes((255, 255, 255, round(255 * light * light * (3 - 2 * light))))
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture
