"""What several sheets show: the head of a page, the foot of every page, a code with its name."""

from companion.kernel import Verbatim
from companion.scene.pictures import SEATS, seat
from companion.table.catalogue import Piece
from companion.table.identity import Identity
from printables.art import DARK, GOLD, INNER, RIM, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order

EDGE = 12.0
"""Margin of pages that are not cut."""

TOP, HIGH, INSIDE = 6.5, 20.5, 3.0
"""Where the head of such a page begins, how high it is, and what is left free inside it."""

CORNER = 3.0
"""Millimetres: the radius of a panel's corners."""

FOOT, RISES = 0.52, 0.2
"""Down to where a panel is sky, in its heights, and how high a horizon is, in its widths."""

RULER = 50.0
"""Length of the ruler at the foot, to hold one of wood against."""


BESIDE_MARK = 40.0
"""Where the ruler begins on a page whose lower left corner a plotter must find."""


def foot(canvas: Canvas, order: Order) -> None:
    """The ruler that shows a wrong scale, and which sheet this is, as the page speaks."""
    words = canvas.words or order.words
    left, y = BESIDE_MARK if canvas.registered else EDGE, canvas.height - 6.0
    canvas.line(left, y, left + RULER, y, DARK, 0.25)
    for step in range(0, int(RULER) + 1, 5):
        high = 1.8 if step % 10 == 0 else 1.0
        canvas.line(left + step, y, left + step, y - high, DARK, 0.2)
    ruler, beside = words.say("print", "ruler"), left + RULER + 2
    canvas.text(beside, y, ruler, 2.0, colour=SOFT)
    values = {
        "game": Verbatim(words.say("about", "title")),
        "sheet": Verbatim(words.say("sheet", canvas.sheet)),
        "edition": Verbatim(order.catalogue.edition),
        "page": canvas.pages,
    }
    line, right = words.say("print", "line", values), canvas.width - EDGE
    room = right - beside - canvas.measure(ruler, 2.0) - 4
    canvas.text(right, y, line, 2.2, colour=SOFT, align="right", width=room)


def lid(canvas: Canvas, x: float, y: float, size: float) -> bool:
    """The picture of the game in a round window, from the upper left corner of its square; whether
    there is one."""
    if "emblem" not in canvas.pictures.looks:
        return False
    radius = size / 2
    canvas.circle(x + radius, y + radius, radius, RIM, GOLD, 0.2)
    canvas.circle(x + radius, y + radius, radius * 0.945, INNER)
    inset = size * 0.0075
    return canvas.look("emblem", x + inset, y + inset, size - 2 * inset)


def land(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    """A panel with the horizon of the game in its lower part."""
    fill, line = canvas.shade("panel"), canvas.shade("line")
    canvas.rect(x, y, width, height, fill, line, 0.2, corner=CORNER)
    foot = height * FOOT
    if canvas.ink != "saving":
        canvas.rect(x, y + foot, width, height - foot, canvas.shade("panel2"), corner=CORNER)
    rises = min(foot, width * RISES)
    canvas.horizon(x, y + foot + CORNER - rises, width, rises)


def head(canvas: Canvas, heading: str, detail: str) -> float:
    """The head of a page that is not cut; where the page goes on below it."""
    land(canvas, EDGE, TOP, canvas.width - 2 * EDGE, HIGH)
    left = EDGE + INSIDE
    if lid(canvas, left, TOP + 1.5, HIGH - 3.0):
        left += HIGH + 1.0
    room = canvas.width - left - EDGE - INSIDE
    canvas.text(left, 15.5, heading, 6.6, face="display", width=room)
    canvas.paragraph(left, 16.8, detail, 2.7, room, colour=SOFT)
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
