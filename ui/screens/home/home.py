"""Home: the running match first, then the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.match.registry import BrokenGame
from companion.scene import Scene, Shape
from companion.store import Damage, Listed
from ui import theme
from ui.canvas.art import EMBLEM
from ui.navigation import Navigation, Route
from ui.screens.home.shelf import BrokenSheet, grid, rows_of
from ui.session.losses import missing, unreadable
from ui.shell.controls import Card, Column, Scroll, button, row, set_bounds
from ui.shell.page import Page, Sheet
from ui.texts import day
from ui.widgets.board import Board
from ui.widgets.text import Paragraph, TextLine

EDGE, CONTINUE = (5.0, 3.0), (26.0, 20.0)
"""Millimetres round the page, and height of what leads back to a match; on a small screen less."""


class GameCard(Card):
    """A game with its picture; a touch chooses it. wide: there is room beside the picture for all
    the words. low: there is hardly room below it, and the picture goes before the words. One that
    cannot be loaded says that instead."""

    __events__ = ("on_press",)

    def __init__(self, navigation: Navigation, name: str, *, wide: bool, low: bool) -> None:
        super().__init__("panel", orientation="horizontal" if wide else "vertical")
        info = navigation.session.game_info(name)
        say = navigation.session.words(info)
        self.game = name
        emblem = Shape(form="piece", x=0, y=0, size=1, look=EMBLEM)
        self._emblem, self._art = Scene((emblem,), ()), partial(navigation.art, info)
        self._picture = Board(travel=0, disabled=True)
        self.broken = bool(navigation.session.broken(name))
        if navigation.has_art(info):
            self.show_picture()
        self.add_widget(self._picture)
        self.text = Column(pos_hint={"center_y": 0.5}) if wide else Column()
        words = (
            ("title", "title" if wide or not theme.compact() else "strong", "ink"),
            ("subtitle", "body", "gold_text"),
            ("line", "small", "ink2"),
        )
        for key, role, ink in words[:1] if low or self.broken else words:
            self.text.add_widget(Paragraph(role=role, ink=ink, text=say.say("about", key)))
        if self.broken:
            wrong = say.say("notice", "game_broken")
            self.text.add_widget(Paragraph(role="small", ink="gold_text", text=wrong))
        elif wide and not low:
            self.text.add_widget(Paragraph(role="body", text=say.say("about", "goal")))
        self.add_widget(self.text)
        self.below = Widget(size_hint_y=None, height=0)
        if not wide:
            self.add_widget(self.below)

    @property
    def pictured(self) -> bool:
        """Whether its picture is shown."""
        return self._picture.scene is not None

    def show_picture(self) -> None:
        """Show the picture; for that all pictures of the game are read."""
        if self.broken:
            return
        self._picture.art = self._art()
        self._picture.scene = self._emblem

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Choose it."""
        if not self.collide_point(*touch.pos):
            return False
        self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was chosen."""


class Home(Page):
    """Continue first; then every game on the shelf; then the few things about the companion."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self._running = navigation.session.running()
        self._past = navigation.session.past_count()
        self._sheets = len(navigation.session.sheets())
        self._damages = navigation.session.damages
        self._lost = (*missing(navigation.session), *unreadable(navigation.session))
        self._bare: list[GameCard] = []
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
        say, navigation = self.words, self.navigation
        self._body.clear_widgets()
        self.bright = None
        if self._running:
            self._body.add_widget(self._continue(self._running[0]))
        names = navigation.session.games()
        across, rows = grid(len(names), *self._room())
        part = across * rows
        self._first = self._first if self._first < len(names) else 0
        wide = len(names) < 3
        crowded = len(names) > 1 and theme.enlarged() > 1
        low = rows > 1 or (theme.compact() and (bool(self._running) or crowded))
        games = [
            GameCard(navigation, name, wide=wide, low=low)
            for name in names[self._first : self._first + part]
        ]
        for card in games:
            card.bind(on_press=lambda card: self._choose("seats", card.game))
            card.text.bind(height=lambda *_: _level(games))
        self._bare = [card for card in games if not card.pictured]
        if self._bare:  # one turn of the loop comes before the first frame, the next one after it
            Clock.schedule_once(lambda _: self._reading(), 0)
        covers = [self._cover(card) for card in games]
        for one in rows_of(covers, across):
            self._body.add_widget(one)
        below: list[Widget] = []
        if len(names) > part:
            detail = say.say("button_detail", "more_games", {"count": len(names)})
            more = partial(self._turn_to, self._first + part)
            below.append(button(say.say("button", "more_games"), more, detail=detail))
        if self._lost:
            lost = button(say.say("button", "missing"), self._missing, role="danger")
            below.append(lost)
        if self._running:
            count = len(self._running)
            label = say.say("button", "parked")
            detail = say.say("button_detail", "parked", {"count": count})
            below.append(button(label, self._parked, detail=detail))
        if self._past:
            detail = say.say("button_detail", "past", {"count": self._past})
            below.append(
                button(say.say("button", "past"), partial(navigation.go, "past"), detail=detail)
            )
        open_ones = {"count": self._sheets}
        detail = say.say("button_detail", "another_game", open_ones) if self._sheets else ""
        label = say.say("button", "another_game")
        below.append(button(label, partial(navigation.go, "scorekeeper"), detail=detail))
        session = navigation.session
        printable = [
            one for one in names if session.game_info(one).prints and not session.broken(one)
        ]
        if printable:
            below.append(button(say.say("button", "print"), partial(self._print, printable)))
        below.append(button(say.say("button", "settings"), partial(navigation.go, "settings")))
        self._body.add_widget(row(below, 12))

    def _read(self) -> None:
        """The pictures of one game in each frame: those of all would hold one up."""
        if self._bare:
            self._bare.pop(0).show_picture()
            self._reading()

    def leave(self) -> None:
        """There is nothing more to show here."""
        self._bare.clear()

    def _cover(self, card: GameCard) -> Widget:
        """A game, and the way to learn it."""
        if card.broken or not self.session.game_info(card.game).lessons:
            return card
        learn = button(
            self.words.say("button", "learn"),
            partial(self._choose, "learn", card.game),
            height=10,
        )
        both = BoxLayout(orientation="vertical", spacing=theme.mm(1.4))
        both.add_widget(card)
        both.add_widget(learn)
        return both

    def _room(self) -> tuple[float, float]:
        """Width and height in pixels that are left for the games."""
        _, _, wide, high = self.body
        edge = 2 * theme.mm(EDGE[theme.compact()])
        used = theme.tall(12) + self._body.spacing
        if self._running:
            used += theme.mm(CONTINUE[theme.compact()]) + self._body.spacing
        return wide - edge, high - edge - used

    def _turn_to(self, first: int) -> None:
        """Show the games from that one on; after the last ones the first again."""
        self._first = first
        self.fill()

    def _choose(self, route: Route, game: str) -> None:
        """Open the box of a game; of one that cannot be loaded, say why."""
        with suppress(BrokenGame):
            self.session.package(game)
            self.navigation.go(route, game)
            return
        self.fill()
        self.open(BrokenSheet(self, game))

    def _continue(self, one: Listed) -> Card:
        say = self.words
        card = Card("panel2", "gold", orientation="horizontal", size_hint_y=None)
        card.height = theme.mm(CONTINUE[theme.compact()])
        title, names = self.described(one)
        heading = say.say("label", "continue", {"title": title})
        text = Column(pos_hint={"center_y": 0.5}, spacing=0)
        text.add_widget(Paragraph(text=heading, role="title"))
        text.add_widget(Paragraph(text=names, ink="ink2"))
        card.add_widget(text)
        go = button(
            say.say("button", "continue"),
            partial(self.navigation.go, "resume", one.match),
            role="bright",
            width=44,
        )
        go.pos_hint = {"center_y": 0.5}
        self.bright = go
        card.add_widget(go)
        return card

    def _print(self, games: Sequence[str]) -> None:
        if len(games) == 1:
            self.navigation.go("printing", games[0])
        else:
            self.open(PrintSheet(self, games))

    def _parked(self) -> None:
        self.open(ShelfSheet(self, "parked", self._running, partial(self.navigation.go, "resume")))

    def _missing(self) -> None:
        self.open(MissingSheet(self, self._lost, self._damages))

    def described(self, one: Listed) -> tuple[str, str]:
        """The match in two lines: its game; who plays, and when it was last played."""
        say, heading = self.words, one.heading
        game = self.session.words(self.session.game_info(heading.game))
        names = ", ".join(heading.players.get(seat) or say.name(seat) for seat in heading.seats)
        names = " ".join(names.split())  # a file changed by hand may break the line in a name
        if heading.last is not None:
            when = heading.last.astimezone()
            values = {"day": day(say, when, year=False), "time": f"{when:%H:%M}"}
            names += " · " + say.say("label", "last_played", values)
        return game.say("about", "title"), names

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        left, bottom, wide, high = self.body
        edge = theme.mm(EDGE[theme.compact()])
        set_bounds(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)


