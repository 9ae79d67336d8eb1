"""Points for any other game: who plays, then rounds of points, entered with large keys."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.archive.counting import Counting
from companion.archive.score import MOST_PLAYERS, MOST_POINTS
from companion.store import DiskError
from companion.text import signed
from ui import theme
from ui.navigation import Navigation
from ui.screens.home.categories import CategoriesSheet
from ui.screens.home.past_match import PastMatch
from ui.session.past import counted_by, counted_for, round_of, score_sheets
from ui.session.seating import Seating
from ui.shell.controls import Card, Column, Scroll, button, grid, row, set_inside
from ui.shell.keyboard import KeyboardSheet
from ui.shell.names import name_seat
from ui.shell.numbers import number_keys
from ui.shell.page import Page
from ui.texts import saying
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

EVERYBODY = (*theme.SEATS, *theme.MORE_SEATS)
"""All marks by which people are told apart, in the order in which they are given out."""

COUNTS = 5
"""Numbers of people in a row."""


class ScoreStart(Page):
    """Which game, who plays, and what wins; or a sheet that was begun."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._open = score_sheets(navigation.session)
        self.game = ""
        session = navigation.session
        every = EVERYBODY
        self.who = Seating(every, every[:4], session.settings.names, session.people)
        self.lowest = self.zero_sum = False
        self.categories: tuple[str, ...] = ()
        self.teams: dict[str, int] = {}
        self._list: Scroll | None = None
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
        counts = []
        for number in range(2, MOST_PLAYERS + 1):
            made = button(str(number), partial(self._count, number), height=theme.TOUCH)
            made.size_hint_min = (theme.mm(theme.TOUCH), theme.mm(theme.TOUCH))
            made.chosen = number == len(self.who.seats)
            counts.append(made)
        card.add_widget(TextLine(text=say.say("label", "seats"), role="strong"))
        column = Column(spacing=theme.mm(1.2))
        column.add_widget(grid(counts, COUNTS, theme.TOUCH))
        for seat in self.who.seats:
            made = button(self.who.named.get(seat) or say.name(seat), partial(self._name, seat))
            made.look, made.seat = theme.seat(seat).mark, seat
            made.height = theme.mm(10.5)
            column.add_widget(self._with_team(seat, made))
        self._list = self._again(column)
        card.add_widget(self._list)
        return card

    def _again(self, column: Column) -> Scroll:
        """Scrolled as far as it was before somebody touched it."""
        made = Scroll(column)
        if self._list is not None:
            made.stay(self._list.scroll_y)
        return made

    def _rest(self) -> Card:
        say, card = self.words, Card("panel")
        column = Column()
        for name, sheet in list(self._open.items())[:3]:
            names = ", ".join(called or say.name(seat) for seat, called in sheet.begun.players)
            label = say.say("label", "continue", {"title": sheet.begun.game})
            go_on = partial(self._go_on, name)
            column.add_widget(button(label, go_on, detail=names, height=15))
        label = self.game or say.say("label", "which_game")
        column.add_widget(button(label, self._type, height=11))
        wins = []
        for key, lowest in (("highest", False), ("lowest", True)):
            made = button(say.say("button", key), partial(self._set, "lowest", lowest), height=11)
            made.chosen = lowest == self.lowest
            wins.append(made)
        column.add_widget(row(wins, 11))
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
        made = button(say.say("button", "zero_sum"), act, height=12, offered=rounds)
        made.detail, made.chosen = say.name("yes" if on else "no"), on
        return made

    def _counted(self) -> ActionButton:
        """Whether it is counted in rounds, or which categories there are."""
        say = self.words
        detail = ", ".join(self.categories) or say.say("button_detail", "categories")
        label = say.say("button", "categories")
        made = button(label, self._categories, detail=detail, height=12)
        made.chosen = bool(self.categories)
        return made

    def _teamed(self) -> ActionButton:
        """Whether people play in teams."""
        say, on = self.words, bool(self.teams)
        made = button(say.say("button", "teams"), self._turn_teams, height=12)
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
        team = button(label, partial(self._next_team, seat), width=18, height=10.5)
        return row([person, team], 10.5)

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


def _in_sight(column: Column, one: Widget) -> Scroll:
    """A list, scrolled so far that one part of it is seen, as soon as it has its place."""
    made = Scroll(column)
    Clock.schedule_once(lambda _: made.scroll_to(one, animate=False))
    return made


