"""The podium: who came where, made to be read and photographed from across the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ui import theme
from ui.canvas.art import Art
from ui.theme import mm
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch, wrapped
from ui.widgets.text import width_of

HIGH = (58.0, 33.0)
"""Millimetres of the podium: on a large screen, on a small one."""

WIDEST = 25.0
"""Millimetres of a step at most."""

RISE = (0.46, 0.34, 0.25, 0.19)
"""Heights of the steps in that of the podium, the first one first; after the last all alike."""

MEDAL = (0.72, 0.56)
"""Widths of the winner's medal and of the others', in that of a step."""

SHARES = (1.0, 0.9, 0.8, 0.7, 0.6)
"""The sizes a name is tried at."""


@dataclass(frozen=True)
class Step:
    """Somebody on it. name: as the table says it. place: from 1, equals share one. figure: what
    was counted, "" for nothing."""

    seat: str
    name: str
    place: int
    figure: str = ""


class Podium(Drawn):
    """Everybody with their medal: the winner beside the middle, the second at the left of them,
    equals on steps of the same height. steps: best first, one at least."""

    def __init__(self, steps: Sequence[Step], art: Art | None = None) -> None:
        self.steps = (*steps[1:2], *steps[:1], *steps[2:])
        super().__init__(art=art, size_hint_y=None, height=mm(HIGH[theme.compact()]))

    def draw(self, sketch: Sketch) -> None:
        """The steps from the left."""
        gap = mm(1.0)
        wide = min(self.width / len(self.steps), mm(WIDEST)) - gap
        if wide < gap:  # there is no room yet
            return
        left = (self.width - len(self.steps) * (wide + gap)) / 2
        for number, step in enumerate(self.steps):
            self._stand(sketch, step, left + number * (wide + gap) + gap / 2, wide)

    def _stand(self, sketch: Sketch, step: Step, x: float, wide: float) -> None:
        middle, first = x + wide / 2, step.place == 1
        high = self.height * RISE[min(step.place, len(RISE)) - 1]
        face = theme.mix(theme.colour("panel2"), theme.colour("gold"), 0.3 if first else 0.0)
        edge = theme.colour("gold") if first else theme.colour("panel3")
        sketch.box(x, 0, wide, high, face, mm(1.2), edge, mm(0.4))
        ink = theme.colour("ink")
        large = min(theme.type_size("title" if first else "strong"), high * 0.4)
        lines = [str(step.place), step.figure] if step.figure else [str(step.place)]
        for at, text in enumerate(lines):
            y = high * (1 - (at + 0.5) / len(lines))
            if at:
                sketch.dot(middle, y, large * 1.5, theme.colour("well"))
            sketch.text(text, middle, y, "strong", ink, align=0.5, size=large * (0.85 if at else 1))
        side = min(wide * MEDAL[not first], self.height * 0.3)
        sketch.medal(middle, high + mm(1.0) + side / 2, side, step.seat)
        self._name(sketch, step.name, middle, high + mm(2.0) + side, wide)

    def _name(self, sketch: Sketch, name: str, x: float, low: float, wide: float) -> None:
        """In as many lines as it needs, the last one above the medal."""
        for share in SHARES:
            size = theme.type_size("strong") * share
            lines = wrapped(name, wide, size, True, hard=share == SHARES[-1])
            fits = all(width_of(one, round(size), True) <= wide for one in lines)
            if fits and low + len(lines) * size * 1.25 <= self.height:
                break
        for at, line in enumerate(lines):
            y = low + (len(lines) - at - 0.5) * size * 1.2
            sketch.text(line, x, y, "strong", theme.colour("ink"), align=0.5, size=size)
