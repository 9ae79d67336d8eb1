"""Home: the running match first, then the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.scene import Scene, Shape
from companion.store import Listed
from ui import theme
from ui.art import EMBLEM
from ui.screens.page import Page, Sheet
from ui.screens.parts import Card, Column, Scroll, button, place, row
from ui.widgets.board import Board
from ui.widgets.text import Paragraph, TextLine
from ui.words import day

if TYPE_CHECKING:
    from ui.screens.glass import Glass


class GameCard(Card):
    """A game with its picture; a touch chooses it. wide: there is room beside the picture for all
    the words. low: there is hardly room below it, and the picture goes before the words."""

    __events__ = ("on_press",)

    def __init__(self, glass: Glass, name: str, *, wide: bool, low: bool) -> None:
        super().__init__("panel", orientation="horizontal" if wide else "vertical")
        lid = glass.room.lid(name)
        say = glass.room.words(lid)
        self.game = name
        emblem = Shape(form="piece", x=0, y=0, size=1, look=EMBLEM)
        self._emblem, self._art = Scene((emblem,), ()), partial(glass.art, name, lid.art)
        self._picture = Board(travel=0, disabled=True)
        if glass.has_art(name):
            self.show_picture()
        self.add_widget(self._picture)
        self.text = Column(pos_hint={"center_y": 0.5}) if wide else Column()
        words = (
            ("title", "title" if wide or not theme.compact() else "strong", "ink"),
            ("subtitle", "body", "gold_text"),
            ("line", "small", "ink2"),
        )
        for key, role, ink in words[:1] if low else words:
            self.text.add_widget(Paragraph(role=role, ink=ink, text=say.say("about", key)))
        if wide:
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

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        self._running = glass.room.running()
        self._past = glass.room.past_count()
        self._sheets = len(glass.room.sheets())
        self._bare: list[GameCard] = []
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
        say, glass = self.words, self.glass
        self._body.clear_widgets()
        self.bright = None
        if self._running:
            self._body.add_widget(self._continue(self._running[0]))
        names = glass.room.games()
        wide, low = len(names) < 3, theme.compact() and bool(self._running)
        games = [GameCard(glass, name, wide=wide, low=low) for name in names]
        for card in games:
            card.bind(on_press=lambda card: glass.seats(card.game))
            card.text.bind(height=lambda *_: _level(games))
        self._bare = [card for card in games if not card.pictured]
        if self._bare:  # one turn of the loop comes before the first frame, the next one after it
            Clock.schedule_once(lambda _: self._reading(), 0)
        covers = [self._cover(card) for card in games]
        across = 2 if self.height > self.width else len(covers)
        for start in range(0, len(covers), max(1, across)):
            part = covers[start : start + across]
            self._body.add_widget(row(part, None, spacing=theme.mm(3)))
        below: list[Widget] = []
        if self._running:
            count = len(self._running)
            label = say.say("button", "parked")
            detail = say.say("button_detail", "parked", {"count": count})
            below.append(button(label, self._parked, detail=detail))
        if self._past:
            detail = say.say("button_detail", "past", {"count": self._past})
            below.append(button(say.say("button", "past"), glass.past, detail=detail))
        open_ones = {"count": self._sheets}
        detail = say.say("button_detail", "another_game", open_ones) if self._sheets else ""
        label = say.say("button", "another_game")
        below.append(button(label, glass.scorekeeper, detail=detail))
        printable = [name for name in names if glass.room.lid(name).prints]
        if printable:
            below.append(button(say.say("button", "print"), partial(self._print, printable)))
        below.append(button(say.say("button", "settings"), glass.settings))
        self._body.add_widget(row(below, 12))

    def _read(self) -> None:
        """The pictures of one game in each frame: those of all would hold one up."""
        if self._bare:
            self._bare.pop(0).show_picture()
            self._reading()

    def leave(self) -> None:
        """Nothing more is to be shown here."""
        self._bare.clear()

    def _cover(self, card: GameCard) -> Widget:
        """A game, and the way to learn it."""
        if not self.glass.room.lid(card.game).lessons:
            return card
        learn = button(
            self.words.say("button", "learn"), partial(self.glass.learn, card.game), height=10
        )
        both = BoxLayout(orientation="vertical", spacing=theme.mm(1.4))
        both.add_widget(card)
        both.add_widget(learn)
        return both

    def _continue(self, one: Listed) -> Card:
        say = self.words
        card = Card("panel2", "gold", orientation="horizontal", size_hint_y=None)
        card.height = theme.mm(20 if theme.compact() else 26)
        title, names = self.described(one)
        heading = say.say("label", "continue", {"title": title})
        text = Column(pos_hint={"center_y": 0.5}, spacing=0)
        text.add_widget(Paragraph(text=heading, role="title"))
        text.add_widget(Paragraph(text=names, ink="ink2"))
        card.add_widget(text)
        go = button(
            say.say("button", "continue"),
            partial(self.glass.resume, one.match),
            role="bright",
            width=44,
        )
        go.pos_hint = {"center_y": 0.5}
        self.bright = go
        card.add_widget(go)
        return card

    def _print(self, games: Sequence[str]) -> None:
        if len(games) == 1:
            self.glass.printing(games[0])
        else:
            self.open(PrintSheet(self, games))

    def _parked(self) -> None:
        self.open(ShelfSheet(self, "parked", self._running, self.glass.resume))

    def described(self, one: Listed) -> tuple[str, str]:
        """The match in two lines: its game; who plays, and when it was last played."""
        say, heading = self.words, one.heading
        game = self.glass.room.words(self.glass.room.lid(heading.game))
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
        edge = theme.mm(3.0 if theme.compact() else 5.0)
        place(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)


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
        self.page.glass.in_charge(lambda: self.page.open(DeleteSheet(self._home, one)))


class DeleteSheet(Sheet):
    """Asks once more before a match is gone for good."""

    def __init__(self, page: Home, one: Listed) -> None:
        super().__init__(page, "panel", "red")
        self._home, self._one = page, one

    def room(self, width: float, height: float) -> tuple[float, float]:
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
        glass = self.page.glass
        done = glass.room.forget(self._one.match)
        glass.home()
        if glass.page is not None:
            glass.page.say(self.words.say("notice", "deleted" if done else "not_deleted"))


class PrintSheet(Sheet):
    """Which game is printed for?"""

    def __init__(self, page: Home, games: Sequence[str]) -> None:
        super().__init__(page)
        self._games = games

    def fill(self) -> None:
        """A row for each."""
        say, glass = self.words, self.page.glass
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "print"), role="title"))
        column = Column()
        for name in self._games:
            title = glass.room.words(glass.room.lid(name)).say("about", "title")
            column.add_widget(button(title, partial(glass.printing, name)))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))
