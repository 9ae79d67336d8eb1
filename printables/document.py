"""From an order to a document: the sheets that are wanted, proved, with the proof at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from printables.art import Pictures
from printables.canvas import Canvas
from printables.jobs import Job, jobs
from printables.order import Order, SheetName
from printables.outlines import CutOut
from printables.placed import Placed
from printables.proof import DPIS, Proof, prove
from printables.sheets import (
    aids,
    box_codes,
    calibration,
    mats,
    menu,
    proof_page,
    scanners,
    seat_cards,
    slips,
    stickers,
    tokens,
    turn_cards,
)
from printables.sheets.parts import foot

SHEETS: dict[SheetName, Callable[[Canvas, Order], None]] = {
    "menu": menu.draw,
    "slips": slips.draw,
    "tokens": tokens.draw,
    "turns": turn_cards.draw,
    "stickers": stickers.draw,
    "aids": aids.draw,
    "mats": mats.draw,
    "seats": seat_cards.draw,
    "box": box_codes.draw,
    "scanners": scanners.draw,
    "calibration": calibration.draw,
}
"""How each is drawn."""

DRAWING = 0.3
"""The share of the time that drawing takes; the rest is reading back."""


@dataclass(frozen=True)
class Drawn:
    """Sheets that were made.

    pdf: all of them.
    codes: those on them.
    pages: how many there are, empty ones too.
    proof: what reading them back showed.
    jobs: in which parts they are printed.
    cut_outs: what is cut out of them.
    sizes: width and height of every page, in millimetres.
    for_plotter: whether a plotter cuts it out.
    """

    pdf: bytes
    codes: tuple[Placed, ...]
    pages: int
    proof: Proof
    jobs: tuple[Job, ...]
    cut_outs: tuple[CutOut, ...]
    sizes: tuple[tuple[float, float], ...]
    for_plotter: bool


def draw(
    order: Order,
    sheets: Sequence[SheetName],
    dpis: tuple[int, ...] = DPIS,
    progress: Callable[[float], None] = lambda done: None,
) -> Drawn:
    """The sheets, proved, with the result on the last page.

    progress: gets the share that is done, from 0 to 1. Raises LookupError for a piece or label
    sheet that is not there, and when nothing of what is wanted can be printed; ValueError in words
    when something does not fit on the paper. Whether the sheets may be offered says the proof.
    """
    title = f"{order.game_name}: " + ", ".join(order.words.say("sheet", one) for one in sheets)
    pictures = Pictures(order.package.art)
    with Canvas(order.paper, order.ink, pictures, title, partial(foot, order=order)) as canvas:
        for number, sheet in enumerate(sheets):
            SHEETS[sheet](canvas, order)
            progress(DRAWING * (number + 1) / len(sheets))
        if not canvas.pages:
            raise LookupError(order.say("nothing"))
        canvas.end_page()
        codes = tuple(canvas.codes)
        # The very pages that are read back are those that are offered; only the last is added.
        proof = prove(
            canvas.so_far(), codes, dpis, lambda done: progress(DRAWING + (1 - DRAWING) * done)
        )
        if codes:
            proof_page.draw(canvas, order, proof)
        return Drawn(
            pages=canvas.pages,
            codes=codes,
            proof=proof,
            jobs=jobs(canvas.leaves, order.backs),
            cut_outs=tuple(canvas.cut_outs),
            sizes=tuple(canvas.sizes),
            for_plotter=order.cutting == "plotter",
            pdf=canvas.finish(),
        )
