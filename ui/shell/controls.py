"""What screens are put together from: cards, columns that scroll, rows of buttons."""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any

from kivy.effects.scroll import ScrollEffect
from kivy.graphics import Color, Line, RoundedRectangle
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.art import Shades
from ui.canvas.ground import HIGH, Box, Scenery
from ui.theme import Colour, TextRole
from ui.widgets.button import ActionButton
from ui.widgets.settled import when_settled
from ui.widgets.text import Paragraph, TextLine

BUTTON = 13.0
"""Millimetres: height of a button with a second line."""

LOW = 10.5
"""Millimetres: height of a button with one line, of the header and of a row in a list."""


MOST = 17.0
"""Millimetres: height of a row where there is much room; in a higher one pictures stand above."""


class Ground(Widget):
    """A surface in the colour of a role, or the ground of a game, with its light and horizon."""

    def __init__(self, surface: str = "background", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.surface = surface
        self._scenery = Scenery(self.canvas.before)
        self._shades: Shades | None = None
        self._whole: Widget = self
        soon = when_settled(self, self._lay)
        self.bind(pos=soon, size=soon)
        self._lay()

    def light(self, shades: Shades | None, whole: Widget | None = None) -> None:
        """Show the ground of a game, None for the plain colour. whole: what it is spread over,
        where this is only a part of that."""
        self._whole = whole or self
        self._shades = shades
        self._lay()

    @property
    def foot(self) -> Box:
        """Where the horizon stands, from the lower left corner."""
        return (0.0, 0.0, float(self.width), float(self.width * HIGH))

    @property
    def plain(self) -> Colour:
        """The colour where no ground of a game is shown."""
        return theme.colour(self.surface)

    def lie(self, *, there: bool) -> None:
        """Lie there, or be as if it were not: touches reach what lies below."""
        self.opacity = 1.0 if there else 0.0
        self._lay()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """What is not there lets everything through to what it lies over."""
        return bool(self.opacity) and bool(super().on_touch_down(touch))

    def _lay(self, *_: object) -> None:
        box, whole, shades = (*self.pos, *self.size), self._whole, self._shades
        if shades is None or not self.opacity or min(whole.size) < 2:
            self._scenery.plain(box, (*self.plain[:3], self.plain[3] * self.opacity))
            return
        foot = whole.foot if isinstance(whole, Ground) else self.foot
        self._scenery.show(shades, box, (*whole.pos, *whole.size), foot)


class Card(BoxLayout):
    """A rounded surface with things in a row or a column.

    surface, outline: roles of colours; no outline with "". opaque to touches: what lies under it
    does not feel them.
    """

    def __init__(
        self, surface: str = "panel", outline: str = "", *, opaque: bool = False, **kwargs: Any
    ) -> None:
        kwargs.setdefault("orientation", "vertical")
        kwargs.setdefault("padding", theme.mm(theme.PAD))
        kwargs.setdefault("spacing", theme.mm(theme.GAP))
        super().__init__(**kwargs)
        self._opaque = opaque
        self.surface = surface
        radius = theme.mm(theme.RADIUS)
        outline = theme.outline(outline)
        with self.canvas.before:
            self._fill = Color(*theme.colour(surface))
            self._shape = RoundedRectangle(radius=[radius])
            self._ink = Color(*(theme.colour(outline) if outline else (0, 0, 0, 0)))
            self._line = Line(width=theme.mm(theme.LINE) / 2)
        self._radius = radius
        self.bind(pos=self._lay, size=self._lay)

    def paint(self, surface: str, outline: str = "") -> None:
        """Change the colours; no surface with ""."""
        self.surface, outline = surface, theme.outline(outline) if surface else ""
        self._fill.rgba = theme.colour(surface) if surface else (0, 0, 0, 0)
        self._ink.rgba = theme.colour(outline) if outline else (0, 0, 0, 0)

    def tint(self, colour: Colour) -> None:
        """Another surface than that of a role."""
        self._fill.rgba = colour

    def _lay(self, *_: object) -> None:
        self._shape.pos, self._shape.size = self.pos, self.size
        inset = theme.mm(theme.LINE) / 2
        left, low = round(self.x + inset), round(self.y + inset)  # else a side may have a step
        # Not right and top: they may still be those before, where a size leads to another one.
        right, high = round(self.x + self.width - inset), round(self.y + self.height - inset)
        self._line.rounded_rectangle = (
            left,
            low,
            max(1, right - left),
            max(1, high - low),
            self._radius,
        )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Keep touches on an opaque card."""
        taken = bool(super().on_touch_down(touch))
        return taken or (self._opaque and bool(self.collide_point(*touch.pos)))


class Column(BoxLayout):
    """Things one below the other, as high as they need to be."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("orientation", "vertical")
        kwargs.setdefault("size_hint_y", None)
        kwargs.setdefault("spacing", theme.mm(theme.GAP))
        kwargs.setdefault("height", 0)
        super().__init__(**kwargs)
        self.bind(minimum_height=self.setter("height"))


class Scroll(ScrollView):
    """A column that can be moved when it is higher than the room it has, and is still otherwise.
    The bar stands in the 1.5 mm right of it. It ends where its content ends: Kivy's spring beyond
    the end leaves the last row half hidden on a slow computer."""

    def __init__(self, content: Widget, **kwargs: Any) -> None:
        super().__init__(
            effect_cls=ScrollEffect,
            do_scroll_x=False,
            bar_width=theme.mm(1.0),
            bar_margin=-theme.mm(1.5),  # beside what is scrolled, in the edge of its card
            bar_color=theme.colour("ink2"),
            bar_inactive_color=theme.colour("ink2"),  # it does not fade: nothing moves by itself
            scroll_type=["bars", "content"],
            **kwargs,
        )
        self.content = content
        self._at: float | None = None
        self.add_widget(content)
        content.bind(height=self._fit)
        self.bind(height=self._fit)
        self._fit()

    def stay(self, at: float) -> None:
        """Be scrolled so far, 1 for the top, as soon as there is enough to be scrolled, until
        somebody scrolls: while layouts settle there may be enough, then not, then enough again."""
        self._at = at
        self._fit()

    def put(self, content: Widget) -> None:
        """Scroll something else instead, from where it was scrolled to."""
        at = self.scroll_y
        self.content.unbind(height=self._fit)
        self.remove_widget(self.content)
        self.content = content
        self.add_widget(content)
        content.bind(height=self._fit)
        self.stay(at)

    def scroll_to(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        """Bring a part into sight. Where all is seen already nothing moves: Kivy would let it sink
        to the bottom."""
        if self.do_scroll_y:
            self._at = None
            super().scroll_to(widget, *args, **kwargs)

    def update_from_scroll(self, *args: object) -> None:
        """What is scrolled lies on whole pixels, else its letters are blurred. And each time Kivy
        binds once more what it undoes when the bar begins to fade."""
        super().update_from_scroll(*args)
        left, bottom = self.g_translate.xy
        self.g_translate.xy = round(left), round(bottom)
        self.funbind("bar_color", self._change_bar_color)

    def _bind_inactive_bar_color(self, *_: object) -> None:
        """Kivy's way to let the bar fade. It would compute half a second of frames whenever a list
        has changed, and an input that comes meanwhile would wait for them."""

    def _fit(self, *_: object) -> None:
        self.do_scroll_y = self.content.height > self.height + 1
        if not self.do_scroll_y:
            self.scroll_y = 1.0
        elif self._at is not None:
            self.scroll_y = self._at

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Whoever touches it may scroll it."""
        if self.collide_point(*touch.pos):
            self._at = None
        return bool(super().on_touch_down(touch))


class Lines(Column):
    """Sentences below a heading; it takes no room while there are none."""

    def __init__(self, *, role: TextRole = "body", ink: str = "ink", **kwargs: Any) -> None:
        kwargs.setdefault("spacing", theme.mm(0.7))
        super().__init__(**kwargs)
        self._role, self._ink = role, ink
        self._heading = TextLine(role="strong")
        self._lines: list[Paragraph] = []
        self._shown: tuple[str, tuple[str, ...]] = ("", ())

    def show(self, heading: str, sentences: Sequence[str]) -> None:
        """Show these; with no sentences nothing."""
        wanted = (heading if sentences else "", tuple(sentences))
        if wanted == self._shown:
            return
        self._shown = wanted
        self._heading.text = wanted[0]
        while len(self._lines) < len(sentences):
            self._lines.append(Paragraph(role=self._role, ink=self._ink))
        for line, sentence in zip(self._lines, sentences, strict=False):
            line.text = sentence
        children = [self._heading] if wanted[0] else []
        children += self._lines[: len(sentences)]
        if self.children[::-1] != children:
            self.clear_widgets()
            for child in children:
                self.add_widget(child)


def button(
    label: str,
    act: Callable[[], None],
    *,
    detail: str = "",
    role: str = "plain",
    offered: bool = True,
    width: float | None = None,
    height: float = BUTTON,
) -> ActionButton:
    """A button that does something when it is pressed. Widths and heights in millimetres."""
    made = ActionButton(label=label, detail=detail, role=role, offered=offered)
    made.size_hint_y = None
    made.height = theme.tall(height)
    if width is not None:
        made.size_hint_x = None
        made.width = theme.mm(width)
    made.bind(on_press=lambda *_: act())
    return made


def row(widgets: Iterable[Widget], height: float | None = BUTTON, **kwargs: Any) -> BoxLayout:
    """Things side by side; ``height`` in millimetres, None for as much as there is."""
    kwargs.setdefault("spacing", theme.mm(theme.GAP))
    if height is not None:
        kwargs |= {"size_hint_y": None, "height": theme.tall(height)}
    made = BoxLayout(**kwargs)
    for widget in widgets:
        made.add_widget(widget)
    return made


def grid(widgets: Sequence[Widget], columns: int, height: float = BUTTON) -> Column:
    """Things in rows of that many, each as high as its row; the last row is filled up with
    nothing."""
    made = Column()
    for one in widgets:
        one.size_hint_y = 1
    for start in range(0, len(widgets), columns):
        part = list(widgets[start : start + columns])
        part += [Widget() for _ in range(columns - len(part))]
        made.add_widget(row(part, height))
    return made


def spread(room: float, rows: int, least: float) -> float:
    """The height of each row in millimetres, so that all fill a room of ``room`` pixels: on a
    large screen more than the least, though not without limit."""
    if theme.compact() or not rows:
        return least
    each = room / theme.tall(1) / rows - theme.GAP
    return max(least, min(MOST, each))


def set_bounds(widget: Widget, x: float, y: float, width: float, height: float) -> None:
    """Put a widget where it belongs, in pixels."""
    widget.size_hint = (None, None)
    widget.pos = (round(x), round(y))
    widget.size = (round(width), round(height))


def set_inside(widget: Widget, area: Box, edge: float) -> None:
    """Put a widget into an area (left, bottom, width, height in pixels), with that many millimetres
    free on every side."""
    left, bottom, wide, high = area
    free = theme.mm(edge)
    set_bounds(widget, left + free, bottom + free, wide - 2 * free, high - 2 * free)


def keep(parent: Widget, children: Sequence[Widget]) -> None:
    """Make these the children, in order, wherever they were; nothing happens when they are."""
    if parent.children[::-1] != list(children):
        parent.clear_widgets()
        for child in children:
            if child.parent is not None:
                child.parent.remove_widget(child)
            parent.add_widget(child)


def needed(box: BoxLayout) -> float:
    """The height in pixels at which nothing in a box has to be scrolled; without end where
    something takes whatever there is."""
    each = [_needed(child) for child in box.children]
    padding = box.padding[1] + box.padding[3]
    if box.orientation == "vertical":
        return float(sum(each) + padding + box.spacing * max(0, len(each) - 1))
    return float(max(each, default=0.0) + padding)


def _needed(widget: Widget) -> float:
    if widget.size_hint_y is None:
        return float(widget.height)
    if isinstance(widget, Scroll):
        return float(widget.content.height)
    return needed(widget) if isinstance(widget, BoxLayout) else inf
