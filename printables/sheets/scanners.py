"""Codes that set scanners up: those alone whose contents their maker has published.

What the bars say are commands of Netum's own programming kit (``com.netum.device.instruction``);
that its manuals print them as plain bars of Code 128 was read from the pictures of the manual of
the L8. Codes of other makers are left out: what theirs say could not be looked up.
"""

from dataclasses import dataclass

from printables.art import GOLD, SOFT
from printables.canvas import Canvas
from printables.order import Order
from printables.sheets.parts import EDGE, head

MODULE = 0.5
"""Millimetres: the thinnest bar. Bars correct no errors, so that they are large."""

HIGH = 13.0
"""Height of the bars."""

ROW, TEXT = 37.0, 2.7
"""Height of a row, and size of what stands above its bars."""


@dataclass(frozen=True)
class Setting:
    """What a code does. key: of the sentence that says it. command: what its bars say."""

    key: str
    command: str


NETUM = (
    Setting("scanner_factory", "%#IFSNO$B"),
    Setting("scanner_keyboard", "$LAN#EN"),
    Setting("scanner_at_once", "%#NORMD"),
    Setting("scanner_pair", "$RF#CH02"),
)
"""In the order they are scanned; the last only where the scanner has lost its receiver."""

TRIED = Setting("scanner_try", "YZ-01234")
"""Shows a wrong keyboard: on a German one Z is where Y is."""


def draw(canvas: Canvas, order: Order) -> None:
    """One page, on small paper two."""
    if order.only:
        return
    canvas.page("scanners")
    y = head(canvas, order.words.say("sheet", "scanners"), order.say("scanner_how"))
    y = canvas.paragraph(EDGE, y, order.say("scanner_gm65"), 3.0, canvas.width - 2 * EDGE) + 3
    for heading, settings in (("Netum", NETUM), (order.say("scanner_any"), (TRIED,))):
        y = _group(canvas, order, heading, settings, y)


def _group(
    canvas: Canvas, order: Order, heading: str, settings: tuple[Setting, ...], y: float
) -> float:
    """Codes of a maker below its name; where the next ones begin."""
    wide = canvas.width - 2 * EDGE
    columns = 2 if wide > 150 else 1
    for number, one in enumerate(settings):
        column = number % columns
        if not column and number:
            y += ROW
        if not column and y + 8 + ROW > canvas.height - EDGE:
            canvas.page("scanners")
            y = EDGE
        if not number:
            canvas.text(EDGE, y + 5, heading, 4.0, face="display")
            canvas.line(EDGE, y + 6.6, EDGE + wide, y + 6.6, GOLD, 0.3)
            y += 8
        _one(canvas, order, one, EDGE + column * wide / columns, y, wide / columns - 6)
    return y + ROW + 2


def _one(canvas: Canvas, order: Order, one: Setting, x: float, y: float, width: float) -> None:
    said = order.say(one.key)
    below = canvas.paragraph(x, y, said, TEXT, width)
    at = max(below, y + 2 * TEXT * 1.25) + 3
    size = canvas.bars(one.command, x + 10 * MODULE, at, MODULE, HIGH)
    middle = x + 10 * MODULE + size / 2
    canvas.text(middle, at + HIGH + 3.4, one.command, 2.4, colour=SOFT, align="middle")
