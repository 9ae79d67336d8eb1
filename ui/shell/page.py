"""What all screens share: the header, sheets laid over, a word for whatever fits nowhere."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.languages import called
from companion.match.registry import GameInfo
from companion.table import Pressed, Scanned, Signal, Typed
from companion.text import Phrasebook
from ui import theme
from ui.canvas.art import ground_of
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.presenter.lamps import NOWHERE, Pointed
from ui.session.entered import Entered
from ui.session.resume_point import Screen
from ui.session.session import Session
from ui.shell.badges import badges, brief
from ui.shell.controls import Card, Ground, Scroll, needed, set_bounds
from ui.shell.header import HEIGHT, Header
from ui.shell.pointer import Pointer
from ui.shell.steps import Stage
from ui.shell.toast import Toast
from ui.widgets.button import ActionButton
from ui.widgets.turned import Turned


class Page(Ground):
    """One screen. :meth:`show` brings everything on it up to date, in the language of the moment.

    bright: the one next step, if there is one; a confirm button presses it, too.
    kept_as: the screen on which the next start goes on with the match that is open.
    at_table: whether the match itself is shown, and everybody sees it.
    asking: whose questions are read aloud, where that is not the match itself.
    private: whether it is one person's alone: then nothing is heard.
    left_look: the sign on the button in the header.
    """

    kept_as: Screen = "play"
    at_table = False
    asking: Presenter | None = None
    private = False
    left_look = "sign-leave"

    def __init__(self, navigation: Navigation) -> None:
        super().__init__()
        self.navigation = navigation
        self.show_ground()
        self.header = Header()
        self.sheet: Sheet | None = None
        # Once what was built just now has its place.
        self._put_toast = Clock.create_trigger(lambda _: self._arrange_toast())
        self.notice = ""
        self.bright: ActionButton | None = None
        self._toast = Toast()
        self._greeted: str | None = None
        self.pointer = Pointer(self.stops, navigation, lambda: self.private)
        self.add_widget(self.header)
        self.header.bind(
            on_left=lambda *_: self.left(),
            on_badges=lambda *_: self.navigation.go("devices", self),
            on_language=lambda *_: self.navigation.choose(language=self.session.next_language),
        )
        self.bind(size=self._arrange_all, pos=self._arrange_all)

    @property
    def session(self) -> Session:
        """What outlives a screen."""
        return self.navigation.session

    @property
    def words(self) -> Phrasebook:
        """What the screens say."""
        return self.session.words()

    @property
    def reader(self) -> str:
        """The seat that reads it alone, "" for everybody: it is in that person's language."""
        return ""

    @property
    def pointed(self) -> Pointed:
        """The places on the table that stand out, for lamps that lie there."""
        return NOWHERE

    @property
    def entered(self) -> Entered | None:
        """What was entered here and is told only with a touch that is still to come; None for
        nothing."""
        return None

    @property
    def degrees(self) -> float:
        """How what is said is turned towards those who are asked, against the clock."""
        return 0.0

    @property
    def asked(self) -> tuple[str, ...]:
        """What it asks in words of its own, to be read aloud; nothing: what the match asks."""
        return ()

    @property
    def about(self) -> GameInfo | None:
        """The game that it is about: its ground is below everything. None for no game."""
        open_match = self.session.open_match
        return None if open_match is None else open_match.presenter.package

    def title(self) -> str:
        """What stands in the header."""
        return ""

    def left_label(self) -> str:
        """What stands on the button in the header; "" for no button."""
        return self.words.say("button", "back")

    def steps(self) -> tuple[Stage, ...]:
        """The steps of a turn in the header, and which of them is now."""
        return ()

    def left(self) -> None:
        """What the button in the header does: away from a sheet first, then from here."""
        self.close() if self.sheet is not None else self.navigation.home()

    def stops(self) -> tuple[Widget, ...]:
        """What the dial steps through."""
        return tuple(one for one in reversed(self.children) if one is not self.sheet)

    def fill(self) -> None:
        """Bring what is on the screen up to date."""

    def arrange(self) -> None:
        """Put everything where it belongs."""

    def show(self) -> None:
        """Bring everything up to date."""
        self.show_ground()
        self.show_header()
        self.fill()
        if self.sheet is not None:
            self.sheet.fill()
            self.sheet.pointer.show()
        self.pointer.show()
        self._say()
        self._arrange_all()
        if self._greeted != (title := self.title()) and not self.at_table and self.sheet is None:
            self._greeted = title
            self.greet(title)

    def show_ground(self) -> None:
        """Lie on the ground of the game, in whose colours everything is drawn from now on."""
        shades = ground_of("" if (game := self.about) is None else game.art)
        theme.lie_on(shades.surfaces if shades else ())
        self.light(shades)

    def answer(self) -> bool:
        """Show what came of a move, and nothing else yet; whether there was such a thing."""
        return False

    def show_header(self) -> None:
        """Bring the header up to date: the saving and the devices have news."""
        self.header.show(
            self.left_label(),
            self.title(),
            self.steps(),
            brief(self.session, badges(self.session, self.navigation.peripherals)),
            called(self.session.next_language),
            self.progress(),
            self.left_look,
            self.session.next_language,
        )

    def progress(self) -> str:
        """How far something is that goes on, "" for nothing."""
        return ""

    def greet(self, title: str) -> None:
        """Let whoever listens hear where they are."""
        self.pointer.greet(title)

    def say(self, text: str) -> None:
        """Tell something that has no place of its own; it goes with the next touch."""
        self.notice = text
        self._say()
        if text and not self.private:
            self.navigation.peripherals.read((text,))

    def hush(self) -> None:
        """Take the strip away in which things are told."""
        self.remove_widget(self._toast)

    def _say(self) -> None:
        text = self.toast_text()
        self._toast.text.text = text
        self.hush()
        if text:
            self.add_widget(self._toast)
            self._put_toast()
        self._arrange_toast()

    def toast_text(self) -> str:
        """What to tell now in the strip over the screen."""
        return self.notice

    def signal(self, signal: Signal) -> None:
        """Take a signal from a device: nothing is ever ignored without a word."""
        if self.pointer.signal(signal):
            return
        if isinstance(signal, Pressed):
            if signal.role == "confirm" and self.bright is not None:
                self.bright.dispatch("on_press")
            elif signal.role == "undo":
                self.close() if self.sheet is not None else self.left()
        elif isinstance(signal, Scanned):  # it may lie face down
            self.say(self.words.say("notice", "nothing_scanned"))
        elif isinstance(signal, Typed):
            self.say(self.words.say("notice", "nothing_expected", {"token": signal.text}))

    def struck(self, key: str) -> None:
        """A key of a keyboard was struck that no line waits for."""
        self.say(self.words.say("notice", "nothing_written"))

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the screen."""
        self.close()
        self.sheet = sheet
        self.add_widget(sheet, int(self._toast.parent is not None))  # below what is just told
        sheet.fill()
        self._arrange_all()
        self._put_toast()
        sheet.pointer.greet()

    def close(self) -> None:
        """Take the sheet away."""
        if self.sheet is not None:
            sheet, self.sheet = self.sheet, None
            self.remove_widget(sheet)
            sheet.closed()
            if self._toast.parent is not None:
                self._say()  # beside the buttons that are seen now

    def leave(self) -> None:
        """The screen goes away."""

    def unfinished(self) -> bool:
        """Whether something was begun here that would be lost with the screen."""
        return self.sheet is not None and self.sheet.unfinished()

    def rests(self) -> None:
        """Nobody is there: the screen comes to rest over it."""

    def woken(self) -> None:
        """Somebody is there again after a rest."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch ends what was told."""
        had, self.notice = self.notice, ""
        taken = bool(super().on_touch_down(touch))
        if had and self.notice == "":
            self._say()
        return taken

    @property
    def head(self) -> tuple[float, float, float, float]:
        """The place of the header: left, bottom, width, height in pixels."""
        high = theme.mm(HEIGHT)
        return (self.x, self.top - high, self.width, high)

    @property
    def body(self) -> tuple[float, float, float, float]:
        """What the header leaves: left, bottom, width, height in pixels."""
        return (self.x, self.y, self.width, self.height - theme.mm(HEIGHT))

    def _arrange_all(self, *_: object) -> None:
        if self.width > 1 and self.height > 1:
            set_bounds(self.header, *self.head)
            self.arrange()
            if self.sheet is not None:
                self.sheet.cover(*self.sheet_area())
            self._arrange_toast()

    def sheet_area(self) -> tuple[float, float, float, float]:
        """Where a sheet may lie."""
        return self.body

    def toast_area(self) -> tuple[float, float, float]:
        """Left, bottom and width of the strip in which things are told, as low as it can be."""
        wide = min(self.width - theme.mm(8), theme.mm(150))
        return (self.center_x - wide / 2, self.y + theme.mm(4), wide)

    def _arrange_toast(self) -> None:
        if self._toast.parent is not None:
            over = self.sheet if self.sheet is not None and self.sheet.modal else self
            self._toast.lie(over, self.toast_area(), self.header)


