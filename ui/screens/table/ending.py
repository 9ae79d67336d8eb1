"""The end that all agree on, and how to stop for today without one."""

from __future__ import annotations

from functools import partial
from typing import Literal

from ui import theme
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Scroll, button, grid
from ui.shell.page import Page, Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

How = Literal["agreed", "draw"]

HOWS: tuple[How, ...] = ("agreed", "draw")


class EndingSheet(Sheet):
    """First how it ends, then who agrees to that: it ends once all do."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self.presenter = page.presenter
        self._how: How | None = None
        self._agreed: set[str] = set()

    def fill(self) -> None:
        """Show the ways to end, or of a chosen one everybody who is to agree."""
        say = self.presenter.phrasebook
        self.card.clear_widgets()
        heading = f"end_{self._how}" if self._how else "ending"
        self.card.add_widget(TextLine(text=say.say("button", heading), role="title"))
        over = self.presenter.match.over
        told = say.say("notice", "over" if over else "end_needs_all")
        self.card.add_widget(Paragraph(text=told, ink="ink2"))
        if self._how:
            self.card.add_widget(Scroll(grid(self._everybody(), 2)))
        else:
            ways = [
                button(
                    say.say("button", f"end_{how}"),
                    partial(self._choose, how),
                    detail=say.say("button_detail", f"end_{how}"),
                )
                for how in (() if over else HOWS)
            ]
            self.card.add_widget(Scroll(grid(ways, 2)))
            saved = say.say("button_detail", "home")
            home = button(say.say("button", "home"), self.navigation.home, detail=saved)
            self.card.add_widget(home)
        self.card.add_widget(button(say.say("button", "resume"), self.page.close, height=11))

    def _everybody(self) -> list[ActionButton]:
        """A key for each: nobody's comes to lie where another's was touched just now."""
        say, match = self.presenter.phrasebook, self.presenter.match
        each = []
        for seat in match.seats:
            if seat in match.absent:
                continue
            made = button(say.name(seat), partial(self._agree, seat))
            made.seat, made.look = seat, theme.seat(seat).mark
            made.chosen = seat in self._agreed
            made.detail = say.say("button_detail", "agrees" if made.chosen else "agrees_not_yet")
            each.append(made)
        return each

    def _choose(self, how: How) -> None:
        self._how, self._agreed = how, set()
        self.fill()

    def _agree(self, seat: str) -> None:
        """Agree, or not any more."""
        match = self.presenter.match
        self._agreed ^= {seat}
        if not self._agreed:
            self.fill()
            return
        first = next(iter(self._agreed))
        do = match.draw if self._how == "draw" else match.agree_end
        answer = do(first, frozenset(self._agreed))
        if not answer.done:
            self.fill()
            return
        page: Page = self.page
        page.close()
        page.navigation.refresh()
