"""What points came from, as pieces: markers with their numbers, coins, blocks, boats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.scene import Counter, Dots, Instrument, Pyramid
from ui import theme
from ui.theme import mm
from ui.widgets.pieces import MOST
from ui.widgets.sketch import Sketch

Place = tuple[float, float, float, float]
"""The middle of a place, its width and its height in pixels."""

LARGEST = 8.0
"""Millimetres of a piece at most."""


def draw_pieces(
    sketch: Sketch,
    made_of: Sequence[Instrument],
    place: Place,
    seat: str,
    names: Callable[..., str],
) -> None:
    """Draw in a place what an instrument counts, or each of several counters as one coin; nothing
    where there is no room yet, as on a step that is about to rise.

    names: says the words that stand on pieces.
    """
    if min(place[2:]) <= 0:
        return
    first = made_of[0]
    if isinstance(first, Pyramid):
        _blocks(sketch, first, place, seat)
    elif isinstance(first, Dots):
        marks = [names(one, {}) for one in first.marks]
        marks += [""] * (first.filled - len(marks))
        owner = theme.seat(seat)
        colours = theme.hexed(owner.fill), theme.hexed(owner.ink)
        _discs(sketch, marks, place, *colours)
    elif len(made_of) > 1:
        counts = [str(one.count) for one in made_of if isinstance(one, Counter)]
        _discs(sketch, counts, place, theme.colour("gold"), theme.colour("gold_ink"))
    elif isinstance(first, Counter) and first.look:
        _looks(sketch, first, place, seat)


def pieces_are_seen(made_of: Sequence[Instrument]) -> bool:
    """Whether there is anything to be drawn."""
    match made_of:
        case (Counter() as one,):
            return bool(one.look) and str(one.count).partition("/")[0].strip("0?") != ""
        case (Dots() as one,):
            return one.filled > 0
        case (Pyramid(),) | (Counter(), Counter(), *_):
            return True
    return False


def _rows(many: int, wide: float, high: float) -> tuple[int, float]:
    """How many stand side by side in one row or two, and the room that each has."""
    found = []
    for rows in (1, 2):
        across = -(-max(1, many) // rows)
        found.append((min(wide / across, high / rows, mm(LARGEST)), -rows, across))
    step, _, across = max(found)
    return across, step


def _spots(many: int, place: Place) -> list[tuple[float, float, float]]:
    """The middles of that many pieces and how large they are, row by row."""
    x, y, wide, high = place
    across, step = _rows(many, wide, high)
    rows = -(-many // across)
    spots = []
    for number in range(many):
        row, column = divmod(number, across)
        here = min(across, many - row * across)
        at = x + (column - (here - 1) / 2) * step
        spots.append((at, y + ((rows - 1) / 2 - row) * step, step * 0.88))
    return spots


def _discs(
    sketch: Sketch, texts: Sequence[str], place: Place, fill: theme.Colour, ink: theme.Colour
) -> None:
    for text, (x, y, size) in zip(texts, _spots(len(texts), place), strict=True):
        sketch.dot(x, y, size, fill)
        sketch.dot(x, y, size, theme.mix(fill, ink, 0.5), size * 0.06)
        sketch.text(text, x, y, "number", ink, size * 0.84, align=0.5, size=size * 0.56)


def _looks(sketch: Sketch, one: Counter, place: Place, seat: str) -> None:
    """Each of them, or one with their number where they are many."""
    said = str(one.count).partition("/")[0]
    many = int(said) if said.isdigit() else 0
    if many <= MOST:
        for x, y, size in _spots(many, place):
            sketch.look(one.look, x, y, size, seat)
        return
    x, y, wide, high = place
    size = min(high, wide / 2.2, mm(LARGEST))
    sketch.look(one.look, x - size * 0.5, y, size, seat)
    sketch.text(said, x + size * 0.2, y, "number", theme.colour("ink"), size=size * 0.7)


def _blocks(sketch: Sketch, one: Pyramid, place: Place, seat: str) -> None:
    x, y, wide, high = place
    widest = max((places for _, places in one.levels), default=1)
    step = min(wide / widest, high / max(1, len(one.levels)), mm(LARGEST))
    owner, low = theme.seat(seat), y - step * len(one.levels) / 2
    built = theme.hexed(owner.fill), theme.rim(owner)
    for level, (filled, places) in enumerate(one.levels):
        left = x - places * step / 2
        for number in range(places):
            at = left + number * step, low + level * step
            sketch.block(*at, step * 0.9, built if number < filled else None)