class Score(Page):
    """One sheet: the players with their points, and the keys. What is typed goes to the chosen
    place; after it the next gap is chosen by itself."""

    def __init__(self, navigation: Navigation, counting: Counting) -> None:
        super().__init__(navigation)
        self.counting = counting
        self.at = counting.sheet.next
        self.typed = ""
        self.minus = False
        self._body = BoxLayout(spacing=theme.mm(2.4))
        self.add_widget(self._body)

    def title(self) -> str:
        """The game."""
        return counted_for(self.session, self.counting.sheet.begun.game)

    def left_label(self) -> str:
        """Not like the button that takes points back."""
        return self.words.say("button", "home")

    def fill(self) -> None:
        """Who has how much beside the keys."""
        upright = self.navigation.upright
        self._body.clear_widgets()
        self._body.orientation = "vertical" if upright else "horizontal"
        keys = self._keys()
        if not upright:
            keys.size_hint_x = 0.72
        self._body.add_widget(self._points())
        self._body.add_widget(keys)

    def _points(self) -> Card:
        say, sheet, card = self.words, self.counting.sheet, Card("panel")
        number, chosen = self.at
        last = sheet.last
        label = round_of(self.session, sheet, number)
        heading = TextLine(text=label, role="title", pos_hint={"center_y": 0.5})
        back = button("◀", partial(self._round, -1), width=12, height=9.5, offered=number > 0)
        on = button("▶", partial(self._round, 1), width=12, height=9.5, offered=number < last)
        card.add_widget(row([heading, back, on], 9.5))
        column, here = Column(spacing=theme.mm(1.2)), Widget()
        places, totals = sheet.places, sheet.totals
        points = sheet.rounds[number] if number < len(sheet.rounds) else (None,) * len(totals)
        for player, (seat, name) in enumerate(sheet.begun.players):
            key, values = "total_place", {"count": totals[player], "place": places[player]}
            if sheet.begun.teams:
                key, values["number"] = "team_place", sheet.begun.teams[player] + 1
            made = button(
                name or say.name(seat),
                partial(self._choose, player),
                detail=say.say("label", key, values),
                height=11,
            )
            made.look, made.seat, made.chosen = theme.seat(seat).mark, seat, player == chosen
            there = points[player]
            text = TextLine(
                text="·" if there is None else signed(there), role="title", halign="right"
            )
            text.size_hint_x, text.width = None, theme.mm(20)
            text.pos_hint = {"center_y": 0.5}
            column.add_widget(row([made, text], 11))
            here = made if made.chosen else here
        card.add_widget(_in_sight(column, here))
        for uneven in sheet.uneven[-1:]:
            total = sum(one or 0 for one in sheet.rounds[uneven])
            said = say.say("notice", "not_zero", {"number": uneven + 1, "total": signed(total)})
            card.add_widget(Paragraph(text=said, role="small", ink="red_text"))
        undo = button(say.say("button", "undo"), self._undo, offered=sheet.undoable, height=10.5)
        end = button(say.say("button", "finish"), self._end, offered=not sheet.empty, height=10.5)
        card.add_widget(row([undo, end], 10.5))
        return card

    def _keys(self) -> Card:
        say, sheet, card = self.words, self.counting.sheet, Card("panel")
        card.spacing = theme.mm(1.2)
        seat, name = sheet.begun.players[self.at[1]]
        card.add_widget(TextLine(text=name or say.name(seat), role="small", ink="ink2"))
        self._shown = TextLine(role="display", ink="gold_text")
        card.add_widget(self._shown)
        high = 9.5 if theme.compact() else 12.5
        sign = button("±", self._turn, height=high)
        delete = button("⌫", self._delete, height=high)
        card.add_widget(number_keys(self._type, sign, delete, high))
        rest = sheet.rest if self.at == sheet.next else None
        enter = button(say.say("button", "enter"), self._enter, role="bright", height=11)
        self.bright = self._ready = enter
        self._show_typed()
        ways = [enter]
        if rest is not None:
            label = say.say("button", "rest", {"points": signed(rest)})
            ways.insert(0, button(label, partial(self._tell, rest), height=11))
        card.add_widget(row(ways, 11))
        card.add_widget(Widget())
        return card

    def _show_typed(self) -> None:
        """All that changes with a digit."""
        self._shown.text = f"{'−' if self.minus else ''}{self.typed}|"
        self._ready.offered = bool(self.typed)

    # Hands

    def _type(self, digit: str) -> None:
        typed = str(int(self.typed + digit))
        if int(typed) <= MOST_POINTS:
            self.typed = typed
        self._show_typed()

    def _turn(self) -> None:
        self.minus = not self.minus
        self._show_typed()

    def _delete(self) -> None:
        if self.typed:
            self.typed = self.typed[:-1]
        else:
            self.minus = False
        self._show_typed()

    def _enter(self) -> None:
        if self.typed:
            self._tell(-int(self.typed) if self.minus else int(self.typed))
        else:
            self.say(self.words.say("notice", "type_points"))

    def _tell(self, points: int) -> None:
        self.counting.enter(*self.at, points)
        self._go()

    def _go(self) -> None:
        """To the next gap."""
        self.at, self.typed, self.minus = self.counting.sheet.next, "", False
        self.navigation.refresh()

    def _choose(self, player: int) -> None:
        self.at = (self.at[0], player)
        self.typed, self.minus = "", False
        self.show()

    def _round(self, by: int) -> None:
        number = self.at[0] + by
        sheet = self.counting.sheet
        if not 0 <= number <= sheet.last:
            self.say(self.words.say("notice", "first_round" if by < 0 else "last_round"))
            return
        row = sheet.rounds[number] if number < len(sheet.rounds) else (None,)
        self.at = (number, row.index(None) if None in row else self.at[1])
        self.typed, self.minus = "", False
        self.show()

    def _undo(self) -> None:
        if not self.counting.sheet.undoable:
            self.say(self.words.say("notice", "no_points_yet"))
            return
        self.counting.undo()
        self._go()

    def _end(self) -> None:
        if self.counting.sheet.empty:
            self.say(self.words.say("notice", "type_points"))
            return
        self.counting.end()
        self.session.library.journal.flush()
        self.navigation.open(
            PastMatch(self.navigation, self.counting.summary, self.navigation.home)
        )

    def arrange(self) -> None:
        """Everything below the header."""
        set_inside(self._body, self.body, 2.4)
