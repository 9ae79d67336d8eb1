"""The clocks of the seats: whether they are shown, how much time each has, and what runs out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.match.clock import SeatClock
from companion.match.match import Match
from ui import theme
from ui.beat import Beat
from ui.screens.table.people import People
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Column, Scroll, button, grid
from ui.shell.page import Sheet
from ui.widgets.text import Paragraph, TextLine

MINUTES = (5, 10, 15, 20, 30, 45, 60, 90)
INCREMENTS = (0, 5, 10, 30)
"""Seconds."""

ROW = 9.4
"""Millimetres: height of a choice."""


def shown(clock: SeatClock) -> tuple[str, bool]:
    """What a clock shows: minutes and seconds left or used; and whether its budget ran out."""
    seconds = clock.used if clock.left is None else clock.left
    late = clock.left is not None and clock.left < 0
    whole = abs(int(seconds))
    return f"{'-' if late else ''}{whole // 60}:{whole % 60:02}", late


class RunningClocks:
    """The clocks on the cards of the people: told anew once a second while one runs, and not at all
    when nobody wants to. ``rings`` hears of each seat whose budget runs out, once."""

    def __init__(self, people: People, rings: Callable[[str], None]) -> None:
        self._people, self._rings = people, rings
        self._match: Match | None = None
        self._late: dict[str, bool] = {}
        self._ticks = Beat(self._tick, 1.0)

    def anew(self) -> None:
        """Begin with another match, or the same once more: what has run out by then rings not."""
        self._match, self._late = None, {}

    def show(self, match: Match) -> None:
        """Show the clocks as they stand."""
        self._match, clocks = match, match.clocks
        if any(one.running for one in clocks) and not (match.paused or match.over):
            self._ticks.start()
        else:
            self._ticks.stop()
        self._people.times({one.seat: shown(one) for one in clocks})
        late = {one.seat: one.left is not None and one.left < 0 for one in clocks}
        before, self._late = self._late, late
        for seat, now in late.items():
            if now and before.get(seat) is False:
                self._rings(seat)

    def _tick(self) -> None:
        if self._match is not None:
            self.show(self._match)

    def stop(self) -> None:
        """Nobody looks any more."""
        self._ticks.stop()


class ClockSheet(Sheet):
    """How the clocks go in this match."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self.match: Match = page.presenter.match

    def fill(self) -> None:
        """Off, shown, or a budget; and what each turn adds to it."""
        say, clock = self.words, self.match.timeline.clock
        on = clock is not None and clock.shown
        budget = clock.budget if clock is not None and on else 0.0
        increment = clock.increment if clock is not None else 0.0
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "clock"), role="title"))
        column = Column()
        plain = [
            button(
                say.say("button", "clock_off"), partial(self._set, 0, 0, shown=False), height=ROW
            ),
            button(say.say("button", "clock_shown"), partial(self._set, 0, 0), height=ROW),
        ]
        plain[0].chosen, plain[1].chosen = not on, on and not budget
        column.add_widget(grid(plain, 2, ROW))
        column.add_widget(TextLine(text=say.say("label", "clock_budget"), role="strong"))
        budgets = []
        for minutes in MINUTES:
            label = say.say("label", "clock_minutes", {"count": minutes})
            made = button(label, partial(self._set, 60 * minutes, increment), height=ROW)
            made.chosen = budget == 60 * minutes
            budgets.append(made)
        column.add_widget(grid(budgets, 8 if theme.compact() else 4, ROW))
        column.add_widget(TextLine(text=say.say("label", "clock_increment"), role="strong"))
        increments = []
        for seconds in INCREMENTS:
            label = say.say("label", "clock_seconds", {"count": seconds})
            act = partial(self._add, budget, seconds)
            made = button(label, act, offered=bool(budget), height=ROW)
            made.chosen = bool(budget) and increment == seconds
            increments.append(made)
        column.add_widget(grid(increments, 4, ROW))
        about = Paragraph(text=say.say("notice", "clock"), role="small", ink="ink2")
        column.add_widget(about)
        self.card.add_widget(Scroll(column))
        done = button(say.say("button", "done"), self.page.close, role="bright", height=10)
        self.card.add_widget(done)

    def _add(self, budget: float, increment: float) -> None:
        if not budget:
            return self.page.say(self.words.say("notice", "clock_no_budget"))
        self._set(budget, increment)

    def _set(self, budget: float, increment: float, *, shown: bool = True) -> None:
        self.match.set_clock(budget, increment, shown=shown)
        self.fill()

    def closed(self) -> None:
        """The clocks show at once."""
        self.navigation.soon()

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """All the room there is on a small screen."""
        return min(width - theme.mm(4), theme.mm(150)), height - theme.mm(3)
