"""Tiles, tokens and markers to cut out: each on its own ground, with a line to cut along.

A back never depends on the token in front of it, and no code is drawn on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

from companion.table.catalogue import Piece
from printables.art import DARK, GOLD, SOFT
from printables.canvas import CODE, Canvas
from printables.jobs import Side
from printables.order import Order
from printables.paper import BLEED, Grid, grid
from printables.sheets.parts import lid, picture, short

CUT = 0.2
"""Width of the line to cut along."""

QUIET = 2.4
"""White round a code."""

WITH_CODE = 44.0
"""Across from here on a tile has room for its code."""

WITH_DIGITS = 20.0
"""Across from here on it has room for the digits that are typed."""

CORNERS = 6

TALL = 2 / sqrt(3)
"""Height of a hexagon that stands on a corner, in widths."""


@dataclass(frozen=True)
class Token:
    """One to cut out. across: from side to side, in millimetres."""

    piece: Piece
    form: str
    across: float


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
    for size in dict.fromkeys((one.form, one.across) for one in wanted):
        _lay_out(canvas, order, [one for one in wanted if (one.form, one.across) == size])


def _lay_out(canvas: Canvas, order: Order, wanted: Sequence[Token]) -> None:
    """Those of one size, and their backs where the order wants any."""
    duplex, by_hand = order.backs == "duplex", order.backs == "by_hand"
    high = wanted[0].across * (TALL if wanted[0].form == "hexagon" else 1)
    cells = grid(order.paper, wanted[0].across + 2 * BLEED, high + 2 * BLEED)
    starts = range(0, len(wanted), cells.count)
    for first in starts:
        some = wanted[first : first + cells.count]
        if duplex:
            canvas.new_leaf()
        side: Side = "front" if duplex or by_hand else "single"
        canvas.page("tokens", landscape=cells.landscape, side=side)
        for number, one in enumerate(some):
            x, y = cells.cell(number)
            _face(canvas, order, one, x + cells.width / 2, y + cells.height / 2)
        if duplex:
            _backs(canvas, order, cells, some)
    for _ in starts if by_hand else ():
        _backs(canvas, order, cells, [wanted[0]] * cells.count)


def _face(canvas: Canvas, order: Order, one: Token, x: float, y: float) -> None:
    _shape(canvas, order, one, x, y, canvas.shade("panel"))
    across, piece = one.across, one.piece
    coded = across >= WITH_CODE
    size = across * (0.3 if coded else 0.52)
    up = across * (0.29 if coded else 0.08)
    picture(canvas, piece, x - size / 2, y - up - size / 2, size)
    name, small = order.name(piece.token), max(1.8, across * 0.075)
    if coded:
        top = y - across * 0.035
        canvas.code(piece.identity.code(order.key), x - CODE / 2, top, CODE)
        canvas.text(x, top - QUIET - 0.3, name, 2.4, align="middle", width=across * 0.8)
        for left, digits in zip((-1, 1), short(piece.identity).split(), strict=True):
            at = x + left * (CODE / 2 + QUIET + 3.4)
            canvas.text(at, top + CODE / 2, digits, 2.6, face="bold", align="middle")
        return
    canvas.text(x, y + across * 0.30, name, small, align="middle", width=across * 0.66)
    if across >= WITH_DIGITS:
        digits = short(piece.identity)
        canvas.text(x, y + across * 0.40, digits, small, colour=SOFT, align="middle")


def _backs(canvas: Canvas, order: Order, cells: Grid, fronts: Sequence[Token]) -> None:
    """A page of backs behind those fronts."""
    canvas.page("tokens", landscape=cells.landscape, side="back")
    right, down = order.offset
    if cells.landscape:  # printers turn such a page to the left (RFC 8011, orientation-requested)
        right, down = down, -right
    for number, one in enumerate(fronts):
        left, top = cells.cell(cells.mirrored(number))
        x, y = left + cells.width / 2 + right, top + cells.height / 2 + down
        _shape(canvas, order, one, x, y, canvas.shade("panel2"), cut=False)
        size = one.across * 0.5
        canvas.circle(x, y, one.across * 0.38, "", GOLD, 0.3)
        lid(canvas, x - size / 2, y - size / 2, size)


def _shape(
    canvas: Canvas, order: Order, one: Token, x: float, y: float, fill: str, *, cut: bool = True
) -> None:
    """Its ground, which bleeds beyond the line, and the line. Saving ink there is only the line."""
    for grown, ground, line in ((BLEED - 0.5, fill, ""), (0.0, "", DARK if cut else "")):
        if (ground and order.ink == "saving") or not (ground or line):
            continue
        half = one.across / 2 + grown
        if one.form == "round":
            canvas.circle(x, y, half, ground, line, CUT)
        elif one.form == "square":
            canvas.rect(x - half, y - half, 2 * half, 2 * half, ground, line, CUT)
        else:
            far = half * TALL
            turns = [pi / 2 + number * 2 * pi / CORNERS for number in range(CORNERS)]
            corners = [(x + far * cos(turn), y + far * sin(turn)) for turn in turns]
            canvas.polygon(corners, ground, line, CUT)
