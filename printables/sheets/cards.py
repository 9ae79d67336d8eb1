"""Cards of any size to cut out, and the back that all of a game have."""

from collections.abc import Sequence

from printables.art import GOLD
from printables.canvas import Canvas
from printables.order import Order, SheetName
from printables.paper import CARDS
from printables.sheets.cut_out import Face, Lot, lay_out
from printables.sheets.parts import lid


def draw(canvas: Canvas, order: Order, sheet: SheetName, faces: Sequence[Face]) -> None:
    """Cards of the size that is wanted on as many pages as it takes."""
    width, height = CARDS[order.card]

    def back(x: float, y: float) -> None:
        _back(canvas, order, x, y, width, height)

    lay_out(canvas, order, Lot(sheet, "card", width, height, faces, back))


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
