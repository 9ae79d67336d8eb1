"""Home: the running match first, then the games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.match.registry import BrokenGame
from companion.store import Listed
from ui import theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.nights import overdue
from ui.screens.home.first_evening import FirstEvening
from ui.screens.home.game_card import GameCard, level
from ui.screens.home.saved import MissingSheet, PrintSheet, ShelfSheet
from ui.screens.home.shelf import BrokenSheet, above, grid, rows_of
from ui.session.glance import Glance
from ui.session.gone import left_behind
from ui.session.losses import missing, unreadable
from ui.session.open_match import now
from ui.session.past import past_count, score_sheets
from ui.shell.controls import button, row, set_inside
from ui.shell.loudness import loudness_of
from ui.shell.page import Page

if TYPE_CHECKING:
    from ui.screens.home.last_game import LastGame

EDGE = (2.1, 1.5)
"""Millimetres round the page; on a small screen less."""


SWITCH = 0.55
"""Width of the switch for it, in widths of the other buttons."""


class Home(Page):
    """Continue first; then every game on the shelf; then the few things about the companion."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._running = navigation.session.running()
        self._left_behind = left_behind(navigation.session)
        self._past = past_count(navigation.session)
        self._sheets = len(score_sheets(navigation.session))
        self._damages = navigation.session.damages
        self._lost = (*missing(navigation.session), *unreadable(navigation.session))
        self._bare: list[FirstEvening | GameCard] = []
        self._last: LastGame | None = None
        self._seen: Glance | None = None
        self._looking = False
        self._first = 0
        self._reading = Clock.create_trigger(lambda _: self._read(), 0)
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.6))
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the companion."""
        return self.words.say("label", "app")

    def left_label(self) -> str:
        """There is nowhere to go back to."""
        return ""

    def left(self) -> None:
        """Stay."""

    def fill(self) -> None:
        """Build it in the language of the moment."""
        navigation = self.navigation
        self._body.clear_widgets()
        self._bare.clear()
        self.bright = None
        if self._running:
            self._body.add_widget(self._continue(self._running[0]))
        elif self._new:
            first = FirstEvening(navigation)
            self._body.add_widget(first)
            self._bare.append(first)
        names = navigation.session.games()
        across, rows = grid(len(names), *self._room())
        part = across * rows
        shown = self.session.shelf or self.session.settings.last_game
        turned = names.index(shown) if shown in names else 0
        self._first = turned - turned % part
        wide = len(names) < 3
        crowded = len(names) > 1 and theme.enlarged() > 1
        low = rows > 1 or (theme.compact() and (bool(self._running) or crowded))
        games = [
            GameCard(navigation, name, self._choose, wide=wide, low=low)
            for name in names[self._first : self._first + part]
        ]
        for card in games:
            card.text.bind(height=lambda *_: level(games))
        self._bare += [card for card in games if not card.pictured]
        if self._bare:  # one turn of the loop comes before the first frame, the next one after it
            Clock.schedule_once(lambda _: self._reading(), 0)
        for one in rows_of(games, across):
            self._body.add_widget(one)
        self._body.add_widget(row(self._below(names, part), 12))

    def _below(self, names: Sequence[str], part: int) -> list[Widget]:
        """The ways to everything else. part: how many of the games are shown at once."""
        say, navigation = self.words, self.navigation
        below: list[Widget] = []
        if len(names) > part:
            seen = {"first": self._first + 1, "last": min(self._first + part, len(names))}
            detail = say.say("button_detail", "more_games", {**seen, "count": len(names)})
            more = partial(self._turn_to, names[seen["last"] % len(names)])
            below.append(button(say.say("button", "more_games"), more, detail=detail))
        if self._lost:
            lost = button(say.say("button", "missing"), self._missing, role="danger")
            below.append(lost)
        if self._left_behind and not self._running:
            detail = say.say("button_detail", "parked", {"count": len(self._left_behind)})
            below.append(button(say.say("button", "parked"), self._parked, detail=detail))
        if self._past:
            detail = say.say("button_detail", "past", {"count": self._past})
            below.append(
                button(say.say("button", "past"), partial(navigation.go, "past"), detail=detail)
            )
        open_ones = {"count": self._sheets}
        detail = say.say("button_detail", "another_game", open_ones) if self._sheets else ""
        label = say.say("button", "another_game")
        below.append(button(label, partial(navigation.go, "scorekeeper"), detail=detail))
        if printable := self._printable(names):
            below.append(button(say.say("button", "print"), partial(self._print, printable)))
        settings = partial(navigation.go, "settings")
        late = overdue(self.session.folder, now(), say)
        below.append(button(say.say("button", "settings"), settings, detail=late))
        below.append(self._sound())
        return below

    def _printable(self, names: Sequence[str]) -> list[str]:
        session = self.navigation.session
        return [one for one in names if session.game_info(one).prints and not session.broken(one)]

    def _sound(self) -> Widget:
        """How loud it is; a touch makes it louder, and after the loudest quiet."""
        label, loud, louder = loudness_of(self.navigation)
        one = button(label, louder, detail=loud, role="ghost")
        one.size_hint_x = SWITCH
        return one

    def _read(self) -> None:
        """The pictures of one game in each frame: those of all would hold one up."""
        if self._bare:
            self._bare.pop(0).show_picture()
            self._reading()

    def leave(self) -> None:
        """There is nothing more to show here."""
        self._bare.clear()
        self._last = None

    @property
    def _new(self) -> bool:
        """Whether nothing was played here, and there is room to say how to begin."""
        return not (self._running or self._past or self._sheets or theme.compact())

    def _room(self) -> tuple[float, float]:
        """Width and height in pixels that are left for the games."""
        _, _, wide, high = self.body
        edge = 2 * theme.mm(EDGE[theme.compact()])
        used = theme.tall(12) + self._body.spacing
        if self._running or self._new:
            used += above(upright=self.navigation.upright) + self._body.spacing
        return wide - edge, high - edge - used

    def _turn_to(self, game: str) -> None:
        """Show that game and those beside it."""
        self.session.shelf = game
        self.fill()

    def _choose(self, route: str, game: str) -> None:
        """Open the box of a game; of one that cannot be loaded, say why."""
        with suppress(BrokenGame):
            self.session.package(game)
            self.navigation.go("learn" if route == "learn" else "seats", game)
            return
        self.fill()
        self.open(BrokenSheet(self, game))

    def _continue(self, one: Listed) -> LastGame:
        from ui.screens.home.last_game import LastGame

        saved = len(self._running) + len(self._left_behind)
        card = LastGame(self.navigation, one, saved, self._parked)
        self.bright, self._last = card.go, card
        if self._seen is None:
            seen = self.session.glance(one.match)
            if not callable(seen):
                self._seen = seen
            elif not self._looking:
                self._looking = True
                in_background(seen, self._has_seen)
        card.show(self._seen)
        return card

    def _has_seen(self, seen: Glance | None) -> None:
        """What the last game looks like has been found out."""
        if seen is not None and self._last is not None:
            self._seen = seen
            self._last.show(seen)

    def _print(self, games: Sequence[str]) -> None:
        if len(games) == 1:
            self.navigation.go("printing", games[0])
        else:
            self.open(PrintSheet(self, games))

    def _parked(self) -> None:
        saved = (*self._running, *self._left_behind)
        self.open(ShelfSheet(self, "parked", saved, partial(self.navigation.go, "resume")))

    def _missing(self) -> None:
        self.open(MissingSheet(self, self._lost, self._damages))

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        set_inside(self._body, self.body, EDGE[theme.compact()])
