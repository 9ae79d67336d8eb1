"""Papers, cards and labels in millimetres, and how many fit."""

from dataclasses import dataclass
from typing import Literal

PaperName = Literal["a4", "letter", "a5"]

PAPERS: dict[PaperName, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a5": (148.0, 210.0),
}
"""Width and height, upright (ISO 216, ANSI/ASME Y14.1)."""

Stock = Literal["plain", "card", "labels"]
"""What a sheet is printed on."""

CARDS = {
    "63x88": (63.0, 88.0),
    "44x67": (44.0, 67.0),
    "57x87": (57.0, 87.0),
    "59x92": (59.0, 92.0),
    "70x120": (70.0, 120.0),
}
"""Cards that sleeves are sold for: standard, mini European, American, European, tarot."""

BLEED = 3.0
"""How far a surface goes on beyond the cut, for knives that miss it."""

SIDE, TOP, BOTTOM = 10.4, 11.0, 15.0
"""Least margins of a sheet that is cut: for cut marks, and below for ruler and foot line."""

Cutting = Literal["touching", "apart", "plotter"]
"""How cards are cut out: along cuts that two of them share; each for itself, so that a cut which
strays meets its own ground; or by a cutting plotter, which finds them by marks."""


@dataclass(frozen=True)
class Margins:
    """What is left free for a way of cutting; all lengths in millimetres.

    side, top, bottom: of the page.
    bleed: how far a ground goes beyond its cut.
    between: from one card to the next: twice that, or nothing where they share a cut.
    """

    side: float
    top: float
    bottom: float
    bleed: float
    between: float


AROUND_MARKS = 14.0
"""Beyond the marks for a plotter, whose lines end 10.5 mm from the edges, and its bleed."""

MARGINS: dict[Cutting, Margins] = {
    "touching": Margins(SIDE, TOP, BOTTOM, BLEED, 0.0),
    "apart": Margins(SIDE, TOP, BOTTOM, BLEED, 2 * BLEED),
    # A plotter that found its marks misses by far less than a hand; three cards of 59 mm fit.
    "plotter": Margins(AROUND_MARKS, AROUND_MARKS, AROUND_MARKS, BLEED / 3, BLEED * 2 / 3),
}


@dataclass(frozen=True)
class Labels:
    """A sheet of labels; all lengths in millimetres.

    width, height: of one label.
    columns, rows: how many there are.
    left, top: where the first one's corner lies, from that of the sheet.
    pitch: from one to the next across; down they touch.
    """

    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    pitch: float


LABELS: dict[PaperName, dict[str, Labels]] = {
    "a4": {
        "63.5x33.9": Labels(63.5, 33.9, 3, 8, 7.25, 12.9, 66.0),
        "63.5x38.1": Labels(63.5, 38.1, 3, 7, 7.25, 15.15, 66.0),
    },
    "letter": {
        "66.7x25.4": Labels(66.675, 25.4, 3, 10, 4.7625, 12.7, 69.85),
        "101.6x50.8": Labels(101.6, 50.8, 2, 5, 4.0, 12.7, 106.3),
    },
}
"""The usual label sheets by paper; the first of each is taken when none is asked for."""


@dataclass(frozen=True)
class Grid:
    """Equal cells in the middle of a page; all lengths in millimetres.

    columns, rows: how many there are.
    left, top: corner of the first one.
    width, height: of one cell.
    landscape: whether the page lies on its side.
    between: from one cell to the next.
    """

    columns: int
    rows: int
    left: float
    top: float
    width: float
    height: float
    landscape: bool
    between: float = 0.0

    @property
    def count(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    def cell(self, number: int) -> tuple[float, float]:
        """The upper left corner of a cell, counted from 0 row by row."""
        row, column = divmod(number, self.columns)
        x = self.left + column * (self.width + self.between)
        return x, self.top + row * (self.height + self.between)

    def mirrored(self, number: int) -> int:
        """The cell that lies behind a cell when the sheet is turned over its long edge (upright)
        or its short edge (on its side): always from side to side."""
        row, column = divmod(number, self.columns)
        return row * self.columns + self.columns - 1 - column


def grid(paper: PaperName, width: float, height: float, cutting: Cutting = "touching") -> Grid:
    """The most cells of that size on a page, upright if it makes no difference.

    Raises ValueError when not even one fits.
    """
    found = [_grid(paper, width, height, cutting, lying) for lying in (False, True)]
    best = max(found, key=lambda one: one.count)
    if not best.count:
        raise ValueError(f"{width:g} x {height:g} mm do not fit on {paper}")
    return best


def _grid(paper: PaperName, width: float, height: float, cutting: Cutting, landscape: bool) -> Grid:
    wide, high = PAPERS[paper][::-1] if landscape else PAPERS[paper]
    free = MARGINS[cutting]
    columns = int((wide - 2 * free.side + free.between) / (width + free.between))
    rows = int((high - free.top - free.bottom + free.between) / (height + free.between))
    left = (wide - columns * (width + free.between) + free.between) / 2
    spare = high - free.top - free.bottom - rows * (height + free.between) + free.between
    top = free.top + spare / 2
    return Grid(columns, rows, left, top, width, height, landscape, free.between)
