"""Where everything stands at the table: fixed zones, one table of them for each screen.

Nothing that happens in a match moves a zone. The numbers are pixels of the screen they were drawn
for, counted from its upper left corner. Another screen of the same kind keeps all of them in
millimetres, and only the board takes what there is more, or less.
"""

from dataclasses import dataclass, fields
from itertools import pairwise
from math import log

from ui import theme

Box = tuple[float, float, float, float]
"""Left, bottom, width and height in pixels, as a widget has them."""


@dataclass(frozen=True)
class Zones:
    """The zones of one screen; left, top, width and height where they are drawn, boxes once they
    are placed.

    head: the line at the top.
    steps: of the turn, in the head or below it.
    people: all their cards.
    board: the table.
    now: what is done now.
    last: what was done last, on some screens the lower part of *now*.
    undo, redo, help: the keys at the left of the tray; on small screens undo and redo reach a
        little out of it.
    offers: the middle of the tray.
    main: its right end, where the bright button is.
    """

    head: Box
    steps: Box
    people: Box
    board: Box
    now: Box
    last: Box
    undo: Box
    redo: Box
    help: Box
    offers: Box
    main: Box


@dataclass(frozen=True)
class Screen:
    """A screen and its zones.

    size: pixels.
    inch: diagonal.
    zones: with left, top, width, height.
    columns, card: how many cards of people stand side by side, and their size.
    crowd_columns, crowd: the same for five people.
    places: offers side by side, each that many pixels wide.
    place: how wide one offer is, in pixels.
    """

    size: tuple[int, int]
    inch: float
    zones: Zones
    columns: int
    card: tuple[float, float]
    crowd_columns: int
    crowd: tuple[float, float]
    places: int
    place: float

    @property
    def per_mm(self) -> float:
        """Pixels of a millimetre."""
        wide, high = self.size
        return float((wide * wide + high * high) ** 0.5 / self.inch / 25.4)

    @property
    def upright(self) -> bool:
        """Whether it is higher than wide."""
        return self.size[1] > self.size[0]


WIDE = Screen(
    size=(1280, 720),
    inch=10.1,
    zones=Zones(
        head=(0, 0, 1280, 56),
        steps=(318, 0, 560, 56),
        people=(12, 64, 252, 496),
        board=(272, 64, 728, 496),
        now=(1008, 64, 260, 388),
        last=(1008, 460, 260, 100),
        undo=(12, 568, 150, 68),
        redo=(12, 644, 150, 68),
        help=(170, 568, 94, 144),
        offers=(272, 568, 728, 144),
        main=(1008, 568, 260, 144),
    ),
    columns=1,
    card=(252, 118),
    crowd_columns=1,
    crowd=(252, 94),
    places=6,
    place=114,
)

SEVEN = Screen(
    size=(1024, 600),
    inch=7.0,
    zones=Zones(
        head=(0, 0, 1024, 60),
        steps=(104, 0, 600, 60),
        people=(600, 276, 412, 190),
        board=(8, 68, 580, 398),
        now=(600, 68, 412, 200),
        last=(600, 205, 412, 63),
        undo=(8, 471, 80, 60),
        redo=(8, 535, 80, 60),
        help=(96, 476, 80, 116),
        offers=(184, 476, 590, 116),
        main=(782, 476, 230, 116),
    ),
    columns=2,
    card=(202, 91),
    crowd_columns=3,
    crowd=(132, 91),
    places=5,
    place=111,
)

SMALL = Screen(
    size=(800, 480),
    inch=7.0,
    zones=Zones(
        head=(0, 0, 800, 48),
        steps=(88, 0, 470, 48),
        people=(476, 224, 316, 150),
        board=(8, 54, 462, 322),
        now=(476, 54, 316, 162),
        last=(476, 166, 316, 50),
        undo=(8, 378, 64, 48),
        redo=(8, 429, 64, 48),
        help=(78, 382, 64, 92),
        offers=(148, 382, 454, 92),
        main=(610, 382, 182, 92),
    ),
    columns=2,
    card=(154, 72),
    crowd_columns=3,
    crowd=(100, 71),
    places=5,
    place=86,
)

