"""The root of the screen: which page is shown, and what is shown anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input import MotionEvent

from companion.match.registry import GameInfo
from companion.store import DiskError
from companion.table import Pressed, Scanned, Signal, Struck, box_code
from ui.access import Access
from ui.by_ear import ByEar
from ui.canvas.art import Art, art_of, is_read
from ui.devices import Devices
from ui.memory import part_with, set_aside
from ui.navigation import Route
from ui.peripherals import Peripherals
from ui.pin_lock import PinLock
from ui.presenter.lamps import NOWHERE
from ui.rest import Rest
from ui.routes import ROUTES
from ui.session.open_match import OpenLesson, OpenMatch, OpenTrial
from ui.session.resume_point import MOST_TRIES
from ui.session.session import Session
from ui.session.settings import Looks, dress, looks
from ui.shell.badges import meet
from ui.shell.controls import Ground, set_bounds
from ui.shell.page import Page, Sheet
from ui.widgets import moment

if TYPE_CHECKING:
    from ui.screens.home.attract import Attract
    from ui.screens.table.play import Play

AFTER = 1.0
"""Seconds after a match was opened in which nobody touches anything yet."""


class Root(Ground):
    """The root widget, and the :class:`~ui.navigation.Navigation` of all pages. Everything here
    belongs to the thread of the screen.

    quit, restart: close the companion, and open it again. inch: diagonal of the screen; None for
    the usual one of its size. now: seconds of a clock that never jumps, for how long a wrong PIN
    keeps everybody waiting.
    """

    def __init__(
        self,
        session: Session,
        quit: Callable[[], None],
        restart: Callable[[], None] | None = None,
        *,
        inch: float | None = None,
        devices: Devices | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.session = session
        self.page: Page | None = None
        self.pin_lock = PinLock(session.folder, now)
        self.peripherals = Peripherals(session, devices, lambda: self.pin_lock.locked)
        self._quit, self._restart, self._inch = quit, restart or quit, inch
        self._access = Access(self.pin_lock, lambda: self.page)
        self._resting = Rest(self, self._access)
        self._worn = self._looks()
        self._table: Play | None = None
        self._soon = Clock.create_trigger(lambda _: self._answer(), -1)
        self._lasting = Clock.create_trigger(lambda _: set_aside(), AFTER)
        self._rest = Clock.create_trigger(lambda _: self._show_all(), 0)
        self._whole = False  # the next frame shows everything
        self._by_ear = ByEar(lambda: self.page, self.peripherals, self._begin_reading)
        # After the frame: nobody waits for the disk.
        self._noted = Clock.create_trigger(lambda _: self._note(), 0)
        self._elsewhere = Clock.create_trigger(lambda _: self.peripherals.show_elsewhere(), 0)
        self.bind(size=self._arrange, pos=self._arrange)

    # Going about

    def start(self) -> None:
        """The first page: the match that was open when the companion ended, else home. A match
        that ended it again and again waits to be opened by hand."""
        self.peripherals.show_elsewhere()  # that takes as long as the first page, beside it
        point = self.session.where.point
        if point.match and point.tries < MOST_TRIES:
            with suppress(DiskError, LookupError, ValueError):
                self.go("begin", self.session.resume(point.match), point.screen)
                return
        self.home()

    def open(self, page: Page) -> None:
        """Show another page."""
        if self.page is not None:
            self.page.leave()
            self.remove_widget(self.page)
            self.devices.look(wanted=False)  # nor at whoever stands before another page
        self._access.left_for(page)
        self.page = page
        self._note()
        self.add_widget(page, index=0 if self.attract is None else 1)
        self._arrange()
        self.refresh()

    def go(self, route: Route, *what: Any, **how: Any) -> None:
        """Lead to a page by its name."""
        if route not in ("devices", "box_scanned"):  # they lie over what is there
            self._wear()
        ROUTES[route](self, *what, **how)

    def home(self) -> None:
        """Where games are chosen and matches taken up again."""
        from ui.screens.home.home import Home

        self.session.leave()
        self._wear()
        self.peripherals.voice.hush()
        self.open(Home(self))

    def play(self, open_match: OpenMatch) -> None:
        """Sit down at a match."""
        from ui.screens.table.changed_rules import ChangedRulesSheet
        from ui.screens.table.lesson import LessonPlay
        from ui.screens.table.menu import PauseSheet
        from ui.screens.table.told_anew import trial_page

        open_match.presenter.on_change = self.soon
        self._wear()
        page: Play
        if isinstance(open_match, OpenTrial):
            page = trial_page(self, open_match)
        elif isinstance(open_match, OpenLesson):
            page = LessonPlay(self, open_match)
        else:
            page = self._laid_for(open_match)
        self.open(page)
        if open_match.helped:
            open_match.helped = False
            page.what_now()
        match = open_match.match
        if match.paused and match.clocks and self.page is page:
            page.open(PauseSheet(page))  # nobody's clock runs before somebody is there
        if match.otherwise:
            page.open(ChangedRulesSheet(page))
        self._lasting()

    def in_charge(self, act: Callable[[], None]) -> None:
        """Do what only those in charge may do: with a PIN if there is one, until they leave the
        screen that it led to."""
        self._access.ask(act)

    def close(self, *, again: bool = False) -> None:
        """Close the companion. again: and open it anew."""
        (self._restart if again else self._quit)()

    def leave(self) -> None:
        """The companion closes: nothing moves or speaks any longer."""
        self._resting.end()
        self.peripherals.close()

    def _arrange(self, *_: object) -> None:
        for one in (self.page, self.attract):
            if one is not None:
                set_bounds(one, self.x, self.y, self.width, self.height)

    @property
    def upright(self) -> bool:
        """Whether the screen is higher than wide."""
        return bool(self.height > self.width)

    def _looks(self) -> Looks:
        return looks(self.session.in_force, roomy=self.session.in_force.roomy)

    def _wear(self) -> None:
        """Build whatever is built from now on as those like it who sit at the table."""
        if self._looks() != self._worn:
            self._worn = self._looks()
            dress(self._worn, (int(self.width), int(self.height)), self._inch)
            self._clear_away()

    # The table of a game

    def _laid_for(self, open_match: OpenMatch) -> Play:
        """The table of a game, built once: to build it anew after every other screen, and to let
        go of it each time, would hold up frames."""
        from ui.screens.table.play import Play

        if self._table is not None and self._table.presenter.game is open_match.presenter.game:
            self._table.sit(open_match)
        else:
            self._clear_away()
            self._table = Play(self, open_match)
        return self._table

    def _clear_away(self) -> None:
        """Build the table anew when it is next wanted: it would look different."""
        if self._table is not None:
            table, self._table = self._table, None
            part_with([table, *table.taken_off()])

    # While nobody is there

    @property
    def attract(self) -> Attract | None:
        """What lies over everything while nobody is there."""
        return self._resting.screen

    def patience(self) -> float:
        """Seconds without any input after which the screen comes to rest; 0 for never."""
        return self._resting.patience(self.page)

    def rest(self, still: float) -> None:
        """Nobody has done anything for that many seconds."""
        if self.attract is None and self.page is not None:
            self.add_widget(self._resting.begin(self.page, still))
            self._arrange()

    def wake(self) -> None:
        """Somebody is there: everything is as it was, and a match says that it pauses."""
        screen = self._resting.end()
        if screen is not None and self.page is not None:
            self.remove_widget(screen)
            self.page.woken()

    # What comes in

    @property
    def _private(self) -> bool:
        """Whether somebody looks or tells something alone."""
        return self.page is not None and self.page.private

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """What moves is there at once; what answers to a finger ticks."""
        moment.finish()
        quiet = self._private or self.attract is not None
        taken = bool(super().on_touch_down(touch))
        if taken and not (quiet or self._private or touch.is_mouse_scrolling):
            self.peripherals.play("tick")
        return taken

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """What the finger has entered is kept."""
        self._noted()
        return bool(super().on_touch_up(touch))

    def signal(self, signal: Signal) -> None:
        """Take a signal from any device."""
        if self.page is None:
            return
        if self.attract is not None:
            self.wake()
            return
        self._by_ear.take(signal, at_match=self.session.open_match is not None)
        self._noted()
        box = box_code.part(signal.code) if isinstance(signal, Scanned) else None
        if box is not None and not self._private:
            self.go("box_scanned", self.page, box)
            return
        if self._taken_by_sheet(signal):
            return
        # Of a private page a key is another input, and no more: who strikes it may be anybody.
        if isinstance(signal, Struck) and not self._private:
            if signal.key != "enter":
                self.page.struck(signal.key)
                return
            signal = Pressed(signal.number, signal.at, signal.source, "confirm", 0)
            if self._taken_by_sheet(signal):
                return
        self.page.signal(signal)

    def _taken_by_sheet(self, signal: Signal) -> bool:
        return bool(self.page and self.page.sheet and self.page.sheet.signal(signal))

    def _begin_reading(self) -> None:
        self.choose(voice="all")
        self.say(self.session.words().say("notice", "reads"))

    # What is shown

    def say(self, text: str) -> None:
        """Tell something on the page that is shown."""
        if self.page is not None:
            self.page.say(text)

    def news(self) -> None:
        """The saving or the devices have news: the header tells of these, and their own sheets."""
        meet(self.session, self.peripherals)
        if self.page is not None:
            self.page.show_header()
            if self.page.sheet is not None:
                self.page.sheet.news()

    def soon(self) -> None:
        """Show what there is now, once, in the next two frames."""
        self._soon()

    def _answer(self) -> None:
        """What came of a move is shown with the next frame, all that follows from it one frame
        later: on a small computer that halves the time until a hand sees an answer. It is heard
        before both."""
        self._hear()
        if not self._whole and self.page is not None and self.page.answer():
            self._rest()
        else:
            self.refresh()

    def _show_all(self) -> None:
        """Once in this frame, whatever else comes before it."""
        self._whole = True
        self._soon()

    def _hear(self) -> None:
        open_match = self.session.open_match
        presenter = None if open_match is None else open_match.presenter
        self.peripherals.sound(presenter, private=self._private)

    @property
    def shown(self) -> tuple[Page | None, Sheet | None]:
        """The page that is shown, and what lies over it."""
        return self.page, self.page and self.page.sheet

    @property
    def due(self) -> bool:
        """Whether everything will be brought up to date in one of the next two frames."""
        return bool(self._soon.is_triggered or self._rest.is_triggered)

    def refresh(self) -> None:
        """Show what there is now. ``soon`` asks for it once, in two frames."""
        self._soon.cancel()
        self._rest.cancel()
        self._whole = False
        open_match = self.session.open_match
        self._hear()
        if open_match is not None:
            open_match.keep()
        if self.page is not None:
            self.session.follow(self.page.reader)
            self.page.show()
        presenter = None if open_match is None else open_match.presenter
        asks = presenter if self.page is not None and self.page.at_table else None
        pointed = NOWHERE if self.page is None else self.page.pointed
        asks = (self.page and self.page.asking) or asks
        asked = self.page.asked if self.page is not None and self.peripherals.listens else ()
        self.peripherals.tell(presenter, asks, pointed, asked)
        self._noted()
        self._elsewhere()

    def _note(self) -> None:
        """Keep how it stands for the next start."""
        if self.page is not None:
            self.session.note(self.page.kept_as, self.page.entered)

    @property
    def devices(self) -> Devices:
        """The devices of the table."""
        return self.peripherals.devices

    def art(self, game: GameInfo) -> Art:
        """The pictures of a game."""
        return art_of(game.art)

    def has_art(self, game: GameInfo) -> bool:
        """Whether the pictures of a game have been read."""
        return is_read(game.art)

    def choose(self, **chosen: Any) -> None:
        """Choose settings for good; what is shown follows at once."""
        before = self._looks()
        self.session.set(**chosen)
        if not chosen.keys().isdisjoint(("voice", "sound", "speaker", "quiet")):
            for one in (self.peripherals.speaker, self.peripherals.voice):
                one.hush()
                one.again()
        if self._looks() != before:  # what somebody at the table likes waits for the next page
            self.go("settings")
        else:
            if "rotation" in chosen:
                Window.rotation = chosen["rotation"]
                self.go("settings")  # anew: the window may have become upright
            self._rest()  # with all else that is due by then, once

    def resized(self, size: tuple[int, int]) -> None:
        """The window has another size: build everything anew, in sizes that fit it."""
        dress(self._worn, size, self._inch)
        self.size = size
        self.rebuild()

    def rebuild(self) -> None:
        """Build the screen anew, in a changed theme or size."""
        from ui.screens.table.try_out import TryOut

        self._clear_away()
        page = self.page
        at_table = page.trial if isinstance(page, TryOut) else self.session.open_match
        self.home() if at_table is None else self.play(at_table)
