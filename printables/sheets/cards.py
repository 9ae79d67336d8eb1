"""Sheets of cards to cut out: cut marks, bleed, and backs that tell nothing.

A back never depends on the card in front of it, and no code is drawn on it.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from printables.art import DARK, GOLD, SOFT
from printables.canvas import Canvas
from printables.jobs import Side
from printables.order import Order
from printables.paper import BLEED, Grid, grid
from printables.sheets.parts import lid

MARK = 2.8
"""Length of a cut mark, outside the bleed."""

Front = TypeVar("Front")
Draw = Callable[[Canvas, Order, Front, float, float, float, float], None]


def lay_out(
    canvas: Canvas,
    order: Order,
    sheet: str,
    size: tuple[float, float],
    fronts: Sequence[Front],
    draw: Draw[Front],
) -> None:
    """Fronts on as many pages as it takes, and their backs as the order wants them.

    draw: gets x, y, width and height of one front.
    """
    fold, duplex, by_hand = (order.backs == way for way in ("fold", "duplex", "by_hand"))
    width, height = size
    cells = cells_of(order, size)
    starts = range(0, len(fronts), cells.count)
    for first in starts:
        some = fronts[first : first + cells.count]
        if duplex:
            canvas.new_leaf()
        side: Side = "front" if duplex or by_hand else "single"
        canvas.page(sheet, landscape=cells.landscape, side=side)
        _ground(canvas, cells, len(some), canvas.shade("panel"), (0.0, 0.0))
        for number, front in enumerate(some):
            x, y = cells.cell(number)
            if fold:
                _back(canvas, order, x, y, width, height)
                canvas.line(x + width, y, x + width, y + height, SOFT, 0.15, dash=1.0)
                x += width
            draw(canvas, order, front, x, y, width, height)
        _marks(canvas, cells, len(some), width if fold else 0.0)
        if duplex:
            _backs(canvas, order, sheet, cells, size, len(some))
    # All alike and full, so that it does not matter in which order the sheets are put in again.
    for _ in starts if by_hand else ():
        _backs(canvas, order, sheet, cells, size, cells.count)


def cells_of(order: Order, size: tuple[float, float]) -> Grid:
    """Where cards of that width and height lie on a page."""
    width, height = size
    return grid(order.paper, width * (2 if order.backs == "fold" else 1), height)


def _backs(
    canvas: Canvas,
    order: Order,
    sheet: str,
    cells: Grid,
    size: tuple[float, float],
    count: int,
) -> None:
    """A page of backs behind that many fronts."""
    canvas.page(sheet, landscape=cells.landscape, side="back")
    right, down = order.offset
    if cells.landscape:  # printers turn such a page to the left (RFC 8011, orientation-requested)
        right, down = down, -right
    _ground(canvas, cells, count, canvas.shade("panel2"), (right, down), mirrored=True)
    for number in range(count):
        x, y = cells.cell(cells.mirrored(number))
        _back(canvas, order, x + right, y + down, *size)


def _rows(cells: Grid, count: int) -> list[tuple[int, int]]:
    """How many cells are used: (row, columns)."""
    return [
        (row, min(cells.columns, count - row * cells.columns))
        for row in range(-(-count // cells.columns))
    ]


def _ground(
    canvas: Canvas,
    cells: Grid,
    count: int,
    fill: str,
    offset: tuple[float, float],
    *,
    mirrored: bool = False,
) -> None:
    """One surface under all cells, so that it bleeds on every side of each of them."""
    for row, columns in _rows(cells, count):
        first = cells.columns - columns if mirrored else 0
        x, y = cells.cell(row * cells.columns + first)
        canvas.rect(
            x - BLEED + offset[0],
            y - BLEED + offset[1],
            columns * cells.width + 2 * BLEED,
            cells.height + 2 * BLEED,
            fill,
        )


def _marks(canvas: Canvas, cells: Grid, count: int, fold: float) -> None:
    """Where to cut, at the edges of the sheet: outside the bleed, in line with every cut."""
    rows = _rows(cells, count)
    top, left = cells.top - BLEED - 0.5, cells.left - BLEED - 0.5
    bottom = cells.top + len(rows) * cells.height + BLEED + 0.5
    right = cells.left + rows[0][1] * cells.width + BLEED + 0.5
    for column in range(rows[0][1] + 1):
        x = cells.left + column * cells.width
        for y, out in ((top, -MARK), (bottom, MARK)):
            canvas.line(x, y, x, y + out, DARK, 0.15)
        if fold and column < rows[0][1]:
            canvas.line(x + fold, top, x + fold, top - MARK, SOFT, 0.15, dash=0.8)
            canvas.line(x + fold, bottom, x + fold, bottom + MARK, SOFT, 0.15, dash=0.8)
    for row in range(len(rows) + 1):
        y = cells.top + row * cells.height
        for x, out in ((left, -MARK), (right, MARK)):
            canvas.line(x, y, x + out, y, DARK, 0.15)


def _back(canvas: Canvas, order: Order, x: float, y: float, width: float, height: float) -> None:
    """The same for every card of a game."""
    canvas.rect(x + 0.2, y + 0.2, width - 0.4, height - 0.4, canvas.shade("panel2"))
    canvas.rect(x + 4, y + 4, width - 8, height - 8, "", GOLD, 0.5, corner=3.0)
    canvas.rect(x + 5.2, y + 5.2, width - 10.4, height - 10.4, "", GOLD, 0.2, corner=2.2)
    size = min(width, height) * 0.5
    lid(canvas, x + (width - size) / 2, y + (height - size) / 2 - 4, size)
    middle = x + width / 2
    canvas.text(
        middle,
        y + height / 2 + size / 2 + 5,
        order.game_name,
        4.2,
        face="display",
        align="middle",
        width=width - 16,
    )
