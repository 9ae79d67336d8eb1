"""The header: where we are, which step of the turn it is, how the devices and the saving stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Ground
from ui.widgets.button import ActionButton
from ui.widgets.sketch import Easel, Sketch
from ui.widgets.text import TextLine, width_of

DOTS = 8
"""So many stand on a step at most."""

HEIGHT, SIGN, LAMP = 10.5, 4.6, 2.8
"""Millimetres: how high it is, what a sign takes of the width of its button, and how large a light
is."""

FITS = (
    (False, False, True),
    (False, True, True),
    (False, True, False),
    (True, True, True),
)
"""How steps are tried until they fit: the others as numbers, closer together, with dots."""

WIDE, SLIM = 5.4, 3.0
"""Millimetres around the word of a step, and where steps stand closer."""

Mood = Literal["good", "busy", "bad"]
_INK: dict[Mood, str] = {"good": "green", "busy": "gold", "bad": "red"}


@dataclass(frozen=True)
class Badge:
    """How one thing stands, in a word. mood: *busy*: it will be well by itself."""

    label: str
    mood: Mood
    detail: str = ""
    device: str = ""


class Badges(BoxLayout):
    """A row of small lights with words; touching it tells more (``on_press``)."""

    __events__ = ("on_press",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_x=None, spacing=theme.mm(1.6), **kwargs)
        self._shown: tuple[Badge, ...] = ()
        self._room = inf
        self._pairs: list[tuple[_Lamp, TextLine]] = []

    def show(self, badges: Sequence[Badge]) -> None:
        """Show these. On a small screen only what is not well has a word beside its light."""
        if tuple(badges) == self._shown:
            return
        self._shown = tuple(badges)
        while len(self._pairs) < len(badges):
            line = TextLine(role="small", ink="ink2", size_hint_x=None, size_hint_y=1)
            self._pairs.append((_Lamp(), line))
        for badge, (lamp, line) in zip(badges, self._pairs, strict=False):
            lamp.paint(badge.mood)
            line.text = badge.label
            line.width = width_of(badge.label, theme.type_size("small")) + theme.mm(0.6)
        self._lay()

    def fit(self, room: float) -> None:
        """Take no more than so many pixels: lights lose their words before anything is covered."""
        if room != self._room:
            self._room = room
            self._lay()

    def _lay(self) -> None:
        pairs = list(zip(self._shown, self._pairs, strict=False))
        room = self._room - sum(lamp.width + self.spacing for _, (lamp, _) in pairs)
        wanted: list[Widget] = []
        for badge, (lamp, line) in pairs:
            wanted.append(lamp)
            wide = line.width + self.spacing
            if (badge.mood == "bad" or not theme.compact()) and wide <= room:
                wanted.append(line)
                room -= wide
        if self.children[::-1] != wanted:
            self.clear_widgets()
            for widget in wanted:
                self.add_widget(widget)
        wide = sum(child.width for child in wanted) + self.spacing * max(0, len(wanted) - 1)
        self.width = max(theme.mm(theme.TOUCH), wide)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Tell more."""
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was touched."""


class _Lamp(Widget):
    """A light: a tick where all is well."""

    def __init__(self) -> None:
        super().__init__(size_hint_x=None, width=theme.mm(LAMP))
        self._easel = Easel(self.canvas)
        self.bind(pos=self._lay, size=self._lay)

    def paint(self, mood: Mood) -> None:
        """Show how something stands."""
        sketch, ink, side = Sketch(), theme.colour(_INK[mood]), theme.mm(LAMP)
        if mood == "good":
            sketch.dot(0, 0, side, ink, theme.mm(0.35))
            sketch.look("sign-yes", 0, 0, side * 0.62, ink=_INK[mood])
        else:
            sketch.dot(0, 0, side * 0.7, ink)
        self._easel.show(sketch)

    def _lay(self, *_: object) -> None:
        self._easel.move(self.x + self.width / 2, self.y + self.height / 2)


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
        self._left = (0, 0)
        self._easel = Easel(self.canvas)
        self.bind(pos=self._move, size=self._draw)

    def show(self, text: str, now: bool, left: tuple[int, int], *, slim: bool = False) -> None:
        """Say the step; ``now`` whether it is that one. left: dots, so many of them full. slim:
        among many."""
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
        self._easel.move(*self.pos)


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
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())

    def show(self, stages: Sequence[Stage]) -> None:
        """Show these, and which of them is now."""
        self._stages = tuple(stages)
        chips = self._chips + self._spare
        while len(chips) < len(stages):
            chips.append(Chip())
            self.add_widget(chips[-1])
        self._chips, self._spare = chips[: len(stages)], chips[len(stages) :]
        for chip in self._spare:
            chip.opacity = 0.0
        self._lay()

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
    """The number or letter that a step goes by, else how many steps come before it and one."""
    first = text.split()[0] if text.split() else ""
    return first if first.isdigit() else str(number)


class Header(Ground):
    """A row at the top of a screen: a button, a title, steps, how far it is, badges, the language.

    Events: ``on_left``, ``on_badges``, ``on_language``.
    """

    __events__ = ("on_left", "on_badges", "on_language")

    def __init__(self) -> None:
        super().__init__()
        self._ink.rgba = theme.head()
        self.left = ActionButton(label="", role="bare")
        self.title = TextLine(role="now", size_hint_x=None, size_hint_y=1)
        self.course = TextLine(role="small", ink="ink2", size_hint_x=None, size_hint_y=1)
        self.badges = Badges()
        self.language = ActionButton(label="", role="bare")
        self.steps = Steps()
        self._put = False
        self._shown: tuple[object, ...] = ()
        for widget in (
            *(self.left, self.title, self.course),
            self.badges,
            self.language,
            self.steps,
        ):
            self.add_widget(widget)
        self.left.bind(on_press=lambda *_: self.dispatch("on_left"))
        self.language.bind(on_press=lambda *_: self.dispatch("on_language"))
        self.badges.bind(on_press=lambda *_: self.dispatch("on_badges"))
        self.bind(pos=self._arrange, size=self._arrange)
        self.badges.bind(width=self._arrange)

    def show(
        self,
        left: str,
        title: str,
        stages: Sequence[Stage],
        badges: Sequence[Badge],
        language: str,
        course: str = "",
        left_look: str = "",
    ) -> None:
        """Show all of it; ``left`` is the label of the button, none with "". course: how far it
        is. left_look: the sign before the label."""
        wanted = (left, title, tuple(stages), tuple(badges), language, course, left_look)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.left.label, self.title.text, self.language.label = left, title, language
        self.left.look = left_look if left else ""
        self.course.text = course
        self.badges.show(badges)
        self.steps.show(stages)
        self._arrange()

    @property
    def between(self) -> tuple[float, float]:
        """Left and width of what lies between the buttons."""
        gap = theme.mm(theme.GAP)
        left = self.left.right + gap if self.left.label else self.x + gap
        return left, max(theme.mm(30), self.language.x - gap - left)

    def put_steps(self, x: float, y: float, width: float, height: float) -> None:
        """Keep the steps in this box from now on, whatever stands beside it."""
        self._put = True
        if y >= self.y:  # beside the button at the left, however long its word is
            left = self.x + theme.mm(1.6) + self._wide(self.left) + theme.mm(theme.GAP)
            x, width = max(x, left), width - max(0.0, left - x)
        self.steps.pos, self.steps.size = (x, y), (width, height)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        gap, edge = theme.mm(theme.GAP), theme.mm(1.6)
        high = min(theme.mm(theme.TOUCH), self.height)
        low = self.y + (self.height - high) / 2
        x, right = self.x + edge, self.right - edge
        width = self._wide(self.left) if self.left.label else 0.0
        self.left.pos, self.left.size = (x, low), (width, high)
        self.left.opacity = 1.0 if width else 0.0
        x += width + (gap if width else theme.mm(theme.PAD))
        self.language.size = (self._wide(self.language), high)
        self.language.pos = (right - self.language.width, low)
        right = self.language.x - gap
        self.badges.fit(right - x)
        self.badges.pos = (right - self.badges.width, low)
        self.badges.height = high
        self._put_course(self.badges.x - gap, low, high)
        right = (self.course.x if self.course.opacity else self.badges.x) - gap
        below = self._put and self.steps.top <= self.y + 1
        room = (right if below or not self._put else min(right, self.steps.x - gap)) - x
        roles: tuple[theme.TextRole, ...] = ("now", "title", "number")
        for self.title.role in roles:
            size, face = theme.type_size(self.title.role), theme.TYPE[self.title.role][1]
            wanted = width_of(self.title.text, size, face) + theme.mm(2)
            if wanted <= room:
                break
        self.title.width = min(wanted, max(0.0, room)) if room > theme.mm(18) else 0.0
        if self.title.width and self.title.cut:  # a part of it would tell nothing
            self.title.width = 0.0
        self.title.opacity = 1.0 if self.title.width else 0.0
        self.title.height = high
        self.title.pos = (x, low)

    def _put_course(self, right: float, low: float, high: float) -> None:
        """Beside the badges, where that leaves room for the steps."""
        wide = width_of(self.course.text, theme.type_size("small")) + theme.mm(0.3)
        below = self.steps.top <= self.y + 1
        begins = self.left.right if below or not self._put else self.steps.used
        there = bool(self.course.text) and right - wide > begins + theme.mm(theme.GAP)
        self.course.opacity = 1.0 if there else 0.0
        self.course.size, self.course.pos = (wide, high), (right - wide, low)

    def _wide(self, one: ActionButton) -> float:
        wide = width_of(one.label, round(theme.type_size("strong")), "bold") + theme.mm(5)
        return max(theme.mm(theme.TOUCH), wide + theme.mm(SIGN if one.look else 0))

    def on_left(self) -> None:
        """The button at the left was pressed."""

    def on_badges(self) -> None:
        """The badges were touched."""

    def on_language(self) -> None:
        """The language was touched."""
