"""Which codes stand on paper together: where most of them can be read, the rest should be, too."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import product
from typing import TypeVar

from companion.table.identity import Identity
from printables.order import Order
from printables.paper import CARDS, LABELS, MARGINS, PAPERS
from printables.sheets import menu, slips, stickers
from printables.sheets.cut_out import cells_of

MOST_LOST = 3
"""One part in this many of a page may be damaged. Where more is not there, less was printed."""

_Any = TypeVar("_Any")


def lost(
    order: Order, read: Set[Identity], widest: int = menu.USUAL
) -> Iterator[tuple[str, Identity]]:
    """What stands beside the codes that were read on one page, and was not read, with its kind: as
    little as possible, on whatever paper it was printed; nothing where it is too much for a
    damaged spot. widest: how many were read beside each other, at most."""
    whole = [one for one in _pages(order, read, widest) if read <= {*one}]
    page = min(whole, key=len, default=())
    missing = {one for one in page if one not in read}
    if MOST_LOST * len(missing) <= len(page):
        for piece in order.pieces:
            yield from ((piece.group, one) for one in piece.each() if one in missing)


def _pages(order: Order, read: Set[Identity], widest: int) -> Iterator[tuple[Identity, ...]]:
    """All pages on which these may be."""
    for columns in {menu.columns_on(paper) for paper in PAPERS}:
        if columns == menu.USUAL or columns >= widest:
            yield _part_of_menu(order, columns, read)
    colours = order.package.game.colours
    yield tuple(one.identity for one in order.pieces if one.token in colours)
    labelled = [piece.identity for piece in stickers.stickers(order)]
    for sheets in LABELS.values():
        for sheet in sheets.values():
            yield from _parts(labelled, sheet.columns * sheet.rows)
    slipped = [slip.identity for slip in slips.slips(order)]
    for count in sorted(_on_a_page(order)):
        yield from _parts(slipped, count)
    some = [one for one in order.pieces if one.copies > 1 and not read.isdisjoint(one.each())]
    yield tuple(identity for piece in some for identity in piece.each())  # wanted alone


def _on_a_page(order: Order) -> set[int]:
    """How many slips a page can hold, whatever its paper, their size and their backs."""
    found = set()
    for paper, size, cutting in product(PAPERS, CARDS.values(), MARGINS):
        for backs in ("none", "fold"):
            chosen = replace(order, paper=paper, backs=backs, cutting=cutting)
            found.add(cells_of(chosen, "card", size).count)
    return found


def _part_of_menu(order: Order, columns: int, read: Set[Identity]) -> tuple[Identity, ...]:
    """From the first to the last of its rows of which something was read. How many rows a page has
    is different from paper to paper; a row is on one page."""
    rows = [
        tuple(piece.identity for _, pieces in row for piece in pieces)
        for row in menu.rows(order, columns)
    ]
    seen = [number for number, row in enumerate(rows) if not read.isdisjoint(row)]
    return tuple(one for row in rows[seen[0] : seen[-1] + 1] for one in row) if seen else ()


def _parts(whole: Sequence[_Any], size: int) -> Iterator[tuple[_Any, ...]]:
    for first in range(0, len(whole), size):
        yield tuple(whole[first : first + size])
