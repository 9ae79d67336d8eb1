"""A page with a tray at the bottom: a quiet way at the left, what is told now, and the way on.

The three places of the tray lie where they lie in a match, whatever stands in them.
"""

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.canvas.ground import HIGH as HORIZON
from ui.canvas.ground import Box
from ui.navigation import Navigation
from ui.shell.controls import Card, keep, set_bounds
from ui.shell.page import Page
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Picture
from ui.widgets.text import Paragraph

EDGE, BETWEEN = (2.1, 1.5), 1.4
"""Millimetres round the page, on a small screen less, and between its parts."""

HIGH, LEFT, MAIN = (25.1, 17.4), (44.0, 25.4), (45.4, 34.6)
"""Millimetres: height of the tray, width of its outer places; on a small screen."""

SIZES: tuple[theme.TextRole, ...] = ("title", "number", "strong", "body", "small", "tiny")
"""The sizes in which what is told is tried until it has room."""

UPRIGHT = (20.0, 18.2)
"""Millimetres upright: height of what is told, and of the two ways below it."""


class TrayPage(Page):
    """The tray below; above it what a page shows, in :attr:`above`."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._places = tuple(BoxLayout() for _ in range(3))
        for one in self._places:
            self.add_widget(one)

    def lay_tray(self, left: Widget, middle: Widget, main: ActionButton) -> None:
        """Put these into the three places; the last one is the way on."""
        for where, what in zip(self._places, (left, middle, main), strict=True):
            what.size_hint = (1, 1)
            keep(where, [what])
        main.large = True
        self.bright = main if main.role == "bright" else None

    @property
    def upright(self) -> bool:
        """Whether the page is higher than wide."""
        return bool(self.height > self.width)

    @property
    def above(self) -> tuple[float, float, float, float]:
        """What the tray leaves: left, bottom, width, height in pixels."""
        left, bottom, wide, high = self.body
        edge, gap = theme.mm(EDGE[theme.compact()]), theme.mm(BETWEEN)
        tray = sum(UPRIGHT) + BETWEEN if self.upright else HIGH[theme.compact()]
        low = edge + theme.mm(tray) + gap
        return left + edge, bottom + low, wide - 2 * edge, high - low - gap

    @property
    def foot(self) -> Box:
        """The horizon stands above the tray."""
        low = self.above[1] - self.y - theme.mm(BETWEEN)
        return (0.0, low, float(self.width), self.width * HORIZON)

    def arrange(self) -> None:
        """The places of the tray."""
        left, middle, main = self._places
        edge, gap = theme.mm(EDGE[theme.compact()]), theme.mm(BETWEEN)
        x, y, wide = self.x + edge, self.y + edge, self.width - 2 * edge
        if self.upright:
            text_high, high = map(theme.mm, UPRIGHT)
            half = (wide - gap) / 2
            set_bounds(left, x, y, half, high)
            set_bounds(main, x + half + gap, y, half, high)
            set_bounds(middle, x, y + high + gap, wide, text_high)
            return
        high, small, large = (theme.mm(one[theme.compact()]) for one in (HIGH, LEFT, MAIN))
        set_bounds(left, x, y, small, high)
        set_bounds(main, x + wide - large, y, large, high)
        set_bounds(middle, x + small + gap, y, wide - small - large - 2 * gap, high)


def column(strip: BoxLayout, above: tuple[float, float, float, float]) -> tuple[float, float]:
    """Stand what is in a strip one below the other, over the left place of the tray; where what
    is beside it begins, and how wide that may be."""
    left, low, wide, high = above
    taken = theme.mm(LEFT[0]) + theme.mm(BETWEEN)
    strip.orientation = "vertical"
    set_bounds(strip, left, low, theme.mm(LEFT[0]), high)
    return left + taken, wide - taken


def note(said: str, more: str = "", look: str = "", art: object = None) -> Card:
    """What is told in the middle of the tray: a picture, a sentence, and one below it."""
    card = Card("panel", orientation="horizontal", padding=theme.mm(theme.PAD))
    if look and not theme.compact():
        card.add_widget(Picture(art=art, look=look, size_hint_x=None, width=theme.mm(14)))
    text = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
    text.bind(minimum_height=text.setter("height"))
    first = Paragraph(text=said, role="strong")
    if said:
        text.add_widget(first)
    if more:
        text.add_widget(Paragraph(text=more, role="small", ink="ink2"))
    card.add_widget(text)
    card.bind(size=lambda *_: _fit(card, text, first))
    return card


def _fit(card: Card, text: BoxLayout, first: Paragraph) -> None:
    """The sentence as large as its card has room for."""
    left, low, right, high = card.padding
    beside = [one.width for one in card.children if one.size_hint_x is None]
    wide = card.width - left - right - sum(beside) - card.spacing * (len(card.children) - 1)
    below = [one.height for one in text.children if one is not first]
    for role in SIZES:
        first.role, first.width = role, max(1, wide)
        first.texture_update()
        if first.texture_size[1] + sum(below) <= card.height - low - high:
            break