UPRIGHT = Screen(
    size=(720, 1280),
    inch=10.1,
    zones=Zones(
        head=(0, 0, 720, 60),
        steps=(8, 64, 704, 58),
        people=(8, 690, 704, 124),
        board=(0, 128, 720, 552),
        now=(8, 822, 704, 206),
        last=(8, 976, 704, 52),
        undo=(8, 1168, 107, 104),
        redo=(121, 1168, 107, 104),
        help=(234, 1168, 107, 104),
        offers=(8, 1036, 704, 124),
        main=(347, 1168, 365, 104),
    ),
    columns=4,
    card=(172, 124),
    crowd_columns=5,
    crowd=(139, 124),
    places=5,
    place=136,
)

SCREENS = (WIDE, SEVEN, SMALL, UPRIGHT)

LEAST_BOARD = 0.6
"""The share of its drawn size that the board keeps: on a screen that is smaller than any that
zones are drawn for, the other zones become smaller, too."""


def screen_for(width: float, height: float) -> Screen:
    """The drawn screen whose zones this one has: of its kind, and most like it in pixels."""
    upright = height > width
    alike = [
        one
        for one in SCREENS
        if one.upright == upright and (upright or (one.inch < 9) == theme.compact())
    ]
    return min(alike, key=lambda one: abs(log(width / one.size[0])))


def placed(x: float, y: float, width: float, height: float, strip: float = 0.0) -> Zones:
    """The zones on a page of that place and size. strip: how many pixels below the head, and below
    the steps where these have a row of their own, stay free, for a lesson."""
    screen = screen_for(width, height)
    board, per_mm = screen.zones.board, theme.mm(1)
    across = _axis(width, screen.size[0], board[0], board[2], per_mm / screen.per_mm)
    down = _axis(height, screen.size[1], board[1], board[3], per_mm / screen.per_mm, strip)

    def box(drawn: Box) -> Box:
        left, right = _at(across, drawn[0]), _at(across, drawn[0] + drawn[2])
        top, bottom = _at(down, drawn[1]), _at(down, drawn[1] + drawn[3])
        return (x + left, y + height - bottom, right - left, bottom - top)

    return Zones(**{one.name: box(getattr(screen.zones, one.name)) for one in fields(Zones)})


Axis = tuple[tuple[float, float], ...]
"""Drawn pixels, and where they lie on the page; between two of them in proportion."""


def _axis(
    size: float, drawn: float, start: float, length: float, scale: float, strip: float = 0.0
) -> Axis:
    """What lies before and after the board keeps its millimetres; the board has what is left."""
    around = drawn - length
    scale = min(scale, (size - strip) / (around + LEAST_BOARD * length))
    first, last = start * scale + strip, size - (drawn - start - length) * scale
    before = ((start - 1, first - strip - scale),) if strip else ()
    points = ((0, 0), *before, (start, first), (start + length, last), (drawn, size))
    return tuple(dict(points).items())


def _at(axis: Axis, drawn: float) -> float:
    for (low, at), (high, to) in pairwise(axis):
        if drawn <= high:
            return at + (drawn - low) * (to - at) / (high - low)
    return axis[-1][1]


def cards(people: Box, count: int, width: float, height: float) -> tuple[Box, ...]:
    """The places of that many cards in the zone of people, first to last. width, height: of the
    page. In a column they are as large for two as for four, beside each other they share the
    width, and one row alone has all the height; a fifth makes all of them smaller."""
    screen = screen_for(width, height)
    crowd = count > 4
    columns = screen.crowd_columns if crowd else screen.columns
    drawn = screen.crowd if crowd else screen.card
    if 1 < count <= columns:
        apart = (people[2] - columns * people[2] * drawn[0] / screen.zones.people[2]) / (
            columns - 1
        )
        wide = (people[2] - (count - 1) * apart) / count
        return tuple(
            (people[0] + number * (wide + apart), people[1], wide, people[3])
            for number in range(count)
        )
    rows = -(-max(count, 5 if crowd else 4) // columns)
    wide = people[2] * drawn[0] / screen.zones.people[2]
    high = people[3] * drawn[1] / screen.zones.people[3]
    apart = (people[2] - columns * wide) / max(1, columns - 1)
    below = (people[3] - rows * high) / max(1, rows - 1)
    top = people[1] + people[3]
    return tuple(
        (
            people[0] + (number % columns) * (wide + apart),
            top - high - (number // columns) * (high + below),
            wide,
            high,
        )
        for number in range(count)
    )
