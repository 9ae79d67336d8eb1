"""Marks by which a cutting plotter finds what was printed, and the file of the lines that it cuts.

The marks are those that plotters of Silhouette look for, as their own program and others draw
them: a square at the upper left, an angle at the upper right and one at the lower left. What stands
in the file is plain SVG, which other plotters' programs read, too.
"""

from collections.abc import Iterable, Iterator

from printables.outlines import CutOut, Outline

INSET, SQUARE, ARM, LINE = 10.0, 5.0, 20.0, 0.5
"""Millimetres: from the edges of the page, the square's side, an angle's arms, and its line."""

Bar = tuple[float, float, float, float]
"""A black rectangle: x, y, width, height."""


def marks(width: float, height: float) -> tuple[Bar, ...]:
    """What is printed on a page of that size."""
    right, bottom = width - INSET, height - INSET
    return (
        (INSET, INSET, SQUARE, SQUARE),
        (right - ARM, INSET, ARM, LINE),
        (right - LINE, INSET, LINE, ARM),
        (INSET, bottom - ARM, LINE, ARM),
        (INSET, bottom - LINE, ARM, LINE),
    )


def files(
    cut_outs: Iterable[CutOut], sizes: Iterable[tuple[float, float]]
) -> Iterator[tuple[tuple[int, ...], bytes]]:
    """A file for each arrangement of lines, with the pages, counted from 0, that it cuts.

    sizes: of all pages, in millimetres.
    """
    by_page: dict[int, tuple[Outline, ...]] = {}
    for one in cut_outs:
        if one.cut:
            by_page[one.page] = (*by_page.get(one.page, ()), one.outline)
    every = tuple(sizes)
    alike: dict[bytes, tuple[int, ...]] = {}
    for page, lines in by_page.items():
        file = _svg(lines, *every[page])
        alike[file] = (*alike.get(file, ()), page)
    yield from ((pages, file) for file, pages in alike.items())


def _svg(lines: tuple[Outline, ...], width: float, height: float) -> bytes:
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        '<g id="marks" fill="#000000">',
        *(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>'
            for x, y, wide, high in marks(width, height)
        ),
        "</g>",
        '<g id="cut" fill="none" stroke="#ff0000" stroke-width="0.1">',
        *map(_line, lines),
        "</g>",
        "</svg>",
    ]
    return ("\n".join(drawn) + "\n").encode()


def _line(one: Outline) -> str:
    if one.form == "round":
        x, y = one.middle
        return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{one.width / 2:g}"/>'
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in one.corners())
    return f'<polygon points="{points}"/>'
