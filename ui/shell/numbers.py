"""The number pad: digits to touch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Page
from ui.shell.typed import TypedSheet
from ui.texts import Saying
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

ROWS = ("123", "456", "789")
SPACE = 1.2
"""Millimetres between keys."""
NEAR = theme.TOUCH + 0.2
"""Millimetres: height of what the digits may mean."""


def number_keys(
    write: Callable[[str], None], left: ActionButton, right: ActionButton, height: float
) -> Column:
    """The ten digits, with a key of one's own on either side of the 0. height: of a key, in
    millimetres."""
    column = Column(spacing=theme.mm(SPACE))
    lines: list[list[Widget]] = [[_key(one, write, height) for one in digits] for digits in ROWS]
    lines.append([left, _key("0", write, height), right])
    for keys in lines:
        column.add_widget(row(keys, height, spacing=theme.mm(SPACE)))
    return column


def _key(digit: str, write: Callable[[str], None], height: float) -> ActionButton:
    return button(digit, partial(write, digit), height=height)


class NumbersSheet(TypedSheet):
    """Asks for digits: what was typed and what it leads to beside the keys, above them on an
    upright screen.

    heading: what is asked. typed: gets the digits when they are whole, and says what to tell about
    them; "" when it took care of everything. most: how many there can be. hidden: dots are shown in
    their place, and the dial is not told what it stands on.
    """

    most_near = 0
    """How many things digits may mean at once."""

    def __init__(
        self,
        page: Page,
        heading: Saying,
        typed: Callable[[str], str],
        *,
        most: int,
        hidden: bool = False,
    ) -> None:
        super().__init__(page)
        self.heading, self.message, self.digits = heading, "", ""
        self._typed, self._most, self._hidden = typed, most, hidden
        self.silent = hidden

    @property
    def _upright(self) -> bool:
        return bool(self.page.height > self.page.width)

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """As large as the keys and what stands beside them need it."""
        wide, high = (90, 130) if self._upright else (150, 70)
        return min(width - theme.mm(3), theme.mm(wide)), min(height - theme.mm(2), theme.mm(high))

    def fill(self) -> None:
        """Build both halves."""
        self.card.clear_widgets()
        high = theme.TOUCH + 0.2 if theme.compact() else 11.5
        halves = BoxLayout(
            orientation="vertical" if self._upright else "horizontal", spacing=theme.mm(3)
        )
        halves.add_widget(self._left_half(high))
        halves.add_widget(self._keys(high))
        self.card.add_widget(halves)
        self._show()

    def _left_half(self, high: float) -> BoxLayout:
        half = BoxLayout(orientation="vertical", spacing=theme.mm(SPACE))
        half.add_widget(Paragraph(text=self.heading(self.words), role="strong"))
        self._line = TextLine(role="display", ink="gold_text", halign="center")
        half.add_widget(self._line)
        self._said = Paragraph(role="strong", ink="gold_text")
        self._near = Column(spacing=theme.mm(SPACE))
        both = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.mm(SPACE))
        both.bind(minimum_height=self._keep)
        for one in (self._said, self._near, Widget()):
            both.add_widget(one)
        half.add_widget(Scroll(both))
        cancel = button(self.words.say("button", "cancel"), self.page.close)
        ways = [*self.ways(), cancel]
        for way in ways:
            way.height = theme.mm(high)
        half.add_widget(row(ways, high, spacing=theme.mm(SPACE)))
        return half

    def _keep(self, both: BoxLayout, needed: float) -> None:
        """Room for all that may come, from the start: no key moves while somebody types."""
        near = self.most_near * theme.tall(NEAR) + (self.most_near + 1) * theme.mm(SPACE)
        both.height = max(needed, near)

    def _keys(self, high: float) -> Column:
        say = self.words
        delete = button("⌫", self.delete, height=high)
        done = button(say.say("button", "done"), self.finish, role="bright", height=high)
        return number_keys(self.press, delete, done, high)

    # What a kind of number may add

    def ways(self) -> list[ActionButton]:
        """What else can be done here."""
        return []

    def near(self) -> list[ActionButton]:
        """What the digits typed so far may mean."""
        return []

    def shown(self) -> str:
        """What was typed, as it is shown."""
        return ("●" * len(self.digits) if self._hidden else self.digits) or "–"

    # What is typed

    def again(self, heading: Saying) -> None:
        """Ask for digits once more."""
        self.heading, self.message, self.digits = heading, "", ""
        self.fill()

    def _show(self) -> None:
        self._line.text = self.shown()
        self._said.text = self.message
        self._near.clear_widgets()
        for one in self.near():
            self._near.add_widget(one)

    def press(self, digit: str) -> None:
        """One more digit."""
        if len(self.digits) < self._most:
            self.digits += digit
        self.message = ""
        self._show()

    def delete(self) -> None:
        """Take the last digit away."""
        self.digits = self.digits[:-1]
        self._show()

    def strike(self, key: str) -> None:
        """Take digits, and nothing else."""
        if key in tuple("0123456789"):
            self.press(key)

    def finish(self) -> None:
        """Ask what the digits lead to, and say it."""
        digits, self.digits = self.digits, ""
        self.message = self._typed(digits)
        self._show()
