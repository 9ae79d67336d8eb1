"""A card for each person that shows a turn at a glance: its steps with their pictures, in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from companion.scene.pictures import seat
from printables.art import GOLD, SOFT
from printables.canvas import Canvas
from printables.order import Order, Section
from printables.paper import CARDS
from printables.sheets import cards
from printables.sheets.cut_out import Face

SIZES = tuple(size / 20 for size in range(60, 35, -2))
"""Millimetres: sizes of the text that are tried, from the largest to the least that is read."""

HEAD, FOOT, RIM = 11.0, 5.0, 3.5
"""Heights above and below the steps, and their distance from the sides."""

PICTURE, BESIDE = 0.15, 1.6
"""Greatest width of a picture, in widths of the card, and the room beside it in millimetres."""

LINE, TITLE = 1.2, 1.3
"""Distance of lines, and size of a step's name, in sizes of the text."""

BETWEEN = 0.8
"""Least room from one step to the next, in millimetres."""


@dataclass(frozen=True)
class _Step:
    title: str
    look: str
    lines: tuple[str, ...]

    def height(self, size: float) -> float:
        """Of its name and lines."""
        return (TITLE * LINE + len(self.lines) * LINE) * size


@dataclass(frozen=True)
class _Part:
    """What of the steps is on one card. number, count: which of how many cards."""

    steps: tuple[_Step, ...]
    size: float
    number: int
    count: int


def draw(canvas: Canvas, order: Order) -> None:
    """A card for each colour that is wanted, or as many as the steps take; none for a game that
    tells no turn."""
    if order.turn:
        cards.draw(canvas, order, "turns", tuple(_faces(canvas, order)))


def _faces(canvas: Canvas, order: Order) -> Iterator[Face]:
    width, height = CARDS[order.card]
    parts = _parts(canvas, order, width, height - HEAD - FOOT)
    wanted = {piece.token for piece in order.pieces}
    for one in order.package.game.colours:
        for part in parts if not order.only or one in wanted else ():
            name = one if part.count == 1 else f"{one}-{part.number}"
            yield Face(name, partial(_face, canvas, order, one, part, width, height))


def _face(
    canvas: Canvas,
    order: Order,
    who: str,
    part: _Part,
    width: float,
    height: float,
    x: float,
    y: float,
) -> None:
    owner, left, room = seat(who), x + RIM, width - 2 * RIM
    canvas.look(owner.mark, left, y + 2.6, 6.4, owner)
    canvas.text(left + 8.0, y + 5.8, order.name(who), 3.6, face="display", width=room - 8.0)
    title = order.say("turn_title")
    if part.count > 1:
        title += f" · {order.say('box_part', number=part.number, count=part.count)}"
    canvas.text(left + 8.0, y + 8.8, title, 2.4, colour=SOFT, width=room - 8.0)
    canvas.rect(left, y + HEAD - 0.9, room, 0.9, owner.fill)
    high = height - HEAD - FOOT
    each = [max(one.height(part.size), _side(width, high, part.steps)) for one in part.steps]
    spare, at = (high - sum(each)) / len(each), y + HEAD
    for number, (one, own) in enumerate(zip(part.steps, each, strict=True)):
        if number:
            canvas.line(left, at, left + room, at, GOLD, 0.2)
        box = (left, at + spare / 2, room, own)
        _step(canvas, one, part.size, box, _side(width, high, part.steps))
        at += own + spare
    canvas.text(x + width / 2, y + height - 2.2, order.game_name, 2.0, colour=SOFT, align="middle")


def _step(
    canvas: Canvas,
    one: _Step,
    size: float,
    box: tuple[float, float, float, float],
    side: float,
) -> None:
    """In a box from its upper left corner, with its width and height. side: of its picture."""
    x, y, width, height = box
    canvas.look(one.look, x, y + (height - side) / 2, side)
    base = y + (height - one.height(size)) / 2 + TITLE * size
    x, width = x + side + BESIDE, width - side - BESIDE
    canvas.text(x, base, one.title, TITLE * size, face="bold", width=width)
    for number, line in enumerate(one.lines, 1):
        canvas.text(x, base + number * LINE * size, line, size)


def _side(width: float, height: float, steps: Sequence[object]) -> float:
    """How large the pictures are, for that many steps."""
    return min(PICTURE * width, 0.85 * height / len(steps))


def _parts(canvas: Canvas, order: Order, width: float, height: float) -> tuple[_Part, ...]:
    """The steps on as few cards as can be read, alike in the size of their letters."""
    count = 0
    while True:
        count += 1
        most = ceil(len(order.turn) / count)
        groups = [order.turn[at : at + most] for at in range(0, len(order.turn), most)]
        for size in SIZES if most > 1 else SIZES[-1:]:
            parts = [tuple(_steps(canvas, order, group, width, height, size)) for group in groups]
            if most == 1 or all(_fits(one, width, height, size) for one in parts):
                return tuple(
                    _Part(one, size, number, len(parts)) for number, one in enumerate(parts, 1)
                )


def _fits(steps: tuple[_Step, ...], width: float, height: float, size: float) -> bool:
    side = _side(width, height, steps)
    return sum(max(side, one.height(size)) + BETWEEN for one in steps) <= height


def _steps(
    canvas: Canvas,
    order: Order,
    sections: Sequence[Section],
    width: float,
    height: float,
    size: float,
) -> Iterator[_Step]:
    room = width - 2 * RIM - _side(width, height, sections) - BESIDE
    for section in sections:
        title = order.words.say(*section.heading)
        said = " ".join(order.words.rule(one) for one in section.rules)
        yield _Step(title, section.look, tuple(canvas.lines(said, size, room)))
