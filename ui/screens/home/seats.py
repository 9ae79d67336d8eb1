"""Before a game: who plays, how many, who begins; what is agreed on one line each; and Start."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.match.entries import Strictness
from companion.match.registry import GameInfo, GamePackage
from companion.match.setting_up import minutes, rolled
from ui import theme
from ui.canvas.art import EMBLEM
from ui.navigation import Navigation
from ui.screens.home.seat_card import Form, SeatCard
from ui.session.agreed import Agreed, agreed, changed, options_of
from ui.session.seating import Seating
from ui.shell.controls import button, row, set_bounds
from ui.shell.names import name_seat
from ui.shell.page import Sheet
from ui.shell.tray_page import BETWEEN, TrayPage, note
from ui.widgets.text import Paragraph, TextLine

TOP, AGREED = (10.0, 9.0), (14.0, 10.0)
"""Millimetres: height of the line of how many play, and of a line of what is agreed; on a small
screen."""

ROOMY = 14.5
"""Millimetres: height of a line of what is agreed on a small screen, where there is room."""

HIGHEST, FLAT = 52.0, 40.0
"""Millimetres: height of somebody's card at most, and of a flat one."""

LEAST = 13.0
"""Millimetres: height of a flat card before a line of what is agreed becomes higher."""


class Seats(TrayPage):
    """One touch starts with what was chosen last; everything can be changed before.

    helped: the match will begin with what can be done now.
    """

    def __init__(
        self, navigation: Navigation, package: GamePackage, *, helped: bool = False
    ) -> None:
        self.of = package
        super().__init__(navigation)
        self.helped = helped
        game = package.game
        last = navigation.session.settings.seats.get(game.name, ())
        known = [seat for seat in dict.fromkeys(last) if seat in game.colours]
        if not game.players[0] <= len(known) <= game.players[1]:
            known = list(game.colours[: game.players[1]])
        session = navigation.session
        self.who = Seating(game.colours, known, session.settings.names, session.people)
        kept = navigation.session.settings.agreed.get(game.name, Agreed())
        self.strictness: Strictness = kept.strictness
        self.options: Any = options_of(kept, game.options())
        self.by_itself = kept.by_itself
        self._given = self._chosen()
        self._top = BoxLayout(spacing=theme.mm(BETWEEN))
        self._people = BoxLayout(orientation="vertical", spacing=theme.mm(BETWEEN))
        self._agreed = BoxLayout(spacing=theme.mm(BETWEEN))
        self._hint = Paragraph(role="small", ink="ink2")
        self.cards: list[SeatCard] = []
        for widget in (self._top, self._people, self._agreed, self._hint):
            self.add_widget(widget)
        # The table wants its pictures next, and to read them would hold up its first frame. One
        # turn of the loop comes before the first frame here, the next one after it.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._read, 0), 0)

    def _read(self, _: float) -> None:
        art = self.navigation.art(self.of)
        if self.parent is not None:
            for card in self.cards:
                card.medal.art = art
            self._fill_tray()
            self.arrange()
        self._draw_ahead(art.ahead())

    def _draw_ahead(self, left: Iterator[str]) -> None:
        """Make a picture ready at each turn of the loop, as long as this page is there."""
        if self.parent is not None and next(left, None):
            Clock.schedule_once(lambda _: self._draw_ahead(left), 0)

    def progress(self) -> str:
        """For how many people the game is, and how long it takes."""
        wide = not (theme.compact() or self.upright)
        return self.session.words(self.of).say("about", "line") if wide else ""

    @property
    def about(self) -> GameInfo:
        """The game that will be played."""
        return self.of

    def _chosen(self) -> tuple[Any, ...]:
        how = self.strictness, self.options, self.by_itself
        return tuple(self.who.seats), self.who.first, dict(self.who.named), *how

    def unfinished(self) -> bool:
        """Whether anything was chosen here."""
        return self._chosen() != self._given or super().unfinished()

    def title(self) -> str:
        """The game that is begun."""
        return self.session.words(self.of).say("about", "title")

    def fill(self) -> None:
        """Everything in the language of the moment."""
        say = self.words
        self._fill_top()
        self._fill_people()
        self._agreed.clear_widgets()
        self._agreed.orientation = "vertical" if self.upright else "horizontal"
        ways = (
            ("settings", say.say("before", "house_rules"), self._options, self._changed()),
            (
                "strictness",
                say.say("label", "strictness"),
                partial(self.open, StrictSheet(self)),
                say.say("strictness", self.strictness),
            ),
            ("sides", say.say("label", "sides"), self._sides, self._seated()),
            (
                "lay_out",
                say.say("button", "as_it_stands"),
                partial(self._start, "as_it_stands"),
                say.say("before", "under_way"),
            ),
        )
        for sign, label, act, detail in ways:
            made = button(label, act, detail=detail)
            made.size_hint_y = 1
            if not theme.compact():
                made.look = f"sign-{sign}"
            self._agreed.add_widget(made)
        pair = len(self.who.seats) == 2  # no order, with two
        self._hint.text = "" if pair or theme.compact() else say.say("before", "order")
        self._fill_tray()

    def _fill_top(self) -> None:
        say, (few, many) = self.words, self.of.game.players
        self._top.clear_widgets()
        role: theme.TextRole = "title" if theme.compact() or self.upright else "display"
        self._top.add_widget(TextLine(text=say.say("label", "seats"), role=role, size_hint_y=1))
        if few == many:
            return
        if not (theme.compact() or self.upright):
            asked = say.say("before", "how_many")
            self._top.add_widget(TextLine(text=asked, ink="ink2", halign="right", size_hint_y=1))
        for number in range(few, many + 1):
            made = button(str(number), partial(self._count, number), width=13)
            made.size_hint_y, made.spoken = 1, say.say("before", "play_along")
            made.chosen = number == len(self.who.seats)
            self._top.add_widget(made)

    def _fill_people(self) -> None:
        """Everybody's card; side by side where there is room, else in rows."""
        say, chosen = self.words, not rolled(self.of)
        roomy = self.upright or len(self.who.seats) == 2  # one row of cards has all the height
        form: Form = (
            "tall" if not (theme.compact() or self.upright) else ("beside" if roomy else "line")
        )
        self.cards = [
            SeatCard(
                seat,
                self.who.named.get(seat) or say.name(seat),
                say.say("before", "colour", {"seat": seat}),
                say.say("before", "begins" if seat == self.who.first else "let_begin")
                if chosen
                else "",
                first=chosen and seat == self.who.first,
                form=form,
                act=self._touched,
                led=self._led,
            )
            for seat in self.who.seats
        ]
        for card in self.cards:
            card.name.spoken = say.say("before", "name")
            card.medal.art = self._art()
        across = len(self.cards) if form == "tall" else 2
        self._people.clear_widgets()
        for at in range(0, len(self.cards), across):
            part: list[Widget] = [*self.cards[at : at + across]]
            part += [Widget() for _ in range(across - len(part))]
            self._people.add_widget(row(part, None, spacing=theme.mm(BETWEEN)))

    def _fill_tray(self) -> None:
        say, game = self.words, self.session.words(self.of)
        course = self.session.course(self.of.game.name)
        learn: Widget = Widget()
        if course is not None:
            count = {"count": len(course.lessons)}
            go = partial(self.navigation.go, "learn", self.of.game.name)
            learn = button(
                say.say("button", "learn"), go, detail=say.say("before", "lessons", count)
            )
            learn.look = "sign-rules"
        art = self._art()
        told = note(game.say("about", "goal"), look="" if art is None else EMBLEM, art=art)
        set_up = button(
            say.say("button", "lay_out"),
            partial(self._start, "lay_out"),
            detail=self._set_up_in(),
            width=34,
            height=13,
        )
        set_up.pos_hint = {"center_y": 0.5}
        told.add_widget(set_up)
        self.lay_tray(learn, told, button(say.say("button", "start"), self._start, role="bright"))

    def _set_up_in(self) -> str:
        """That the table is set up in pictures, and how long that takes. How many there are is not
        known yet: boards that were read once are not read again."""
        takes = minutes(self.of)
        key = "set_up_in" if takes else "in_pictures"
        return self.words.say("before", key, {"minutes": takes})

    def _art(self) -> Any:
        """The pictures of the game, once they are read; reading them now would hold up a frame."""
        return self.navigation.art(self.of) if self.navigation.has_art(self.of) else None

    # Who

    def _touched(self, what: str, seat: str) -> None:
        if what == "name":
            self._name(seat)
            return
        if what == "colour":
            self.who.recolour(seat)
        else:
            self.who.first = seat
        self.show()

    def _led(self, seat: str, x: float, y: float) -> None:
        """Somebody's card was led onto another one: they change places."""
        other = next((one.seat for one in self.cards if one.collide_point(x, y)), seat)
        if other != seat:
            self.who.change_places(seat, other)
            self.show()

    def _count(self, number: int) -> None:
        self.who.count(number)
        self.show()

    def _name(self, seat: str) -> None:
        name_seat(self, self.who, seat)

    # How

    def _changed(self) -> str:
        """The name under which it is kept, else how many house rules are not as usual."""
        now, sets = self._now(), self.session.settings.sets.get(self.of.game.name, {})
        if name := next((name for name, kept in sets.items() if kept == now), ""):
            return name
        key = "options_changed" if (count := changed(now)) else "options_default"
        return self.words.say("label", key, {"count": count})

    def _now(self) -> Agreed:
        return agreed(self.strictness, self.options, self.by_itself)

    def choose(self, way: Strictness) -> None:
        """What becomes of a move that breaks a rule."""
        self.strictness = way
        self.close()
        self.show()

    def _sides(self) -> None:
        from ui.screens.table.sides import SidesSheet

        say = self.words
        called = {seat: self.who.named.get(seat) or say.name(seat) for seat in self.who.seats}
        self.open(SidesSheet(self, self.who.seats, self.who.names, called.__getitem__))

    def _seated(self) -> str:
        """How many sit elsewhere than in front of the screen."""
        sides = self.session.people.sides(self.session.settings, self.who.names)
        count = sum(sides.get(seat, "front") != "front" for seat in self.who.seats)
        return self.words.say(
            "before", "sides_turned" if count else "sides_front", {"count": count}
        )

    def _options(self) -> None:
        from ui.screens.home.options import HouseRules

        options, by_itself = self.options, self.by_itself
        sheet = HouseRules(
            self, self.of, options, by_itself, self._optioned, self._sets, len(self.who.seats)
        )
        self.open(sheet)

    def _sets(self) -> None:
        from ui.screens.home.rule_sets import RuleSets

        self.open(RuleSets(self, self.of, self._now, self._agree, self._options))

    def _agree(self, kept: Agreed) -> None:
        self.strictness = kept.strictness
        self._optioned(options_of(kept, self.of.game.options()), kept.by_itself)

    def _optioned(self, options: Any, by_itself: bool) -> None:
        self.options, self.by_itself = options, by_itself
        self.fill()  # what lies over it shows the change itself, where it is scrolled to
        self.arrange()

    def _start(self, way: str = "") -> None:
        """Begin: at once, with laying out the table, or with the table as it stands."""
        session = self.session
        players = self.who.names
        at = self.who.seats.index(self.who.first)
        try:
            open_match = session.start(
                self.of,
                (*self.who.seats[at:], *self.who.seats[:at]),
                players,
                self.options,
                self.strictness,
                by_itself=self.by_itself,
            )
        except ValueError as error:
            self.say(str(error))
            return
        self._keep()
        open_match.helped = self.helped
        self.navigation.go("begin", open_match, way)

    def left(self) -> None:
        """Away from a sheet, or from here; who plays is kept then."""
        if self.sheet is None:
            self._keep()
        super().left()

    def _keep(self) -> None:
        """Who plays and what is agreed is kept for the next time."""
        session, game = self.session, self.of.game.name
        session.set(
            names=self.who.keep(),
            seats=session.settings.seated(game, tuple(self.who.seats)),
            agreed={**session.settings.agreed, game: self._now()},
        )

    def arrange(self) -> None:
        """How many play, everybody, what is agreed, one below the other."""
        super().arrange()
        left, low, wide, high = self.above
        gap, top = theme.mm(BETWEEN), theme.mm(TOP[theme.compact()])
        agreed = theme.mm(AGREED[theme.compact()])
        if self.upright:
            agreed = 3 * agreed + 2 * gap
        hint = theme.mm(5) if self._hint.text else 0.0
        rows = len(self._people.children)
        if theme.compact():
            spare = high - top - 2 * gap - rows * (theme.mm(LEAST) + gap)
            agreed = min(theme.mm(ROOMY), max(agreed, spare))
        most = theme.mm(HIGHEST if not (theme.compact() or self.upright) else FLAT * rows)
        people = min(high - top - agreed - hint - 2 * gap, most)
        upper = low + high - top
        set_bounds(self._top, left, upper, wide, top)
        upper -= gap + people
        set_bounds(self._people, left, upper, wide, people)
        upper -= gap + agreed
        set_bounds(self._agreed, left, upper, wide, agreed)
        set_bounds(self._hint, left, upper - gap - hint, wide, hint)


class StrictSheet(Sheet):
    """What becomes of a move that breaks a rule; each way with what it means."""

    def __init__(self, page: Seats) -> None:
        super().__init__(page)
        self._seats = page

    def fill(self) -> None:
        """The three ways."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "strictness"), role="title"))
        for way in get_args(Strictness):
            detail = say.say("strictness_detail", way)
            choose = partial(self._seats.choose, way)
            made = button(say.say("strictness", way), choose, detail=detail, height=14)
            made.chosen = way == self._seats.strictness
            self.card.add_widget(made)
