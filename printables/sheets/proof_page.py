"""The last page: how well every code of the file was read back, and what codes are worth."""

from printables.art import DARK, GOLD, SOFT
from printables.canvas import Canvas
from printables.order import Order
from printables.proof import WAYS, Proof, bar
from printables.sheets.parts import EDGE, head

GOOD, BAD = "#1f7a54", "#a62916"
ROW = 11.0
"""Height of a row of the table."""


def draw(canvas: Canvas, order: Order, proof: Proof) -> None:
    """One page. proof: of one code at least."""
    canvas.page("proof")
    title = f"{order.game_name} · {order.words.say('sheet', 'proof')}"
    y = head(canvas, title, order.say("proof_all", count=proof.total)) + 4
    room = canvas.width - 2 * EDGE
    y = _table(canvas, order, proof, y) + 4
    y = canvas.paragraph(EDGE, y, order.say("proof_how"), 3.0, room) + 6
    for heading, keys in (
        ("proof_codes", ("proof_layout", "proof_signature", "proof_check")),
        ("proof_hidden", ("why_no_backs",)),
    ):
        y = canvas.paragraph(EDGE, y, order.say(heading), 4.2, room, face="display") + 1
        for key in keys:
            y = canvas.paragraph(EDGE, y, order.say(key), 3.0, room) + 2
        y += 4


def _table(canvas: Canvas, order: Order, proof: Proof, y: float) -> float:
    first = 62.0
    wide = (canvas.width - 2 * EDGE - first) / (len(proof.dpis) + 1)
    canvas.rect(EDGE, y, canvas.width - 2 * EDGE, ROW, canvas.shade("panel2"), "", corner=1.0)
    headings = [order.say("proof_dpi", dpi=dpi) for dpi in proof.dpis]
    for number, heading in enumerate((*headings, order.say("proof_wanted"))):
        middle = EDGE + first + (number + 0.5) * wide
        canvas.text(middle, y + 7.2, heading, 3.4, face="bold", align="middle")
    for row, way in enumerate(WAYS, 1):
        top = y + row * ROW
        if row % 2 == 0:
            canvas.rect(EDGE, top, canvas.width - 2 * EDGE, ROW, canvas.shade("panel"))
        canvas.text(EDGE + 3, top + 7.2, order.say(f"proof_{way}"), 3.4, width=first - 5)
        for number, dpi in enumerate(proof.dpis):
            read = proof.read(dpi, way)
            good = (dpi, way) not in proof.faults
            canvas.text(
                EDGE + first + (number + 0.5) * wide,
                top + 7.2,
                f"{read} / {proof.total}",
                3.6,
                face="bold",
                colour=GOOD if good else BAD,
                align="middle",
            )
        wanted = " · ".join(_percent(bar(way, dpi)) for dpi in proof.dpis)
        middle = EDGE + first + (len(proof.dpis) + 0.5) * wide
        canvas.text(middle, top + 7.2, wanted, 2.6, colour=SOFT, align="middle", width=wide - 2)
    bottom = y + (len(WAYS) + 1) * ROW
    canvas.line(EDGE, bottom, canvas.width - EDGE, bottom, GOLD, 0.4)
    for row in range(2, len(WAYS) + 1):
        line = y + row * ROW
        canvas.line(EDGE, line, canvas.width - EDGE, line, DARK, 0.05)
    return bottom


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share else "–"
