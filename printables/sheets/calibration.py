"""The page that checks a printer: its scale, its steps of gray, and how far it shifts a back."""

from printables.art import DARK, SOFT
from printables.canvas import Canvas
from printables.order import Order
from printables.sheets.parts import EDGE, head

FRAME = 100.0
REACH = 5
"""Millimetres of offset that can be read off, in each direction."""


def draw(canvas: Canvas, order: Order) -> None:
    """A page and its back."""
    if order.only:
        return
    canvas.new_leaf()
    canvas.page("calibration", side="front")
    top = head(
        canvas,
        order.words.say("sheet", "calibration"),
        order.words.say("sheet_detail", "calibration"),
    )
    left = (canvas.width - FRAME) / 2
    room = canvas.width - 2 * EDGE
    y = canvas.paragraph(EDGE, top, order.say("calibrate_scale"), 3.0, room)
    frame = y + 8
    _frame(canvas, left, frame)
    middle = canvas.width / 2, frame + FRAME / 2
    _scale(canvas, *middle)
    y = frame + FRAME + 8
    right, down = order.offset
    kept = order.say("calibrate_now", right=f"{right:g}", down=f"{down:g}")
    for said in (order.say("calibrate_turn"), order.say("calibrate_keep"), kept):
        y = canvas.paragraph(EDGE, y, said, 3.0, room) + 2
    if y + 22 < canvas.height - EDGE:  # small paper has no room for them
        _grays(canvas, y + 4)
        canvas.text(EDGE, y + 22, order.say("gray_steps"), 2.4, colour=SOFT)
    canvas.page("calibration", side="back")
    across = canvas.width - middle[0] + right, middle[1] + down
    _cross(canvas, *across)
    canvas.text(across[0], across[1] + 22, order.say("back_of"), 3.0, colour=SOFT, align="middle")


def _frame(canvas: Canvas, x: float, y: float) -> None:
    canvas.rect(x, y, FRAME, FRAME, "", DARK, 0.2)
    for step in range(0, int(FRAME) + 1, 5):
        long = 3.0 if step % 10 == 0 else 1.6
        canvas.line(x + step, y, x + step, y + long, DARK, 0.15)
        canvas.line(x, y + step, x + long, y + step, DARK, 0.15)
        if step % 10 == 0 and 0 < step < FRAME:
            canvas.text(x + step, y + 6.0, str(step), 2.2, align="middle")
            canvas.text(x + 4.0, y + step + 0.8, str(step), 2.2)


def _scale(canvas: Canvas, x: float, y: float) -> None:
    """Millimetres in both directions from the middle of the page: by how much a back must be moved
    whose cross lies there. Right is right, for the back is seen from behind; down is not."""
    out = REACH * 4.0
    canvas.line(x - out, y, x + out, y, DARK, 0.2)
    canvas.line(x, y - out, x, y + out, DARK, 0.2)
    for step in range(-REACH, REACH + 1):
        if step:
            canvas.line(x + step, y - 1.5, x + step, y + 1.5, DARK, 0.15)
            canvas.line(x - 1.5, y + step, x + 1.5, y + step, DARK, 0.15)
    for end in (-REACH, REACH):
        canvas.text(x + end, y - 2.4, f"{end:+d}", 2.0, align="middle")
        canvas.text(x + 2.4, y + end + 0.7, f"{-end:+d}", 2.0)


def _cross(canvas: Canvas, x: float, y: float) -> None:
    canvas.line(x - 15, y, x + 15, y, DARK, 0.3)
    canvas.line(x, y - 15, x, y + 15, DARK, 0.3)
    canvas.circle(x, y, 1.0, "", DARK, 0.2)


def _grays(canvas: Canvas, y: float) -> None:
    for step in range(8):
        level = round(255 * step / 7)
        fill = f"#{level:02x}{level:02x}{level:02x}"
        canvas.rect(EDGE + step * 14, y, 14, 12, fill, SOFT, 0.15)
