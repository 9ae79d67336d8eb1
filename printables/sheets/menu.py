"""The menu sheet: every piece once, to scan from beside the board."""

from collections.abc import Iterator

from companion.table.catalogue import Piece
from printables.art import DARK, GOLD
from printables.canvas import CODE, Canvas
from printables.order import Order
from printables.paper import PAPERS, PaperName
from printables.sheets.parts import EDGE, code, head, picture

CELL = 31.0
"""Least width of a cell, in millimetres."""

USUAL = 6
"""Pieces beside each other on paper that is not small."""

HEADING, ROW, GAP = 8.0, 39.0, 1.6
"""Heights of a heading and of a row of cells, and the room between cells, in millimetres."""

CODE_SIZE = CODE + 2.0
"""Larger than on cards: a menu lies further from the scanner."""

NAMES = ((3.3, 1), (2.6, 2), (2.0, 4))
"""Sizes of a name that are tried, and how many lines of each have room."""

Block = tuple[str, tuple[Piece, ...]]


def draw(canvas: Canvas, order: Order) -> None:
    """As many pages as it takes."""
    y = canvas.height
    columns = columns_on(canvas.paper)
    for row in rows(order, columns):
        if y + HEADING + ROW > canvas.height - 9.0:
            canvas.page("menu")
            title = f"{order.game_name} · {order.words.say('sheet', 'menu')}"
            y = head(canvas, title, order.say("menu_how"))
        column = 0
        below = HEADING if any(heading for heading, _ in row) else 0.0
        for name, pieces in row:
            cell = (canvas.width - 2 * EDGE) / columns
            _heading(canvas, column, y, name, len(pieces), cell)
            _cells(canvas, order, column, y + below, pieces, cell)
            column += len(pieces)
        y += below + ROW


def columns_on(paper: PaperName) -> int:
    """How many pieces are beside each other."""
    return int((PAPERS[paper][0] - 2 * EDGE) / CELL)


def rows(order: Order, columns: int) -> Iterator[tuple[Block, ...]]:
    """Kinds of pieces in rows: a kind begins a row, and goes on in the next, unless all of it
    fits behind the one before."""
    row: tuple[Block, ...] = ()
    for name, pieces in order.groups(order.pieces).items():
        heading = order.words.say("prints", name)
        if row and sum(len(had) for _, had in row) + len(pieces) > columns:
            yield row
            row = ()
        while len(pieces) > columns:
            yield ((heading, pieces[:columns]),)
            heading, pieces = "", pieces[columns:]
        row = (*row, (heading, pieces))
    if row:
        yield row


def _heading(canvas: Canvas, column: int, y: float, name: str, count: int, wide: float) -> None:
    if name:
        left = EDGE + column * wide + GAP / 2
        right = left + count * wide - GAP
        canvas.text(left, y + 4.8, name, 3.6, face="display", width=right - left)
        canvas.line(left, y + 6.2, right, y + 6.2, GOLD, 0.3)


def _cells(
    canvas: Canvas, order: Order, column: int, y: float, pieces: tuple[Piece, ...], wide: float
) -> None:
    for number, piece in enumerate(pieces, column):
        x = EDGE + number * wide + GAP / 2
        fill, line = canvas.shade("panel"), canvas.shade("line")
        canvas.rect(x, y, wide - GAP, ROW - GAP, fill, line, 0.2, corner=2.0)
        _cell(canvas, order, piece, x, y, wide - GAP)


def _cell(canvas: Canvas, order: Order, piece: Piece, x: float, y: float, width: float) -> None:
    drawn = picture(canvas, piece, x + 1.8, y + 1.4, 6.0)
    left = x + (9.0 if drawn else 1.8)
    _name(canvas, order.name(piece.token), left, y, x + width - 1.6 - left)
    code(canvas, order, piece.identity, x + (width - CODE_SIZE) / 2, y + 10.8, CODE_SIZE)


def _name(canvas: Canvas, name: str, x: float, y: float, width: float) -> None:
    """A name in one line, or in as many smaller ones as it takes beside the outline."""
    lines = [name]
    for size, most in NAMES:
        lines = canvas.lines(name, size, width, face="display")
        if len(lines) <= most:
            break
    step = 1.2 * size
    base = y + 4.55 + 0.35 * size - step * (len(lines) - 1) / 2
    for number, line in enumerate(lines):
        at = base + number * step
        canvas.text(x, at, line, size, face="display", colour=DARK, width=width)
