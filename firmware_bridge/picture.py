"""A picture of a camera while it is looked at, and the codes that can be read in it.

Nothing is kept of it, and of what is in it only whole codes come out.
"""

from __future__ import annotations

from io import BytesIO
from math import hypot
from typing import Any

import msgspec

WIDEST = 4096
"""Pixels of a side; a camera that says more is broken, or means harm."""

TURN = 15
"""Degrees. One code in fifty is missed in one position, however still it is held, and read in
another (``script/prove camera``)."""

CLEARLY = 1.6
"""How many times as far from the middle the next code must be: on a sheet many are in sight."""


class Code(msgspec.Struct, frozen=True):
    """A code that was read, and how many pixels its middle is from that of the picture."""

    text: str
    away: float


class Picture(msgspec.Struct, frozen=True):
    """How bright each point is.

    data: of what the camera sent.
    width, height: pixels.
    row: bytes from one row to the next.
    step: bytes from one pixel to the next: 1 or 2.
    """

    data: bytes
    width: int
    height: int
    row: int
    step: int

    @property
    def whole(self) -> bool:
        """Whether there is as much of it as it says. A camera may say anything, and what reads it
        believes it."""
        fits = 0 < self.width <= WIDEST and 0 < self.height <= WIDEST and self.step in (1, 2)
        least = self.row * (self.height - 1) + self.step * self.width
        fits = fits and self.row % self.step == 0 and self.row >= self.step * self.width
        return fits and len(self.data) >= least

    @property
    def gray(self) -> Picture:
        """The same without what lies between its points: what reads it takes a third of the time
        then. Of a whole one."""
        if self.step == 1:
            return self
        return Picture(self.data[:: self.step], self.width, self.height, self.row // self.step, 1)


def meant(found: tuple[Code, ...]) -> str | None:
    """The text of the one that is held before the camera: the only one, or the one clearly nearest
    to the middle. None where nobody knows which; "" where there is none."""
    if not found:
        return ""
    first, *others = sorted(found, key=lambda one: one.away)
    others = [one for one in others if one.text != first.text]
    return None if others and others[0].away < CLEARLY * first.away else first.text


def codes(picture: Picture) -> tuple[Code, ...]:
    """The QR codes in it."""
    import zxingcpp

    if not picture.whole:
        return ()
    gray = picture.gray
    data: Any = gray.data  # its types ask for an array of numpy's; any buffer will do
    lum = zxingcpp.ImageFormat.Lum
    seen = zxingcpp.ImageView(data, gray.width, gray.height, lum, gray.row, gray.step)
    # Not "QRCode", which takes in the small ones, too: those hardly check what they say, and of a
    # thousand pictures of nothing but squares and noise one was read as some digits.
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCodeModel2)
    found = zxingcpp.read_barcodes(
        seen,
        formats,
        try_invert=False,
        try_downscale=False,
        text_mode=zxingcpp.TextMode.Plain,  # what cannot be printed is to be seen as such
    )
    middle = picture.width / 2, picture.height / 2
    return tuple(Code(one.text, _away(one.position, middle)) for one in found)


def _away(corners: Any, middle: tuple[float, float]) -> float:
    four = corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left
    x, y = (sum(getattr(one, axis) for one in four) / 4 for axis in ("x", "y"))
    return hypot(x - middle[0], y - middle[1])


def turned(picture: Picture) -> Picture:
    """The same picture, turned a little about its middle."""
    from PIL import Image

    if not picture.whole:
        return picture
    gray = picture.gray
    size = gray.width, gray.height
    seen = Image.frombuffer("L", size, gray.data, "raw", "L", gray.row, 1)
    # The nearest point alone is there in a ninth of the time, but then of 2,000 codes that are held
    # still 23 are missed, and not 4.
    turned_about = seen.rotate(TURN, Image.Resampling.BILINEAR).tobytes()
    return Picture(turned_about, *size, size[0], 1)


def unpacked(jpeg: bytes) -> Picture | None:
    """A picture that was sent as a JPEG; None for what is none."""
    from PIL import Image

    try:
        with Image.open(BytesIO(jpeg), formats=("JPEG",)) as image:
            if max(image.size) > WIDEST:
                return None
            image.draft("L", image.size)
            gray = image.convert("L")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return Picture(gray.tobytes(), gray.width, gray.height, gray.width, 1)