def _level(cards: Sequence[GameCard]) -> None:
    """Let the names of all games stand at one height, however many lines follow them."""
    most = max(card.text.height for card in cards)
    for card in cards:
        card.below.height = most - card.text.height


class ShelfSheet(Sheet):
    """Matches to choose from. key: names the heading among the buttons. act: gets the name of the
    chosen one."""

    def __init__(
        self, page: Home, key: str, matches: Sequence[Listed], act: Callable[[str], None]
    ) -> None:
        super().__init__(page)
        self._home, self._key, self._matches, self._act = page, key, matches, act

    def fill(self) -> None:
        """A row for each."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", self._key), role="title"))
        column = Column()
        for one in self._matches:
            title, names = self._home.described(one)
            go = button(title, partial(self._act, one.match), detail=names, height=15)
            away = button("✕", partial(self._delete, one), role="danger", width=13, height=15)
            column.add_widget(row([go, away], 15))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _delete(self, one: Listed) -> None:
        self.navigation.in_charge(lambda: self.page.open(DeleteSheet(self._home, one)))


class MissingSheet(Sheet):
    """What is missing of what was saved, and what cannot be read. damages: of which all this, but
    for what cannot be read, is told at every start until somebody says to have read it."""

    def __init__(self, page: Home, lost: Sequence[str], damages: tuple[Damage, ...]) -> None:
        super().__init__(page)
        self._lost, self._damages = lost, damages

    def fill(self) -> None:
        """A paragraph for each."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "missing"), role="title"))
        column = Column()
        for one in self._lost:
            column.add_widget(Paragraph(text=one))
        self.card.add_widget(Scroll(column))
        ways = [button(say.say("button", "close"), self.page.close)]
        if self._damages:
            detail = say.say("button_detail", "have_read")
            ways.append(button(say.say("button", "have_read"), self._read, detail=detail))
        self.card.add_widget(row(ways, 12))

    def _read(self) -> None:
        self.navigation.session.have_read(self._damages)
        self.navigation.home()


