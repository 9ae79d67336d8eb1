"""Sleeve slips: one for each copy of each card, to go in front of the real card's face, or in place
of a card that was lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.table.catalogue import Piece
from companion.table.identity import Identity
from printables.art import GOLD, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.paper import CARDS
from printables.sheets import cards
from printables.sheets.cut_out import Face
from printables.sheets.parts import picture, short

GROUP = "card"
"""The kind of pieces, in a game's ``prints.toml``, that are cards."""

HEAD, STRIP, RIM = 12.0, 24.5, 4.0
"""Heights above and below the window, and its distance from the sides."""

SIZES = (2.6, 2.4, 2.2, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5)
"""Of the rules of a card, in millimetres: the largest that leaves its picture room."""

READ_WELL = 2.0
"""Below that size the rules get the room of what is said of the slip itself."""

PICTURE = 9.0
"""Millimetres that a picture has at least beside rules."""

LINE = 1.25
"""Distance of two lines, in sizes of the text."""


@dataclass(frozen=True)
class Slip:
    """One copy of a card."""

    piece: Piece
    identity: Identity


def slips(order: Order) -> list[Slip]:
    """All that are wanted."""
    found = [piece for piece in order.pieces if piece.group == GROUP]
    return [Slip(piece, one) for piece in found for one in order.copies(piece)]


def draw(canvas: Canvas, order: Order) -> None:
    """As many pages as it takes; none for a game without cards."""
    cards.draw(canvas, order, "slips", tuple(_faces(canvas, order)))


def _faces(canvas: Canvas, order: Order) -> Iterator[Face]:
    width, height = CARDS[order.card]
    for slip in slips(order):
        yield Face(slip.identity.short, partial(_slip, canvas, order, slip, width, height))


def _slip(
    canvas: Canvas, order: Order, slip: Slip, width: float, height: float, x: float, y: float
) -> None:
    left, right = x + RIM, x + width - RIM
    drawn = picture(canvas, slip.piece, left, y + 3.0, 7.0)
    name_at = left + (8.8 if drawn else 0.0)
    name = order.name(slip.piece.token)
    canvas.text(name_at, y + 8.2, name, 4.4, face="display", width=right - name_at)
    _window(canvas, order, slip, left, y + HEAD, right - left, height - HEAD - STRIP)
    size = CODE + (1.5 if width > 50 else 0.0)
    quiet = 4 * size / 25
    at, top = right - size - quiet + 2.4, y + height - STRIP + 3.4
    canvas.code(slip.identity.code(order.key), at, top, size)
    room = at - quiet - left
    base = y + height - 4.0
    canvas.text(left, top + 4.2, short(slip.identity), 4.4, face="bold", width=room)
    copy = order.say("slip_copy", copy=slip.identity.copy, copies=slip.piece.copies)
    canvas.text(left, top + 8.2, copy, 2.4, colour=SOFT, width=room)
    canvas.text(left, base - 3.0, order.game_name, 2.2, colour=SOFT, width=room)
    canvas.text(left, base, slip.identity.code(order.key), 1.7, colour=SOFT, width=room)


def _window(
    canvas: Canvas, order: Order, slip: Slip, x: float, y: float, width: float, height: float
) -> None:
    """What a card that was lost is played by. Cut out, it shows the real card behind it."""
    canvas.rect(x, y, width, height, canvas.shade("fill"), GOLD, 0.3, corner=2.0, dash=1.6)
    rules, across, small = order.rules_of(slip.piece), width - 5, 2.2 if width > 45 else 1.8
    how = order.say("slip_how")
    below = LINE * small * len(canvas.lines(how, small, across)) + 2.0
    size, high = _fitting(canvas, rules, across, height - below - PICTURE)
    if size < READ_WELL:  # whoever has lost the card needs its rules more
        how, below = "", 2.0
        size, high = _fitting(canvas, rules, across, height - below - PICTURE)
    room = height - below - high
    side = min(width * 0.55, room * (0.86 if rules else 0.78))
    picture(canvas, slip.piece, x + (width - side) / 2, y + (room - side) / 2, side)
    at = y + room
    for said in rules:
        at = canvas.paragraph(x + 2.5, at, said, size, across) + 0.4 * size
    bottom = y + height - below
    canvas.paragraph(x + width / 2, bottom, how, small, across, colour=SOFT, align="middle")


def _fitting(
    canvas: Canvas, rules: tuple[str, ...], width: float, room: float
) -> tuple[float, float]:
    """The largest size in which the rules need no more room, and how high they are in it."""
    size, high = SIZES[-1], 0.0
    for size in SIZES:
        lines = sum(len(canvas.lines(said, size, width)) for said in rules)
        high = (LINE * lines + 0.4 * len(rules)) * size
        if high <= room:
            break
    return size, high
