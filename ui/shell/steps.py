"""The steps of a turn, and how much of the present one is left."""

from collections.abc import Mapping, Sequence

from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.moment import Moment
from ui.widgets.sketch import Easel, Sketch

DOTS = 8
"""So many stand on a step at most."""

SLIDES = 0.18
"""Seconds in which the gold goes from one step to the next."""

FITS = (
    (False, False, True),
    (False, True, True),
    (False, True, False),
    (True, True, True),
)
"""How steps are tried until they fit: the others as numbers, closer together, with dots."""

WIDE, SLIM = 5.4, 3.0
"""Millimetres around the word of a step, and where steps stand closer."""

Stage = tuple[str, bool, tuple[int, int]]
"""What a step of a turn says, whether it is now, and how much of how much is left: 0 of 0 where it
counts nothing."""


class Chip(Widget):
    """A step of the turn: its number, its name, dots for what is left of it; gold while it is now.

    text: all that it says. cut: whether that found no room.
    """

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self.now, self.surface, self.text, self.cut = False, "background", "", False
        self.shift = 0.0  # pixels that it is away from its place while it slides there
        self._left = (0, 0)
        self._easel = Easel(self.canvas)
        self.bind(pos=self._move, size=self._draw)

    def show(self, text: str, now: bool, left: tuple[int, int], *, slim: bool = False) -> None:
        """Say the step; ``now`` whether it is that one. left: dots, and how many of them are
        full. slim: among many."""
        self.now, self.text, self._left = now, text, left if now else (0, 0)
        self.surface = "gold" if now else "background"
        wide = _step(Sketch(), text, self._left, 0, 0, "ink2")
        self.size = (wide + theme.mm(SLIM if slim else WIDE), theme.mm(7.2))
        self._draw()

    def _draw(self, *_: object) -> None:
        sketch, ink = Sketch(), "gold_ink" if self.now else "ink2"
        if self.now or theme.outline():
            edge = theme.colour("line") if theme.outline() else None
            face = theme.colour(self.surface)
            half = self.height / 2
            sketch.box(0, 0, self.width, self.height, face, half, edge, theme.mm(0.3))
        said = Sketch()
        wide = _step(said, self.text, self._left, 0, 0, ink)
        dots, self.cut = self._left, wide > self.width + 1
        if self.cut and dots[1]:
            dots = (0, 0)
            wide = _step(Sketch(), self.text, dots, 0, 0, ink)
            self.cut = wide > self.width + 1
        _step(sketch, self.text, dots, (self.width - wide) / 2, self.height / 2, ink)
        self._easel.show(sketch)
        self._move()

    def _move(self, *_: object) -> None:
        self._easel.move(self.x + self.shift, self.y)


def _step(sketch: Sketch, text: str, left: tuple[int, int], x: float, y: float, ink: str) -> float:
    """Write a step from x on: its number, its name, dots, what else it says; how wide all is."""
    colour, begun, gap = theme.colour(ink), x, theme.mm(1.4)
    number, _, rest = text.partition(" ")
    if number.isdigit():
        x += sketch.text(number, x, y, "number", colour) + (gap if rest else 0.0)
        text = rest
    name, _, more = text.partition(" · ")
    if name:
        x += sketch.text(name, x, y, "strong", colour)
    count, most = left
    if most:
        side = theme.mm(2.1)
        x += gap + side / 2
        for at in range(most):
            sketch.dot(x, y, side, colour, theme.mm(0.25) if at >= count else 0.0)
            x += side * 1.25
        x -= side * 0.75
    if more:
        x += gap
        x += sketch.text(more, x, y, "strong", colour, size=theme.type_size("small"))
    return float(x - begun)


class Steps(Widget):
    """The steps of a turn, the present one in gold with what is left of it. Where not all of them
    find room, they stand closer, then without dots, and then the others are numbers only."""

    def __init__(self) -> None:
        super().__init__()
        self._chips: list[Chip] = []
        self._spare: list[Chip] = []  # for phases with more steps: making one takes time
        self._stages: tuple[Stage, ...] = ()
        self._begins, self._slides = 0.0, Moment(self, SLIDES, self._slide)
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())

    def show(self, stages: Sequence[Stage]) -> None:
        """Show these, and which of them is now."""
        before, was = self.now, self._now_at()
        left = before.x if before is not None else 0.0
        self._stages = tuple(stages)
        chips = self._chips + self._spare
        while len(chips) < len(stages):
            chips.append(Chip())
            self.add_widget(chips[-1])
        self._chips, self._spare = chips[: len(stages)], chips[len(stages) :]
        for chip in self._spare:
            chip.opacity = 0.0
        self._lay()
        now = self.now
        if before is not None and now is not None and was != self._now_at():
            self._begins = left - now.x
            self._slides.finish()
            self._slides.start()

    def _now_at(self) -> int:
        return next((at for at, chip in enumerate(self._chips) if chip.now), -1)

    def _slide(self, share: float) -> None:
        """The present step comes from where the last one stood."""
        for chip in self._chips:
            shift = self._begins * (1 - share) ** 3 if chip.now else 0.0
            if chip.shift != shift:
                chip.shift = shift
                chip._move()

    @property
    def now(self) -> Chip | None:
        """The present step."""
        return next((chip for chip in self._chips if chip.now), None)

    @property
    def used(self) -> float:
        """Where the last of them ends."""
        return float(max((chip.right for chip in self._chips), default=self.x))

    def _across(self) -> float:
        wide = sum(float(chip.width) for chip in self._chips)
        return wide + theme.mm(0.6) * (len(self._chips) - 1)

    def _lay(self) -> None:
        gap, stages = theme.mm(0.6), list(self._stages)
        for few, slim, dots in FITS:
            for number, (chip, (text, now, left)) in enumerate(
                zip(self._chips, stages, strict=True), 1
            ):
                said = _number(text, number) if few and not now else text
                chip.show(said, now, left if dots else (0, 0), slim=slim)
                chip.opacity = 1.0
            if self._across() <= self.width:
                break
        used, x = self._across(), self.x
        for chip in self._chips:
            if now_too_wide := max(0.0, used - self.width) if chip.now else 0.0:
                chip.width = max(theme.mm(10), chip.width - now_too_wide)
            chip.pos = (x, self.y + (self.height - chip.height) / 2)
            x += chip.width + gap


def left_of(values: Mapping[str, object]) -> tuple[int, int]:
    """How much of how much is left of a step that counts both, in few enough dots to be seen."""
    left, most = values.get("left"), values.get("most")
    if isinstance(left, int) and isinstance(most, int) and 0 < most <= DOTS:
        return left, most
    return 0, 0


def _number(text: str, number: int) -> str:
    """The number or letter that a step goes by, else how many steps come before it and one. In
    brackets it is left out this time."""
    first = text.split()[0] if text.split() else ""
    return first if first.strip("()").isdigit() else str(number)
