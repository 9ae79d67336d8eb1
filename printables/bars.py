"""Bars of Code 128 as a pattern: what scanners are set up with."""

from functools import cache

import zxingcpp
from PIL import Image


@cache
def pattern(text: str) -> tuple[bool, ...]:
    """The dark modules from the left, without the white beside them (ISO/IEC 15417)."""
    made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.Code128)
    picture = Image.fromarray(made.to_image(scale=1, add_quiet_zones=False, add_hrt=False))
    return tuple(level < 128 for level in picture.tobytes()[: picture.width])
