"""Seat cards and the number of the table, to fold and stand up: read from both sides."""

from companion.scene.pictures import seat
from printables.art import GOLD, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.paper import grid
from printables.sheets.parts import lid, short

WIDTH, HALF = 92.0, 41.0
"""Millimetres: a card and each of its two sides."""


def draw(canvas: Canvas, order: Order) -> None:
    """One card for each colour that is wanted, and one for the table."""
    wanted = {piece.token for piece in order.pieces}
    seats = [one for one in order.package.game.colours if not order.only or one in wanted]
    cards = seats if order.only else [*seats, ""]
    cells = grid(order.paper, WIDTH, 2 * HALF)
    for number, one in enumerate(cards):
        if number % cells.count == 0:
            canvas.page("seats", landscape=cells.landscape)
        x, y = cells.cell(number % cells.count)
        canvas.rect(x, y, WIDTH, 2 * HALF, canvas.shade("panel"), canvas.shade("line"), 0.2)
        canvas.line(x, y + HALF, x + WIDTH, y + HALF, SOFT, 0.2, dash=1.2)
        canvas.text(x + WIDTH / 2, y + HALF - 0.8, order.say("fold"), 1.8, align="middle")
        with canvas.turned(180, x + WIDTH / 2, y + HALF / 2):
            _side(canvas, order, one, x, y)
        _side(canvas, order, one, x, y + HALF)
        if one:
            _code(canvas, order, one, x, y + HALF)


def _side(canvas: Canvas, order: Order, who: str, x: float, y: float) -> None:
    if not who:
        lid(canvas, x + 5, y + 8, 25)
        number = order.say("table_number", number=order.table)
        canvas.text(x + 35, y + 20, number, 11.0, face="display", width=WIDTH - 39)
        canvas.text(x + 35, y + 29, order.game_name, 4.6, colour=SOFT, width=WIDTH - 39)
        return
    owner = seat(who)
    canvas.rect(x, y + 1.0, 4.0, HALF - 2.0, owner.fill)
    canvas.look(owner.mark, x + 8, y + 7, 18, owner)
    canvas.text(x + 30, y + 16.5, order.name(who), 8.4, face="display", width=34)
    canvas.line(x + 8, y + 34, x + 64, y + 34, GOLD, 0.3)
    canvas.text(x + 8, y + 37.4, order.say("name_line"), 2.2, colour=SOFT)


def _code(canvas: Canvas, order: Order, who: str, x: float, y: float) -> None:
    """Only on the side that faces its owner."""
    found = [piece for piece in order.catalogue.pieces if piece.token == who]
    for piece in found:
        size = CODE + 3.0
        left, top = x + WIDTH - size - 6, y + 6
        canvas.code(piece.identity.code(order.key), left, top, size)
        middle, below = left + size / 2, top + size + 6
        canvas.text(middle, below, short(piece.identity), 3.2, face="bold", align="middle")
