"""Points for any other game: rounds of points, entered with large keys."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.archive.counting import Counting
from companion.archive.score import MOST_POINTS
from companion.text import signed
from ui import theme
from ui.navigation import Navigation
from ui.screens.home.past_match import PastMatch
from ui.session.past import counted_for, round_of
from ui.shell.controls import Card, Column, Scroll, button, row, set_inside
from ui.shell.numbers import number_keys
from ui.shell.page import Page
from ui.widgets.text import Paragraph, TextLine


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
