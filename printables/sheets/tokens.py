"""Tiles, tokens and markers to cut out: each on its own ground, with a line to cut along."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from companion.table.catalogue import Piece
from printables.art import GOLD, SOFT
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.outlines import TALL, Form
from printables.sheets.cut_out import Face, Lot, lay_out
from printables.sheets.parts import lid, picture, short

QUIET = 2.4
"""White round a code."""

WITH_CODE = 44.0
"""Across from here on a tile has room for its code."""

WITH_DIGITS = 20.0
"""Across from here on it has room for the digits that are typed."""


@dataclass(frozen=True)
class Token:
    """One to cut out. across: from side to side, in millimetres."""

    piece: Piece
    form: Form
    across: float

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        return self.across, self.across * (TALL if self.form == "hexagon" else 1)


def tokens(order: Order) -> list[Token]:
    """All that are wanted; of single pieces one each."""
    found = []
    for cut in order.cut:
        for piece in order.pieces:
            if piece.group == cut.group and piece.look:
                found += [Token(piece, cut.form, cut.across)] * (1 if order.only else cut.each)
    return found


def draw(canvas: Canvas, order: Order) -> None:
    """As many pages as it takes; sizes on pages of their own."""
    wanted = tokens(order)
    for form, size in dict.fromkeys((one.form, one.size) for one in wanted):
        some = [one for one in wanted if (one.form, one.size) == (form, size)]
        faces = tuple(_faces(canvas, order, some))
        back = partial(_back, canvas, *size)
        lay_out(canvas, order, Lot("tokens", form, *size, faces, back))


def _faces(canvas: Canvas, order: Order, some: list[Token]) -> Iterator[Face]:
    for number, one in enumerate(some, 1):
        name = f"{one.form}-{number:02d}-{one.piece.identity.short}"
        yield Face(name, partial(_face, canvas, order, one))


def _face(canvas: Canvas, order: Order, one: Token, left: float, top: float) -> None:
    width, height = one.size
    x, y = left + width / 2, top + height / 2
    across, piece = one.across, one.piece
    coded = across >= WITH_CODE
    size = across * (0.3 if coded else 0.52)
    up = across * (0.29 if coded else 0.08)
    picture(canvas, piece, x - size / 2, y - up - size / 2, size)
    name, small = order.name(piece.token), max(1.8, across * 0.075)
    if coded:
        at = y - across * 0.035
        canvas.code(piece.identity.code(order.key), x - CODE / 2, at, CODE)
        canvas.text(x, at - QUIET - 0.3, name, 2.4, align="middle", width=across * 0.8)
        for side, digits in zip((-1, 1), short(piece.identity).split(), strict=True):
            beside = x + side * (CODE / 2 + QUIET + 3.4)
            canvas.text(beside, at + CODE / 2, digits, 2.6, face="bold", align="middle")
        return
    canvas.text(x, y + across * 0.30, name, small, align="middle", width=across * 0.66)
    if across >= WITH_DIGITS:
        digits = short(piece.identity)
        canvas.text(x, y + across * 0.40, digits, small, colour=SOFT, align="middle")


def _back(canvas: Canvas, width: float, height: float, left: float, top: float) -> None:
    """The same for all of a size."""
    x, y, size = left + width / 2, top + height / 2, width * 0.5
    canvas.circle(x, y, width * 0.38, "", GOLD, 0.3)
    lid(canvas, x - size / 2, y - size / 2, size)
