"""Where a code lies on a page: what is drawn, and what must be read back."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Placed:
    """A code that was drawn.

    page: which one, counted from 0.
    text: what it says.
    x, y: upper left corner of its dark part, in millimetres; of bars that of a square round them.
    size: edge of that part, in millimetres.
    bars: whether it is of bars, which no game's code is.
    """

    page: int
    text: str
    x: float
    y: float
    size: float
    bars: bool = False
