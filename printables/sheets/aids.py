"""The player aid: one page in each language, in the words of the rulebook; on small paper more."""

from bisect import bisect_left
from dataclasses import dataclass

from companion.text import LANGUAGES, Language
from printables.art import DARK, GOLD, SOFT
from printables.canvas import Canvas
from printables.order import Order
from printables.sheets.parts import EDGE, head

COLUMN, GAP = 56.0, 6.0
"""Least width of a column, and the room between two, in millimetres."""

SIZES = tuple(size / 20 for size in range(86, 37, -1))
"""Sizes of the text that are tried: the largest with which all is on one page, else the least that
is read well."""

READ_WELL = 2.4

NUMBER = 2.2
"""Width of the place for a rule's number, in sizes of the text."""

LINE, AFTER = 1.22, 0.4
"""Distance of lines, and room behind a rule, in sizes of the text."""

BAR, BELOW = 2.0, 0.45
"""Height of a heading, and the room behind it, in sizes of the text."""


@dataclass(frozen=True)
class _Heading:
    text: str
    look: str

    def height(self, size: float) -> float:
        return (BAR + BELOW) * size


@dataclass(frozen=True)
class _Rule:
    number: str
    lines: tuple[str, ...]

    def height(self, size: float) -> float:
        return (len(self.lines) * LINE + AFTER) * size


_Piece = _Heading | _Rule


def draw(canvas: Canvas, order: Order) -> None:
    """One page for each language, that of the order first; more where the paper is small."""
    if not order.aid or order.only:
        return
    for language in sorted(LANGUAGES, key=lambda one: one != order.language):
        _pages(canvas, order, language)


def _pages(canvas: Canvas, order: Order, language: Language) -> None:
    words = order.words_in(language)
    title = f"{words.say('about', 'title')} · {words.say('sheet', 'aids')}"
    goal = f"{words.say('about', 'goal')} {words.say('print', 'aid_from')}"
    canvas.page("aids", words=words)
    top = head(canvas, title, goal)
    count = int((canvas.width - 2 * EDGE + GAP) / (COLUMN + GAP))
    wide = (canvas.width - 2 * EDGE - (count - 1) * GAP) / count
    room = canvas.height - 12.0 - top

    def columns_of(size: float) -> list[list[_Piece]]:
        return _columns(_pieces(canvas, order, language, size, wide), size, room)

    best = bisect_left(SIZES, True, key=lambda size: len(columns_of(size)) <= count)
    size = SIZES[best] if best < len(SIZES) else READ_WELL
    for number, column in enumerate(columns_of(size)):
        place = number % count
        if number and not place:
            canvas.page("aids", words=words)
            head(canvas, title, goal)
        x, y = EDGE + place * (wide + GAP), top
        if place:
            canvas.line(x - GAP / 2, top, x - GAP / 2, top + room, canvas.shade("line"), 0.2)
        for piece in column:
            _draw(canvas, piece, x, y, wide, size)
            y += piece.height(size)


def _pieces(
    canvas: Canvas, order: Order, language: Language, size: float, wide: float
) -> list[tuple[_Piece, ...]]:
    """Headings with their first rule, and all other rules: what is never torn apart."""
    words, book = order.words_in(language), order.package.game.rulebook
    found: list[tuple[_Piece, ...]] = []
    for section in order.aid:
        heading = _Heading(words.say(*section.heading), section.look)
        rules = [
            _Rule(
                book[one].number, tuple(canvas.lines(words.rule(one), size, wide - NUMBER * size))
            )
            for one in section.rules
        ]
        found.append((heading, *rules[:1]))
        found += [(rule,) for rule in rules[1:]]
    return found


def _columns(pieces: list[tuple[_Piece, ...]], size: float, room: float) -> list[list[_Piece]]:
    columns: list[list[_Piece]] = [[]]
    left = room
    for together in pieces:
        high = sum(piece.height(size) for piece in together)
        if high > left:
            columns.append([])
            left = room
        columns[-1] += together
        left -= high
    return columns


def _draw(canvas: Canvas, piece: _Piece, x: float, y: float, wide: float, size: float) -> None:
    if isinstance(piece, _Rule):
        canvas.text(x, y + 0.92 * size, piece.number, 0.58 * size, colour=SOFT)
        for number, line in enumerate(piece.lines):
            at = y + (number + 1) * LINE * size - 0.28 * size
            canvas.text(x + NUMBER * size, at, line, size, colour=DARK)
        return
    canvas.rect(x, y, wide, BAR * size, canvas.shade("panel2"), "", corner=1.0)
    at = x + 1.6
    if canvas.look(piece.look, at, y + 0.15 * size, 1.7 * size):
        at += 2.1 * size
    base = y + 1.4 * size
    canvas.text(at, base, piece.text, 1.12 * size, face="display", width=x + wide - at - 1)
    canvas.line(x, y + BAR * size, x + wide, y + BAR * size, GOLD, 0.3)
