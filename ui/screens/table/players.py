"""Who plays: somebody else, or somebody less."""

from __future__ import annotations

from functools import partial

from companion.match.answer import Answer
from companion.text import Phrasebook
from ui import theme
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Column, Scroll, button, grid, row
from ui.shell.names import choose_name, likes_button
from ui.shell.page import Page, Sheet
from ui.widgets.text import TextLine


class PlayersSheet(Sheet):
    """Who plays: somebody else, or somebody less."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self.presenter = page.presenter
        self._seat = ""

    def fill(self) -> None:
        """Show the seats; of a chosen one what can be done."""
        say, match = self.presenter.phrasebook, self.presenter.match
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "seats"), role="title"))
        seats = []
        for seat in match.seats:
            gone = say.say("label", "absent") if seat in match.absent else ""
            made = button(say.name(seat), partial(self._choose, seat), detail=gone)
            made.seat, made.look = seat, theme.seat(seat).mark
            made.chosen = seat == self._seat
            seats.append(made)
        column = Column()
        column.add_widget(grid(seats, 2))
        if self._seat:
            ways = [
                button(say.say("button", "hand_over"), self._hand_over),
                button(say.say("button", "leave_seat"), self._leave),
                button(say.say("button", "resign"), self._resign, role="danger"),
            ]
            column.add_widget(row(ways))
            if name := match.players.get(self._seat, ""):
                column.add_widget(likes_button(self.page, name, self.navigation.refresh))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _choose(self, seat: str) -> None:
        self._seat = seat
        self.fill()

    def _hand_over(self) -> None:
        seat, page, match = self._seat, self.page, self.presenter.match

        def named(name: str) -> None:
            if name:
                match.hand_over(seat, name)
                page.session.library.met(name)
            page.navigation.refresh()

        def heading(_: Phrasebook) -> str:
            return self.presenter.phrasebook.say("label", "new_name", {"seat": seat})

        choose_name(self.page, heading, "", named, set(match.players.values()))

    def _leave(self) -> None:
        self._answered(self.presenter.match.leave(self._seat))

    def _resign(self) -> None:
        """Ask at the table; nobody takes back that they have given up."""
        self.page.close()
        self.presenter.agreeing.end("resigned", self._seat)

    def _answered(self, answer: Answer) -> None:
        page: Page = self.page
        page.close()
        if not answer.done:
            page.say(" ".join(answer.said(self.presenter.language)))
        page.navigation.refresh()
