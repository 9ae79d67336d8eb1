"""What can lie beside a document: what a plotter cuts, and each card and token as a picture."""

from collections.abc import Iterator
from io import BytesIO

from printables import plotter
from printables.document import Drawn
from printables.jobs import ranges
from printables.outlines import CutOut
from printables.pictures import Document
from printables.proof import MM

DPI = 300
"""Pixels an inch of a single picture: what printers of cards ask for."""


def files(drawn: Drawn, *, pictures: bool) -> Iterator[tuple[str, bytes]]:
    """Name and content of each: the lines for a plotter where the sheets have its marks, and single
    pictures where they are wanted."""
    if drawn.for_plotter:
        for pages, lines in plotter.files(drawn.cut_outs, drawn.sizes):
            yield f"cut-{ranges(page + 1 for page in pages)}.svg", lines
    if pictures:
        yield from _pictures(drawn)


def _pictures(drawn: Drawn) -> Iterator[tuple[str, bytes]]:
    """One of each name, for all backs of a sheet are alike."""
    named: dict[str, CutOut] = {}
    for one in drawn.cut_outs:
        if one.name:
            named.setdefault(one.name, one)
    by_page: dict[int, list[CutOut]] = {}
    for one in named.values():
        by_page.setdefault(one.page, []).append(one)
    with Document(drawn.pdf) as document:
        for number, some in by_page.items():
            page = document.page(number, DPI, gray=False)
            for one in some:
                box, out = one.outline.grown(one.bleed), BytesIO()
                edges = (box.x, box.y, box.x + box.width, box.y + box.height)
                piece = page.crop(tuple(round(edge * DPI / MM) for edge in edges))  # type: ignore[arg-type]
                piece.save(out, "PNG", dpi=(DPI, DPI))
                yield f"{one.name}.png", out.getvalue()
