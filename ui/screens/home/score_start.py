"""Points for any other game, before the first round: which one, who plays and what wins."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.archive.score import MOST_PLAYERS
from companion.kernel import Verbatim
from companion.store import DiskError
from ui import theme
from ui.navigation import Navigation
from ui.screens.home.categories import CategoriesSheet
from ui.session.past import counted_by, score_sheets
from ui.session.seating import Seating
from ui.shell.controls import Card, Column, Scroll, button, grid, row, set_inside
from ui.shell.keyboard import KeyboardSheet
from ui.shell.names import name_seat
from ui.shell.page import Page
from ui.texts import saying
from ui.widgets.button import ActionButton
from ui.widgets.text import TextLine

EVERYBODY = (*theme.SEATS, *theme.MORE_SEATS)
"""All marks of people, in the order in which they are given out."""

COUNTS = 5
"""Numbers of people in a row."""


def _high(usual: float) -> float:
    """Millimetres of a line; on a small screen few enough that no line is cut by the edge."""
    return theme.TOUCH + 0.3 if theme.compact() else usual


class ScoreStart(Page):
    """Which game, who plays, and what wins; or a sheet that was begun."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._open = score_sheets(navigation.session)
        self.game = ""
        session = navigation.session
        self.who = Seating(EVERYBODY, EVERYBODY[:4], session.settings.names, session.people)
        self.lowest = self.zero_sum = False
        self.categories: tuple[str, ...] = ()
        self.teams: dict[str, int] = {}
        self._list: Scroll | None = None
        self._asked = False  # for how many, on a small screen
        self._body = BoxLayout(spacing=theme.mm(2.4))
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "another_game")

    def fill(self) -> None:
        """People at the left, the rest at the right."""
        upright = self.navigation.upright
        self._body.clear_widgets()
        self._body.orientation = "vertical" if upright else "horizontal"
        for card in (self._people(), self._rest()):
            self._body.add_widget(card)

    def _people(self) -> Card:
        say, card = self.words, Card("panel")
        card.add_widget(TextLine(text=say.say("label", "seats"), role="strong"))
        column = Column(spacing=theme.mm(1.2))
        few = theme.compact() and not self._asked
        card.add_widget(self._fewer_or_more() if few else self._numbers())  # never scrolled away
        for seat in self.who.seats:
            made = button(self.who.named.get(seat) or say.name(seat), partial(self._name, seat))
            made.look, made.seat = theme.seat(seat).mark, seat
            made.height = theme.mm(_high(10.5))
            column.add_widget(self._with_team(seat, made))
        self._list = self._again(column)
        card.add_widget(self._list)
        return card

    def _numbers(self) -> Widget:
        """A key for each number of people."""
        counts = []
        for number in range(2, MOST_PLAYERS + 1):
            made = button(str(number), partial(self._count, number), height=theme.TOUCH)
            made.size_hint_min = (theme.mm(theme.TOUCH), theme.mm(theme.TOUCH))
            made.chosen = number == len(self.who.seats)
            counts.append(made)
        return grid(counts, COUNTS, theme.TOUCH)

    def _fewer_or_more(self) -> Widget:
        """How many, and a key for one less and one more: the list below needs the room. A touch on
        the number shows all of them."""
        now, say = len(self.who.seats), self.words
        asked = say.say("label", "seats")
        parts = [button(str(now), self._all_numbers, height=theme.TOUCH)]
        parts[0].spoken = asked
        less, more = max(2, now - 1), min(MOST_PLAYERS, now + 1)
        for at, sign, to, key in ((0, "−", less, "less"), (2, "+", more, "more")):
            act = partial(self._count, to)
            if to == now:
                act = partial(self.say, say.say("notice", "no_further"))
            made = button(sign, act, width=16, offered=to != now, height=theme.TOUCH)
            made.spoken = say.say("house_rules", key, {"rule": Verbatim(asked)})
            parts.insert(at, made)
        return row(parts, theme.TOUCH)

    def _again(self, column: Column) -> Scroll:
        """Scrolled as far as it was before somebody touched it."""
        made = Scroll(column)
        if self._list is not None:
            made.stay(self._list.scroll_y)
        return made

    def _rest(self) -> Card:
        say, card = self.words, Card("panel")
        column = Column(spacing=theme.mm(1.2 if theme.compact() else theme.GAP))
        for name, sheet in list(self._open.items())[:3]:
            names = ", ".join(called or say.name(seat) for seat, called in sheet.begun.players)
            label = say.say("label", "continue", {"title": sheet.begun.game})
            go_on = partial(self._go_on, name)
            column.add_widget(button(label, go_on, detail=names, height=15))
        label = self.game or say.say("label", "which_game")
        column.add_widget(button(label, self._type, height=_high(11)))
        wins = []
        for key, lowest in (("highest", False), ("lowest", True)):
            made = button(
                say.say("button", key), partial(self._set, "lowest", lowest), height=_high(11)
            )
            made.chosen = lowest == self.lowest
            wins.append(made)
        column.add_widget(row(wins, _high(11)))
        for one in (self._balanced(), self._counted(), self._teamed()):
            column.add_widget(one)
        card.add_widget(Scroll(column))
        start = button(say.say("button", "start"), self._start, role="bright", height=12)
        self.bright = start
        card.add_widget(start)
        return card

    def _balanced(self) -> ActionButton:
        """Whether each round must come to nothing; with categories there are no rounds."""
        say, rounds = self.words, not self.categories
        on = self.zero_sum and rounds
        act = partial(self._set, "zero_sum", not on)
        if not rounds:
            act = partial(self.say, say.say("notice", "no_rounds"))
        made = button(say.say("button", "zero_sum"), act, height=_high(12), offered=rounds)
        made.detail, made.chosen = say.name("yes" if on else "no"), on
        return made

    def _counted(self) -> ActionButton:
        """Whether it is counted in rounds, or which categories there are."""
        say = self.words
        detail = ", ".join(self.categories) or say.say("button_detail", "categories")
        label = say.say("button", "categories")
        high = 12.0 if self.categories else _high(12)
        made = button(label, self._categories, detail=detail, height=high)
        made.chosen = bool(self.categories)
        return made

    def _teamed(self) -> ActionButton:
        """Whether people play in teams."""
        say, on = self.words, bool(self.teams)
        made = button(say.say("button", "teams"), self._turn_teams, height=_high(12))
        made.detail, made.chosen = say.name("yes" if on else "no"), on
        return made

    def _turn_teams(self) -> None:
        self.teams = {} if self.teams else {seat: at % 2 for at, seat in enumerate(EVERYBODY)}
        self.show()

    def _with_team(self, seat: str, person: ActionButton) -> Widget:
        """A person, with the team beside it where there are some; a touch leads to the next."""
        if not self.teams:
            return person
        label = self.words.say("label", "team", {"number": self.teams[seat] + 1})
        high = _high(10.5)
        team = button(label, partial(self._next_team, seat), width=18, height=high)
        return row([person, team], high)

    def _next_team(self, seat: str) -> None:
        most = max(2, len(self.who.seats) // 2 + 1)
        self.teams[seat] = (self.teams[seat] + 1) % most
        self.show()

    def _categories(self) -> None:
        def done(names: tuple[str, ...]) -> None:
            self.categories = names
            self.show()

        self.open(CategoriesSheet(self, self.categories, done))

    def _count(self, number: int) -> None:
        self.who.count(number)
        self._asked = False
        self.show()

    def _all_numbers(self) -> None:
        self._asked = True
        self.show()

    def _set(self, name: str, value: bool) -> None:
        setattr(self, name, value)
        self.show()

    def _type(self) -> None:
        def typed(text: str) -> None:
            if self.categories == counted_by(self.session, self.game):  # else somebody chose them
                self.categories = counted_by(self.session, text)
            self.game = text
            self.show()

        heading = saying("label", "which_game")
        self.open(KeyboardSheet(self, heading, self.game, typed))

    def _name(self, seat: str) -> None:
        name_seat(self, self.who, seat)

    def _go_on(self, name: str) -> None:
        try:
            counting = self.session.count_on(name)
        except (DiskError, LookupError, ValueError):
            self.say(self.words.say("notice", "cannot_resume"))
            return
        self.navigation.go("score", counting)

    def _start(self) -> None:
        session = self.session
        session.set(names=self.who.keep())
        players = [(seat, self.who.named.get(seat, "")) for seat in self.who.seats]
        game = self.game or self.words.say("button", "another_game")
        how = {"lowest": self.lowest, "zero_sum": self.zero_sum and not self.categories}
        teams = [self.teams[seat] for seat, _ in players] if self.teams else []
        counting = session.count(game, players, **how, categories=self.categories, teams=teams)
        self.navigation.go("score", counting)

    def arrange(self) -> None:
        """Everything below the header."""
        set_inside(self._body, self.body, 2.4)
