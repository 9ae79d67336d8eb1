"""Who plays: number, names, colours, order; how strict; and the options on a page of their own."""

from __future__ import annotations

from functools import partial
from typing import Any, get_args

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.match.entries import Strictness
from companion.match.registry import GamePackage
from ui import theme
from ui.navigation import Navigation
from ui.shell.controls import BUTTON, Card, Column, Lines, Scroll, button, row, set_bounds, spread
from ui.shell.names import choose_name
from ui.shell.page import Page
from ui.widgets.button import ActionButton
from ui.widgets.text import TextLine, width_of


class Seats(Page):
    """One touch starts with what was chosen last; everything can be changed before.

    helped: the match will begin with what can be done now.
    """

    def __init__(
        self, navigation: Navigation, package: GamePackage, *, helped: bool = False
    ) -> None:
        super().__init__(navigation)
        self.of = package
        self.helped = helped
        game = package.game
        last = navigation.session.settings.seats.get(game.name, ())
        known = [seat for seat in last if seat in game.colours]
        if not game.players[0] <= len(known) <= game.players[1]:
            known = list(game.colours[: game.players[1]])
        self.seats = known
        self.named = dict(navigation.session.settings.names)
        self.strictness: Strictness = "confirm"
        self.options: Any = game.options()
        self._given = self._chosen()
        self._body = BoxLayout(spacing=theme.mm(3))
        self.add_widget(self._body)
        # The table wants its pictures next, and to read them would hold up its first frame. One
        # turn of the loop comes before the first frame here, the next one after it.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._read, 0), 0)

    def _read(self, _: float) -> None:
        self.navigation.art(self.of)

    def _chosen(self) -> tuple[Any, ...]:
        return tuple(self.seats), dict(self.named), self.strictness, self.options

    def unfinished(self) -> bool:
        """Whether anything was chosen here."""
        return self._chosen() != self._given or super().unfinished()

    def title(self) -> str:
        """The game that is begun."""
        return self.session.words(self.of).say("about", "title")

    def fill(self) -> None:
        """Build it in the language of the moment."""
        self._body.clear_widgets()
        self._body.add_widget(self._people())
        rest = self._rest()
        if self.navigation.upright:
            rest.size_hint = (1, 0.7)
        self._body.add_widget(rest)

    # Who

    def _people(self) -> Card:
        say, game = self.words, self.of.game
        card = Card("panel")
        role = "strong" if theme.compact() else "title"
        top = [TextLine(text=say.say("label", "seats"), role=role, pos_hint={"center_y": 0.5})]
        few, many = game.players
        for number in range(few, many + 1) if few < many else ():
            made = button(str(number), partial(self._count, number), width=10, height=theme.TOUCH)
            made.chosen = number == len(self.seats)
            top.append(made)
        card.add_widget(row(top, theme.TOUCH))
        rows = Column(spacing=theme.mm(1.2 if theme.compact() else 1.4))
        for place_at, seat in enumerate(self.seats):
            rows.add_widget(self._seat(place_at, seat))
        card.add_widget(Scroll(rows))
        return card

    def _seat(self, place_at: int, seat: str) -> BoxLayout:
        say, upright = self.words, self.height > self.width
        room = self.body[3] * (UPRIGHT if upright else 1) - theme.mm(MARGIN)
        high = LOWER if theme.compact() else spread(room, len(self.seats), LOW)
        colour = button("", partial(self._recolour, place_at), width=12, height=high)
        colour.seat, colour.look = seat, theme.seat(seat).mark
        name = button(
            self.named.get(seat) or say.name(seat),
            partial(self._name, seat),
            detail=say.say("label", "first_player") if place_at == 0 else "",
            height=high,
        )
        up = button("▲", partial(self._up, place_at), width=12, height=high, offered=place_at > 0)
        down_offered = place_at < len(self.seats) - 1
        down = button(
            "▼", partial(self._up, place_at + 1), width=12, height=high, offered=down_offered
        )
        return row([colour, name, up, down], high)

    def _count(self, number: int) -> None:
        spare = [seat for seat in self.of.game.colours if seat not in self.seats]
        while len(self.seats) < number:
            self.seats.append(spare.pop(0))
        del self.seats[number:]
        self.show()

    def _recolour(self, place_at: int) -> None:
        """The next colour that is free; when all are taken, change places with the next seat."""
        seat, colours = self.seats[place_at], self.of.game.colours
        after = [*colours[colours.index(seat) + 1 :], *colours[: colours.index(seat)]]
        free = [colour for colour in after if colour not in self.seats]
        new = free[0] if free else after[0]
        if new in self.seats:
            self.seats[self.seats.index(new)] = seat
            self.named[seat], self.named[new] = self.named.get(new, ""), self.named.get(seat, "")
        elif self.named.get(seat):
            self.named[new] = self.named.pop(seat)
        self.seats[place_at] = new
        self.show()

    def _up(self, place_at: int) -> None:
        if 0 < place_at < len(self.seats):
            above = place_at - 1
            self.seats[above], self.seats[place_at] = self.seats[place_at], self.seats[above]
        self.show()

    def _name(self, seat: str) -> None:
        say = self.words

        def named(name: str) -> None:
            self.named[seat] = name
            self.show()

        heading = f"{say.say('label', 'name')}: {say.name(seat)}"
        taken = {self.named.get(one) for one in self.seats if one != seat}
        choose_name(self, heading, self.named.get(seat, ""), named, taken)

    # How

    def _rest(self) -> Card:
        say = self.words
        card = Card("panel", size_hint_x=0.8)
        card.add_widget(TextLine(text=say.say("label", "strictness"), role="strong"))
        strict: list[ActionButton] = []
        for way in get_args(Strictness):
            label = say.say("strictness", way)
            made = button(label, partial(self._strict, way), height=10)
            # As wide as its word needs, so that all three stand in letters of one size.
            made.size_hint_x = width_of(label, theme.type_size("strong"), True) + theme.mm(4)
            made.chosen = way == self.strictness
            strict.append(made)
        card.add_widget(row(strict, 10))
        about = Lines(role="small" if theme.compact() else "body", ink="ink2")
        detail = say.say("strictness_detail", self.strictness)
        goal = self.session.words(self.of).say("about", "goal")
        about.show("", [detail, goal])
        card.add_widget(Scroll(about))
        least = 10.5 if theme.compact() else BUTTON
        upright = self.height > self.width
        high = least if upright else spread(self.body[3] / 2, 3, least)
        options = button(
            say.say("label", "options"), self._options, detail=self._changed(), height=high
        )
        sides = button(say.say("button", "sides"), self._sides, height=high)
        card.add_widget(row([options, sides], high))
        ways = [
            button(say.say("button", key), partial(self._start, key), height=high)
            for key in ("lay_out", "as_it_stands")
        ]
        card.add_widget(row(ways, high))
        start = button(
            say.say("button", "start"),
            self._start,
            role="bright",
            height=13 if theme.compact() else high + 2,
        )
        self.bright = start
        card.add_widget(start)
        return card

    def _changed(self) -> str:
        default = self.of.game.options()
        names = self.options.__struct_fields__
        count = sum(getattr(self.options, n) != getattr(default, n) for n in names)
        key = "options_changed" if count else "options_default"
        return self.words.say("label", key, {"count": count})

    def _strict(self, way: Strictness) -> None:
        self.strictness = way
        self.show()

    def _options(self) -> None:
        from ui.screens.home.options import OptionsSheet

        self.open(OptionsSheet(self, self.of, self.options, self._optioned))

    def _optioned(self, options: Any) -> None:
        self.options = options
        self.show()

    def _sides(self) -> None:
        from ui.screens.table.sides import SidesSheet

        called = {seat: self.named.get(seat) or self.words.name(seat) for seat in self.seats}
        self.open(SidesSheet(self, self.seats, called.__getitem__))

    def _start(self, way: str = "") -> None:
        """Begin: at once, with laying out the table, or with the table as it stands."""
        session, game = self.session, self.of.game
        names = {seat: name for seat, name in self.named.items() if name}
        players = {seat: names[seat] for seat in self.seats if seat in names}
        try:
            open_match = session.start(
                self.of, tuple(self.seats), players, self.options, self.strictness
            )
        except ValueError as error:
            self.say(str(error))
            return
        session.set(names=names, seats={**session.settings.seats, game.name: tuple(self.seats)})
        open_match.helped = self.helped
        self.navigation.go("begin", open_match, way)

    def arrange(self) -> None:
        """People at the left, the rest at the right."""
        left, bottom, wide, high = self.body
        edge = theme.mm(3)
        set_bounds(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)
        self._body.orientation = "vertical" if high > wide else "horizontal"


UPRIGHT, MARGIN = 0.58, 25.0
"""Share of the height for those who play on an upright screen, and the millimetres of it that their
rows do not have."""

LOW, LOWER = 11.0, 10.2
"""Millimetres: height of the row of a seat, and on a small screen, where five find room."""
