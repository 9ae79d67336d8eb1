"""A picture of the race: how far everybody was, from the first line to the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from kivy.graphics import Color, InstructionGroup, Line
from kivy.uix.widget import Widget

from companion.match.match import Match
from companion.scene import Dots, Instrument, Pyramid, Scale, Scene
from ui import theme
from ui.canvas.ground import Box
from ui.presenter import Presenter
from ui.session.glance import counting, figure, shown
from ui.widgets.instruments import SeatMark
from ui.widgets.sketch import Easel, Sketch
from ui.widgets.text import width_of

LINES = 10
"""Lines across the picture at most, so that they can be told apart."""

STEPS = (1, 2, 5, 10, 20, 50, 100)
"""How much a line across the picture may count, the first that leaves few enough of them."""

HIGH = 0.5
"""Where all figures are above that share of the highest, the picture does not begin at 0: all
lines would lie flat at its upper edge."""

POINTS = 60
"""Tables that are looked at, spread evenly over the match."""


@dataclass(frozen=True)
class Race:
    """text: what is counted. top: the highest figure. lines: by seat, a figure a point. low: where
    the picture begins."""

    text: str
    top: int
    lines: dict[str, tuple[int, ...]]
    low: int = 0


def race(presenter: Presenter) -> Race | None:
    """What fills up towards the goal, over time."""
    match = presenter.match
    scenes = [presenter.package.scene(view) for view in _tables(match)]
    if not scenes:
        return None
    one = counting(scenes[-1], presenter.package.tally.pieces)
    if one is None:
        return None
    seats = [panel.seat for panel in scenes[-1].panels if panel.seat]
    lines = {seat: _line(scenes, seat, one.text) for seat in seats}
    known = {figure for line in lines.values() for figure in line}
    if len(known) == 1:
        return None  # nobody got anywhere: there was no race
    top, least = max(1, _top(one), *known), min(known)
    return Race(one.text, top, lines, least if least > HIGH * top else 0)


def _tables(match: Match) -> list[object]:
    if match.read_only or match.timeline.start is None:
        return []
    positions = [match.timeline.start, *(step.after for step in match.steps)]
    last = len(positions) - 1
    taken = sorted({round(last * number / POINTS) for number in range(POINTS + 1)})
    return [match.game.public(positions[number]) for number in taken]


def _line(scenes: Sequence[Scene], seat: str, text: str) -> tuple[int, ...]:
    found: list[int] = []
    for scene in scenes:
        panel = next(panel for panel in scene.panels if panel.seat == seat)
        had = found[-1] if found else 0
        there = shown(panel, text)
        found.append(had if there is None else figure(there, had))
    return tuple(found)


def _top(one: Instrument) -> int:
    match one:
        case Dots():
            return one.total
        case Pyramid():
            return sum(places for _, places in one.levels)
        case Scale():
            return one.top
        case _:
            return 1


BESIDE = 2.4
"""Millimetres between the two words in the corner."""

EDGE, ASIDE, THICK = 1.0, 0.9, 0.05
"""Millimetres above and below the lines; how far lines lie side by side that would cover each
other, at most, and as a share of the height."""


@dataclass(frozen=True)
class _Grid:
    """Where figures stand. box: left, bottom, width and height in pixels. levels: the figures of
    the lines across, the first at the bottom of it, the last at its top."""

    box: Box
    levels: Sequence[int]

    def up(self, figure: int) -> float:
        """How high a figure stands."""
        _, low, _, high = self.box
        return low + high * (figure - self.levels[0]) / (self.levels[-1] - self.levels[0])


class RacePicture(Widget):
    """A line for each seat in its colour, with its mark beside its end; lines that would cover each
    other lie side by side. title, what: stand in the upper left corner, over the lines as long as
    those are low, for a picture where there is little room."""

    def __init__(self, shown: Race, title: str = "", what: str = "") -> None:
        super().__init__()
        self._race = shown
        self._title, self._what = title, what
        self._lines = InstructionGroup()
        self.canvas.add(self._lines)
        self._numbers = Easel(self.canvas)
        self._marks = {seat: SeatMark(seat=seat) for seat in shown.lines}
        for mark in self._marks.values():
            mark.size_hint, mark.size = (None, None), (theme.mm(4.4), theme.mm(4.4))
            self.add_widget(mark)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        side = theme.mm(4.4)
        left, low = self.x + theme.mm(5), self.y + theme.mm(EDGE)
        high = max(1.0, self.height - 2 * theme.mm(EDGE))
        seats = list(self._race.lines)
        step = min(theme.mm(ASIDE), high * THICK)
        high -= step * (len(seats) - 1)
        beside = ceil(len(seats) / max(1, int(self.height / side)))
        wide = max(1.0, self.width - beside * side - theme.mm(7))
        over, broad = self._headed()
        letters = theme.type_size("tiny")
        levels = _levels(self._race, min(LINES, int(high / letters / 1.2)))
        reached = self._reached((broad - theme.mm(5)) / wide) - levels[0] if over else 0
        if reached * high > (high - over) * (levels[-1] - levels[0]):
            high, over = high - over, 0.0
            levels = _levels(self._race, min(LINES, int(high / letters / 1.2)))
        grid = _Grid((left, low, wide, high), levels)
        self._lines.clear()
        self._rule(grid, broad, self.top - over)
        ends: dict[str, float] = {}
        for number, seat in enumerate(seats):  # above each other, so that none begins below 0
            last = self._line(seat, grid, number * step)
            ends[seat] = max(self.y, last - side / 2)
        ranked = sorted(seats, key=lambda seat: ends[seat])
        for column in range(beside):
            x, there = left + wide + theme.mm(1) + column * side, ranked[column::beside]
            for seat, y in zip(
                there, spread([ends[seat] for seat in there], side, self.top - side), strict=True
            ):
                self._marks[seat].pos = (x, y)

    def _rule(self, grid: _Grid, broad: float, under: float) -> None:
        """The lines across with their numbers, and the words in the corner, so wide: from ``under``
        on upwards lines begin beside those."""
        left, _, wide, _ = grid.box
        self._lines.add(Color(*theme.colour("panel3")))
        sketch, letters = self._heading(), theme.type_size("tiny")
        for level in grid.levels:
            y = grid.up(level)
            aside = y + letters / 2 > under
            begin = self.x + broad + theme.mm(BESIDE) if aside else left
            self._lines.add(Line(points=[begin, y, left + wide, y], width=1))
            if not aside:
                x, up = left - self.x - theme.mm(1), y - self.y
                sketch.text(str(level), x, up, "tiny", theme.colour("ink2"), align=1.0)
        self._numbers.show(sketch)
        self._numbers.move(self.x, self.y)

    def _line(self, seat: str, grid: _Grid, aside: float) -> float:
        """How far a seat was, so far above where it would be alone; how high it ends."""
        left, _, wide, _ = grid.box
        line = self._race.lines[seat]
        last = max(1, len(line) - 1)
        points: list[float] = []
        for at, (before, after) in enumerate(pairwise((*line, line[-1]))):
            for x, level in ((at, before), (at + 1, before), (at + 1, after)):
                points += [left + wide * min(x, last) / last, grid.up(level) + aside]
        fill, thick = theme.hexed(theme.seat(seat).fill), theme.mm(0.35)
        if theme.contrast(fill, theme.colour("panel")) < theme.SHAPE:  # only its rim is seen
            self._lines.add(Color(*theme.colour("ink2")))
            self._lines.add(Line(points=points, width=theme.mm(0.45), joint="round"))
            thick = theme.mm(0.2)
        self._lines.add(Color(*fill))
        self._lines.add(Line(points=points, width=thick, joint="round"))
        return points[-1]

    def _headed(self) -> tuple[float, float]:
        """How high the words in the corner are, and how wide; nothing where there are none."""
        if not self._title:
            return 0.0, 0.0
        large, small = theme.type_size("number"), theme.type_size("small")
        wide = width_of(self._title, large, "display") + width_of(self._what, small)
        return large * 1.3, wide + theme.mm(BESIDE)

    def _heading(self) -> Sketch:
        """The words in the corner."""
        sketch = Sketch()
        if self._title:
            size = theme.type_size("number")
            y, x = self.height - size * 0.6, width_of(self._title, size, "display")
            sketch.text(self._title, 0, y, "number", theme.colour("ink"))
            sketch.text(self._what, x + theme.mm(BESIDE), y, "small", theme.colour("ink2"))
        return sketch

    def _reached(self, share: float) -> int:
        """How far anybody is within that share of the match."""
        lines = self._race.lines.values()
        return max(max(line[: max(1, int(share * len(line)) + 2)]) for line in lines)


def spread(wanted: Sequence[float], apart: float, highest: float) -> list[float]:
    """Places as near to those wanted, the lowest first, as none is nearer to another than that, and
    none above the highest."""
    found: list[float] = []
    for one in wanted:
        found.append(max(one, found[-1] + apart) if found else one)
    for at in reversed(range(len(found))):
        found[at] = min(found[at], highest - (len(found) - 1 - at) * apart)
    return found


def _levels(race: Race, most: int) -> range:
    """Where the lines across the picture are, between which all figures lie: so few that there are
    no more than ``most`` between them, and that their numbers find room."""
    for apart in (*STEPS, race.top):
        low, top = race.low // apart, -(-race.top // apart)
        if top - low <= max(1, most):
            return range(low * apart, top * apart + 1, apart)
    return range(0, race.top + 1, race.top)
