"""Stickers on bought label sheets, for whatever lies open. Pieces that lie face down get none."""

from companion.table.catalogue import Piece
from printables.art import DARK, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.paper import LABELS
from printables.sheets.parts import picture, short

QUIET = 2.6
"""Millimetres of white round a code."""


def stickers(order: Order) -> tuple[Piece, ...]:
    """The pieces that get one."""
    return tuple(piece for piece in order.pieces if not piece.hidden)


def draw(canvas: Canvas, order: Order) -> None:
    """As many label sheets as it takes; none on paper that none are sold for."""
    if not order.labels and order.paper not in LABELS:
        return
    sheet = order.label_sheet
    for number, piece in enumerate(stickers(order)):
        place = number % (sheet.columns * sheet.rows)
        if place == 0:
            canvas.page("stickers")
        row, column = divmod(place, sheet.columns)
        x, y = sheet.left + column * sheet.pitch, sheet.top + row * sheet.height
        _sticker(canvas, order, piece, x, y, sheet.width, sheet.height)


def _sticker(
    canvas: Canvas, order: Order, piece: Piece, x: float, y: float, width: float, height: float
) -> None:
    size = min(18.0, height - 2 * QUIET - 2.0)
    top = y + (height - size) / 2
    canvas.code(piece.identity.code(order.key), x + 5.0, top, max(size, CODE))
    left = x + 5.0 + size + QUIET + 2.0
    room = x + width - 3.5 - left
    drawn = picture(canvas, piece, left, top, 7.0)
    name = order.name(piece.token)
    at = top + (11.4 if drawn else 4.6)
    canvas.text(left, at, name, 3.6, face="display", colour=DARK, width=room)
    canvas.text(left, at + 4.4, short(piece.identity), 3.4, width=room)
    canvas.text(left, top + size, order.game_name, 1.9, colour=SOFT, width=room)
