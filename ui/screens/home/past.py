"""What was played before: a list, narrowed down to a game or a name."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.archive.statistics import key
from companion.archive.summary import Summary
from companion.text import day
from ui import theme
from ui.canvas.art import EMBLEM
from ui.navigation import Navigation
from ui.screens.home.past_match import PastMatch, phrasebook_of
from ui.screens.service.take_in import TakeInSheet
from ui.screens.service.work import WorkPage
from ui.screens.table.export import export
from ui.session.past import past, played
from ui.shell.controls import Column, Scroll, button, grid, row, set_inside
from ui.shell.page import Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

AT_ONCE = 20
"""Matches that are listed at once; more of them at a touch."""


class Past(WorkPage):
    """All finished matches, the newest first, or those of one game or one name."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._all = past(navigation.session)
        self.game = self.name = ""
        self._count = AT_ONCE
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2))
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "past")

    @property
    def chosen(self) -> tuple[Summary, ...]:
        """The matches that are wanted."""
        return tuple(
            one
            for one in self._all
            if self.game in ("", _game(one))
            and (not self.name or self.name in {key(p.name) for p in one.players})
        )

    def fill(self) -> None:
        """The list, above it what narrows it down, below it the ways."""
        say = self.words
        self._body.clear_widgets()
        game = next((played(self.session, x) for x in self._all if _game(x) == self.game), "")
        name = next((p.name for x in self._all for p in x.players if key(p.name) == self.name), "")
        every = say.say("label", "all")
        filters = [
            button(say.say("label", "game"), partial(self._filter, "game"), detail=game or every),
            button(say.say("label", "name"), partial(self._filter, "name"), detail=name or every),
        ]
        self._body.add_widget(row(filters, 12))
        column = Column()
        chosen = self.chosen
        for one in chosen[: self._count]:
            column.add_widget(self._row(one))
        if not chosen:
            column.add_widget(Paragraph(text=say.say("notice", "nothing_past"), ink="ink2"))
        if len(chosen) > self._count:
            column.add_widget(button(say.say("button", "more"), self._more, height=11))
        self._body.add_widget(Scroll(column))
        ways = [
            button(say.say("button", "statistics"), self._statistics, height=12),
            button(say.say("button", "export"), self._export, height=12),
            button(say.say("button", "take_in"), self._take_in, height=12),
        ]
        self._body.add_widget(row(ways, 12))

    def _row(self, one: Summary) -> ActionButton:
        """A match to be opened, with the picture of its box where that is read already."""
        label, detail = self._described(one)
        made = button(label, partial(self._open, one), detail=detail, height=15)
        if one.how != "counted" and one.game in self.session.games():
            package = self.session.package(one.game)
            if self.navigation.has_art(package):
                made.look, made.art = EMBLEM, self.navigation.art(package)
        return made

    def _described(self, one: Summary) -> tuple[str, str]:
        """A match in two lines: its game and day; who won before whom."""
        told = phrasebook_of(self.navigation, one)
        ended = "" if one.ended is None else f"  {day(self.words, one.ended.astimezone())}"
        names = [told.name(player.seat) for player in one.players]
        best = one.places[0] if len(one.places) > 1 else ()
        detail = ", ".join(names)
        others = [player.seat for player in one.players if player.seat not in best]
        if best and others:
            detail = told.say("label", "ahead_of", {"best": list(best), "others": others})
        if one.foreign:
            detail = f"{detail} · {self.words.say('label', 'foreign')}"
        return f"{played(self.session, one)}{ended}", detail

    def _more(self) -> None:
        self._count += AT_ONCE
        self.show()

    def _filter(self, what: str) -> None:
        found = {}
        for one in self._all:
            if what == "game":
                found[_game(one)] = played(self.session, one)
            else:
                found |= {key(p.name): p.name for p in one.players if key(p.name)}
        self.open(FilterSheet(self, what, found))

    def narrow(self, what: str, wanted: str) -> None:
        """Show the matches of one game or name; of all with ""."""
        setattr(self, what, wanted)
        self._count = AT_ONCE
        self.close()
        self.show()

    def _open(self, one: Summary) -> None:
        self.navigation.open(PastMatch(self.navigation, one, self._again))

    def _again(self) -> None:
        self.navigation.open(self)

    def _statistics(self) -> None:
        from ui.screens.home.statistics import Statistics

        self.navigation.open(Statistics(self.navigation, self._all))

    def _export(self) -> None:
        export(self, self.chosen)

    def _take_in(self) -> None:
        self.navigation.in_charge(lambda: self.open(TakeInSheet(self)))

    def kept_anew(self) -> None:
        """Others have come in."""
        self._all = past(self.session)
        self.show()

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        set_inside(self._body, self.body, 2.4)


class FilterSheet(Sheet):
    """Of which game, or of whom?"""

    def __init__(self, page: Past, what: str, found: dict[str, str]) -> None:
        super().__init__(page)
        self._past, self._what, self._found = page, what, found

    def fill(self) -> None:
        """All of them, and each."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", self._what), role="title"))
        every = button(say.say("label", "all"), partial(self._past.narrow, self._what, ""))
        each = [
            button(label, partial(self._past.narrow, self._what, wanted))
            for wanted, label in sorted(self._found.items(), key=lambda one: one[1].casefold())
        ]
        self.card.add_widget(Scroll(grid([every, *each], 2)))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))


def _game(one: Summary) -> str:
    return f"{one.how == 'counted'}:{key(one.game)}"
