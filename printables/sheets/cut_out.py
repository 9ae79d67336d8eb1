"""Pages of what is cut out: cards, tiles, tokens. Their grounds, their cuts, and their backs.

A back never depends on what is in front of it, and no code is drawn on it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printables import plotter
from printables.art import BLACK, DARK, SOFT, Shade
from printables.canvas import Canvas
from printables.jobs import Side
from printables.order import Order, SheetName
from printables.outlines import CutOut, Form, Outline
from printables.paper import MARGINS, Cutting, Grid, Margins, grid

MARK = 2.8
"""Length of a cut mark, outside the bleed."""

LINE = 0.2
"""Width of a line to cut along."""

WHITE_BETWEEN = 0.5
"""Left white beside a bleed, so that it is seen whose it is."""


@dataclass(frozen=True)
class Face:
    """The front of one.

    name: tells it from all others of its sheet.
    draw: draws it; gets the upper left corner of its box.
    """

    name: str
    draw: Callable[[float, float], None]


@dataclass(frozen=True)
class Lot:
    """What is cut out in one form and size.

    sheet: on which it stands.
    form: of each.
    width, height: of each, in millimetres.
    faces: of all of them.
    back: draws the back that all have; gets the upper left corner of its box.
    """

    sheet: SheetName
    form: Form
    width: float
    height: float
    faces: Sequence[Face]
    back: Callable[[float, float], None]

    def at(self, x: float, y: float) -> Outline:
        """The line round one whose box begins there."""
        return Outline(self.form, x, y, self.width, self.height)


def lay_out(canvas: Canvas, order: Order, lot: Lot) -> None:
    """All faces on as many pages as it takes, and their backs as the order wants them."""
    free, fold = MARGINS[_cutting(order, lot.form)], _folded(order, lot.form)
    cells = cells_of(order, lot.form, (lot.width, lot.height))
    side: Side = "front" if order.backs in ("duplex", "by_hand") else "single"
    starts = range(0, len(lot.faces), cells.count)
    for first in starts:
        some = lot.faces[first : first + cells.count]
        if order.backs == "duplex":
            canvas.new_leaf()
        canvas.page(lot.sheet, landscape=cells.landscape, side=side)
        places = [cells.cell(number) for number in range(len(some))]
        _grounds(canvas, lot.form, [_box(lot.form, cells, *one) for one in places], free, "panel")
        for (x, y), face in zip(places, some, strict=True):
            if fold:
                lot.back(x, y)
                _known(canvas, lot, "back", x, y, free, cut=False)
            at = x + lot.width if fold else x
            face.draw(at, y)
            _known(canvas, lot, face.name, at, y, free, cut=not fold)
        _cuts(canvas, order, lot, cells, places)
        if order.backs == "duplex":
            _backs(canvas, order, lot, cells, len(some))
    # All alike and full, so that it does not matter in which order the sheets are put in again.
    for _ in starts if order.backs == "by_hand" else ():
        _backs(canvas, order, lot, cells, cells.count)


def cells_of(order: Order, form: Form, size: tuple[float, float]) -> Grid:
    """Where pieces of that form, width and height lie on a page."""
    width, height = size
    wide = width * (2 if _folded(order, form) else 1)
    return grid(order.paper, wide, height, _cutting(order, form))


def _folded(order: Order, form: Form) -> bool:
    """Whether a back is beside the front: of cards only."""
    return order.backs == "fold" and form == "card"


def _cutting(order: Order, form: Form) -> Cutting:
    """As it is wanted, but only cards can share a cut."""
    return "apart" if form != "card" and order.cutting == "touching" else order.cutting


def _box(form: Form, cells: Grid, x: float, y: float) -> Outline:
    """The line round a cell: a front, or a front and the back that is folded over."""
    return Outline(form, x, y, cells.width, cells.height)


def _known(
    canvas: Canvas, lot: Lot, name: str, x: float, y: float, free: Margins, *, cut: bool
) -> None:
    bleed = free.bleed if free.between else 0.0
    outline = lot.at(x, y)
    canvas.cut_outs.append(CutOut(canvas.pages - 1, f"{lot.sheet}-{name}", outline, bleed, cut))


def _grounds(
    canvas: Canvas, form: Form, boxes: Sequence[Outline], free: Margins, shade: Shade
) -> None:
    """Under all of them before anything is drawn on one, so that each bleeds on every side. Saving
    ink there are none."""
    beyond = free.bleed - (WHITE_BETWEEN if free.between else 0.0)
    for box in boxes if canvas.ink != "saving" else ():
        canvas.outline(box.grown(beyond), canvas.shade(shade))


def _cuts(
    canvas: Canvas,
    order: Order,
    lot: Lot,
    cells: Grid,
    places: Sequence[tuple[float, float]],
) -> None:
    """Where to cut: marks for a plotter, marks beside cards, a line round what is not straight."""
    boxes = [_box(lot.form, cells, *one) for one in places]
    if _folded(order, lot.form):
        for box in boxes:
            middle = box.middle[0]
            canvas.line(middle, box.y, middle, box.y + box.height, SOFT, 0.15, dash=1.0)
            whole = CutOut(canvas.pages - 1, "", box, 0.0, cut=True)
            canvas.cut_outs.append(whole)
    if order.cutting == "plotter":
        canvas.registered = True
        for bar in plotter.marks(canvas.width, canvas.height):
            canvas.rect(*bar, BLACK)
    elif lot.form == "card":
        _marks(canvas, boxes, fold=_folded(order, lot.form))
    else:
        for box in boxes:
            canvas.outline(box, "", DARK, LINE)


def _marks(canvas: Canvas, boxes: Sequence[Outline], *, fold: bool) -> None:
    """At the edges of the sheet: outside the bleed, in line with every cut."""
    out = MARGINS["touching"].bleed + 0.5
    across = sorted({round(x, 3) for box in boxes for x in (box.x, box.x + box.width)})
    down = sorted({round(y, 3) for box in boxes for y in (box.y, box.y + box.height)})
    for x in across:
        for y, far in ((down[0] - out, -MARK), (down[-1] + out, MARK)):
            canvas.line(x, y, x, y + far, DARK, 0.15)
    for y in down:
        for x, far in ((across[0] - out, -MARK), (across[-1] + out, MARK)):
            canvas.line(x, y, x + far, y, DARK, 0.15)
    for x in sorted({round(box.middle[0], 3) for box in boxes}) if fold else ():
        for y, far in ((down[0] - out, -MARK), (down[-1] + out, MARK)):
            canvas.line(x, y, x, y + far, SOFT, 0.15, dash=0.8)


def _backs(canvas: Canvas, order: Order, lot: Lot, cells: Grid, count: int) -> None:
    """A page of backs behind that many fronts."""
    canvas.page(lot.sheet, landscape=cells.landscape, side="back")
    right, down = order.offset
    if cells.landscape:  # printers turn such a page to the left (RFC 8011, orientation-requested)
        right, down = down, -right
    free = MARGINS[_cutting(order, lot.form)]
    behind = [cells.cell(cells.mirrored(number)) for number in range(count)]
    places = [(x + right, y + down) for x, y in behind]
    _grounds(canvas, lot.form, [lot.at(*one) for one in places], free, "panel2")
    for x, y in places:
        lot.back(x, y)
        _known(canvas, lot, "back", x, y, free, cut=False)
