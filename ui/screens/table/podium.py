"""The podium: who came where, made to be read and photographed from across the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.properties import NumericProperty

from companion.scene import Dots, Instrument
from ui import theme
from ui.canvas.art import Art
from ui.screens.table.pieces_of import draw_pieces
from ui.theme import mm
from ui.widgets.instruments import bare
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch, wrapped
from ui.widgets.text import width_of

HIGH = (58.0, 33.0)
"""Millimetres of the podium in a list: on a large screen, on a small one."""

WIDEST = 33.0
"""Millimetres of a step at most."""

RISE = (0.5, 0.4, 0.33, 0.28)
"""Heights of the steps in that of the podium, the first one first; after the last all alike."""

MEDAL, LARGEST = (0.36, 0.25), (0.86, 0.66)
"""Of the winner's medal, or where nobody won of all, and of the others': in the height of the
podium, at most in the width of a step."""

NAMED = 0.8
"""How large the winner's medal is where a name has to stand above its crown, too."""

SUNK, CROWN = 0.14, 0.52
"""How far a medal stands before its step, and how wide the crown above it is, in its widths."""

OVER = 0.2
"""By how much a step comes too high before it stands."""

SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""The sizes a name is tried at."""


@dataclass(frozen=True)
class Step:
    """Somebody on it.

    seat: whose it is.
    name: as the table says it.
    place: from 1, equals share one; 0 where nobody was placed.
    figure: what was counted, "" for nothing.
    made_of: what that came from, as it stands on the panel of the seat.
    """

    seat: str
    name: str
    place: int
    figure: str = ""
    made_of: tuple[Instrument, ...] = ()


class Podium(Drawn):
    """Everybody with their medal: the winner beside the middle, the second at the left of them,
    equals on steps of the same height; in turn and on no step where nobody was placed. steps: best
    first, one at least. names: of what stands on pieces. said: words above that say who won; then
    nobody who won alone is named once more. risen: how much of the steps is there yet, from the
    last place to the first, and then 1 more for the crown."""

    said = ""
    risen = NumericProperty(2.0)
    drawn_by = ("risen",)

    def __init__(
        self,
        steps: Sequence[Step],
        art: Art | None = None,
        names: Callable[..., str] = bare,
        **kwargs: object,
    ) -> None:
        placed = any(one.place for one in steps)
        self.steps = (*steps[1:2], *steps[:1], *steps[2:]) if placed else tuple(steps)
        self._names = names
        super().__init__(art=art, **kwargs)

    def draw(self, sketch: Sketch) -> None:
        """As high as there is room."""
        self.stand(sketch, self.height)

    def stand(self, sketch: Sketch, high: float) -> None:
        """The steps from the left, and what is above them, so high altogether."""
        gap = mm(1.4)
        wide = min(self.width / len(self.steps), mm(WIDEST)) - gap
        if wide < gap:  # there is no room yet
            return
        left = (self.width - len(self.steps) * (wide + gap)) / 2
        for number, step in enumerate(self.steps):
            if self._up(step):
                self._stand(sketch, step, left + number * (wide + gap) + gap / 2, wide, high)

    def _up(self, step: Step) -> float:
        """How high a step is yet: one after the other, the first one last, a little too high."""
        ranks = sorted({one.place or len(RISE) for one in self.steps}, reverse=True)
        late = ranks.index(step.place or len(RISE)) / len(ranks)
        share = min(1.0, max(0.0, (float(self.risen) - late) * len(ranks)))
        return 1 - (1 - share) ** 2 + OVER * share * (1 - share)

    def _stand(self, sketch: Sketch, step: Step, x: float, wide: float, whole: float) -> None:
        middle, first = x + wide / 2, step.place == 1
        high = whole * RISE[min(step.place or len(RISE), len(RISE)) - 1] * self._up(step)
        gold = theme.colour("gold")
        face = theme.mix(theme.colour("panel2"), gold, 0.42 if first else 0.0)
        radius = mm(2.0)
        placed = any(one.place for one in self.steps)
        if placed:  # else nobody stands on anything
            edge = gold if first else theme.colour("panel3")
            sketch.box(x, 0, wide, high, face, radius, edge, mm(0.4))
        named = step.name not in self.said or not first
        share = NAMED if named and first else 1.0
        small = placed and not first
        side = min(whole * MEDAL[small], wide * LARGEST[small]) * share
        low = high - side * SUNK
        self._bears(sketch, step, middle, wide - mm(1.6), low - mm(0.6))
        sketch.medal(middle, low + side / 2, side, step.seat)
        top = low + side
        if first and self.risen > 1:
            across, falls = side * CROWN, (2 - self.risen) ** 2
            sketch.look("crown", middle, top + across * (0.3 + falls), across)
            top += across * 0.66
        if named:
            self._name(sketch, step.name, middle, top + mm(0.8), wide, whole)

    def _bears(self, sketch: Sketch, step: Step, x: float, wide: float, high: float) -> None:
        """The place, what the points came from, and how many they are."""
        ink = theme.colour("ink")
        counted = step.figure if _says_no_number(step.made_of) else ""
        rows = [(0.36, "place")] * bool(step.place)
        rows += [(0.42, "pieces")] * bool(step.made_of) + [(0.26, "figure")] * bool(counted)
        whole = sum(share for share, _ in rows) or 1.0
        top = high
        for share, what in rows:
            row = min(high * share / whole, mm(12.0 if what == "pieces" else 9.0))
            y, top = top - row / 2, top - row
            if what == "pieces":
                draw_pieces(sketch, step.made_of, (x, y, wide, row * 0.9), step.seat, self._names)
                continue
            text = str(step.place) if what == "place" else counted
            size = min(row * 0.78, theme.type_size("display"))
            size = min(size, size * wide / max(1.0, width_of(text, round(size), "display")))
            sketch.text(text, x, y, "number", ink, align=0.5, size=size)

    def _name(
        self, sketch: Sketch, name: str, x: float, low: float, wide: float, whole: float
    ) -> None:
        """In as many lines as it needs, the last one above the medal; broken in a word only on the
        narrowest steps."""
        size, lines = 0.0, [name]
        for share in SHARES:
            size = theme.type_size("title") * share
            lines = _hyphened(name, wide, size)
            fits = all(width_of(one, round(size), "display") <= wide for one in lines)
            if fits and low + len(lines) * size * 1.2 <= whole:
                break
        else:
            lines = wrapped(name, wide, size, "display", hard=True)
        for at, line in enumerate(lines):
            y = low + (len(lines) - at - 0.5) * size * 1.2
            sketch.text(line, x, y, "number", theme.colour("ink"), wide, align=0.5, size=size)


def _says_no_number(made_of: Sequence[Instrument]) -> bool:
    """Whether pieces leave it to be said how many points they are."""
    return not any(isinstance(one, Dots) for one in made_of)


def _hyphened(name: str, wide: float, size: float) -> list[str]:
    """In lines, broken where the name has a space or a hyphen of its own."""
    if width_of(name, round(size), "display") <= wide:
        return [name]
    lines = wrapped(name.replace("-", "- "), wide, size, "display")
    return [line.replace("- ", "-") for line in lines]
