"""QR codes as patterns: the one place that knows who makes them."""

from functools import cache

import qrcode
from qrcode.constants import ERROR_CORRECT_H
from qrcode.util import MODE_ALPHA_NUM, QRData

Pattern = tuple[tuple[bool, ...], ...]

QUIET = 4
"""Modules of white that a code needs around it (ISO/IEC 18004)."""


@cache
def pattern(text: str) -> Pattern:
    """The dark modules of a code of capitals and digits, row by row from the top, without its
    quiet zone.

    Up to 20 characters fit version 2, 25 modules wide, at level H as well as at level Q: the
    stronger correction costs no module, and modules are what blur takes away first.
    """
    made = qrcode.QRCode(error_correction=ERROR_CORRECT_H, border=0)
    made.add_data(QRData(text, mode=MODE_ALPHA_NUM))
    made.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in made.get_matrix())
