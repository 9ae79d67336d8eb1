"""What several sheets show: the head of a page, the foot of every page, a code with its name."""

from companion.kernel import Verbatim
from companion.scene.pictures import SEATS, seat
from companion.table.catalogue import Piece
from companion.table.identity import Identity
from printables.art import DARK, GOLD, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order

EDGE = 12.0
"""Margin of pages that are not cut."""

RULER = 50.0
"""Length of the ruler at the foot, to hold one of wood against."""


def foot(canvas: Canvas, order: Order) -> None:
    """The ruler that shows a wrong scale, and which sheet this is."""
    left, y = EDGE, canvas.height - 6.0
    canvas.line(left, y, left + RULER, y, DARK, 0.25)
    for step in range(0, int(RULER) + 1, 5):
        high = 1.8 if step % 10 == 0 else 1.0
        canvas.line(left + step, y, left + step, y - high, DARK, 0.2)
    canvas.text(left + RULER + 2, y, order.say("ruler"), 2.0, colour=SOFT)
    line = order.say(
        "line",
        game=Verbatim(order.game_name),
        sheet=Verbatim(order.words.say("sheet", canvas.sheet)),
        edition=Verbatim(order.catalogue.edition),
        page=canvas.pages,
    )
    canvas.text(canvas.width - EDGE, y, line, 2.2, colour=SOFT, align="right")


def head(canvas: Canvas, heading: str, detail: str) -> float:
    """The head of a page that is not cut; where the page goes on below it."""
    left = EDGE
    if canvas.look("emblem", left, 8.0, 16.0):
        left += 20.0
    room = canvas.width - left - EDGE
    canvas.text(left, 15.5, heading, 6.6, face="display", width=room)
    canvas.paragraph(left, 16.8, detail, 2.7, room, colour=SOFT)
    canvas.line(EDGE, 26.5, canvas.width - EDGE, 26.5, GOLD, 0.5)
    return 30.0


def short(identity: Identity) -> str:
    """The six digits, in two groups as one reads them out."""
    return f"{identity.short[:3]} {identity.short[3:]}"


def code(
    canvas: Canvas, order: Order, identity: Identity, x: float, y: float, size: float = CODE
) -> None:
    """A code with its six digits and, small, all of it below."""
    text = identity.code(order.key)
    canvas.code(text, x, y, size)
    middle = x + size / 2
    canvas.text(middle, y + size + 5.6, short(identity), 3.2, face="bold", align="middle")
    canvas.text(middle, y + size + 7.9, text, 1.7, colour=SOFT, align="middle", width=size + 4.0)


def picture(canvas: Canvas, piece: Piece, x: float, y: float, size: float) -> bool:
    """The outline of a piece in its owner's colour, with the owner's mark for those who see no
    colours; whether it has one."""
    belongs = seat(piece.token.partition(":")[0])
    if not canvas.look(piece.look, x, y, size, belongs):
        return False
    if piece.token in SEATS:
        canvas.look(belongs.mark, x + size * 0.6, y + size * 0.6, size * 0.45, belongs)
    return True
