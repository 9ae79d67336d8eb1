"""Sleeve slips: one for each copy of each card, to go in front of the real card's face."""

from dataclasses import dataclass

from companion.table.catalogue import Piece
from companion.table.identity import Identity
from printables.art import GOLD, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.paper import CARDS
from printables.sheets import cards
from printables.sheets.parts import picture, short

GROUP = "card"
"""The kind of pieces, in a game's ``prints.toml``, that are cards."""

HEAD, STRIP, RIM = 12.0, 24.5, 4.0
"""Heights above and below the window, and its distance from the sides."""


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
    cards.lay_out(canvas, order, "slips", CARDS[order.card], slips(order), _slip)


def _slip(
    canvas: Canvas, order: Order, slip: Slip, x: float, y: float, width: float, height: float
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
    canvas.rect(x, y, width, height, canvas.shade("fill"), GOLD, 0.3, corner=2.0, dash=1.6)
    said = order.say("slip_how")
    small = 2.2 if width > 45 else 1.8
    room = height - 1.25 * small * len(canvas.lines(said, small, width - 5)) - 2.0
    size = min(width * 0.55, room * 0.78)
    picture(canvas, slip.piece, x + (width - size) / 2, y + (room - size) / 2, size)
    canvas.paragraph(x + width / 2, y + room, said, small, width - 5, colour=SOFT, align="middle")