class Sheet(Widget):
    """A card laid over a part of a screen, or over the whole of it.

    modal: the rest of the screen is shaded, and closes it when touched. whole: it is all that is
    seen. turns: it is turned to who sits opposite when that person is asked. silent: nothing on it
    is read aloud. gives_way: a scanned code may put its own sheet in its place."""

    modal = True
    whole = turns = silent = gives_way = False

    def __init__(self, page: Page, surface: str = "panel", outline: str = "line") -> None:
        super().__init__(size_hint=(None, None))
        self.page = page
        self.card = Card(surface, outline, opaque=True, size_hint=(None, None))
        self.pointer = Pointer(
            lambda: (self.card,), page.navigation, lambda: page.private or self.silent
        )
        with self.canvas.before:
            self._shade = Color(*(theme.colour("shade") if self.modal else (0, 0, 0, 0)))
            self._ground = Rectangle()
        self._held = Turned(self.card) if self.turns else None
        self.add_widget(self._held or self.card)
        self._refit = Clock.create_trigger(lambda _: self._fit(), -1)
        self.card.bind(children=self._refit, minimum_height=self._refit)

    def _fit(self) -> None:
        """What stands on the card has another height now."""
        for one in self.card.walk(restrict=True):
            if isinstance(one, Scroll):
                one.content.unbind(height=self._refit)
                one.content.bind(height=self._refit)
            elif isinstance(one, BoxLayout):
                one.unbind(minimum_height=self._refit)
                one.bind(minimum_height=self._refit)
        if self.page.sheet is self:
            self.cover(*self.page.sheet_area())

    @property
    def navigation(self) -> Navigation:
        """The ways to other pages."""
        return self.page.navigation

    @property
    def session(self) -> Session:
        """What outlives a screen."""
        return self.page.session

    @property
    def words(self) -> Phrasebook:
        """What the screens say."""
        return self.page.words

    def fill(self) -> None:
        """Bring what is on the sheet up to date."""

    def news(self) -> None:
        """The saving or the devices have news, which came without a touch."""

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """Width of the card in a room of that size, and the height that it may have."""
        return min(width - theme.mm(8), theme.mm(150)), height - theme.mm(6)

    def cover(self, x: float, y: float, width: float, height: float) -> None:
        """Lie over this part of the screen; the card is no higher than what stands on it, unless it
        is the whole."""
        set_bounds(self, x, y, width, height)
        self._ground.pos, self._ground.size = self.pos, self.size
        wide, most = (width, height) if self.whole else self.card_size(width, height)
        high = most if self.whole else min(most, needed(self.card))
        left, low = x + (width - wide) / 2, y + (height - high) / 2
        if self._held is None:
            set_bounds(self.card, left, low, wide, high)
        else:
            self._held.lie(left, low, wide, high, 180 if self.page.degrees == 180 else 0)

    def closed(self) -> None:
        """It was taken away."""

    def unfinished(self) -> bool:
        """Whether something was begun here that would be lost with the sheet."""
        return False

    def signal(self, signal: Signal) -> bool:
        """A signal came from a device; whether it was meant for this sheet alone: the dial steps
        through it, unless the table below it can still be touched."""
        return self.modal and self.pointer.signal(signal)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch beside the card takes it away."""
        if not self.collide_point(*touch.pos):
            return False
        lies = self._held or self.card
        if super().on_touch_down(touch) or lies.collide_point(*touch.pos):
            return True
        if self.modal:
            self.page.close()
        return self.modal