class DeleteSheet(Sheet):
    """Asks once more before a match is gone for good."""

    def __init__(self, page: Home, one: Listed) -> None:
        super().__init__(page, "panel", "red")
        self._home, self._one = page, one

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """A small card in the middle."""
        return min(width - theme.mm(3), theme.mm(110)), min(height - theme.mm(3), theme.mm(66))

    def fill(self) -> None:
        """What goes, and the two answers."""
        say = self.words
        title, names = self._home.described(self._one)
        self.card.clear_widgets()
        self.card.add_widget(Paragraph(text=say.say("notice", "delete"), role="title"))
        about = Column()
        about.add_widget(Paragraph(text=title, role="strong"))
        about.add_widget(Paragraph(text=names, ink="ink2"))
        self.card.add_widget(Scroll(about))
        keep = button(say.say("button", "keep"), self.page.close)
        delete = button(say.say("button", "delete"), self._delete, role="danger")
        self.card.add_widget(row([keep, delete]))

    def _delete(self) -> None:
        navigation = self.navigation
        done = navigation.session.forget(self._one.match)
        navigation.home()
        navigation.say(self.words.say("notice", "deleted" if done else "not_deleted"))


class PrintSheet(Sheet):
    """Which game is printed for?"""

    def __init__(self, page: Home, games: Sequence[str]) -> None:
        super().__init__(page)
        self._games = games

    def fill(self) -> None:
        """A row for each."""
        say, navigation = self.words, self.navigation
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "print"), role="title"))
        column = Column()
        for name in self._games:
            title = navigation.session.words(navigation.session.game_info(name)).say(
                "about", "title"
            )
            column.add_widget(button(title, partial(navigation.go, "printing", name)))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))
