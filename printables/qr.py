"""QR codes as patterns: the one place that knows who makes them."""

from collections.abc import Iterator
from functools import cache

import qrcode
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_L
from qrcode.util import MODE_8BIT_BYTE, MODE_ALPHA_NUM, QRData

Pattern = tuple[tuple[bool, ...], ...]

QUIET = 4
"""Modules of white that a code needs around it (ISO/IEC 18004)."""

MASK = 2
"""Inverts every third column: no long runs, whatever the text is."""


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


def shown(text: str) -> Pattern:
    """The dark modules of a code of any ASCII text that is shown on a screen, where nothing wears
    off: as few modules as the text needs (level L).

    Which of the eight masks is best is not tried out: with as many modules as a long text has that
    takes seconds on a small computer, and a code can be read with any of them.
    """
    made = qrcode.QRCode(error_correction=ERROR_CORRECT_L, border=0, mask_pattern=MASK)
    made.add_data(QRData(text.encode("ascii"), mode=MODE_8BIT_BYTE), optimize=0)
    made.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in made.get_matrix())


def runs(row: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """Where dark modules begin and end in a row."""
    begun: int | None = None
    for at, dark in enumerate((*row, False)):
        if dark and begun is None:
            begun = at
        elif not dark and begun is not None:
            yield begun, at
            begun = None
