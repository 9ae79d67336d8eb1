"""From an order to a document: the sheets that are wanted, proved, with the proof at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from printables.art import Pictures
from printables.canvas import Canvas, Placed
from printables.order import Order
from printables.sheets import aids, calibration, mats, menu, seats, slips, stickers
from printables.sheets.parts import foot

SheetName = Literal["menu", "slips", "stickers", "aids", "mats", "seats", "calibration"]

SHEETS: dict[SheetName, Callable[[Canvas, Order], None]] = {
    "menu": menu.draw,
    "slips": slips.draw,
    "stickers": stickers.draw,
    "aids": aids.draw,
    "mats": mats.draw,
    "seats": seats.draw,
    "calibration": calibration.draw,
}
"""What can be printed, in the order it is bound in."""


@dataclass(frozen=True)
class Drawn:
    """Sheets as a PDF, and the codes on them."""

    pdf: bytes
    codes: tuple[Placed, ...]
    pages: int


def draw(
    order: Order,
    sheets: Sequence[SheetName],
    last: Callable[[Canvas, Order], None] | None = None,
) -> Drawn:
    """The sheets, and what ``last`` adds behind them.

    Raises LookupError for a piece, card or label sheet that is not there, and when nothing of what
    is wanted can be printed.
    """
    title = f"{order.game_name}: " + ", ".join(order.words.say("sheet", one) for one in sheets)
    pictures = Pictures(order.title.art)
    canvas = Canvas(order.paper, order.ink, pictures, title, partial(foot, order=order))
    for sheet in sheets:
        SHEETS[sheet](canvas, order)
    if not canvas.pages:
        raise LookupError("There is nothing to print for this choice.")
    codes = tuple(canvas.codes)
    if last is not None:
        last(canvas, order)
    pages = canvas.pages
    return Drawn(canvas.finish(), codes, pages)
