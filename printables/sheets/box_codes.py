"""What was told of the own copy of a game, as codes for another table."""

import msgspec

from companion.table.box_code import written
from printables.art import SOFT
from printables.canvas import Canvas
from printables.order import Order
from printables.sheets.parts import EDGE, head

SIZE, QUIET, WORDS = 42.0, 6.0, 7.0
"""Millimetres: of a code, round it, and for what stands below it."""


def codes(order: Order) -> tuple[str, ...]:
    """The codes of all that was told; none while nothing was."""
    bare = msgspec.json.encode(msgspec.to_builtins(order.package.game.box()))
    profile = msgspec.json.encode(msgspec.to_builtins(order.told))
    return written(order.package.game.name, profile, bare) if profile != bare else ()


def draw(canvas: Canvas, order: Order) -> None:
    """As many on a page as have room, each with its number."""
    found = codes(order)
    wide, high = SIZE + 2 * QUIET, SIZE + QUIET + WORDS
    columns, y = int((canvas.width - 2 * EDGE) / wide), canvas.height
    for number, text in enumerate(found):
        column = number % columns
        y += high if number and not column else 0.0
        if y + high > canvas.height - EDGE:
            canvas.page("box")
            y = head(canvas, order.say("box_title", game=order.game_name), order.say("box_how")) + 8
        x = EDGE + column * wide + QUIET
        canvas.code(text, x, y, SIZE)
        said = order.say("box_part", number=number + 1, count=len(found))
        canvas.text(x + SIZE / 2, y + SIZE + 6, said, 3.0, colour=SOFT, align="middle")
