"""Who sits at which side of the screen: what is asked turns to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import get_args

from companion.match.likes import Side
from ui import theme
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.instruments import SeatMark
from ui.widgets.text import Paragraph, TextLine

DEGREES: dict[Side, float] = {"front": 0.0, "right": 90.0, "back": 180.0, "left": -90.0}
"""How what is said is turned for those who sit at a side, against the clock."""


def degrees(sides: Mapping[str, Side], seat: str) -> float:
    """How what is said to a seat is turned so that it can be read there."""
    return DEGREES[sides.get(seat, "front")]


class SidesSheet(Sheet):
    """seats: to be asked about. names: of those who sit there, by seat: a side is theirs then.
    called: the name of a seat."""

    def __init__(
        self,
        page: Page,
        seats: Sequence[str],
        names: Mapping[str, str],
        called: Callable[[str], str],
    ) -> None:
        super().__init__(page)
        self._seats, self._names, self._called = tuple(seats), names, called

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """Nearly the whole height of a small screen: five people sit there, too."""
        wide, high = super().card_size(width, height)
        return wide, height - theme.mm(1) if theme.compact() else high

    def fill(self) -> None:
        """A row for each seat, with the four sides."""
        say, session = self.words, self.session
        sides = session.people.sides(session.settings, self._names)
        slim = theme.compact() or self.page.height > self.page.width
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "sides"), role="title"))
        high, apart = (9.2, 1.0) if theme.compact() else (11.0, theme.GAP)
        column = Column(spacing=theme.mm(apart))
        low = 9.4 if theme.compact() else 11.0
        for seat in self._seats:
            name = Paragraph(text=self._called(seat), role="strong", pos_hint={"center_y": 0.5})
            mark = SeatMark(seat=seat)
            mark.size_hint, mark.size = (None, None), (theme.mm(7), theme.mm(7))
            mark.pos_hint = {"center_y": 0.5}
            ways = []
            for side in get_args(Side):
                act, wide = partial(self._choose, seat, side), 17 if slim else 22
                made = button(say.say("side", side), act, height=high, width=wide)
                made.chosen = sides.get(seat, "front") == side
                made.look, made.terse = f"sign-side-{side}", True
                ways.append(made)
            column.add_widget(row([mark, name, *ways], high))
        self.card.add_widget(Scroll(column))
        about = Paragraph(text=say.say("notice", "sides"), role="small", ink="ink2")
        self.card.add_widget(about)
        done = button(say.say("button", "done"), self.page.close, role="bright", height=low)
        self.card.add_widget(done)

    def _choose(self, seat: str, side: Side) -> None:
        session = self.session
        if name := self._names.get(seat, ""):
            session.people.choose(name, side=side)
            session.follow()
        else:
            session.set(sides={**session.settings.sides, seat: side})
        self.fill()

    def closed(self) -> None:
        """What is asked turns at once."""
        self.navigation.soon()
