"""How somebody likes a table to be: chosen once, it comes with the name to every match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from companion.kernel import Verbatim
from companion.languages import called
from companion.match.likes import Letters, Side, Spoken
from companion.text import LANGUAGES
from ui import theme
from ui.shell.controls import Column, Scroll, button, grid, row
from ui.shell.page import Page, Sheet
from ui.voice.ears import ears
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

OFFERED: dict[str, tuple[Any, ...]] = {
    "language": LANGUAGES,
    "letters": get_args(Letters),
    "voice": get_args(Spoken),
    "child": (False, True),
    "side": get_args(Side),
    "colour": tuple(theme.SEATS),
}
"""What can be chosen for each, beside what the table has; in the order in which it is shown."""

COLOURS = 6
"""Colours in a row."""


def offered() -> dict[str, tuple[Any, ...]]:
    """All of it, with the earphones where there are some."""
    there = tuple(ears())
    return {**OFFERED, "ear": there} if there else OFFERED


class LikesSheet(Sheet):
    """name: of the person. back: called when it is done; the sheet is put away before."""

    def __init__(self, page: Page, name: str, back: Callable[[], None]) -> None:
        super().__init__(page)
        self._name, self._back = name, back
        self._ways: list[tuple[str, Any, ActionButton]] = []
        self._built: object = None

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """As wide as it can be."""
        return min(width - theme.mm(4), theme.mm(190)), height - theme.mm(3)

    def fill(self) -> None:
        """A row for each; built anew only in another language."""
        if self._built != (built := (self.session.language, self.page.width)):
            self._built = built
            self._build()
        likes = self.session.people.likes(self._name)
        for key, value, made in self._ways:
            made.chosen = getattr(likes, key) == value

    def _build(self) -> None:
        say, named = self.words, {"name": Verbatim(self._name)}
        self._ways.clear()
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("likes", "heading", named), role="title"))
        about = say.say("likes", "about", named)
        self.card.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        column = Column(spacing=theme.mm(1.6))
        for key, values in offered().items():
            column.add_widget(self._row(key, values))
        self.card.add_widget(Scroll(column))
        done = button(say.say("button", "done"), self._done, role="bright", height=11)
        self.card.add_widget(done)

    def _row(self, key: str, values: tuple[Any, ...]) -> Column:
        """What it is above, or where there is room beside, what can be chosen."""
        say = self.words
        ways = [self._way(key, None, say.say("likes", "no_ear" if key == "ear" else "as_table"))]
        ways += [self._way(key, one, self._called(key, one)) for one in values]
        label = Paragraph(text=say.say("likes", key), role="strong")
        rows = [ways[at : at + COLOURS] for at in range(0, len(ways), COLOURS)]
        many = grid(ways, COLOURS, theme.TOUCH) if len(rows) > 1 else row(ways, theme.TOUCH)
        whole = Column(spacing=theme.mm(0.6))
        if self.page.width < theme.mm(140):
            whole.add_widget(label)
            whole.add_widget(many)
        else:
            label.size_hint_x, label.width = None, theme.mm(30)
            label.pos_hint = {"center_y": 0.5}
            beside = row([label, many], theme.TOUCH * len(rows) + theme.GAP * (len(rows) - 1))
            whole.add_widget(beside)
        return whole

    def _way(self, key: str, value: Any, label: str) -> ActionButton:
        made = button(label, partial(self._choose, key, value), height=theme.TOUCH)
        made.size_hint_min_x = theme.mm(theme.TOUCH)
        self._ways.append((key, value, made))
        if key == "colour" and value is not None:
            made.look, made.seat = theme.seat(value).mark, value
        return made

    def _called(self, key: str, value: Any) -> str:
        say = self.words
        if key == "side":
            return say.say("side", value)
        if key == "colour":
            return say.name(value)
        if key == "language":
            return called(value)
        if key == "ear":
            return ears().get(str(value), str(value))
        if isinstance(value, bool):
            value = "yes" if value else "no"
        return say.say("setting", f"{key}-{value}")

    def _choose(self, key: str, value: Any) -> None:
        take = partial(self._take, key, value)
        if key == "ear":  # somebody's hand is read to it: nobody puts a name to an ear of their own
            self.navigation.in_charge(take)
        else:
            take()

    def _take(self, key: str, value: Any) -> None:
        self.session.people.choose(self._name, **{key: value})
        self.session.follow()
        self.page.open(self)

    def _done(self) -> None:
        self.page.close()
        self._back()
