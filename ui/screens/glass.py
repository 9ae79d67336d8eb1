"""The glass: which screen is shown, and the ways between them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.lessons import Lesson
from companion.store import DiskError
from companion.table import Cue, Lamp, Signal, Touched
from companion.text import LANGUAGES, Language
from ui.art import Art
from ui.desk import Desk
from ui.devices import Devices, NoDevices
from ui.lamps import Ear, lamps
from ui.memory import part_with, set_aside
from ui.room import Practice, Room, Sitting
from ui.said import Narrator
from ui.screens.page import Page
from ui.screens.parts import Ground, place
from ui.settings import dress
from ui.staff import Staff
from ui.voice import Manner, Voice
from ui.where import MOST_TRIES

if TYPE_CHECKING:
    from firmware_bridge import Sentence
    from ui.screens.attract import Attract
    from ui.screens.play import Play

AFTER = 1.0
"""Seconds after a match was opened in which nobody touches anything yet."""

WORN = ("theme", "letters", "child")
"""The settings that everything is built with: when one changes, the screen is built anew."""


class Glass(Ground):
    """The root of all that is seen. Everything here belongs to the thread of the screen.

    quit: closes the companion. restart: does that and opens it again.
    """

    def __init__(self, room: Room, quit: Callable[[], None], devices: Devices | None = None):
        super().__init__()
        self.room = room
        self.quit = self.restart = quit
        self.devices: Devices = devices or NoDevices()
        self.page: Page | None = None
        self.staff = Staff(room.folder, monotonic)
        self._trusted: Page | None = None
        self.attract: Attract | None = None
        self.dropped = 0
        self.mistakes: tuple[Sentence, ...] = ()
        self._arts: dict[str, Art] = {}
        self._table: Play | None = None
        self._lamps: tuple[Lamp, ...] = ()
        self._ear = Ear()
        self.voice = Voice(room.wake)
        self._narrator = Narrator()
        self._number = 0
        self.soon = Clock.create_trigger(lambda _: self._answer(), -1)
        self._lasting = Clock.create_trigger(lambda _: set_aside(), AFTER)
        self._rest = Clock.create_trigger(lambda _: self.refresh(), 0)
        self.bind(size=self._arrange, pos=self._arrange)

    # Going about

    def go(self, page: Page) -> None:
        """Show another screen."""
        if self.page is not None:
            self.page.leave()
            self.remove_widget(self.page)
        if self._trusted is not page:
            self._trusted = None
        self.page = page
        self.room.note(page.kept_as)
        self.add_widget(page, index=0 if self.attract is None else 1)
        self._arrange()
        self.refresh()

    def _arrange(self, *_: object) -> None:
        if self.page is not None:
            place(self.page, self.x, self.y, self.width, self.height)
        if self.attract is not None:
            place(self.attract, self.x, self.y, self.width, self.height)

    def open(self) -> None:
        """The first screen: the match that was open when the companion ended, else home. A match
        that ended it again and again waits to be opened by hand."""
        where = self.room.where
        if where.match and where.tries < MOST_TRIES:
            with suppress(DiskError, LookupError, ValueError):
                self.begin(self.room.resume(where.match), where.screen)
                return
        self.home()

    def home(self) -> None:
        """Where games are chosen and matches taken up again."""
        from ui.screens.home import Home

        self.room.leave()
        self.voice.hush()
        self.go(Home(self))

    def seats(self, game: str, *, helped: bool = False) -> None:
        """Who plays? helped: the match begins with what can be done now."""
        from ui.screens.seats import Seats

        self.go(Seats(self, self.room.title(game), helped=helped))

    def learn(self, game: str) -> None:
        """The lessons of a game."""
        from ui.screens.learn import Learn

        self.room.leave()
        self.go(Learn(self, game))

    def lesson(self, game: str, lesson: Lesson) -> None:
        """Lay out the table for a lesson: anew, or from where the one before it left it."""
        from ui.screens.learn import LessonTable

        last = self.room.sitting
        before = last.desk.match if isinstance(last, Practice) else None
        sitting = self.room.learn(game, lesson)
        sitting.desk.on_change = self.soon
        table = LessonTable(self, sitting, before)
        if table.pieces:
            self.go(table)
        else:
            self.play(sitting)

    def printing(self, game: str) -> None:
        """What can be printed for a game."""
        from ui.screens.printing import Printing

        self.in_charge(lambda: self.go(Printing(self, self.room.title(game))))

    def settings(self) -> None:
        """What is chosen for good, and the ways to what only those in charge want."""
        from ui.screens.settings import SettingsPage

        self.in_charge(lambda: self.go(SettingsPage(self)))

    def in_charge(self, act: Callable[[], None]) -> None:
        """Do what only those in charge may do: with a PIN if there is one, until they leave the
        screen that it led to."""
        from ui.screens.pin import ask

        before = self.page

        def allowed() -> None:
            act()
            if self.page is not before:
                self._trusted = self.page

        if not self.staff.locked or (before is not None and self._trusted is before):
            allowed()
        elif before is not None:
            ask(before, self.staff, allowed)

    def resume(self, name: str) -> None:
        """Take up a match again; where that is impossible, say so."""
        try:
            sitting = self.room.resume(name)
        except (DiskError, LookupError, ValueError):
            if self.page is not None:
                self.page.say(self.page.words.say("notice", "cannot_resume"))
            return
        self.play(sitting)

    def begin(self, sitting: Sitting, way: str) -> None:
        """A match was begun: at once, with laying out the table, or with the table as it is."""
        from ui.screens.fix import Fix
        from ui.screens.lay_out import LayOut

        sitting.desk.on_change = self.soon
        if way == "lay_out":
            self.go(LayOut(self, sitting))
        elif way == "as_it_stands":
            self.go(Fix(self, sitting, "as_it_stands"))
        else:
            self.play(sitting)

    def play(self, sitting: Sitting) -> None:
        """Sit down at a match."""
        from ui.screens.lesson import LessonPlay
        from ui.screens.menu import PauseSheet

        sitting.desk.on_change = self.soon
        page = (
            LessonPlay(self, sitting) if isinstance(sitting, Practice) else self._laid_for(sitting)
        )
        self.go(page)
        if sitting.helped:
            sitting.helped = False
            page.what_now()
        if sitting.desk.match.paused and sitting.desk.match.clocks and self.page is page:
            page.open(PauseSheet(page))  # nobody's clock runs before somebody is there
        self._lasting()

    def _laid_for(self, sitting: Sitting) -> Play:
        """The table of a game, built once: to build it anew after every other screen, and to let
        go of it each time, would hold up frames."""
        from ui.screens.play import Play

        if self._table is not None and self._table.desk.game is sitting.desk.game:
            self._table.sit(sitting)
        else:
            self._clear_away()
            self._table = Play(self, sitting)
        return self._table

    def _clear_away(self) -> None:
        """Build the table anew when it is next wanted: it would look different."""
        if self._table is not None:
            table, self._table = self._table, None
            part_with([table, *table.taken_off()])

    def past(self) -> None:
        """What was played before."""
        from ui.screens.past import Past

        self.room.leave()
        self.go(Past(self))

    def scorekeeper(self) -> None:
        """Points for a game that is not on the shelf."""
        from ui.screens.scorekeeper import ScoreStart

        self.go(ScoreStart(self))

    def explain(self, sitting: Sitting) -> None:
        """What happened last, one thing at a time, each with its rule."""
        from ui.screens.moments import last_turn
        from ui.screens.replay import Replay

        back = partial(self.play, sitting)
        at = last_turn(sitting.desk.match)
        self.go(Replay(self, sitting.desk, "explained", back, at))

    def end_once(self, sitting: Sitting) -> bool:
        """Show how a match ended, the first time it is seen to be over."""
        from ui.screens.end import End

        if sitting.end_shown:
            return False
        sitting.end_shown = True
        self.go(End(self, sitting))
        return True

    # While nobody is there

    def patience(self) -> float:
        """Seconds without any input after which the screen comes to rest; 0 for never. Where
        something was begun and not finished it waits twice as long."""
        begun = self.page is not None and self.page.unfinished()
        return 60.0 * self.room.settings.idle * (2 if begun else 1)

    def rest(self, still: float) -> None:
        """Nobody has done anything for so many seconds. The match pauses since then; what was
        begun stays as it is, below a screen that asks to be touched. Only what is open to those in
        charge closes: others may come next."""
        from ui.screens.attract import Attract

        if self.attract is not None or self.page is None:
            return
        sitting = self.room.sitting
        if sitting is not None and not sitting.desk.match.over:
            sitting.desk.match.pause(still)
            if self._trusted is self.page:
                self.play(sitting)
        elif self._trusted is self.page or not self.page.unfinished():
            self.home()
        self._trusted = None
        self.attract = Attract(self)
        self.add_widget(self.attract)
        self._arrange()

    def wake(self) -> None:
        """Somebody is there: everything is as it was, and a match says that it pauses."""
        if self.attract is None or self.page is None:
            return
        attract, self.attract = self.attract, None
        attract.leave()
        self.remove_widget(attract)
        self.page.woken()

    # What comes in

    def signal(self, signal: Signal) -> None:
        """Take a signal from any device."""
        if self.page is None:
            return
        if self.attract is not None:
            self.wake()
            return
        if self.page.sheet is not None and self.page.sheet.signal(signal):
            return
        self.page.signal(signal)

    def touched(self, token: str) -> Touched:
        """The signal that a token on the screen was touched."""
        self._number += 1
        return Touched(self._number, monotonic(), "screen", token)

    def news(self) -> None:
        """The saving or the devices have news: only the header tells of these."""
        if self.page is not None:
            self.page.show_header()

    def _answer(self) -> None:
        """What came of a move is shown with the next frame, all that follows from it one frame
        later: on a small computer that halves the time until a hand sees an answer."""
        if self.page is not None and self.page.answer():
            self._rest()
        else:
            self.refresh()

    @property
    def due(self) -> bool:
        """Whether everything will be brought up to date in one of the next two frames."""
        return bool(self.soon.is_triggered or self._rest.is_triggered)

    def refresh(self) -> None:
        """Show what there is now. ``soon`` asks for it once, in two frames."""
        self.soon.cancel()
        self._rest.cancel()
        sitting = self.room.sitting
        if sitting is not None:
            sitting.keep()
        if self.page is not None:
            self.page.show()
        desk = None if sitting is None else sitting.desk
        lit = () if desk is None else lamps(desk)
        if lit != self._lamps:
            self._lamps = lit
            self.devices.show(lit)
        self._sound(desk)
        self._speak(desk)

    def relight(self) -> None:
        """The lamps are new, or showed something else than the match."""
        self.devices.show(self._lamps)

    def _sound(self, desk: Desk | None) -> None:
        for cue in self._ear.cues(desk, self.room.settings.sound):
            self.devices.cue(cue)

    def ring(self, seat: str, text: str) -> None:
        """Tell, in whatever way is chosen, that the time of a seat has run out."""
        sitting, chosen = self.room.sitting, self.room.settings
        places = () if sitting is None else sitting.desk.match.seats
        place = places.index(seat) + 1 if seat in places else 0
        self.devices.cue(Cue("refused", place, chosen.sound))
        if chosen.voice != "off":
            self.voice.say((text,), Manner(chosen.language, chosen.rate, chosen.sound))

    def _speak(self, desk: Desk | None) -> None:
        from ui.screens.play import Play

        chosen = self.room.settings
        told = isinstance(self.page, Play)
        lines = self._narrator.lines(desk, chosen.voice, told=told)
        if lines:
            self.voice.say(lines, Manner(chosen.language, chosen.rate, chosen.sound))

    # What all screens show

    def art(self, title: str, text: str) -> Art:
        """The pictures of a game."""
        if title not in self._arts:
            self._arts[title] = Art(text)
        return self._arts[title]

    def has_art(self, title: str) -> bool:
        """Whether the pictures of a game have been read."""
        return title in self._arts

    def other_language(self) -> str:
        """The name of the language that a touch leads to, in its own words."""
        return self.room.words().say("language", self._next())

    def _next(self) -> Language:
        return LANGUAGES[(LANGUAGES.index(self.room.language) + 1) % len(LANGUAGES)]

    def next_language(self) -> None:
        """Say everything in the next language."""
        self.room.set(language=self._next())
        self.refresh()

    def choose(self, **chosen: Any) -> None:
        """Choose settings for good; what is shown follows at once."""
        self.room.set(**chosen)
        if not chosen.keys().isdisjoint(("voice", "sound")):
            self.voice.hush()
            self.voice.again()
        if not chosen.keys().isdisjoint(WORN):
            dress(self.room.settings, (int(self.width), int(self.height)), self.inch)
            self._arts.clear()
            self._clear_away()
            self.settings()
        else:
            if "rotation" in chosen:
                Window.rotation = chosen["rotation"]
                self.settings()  # anew: the window may have become upright
            self.refresh()

    inch: float | None = None

    def rebuild(self) -> None:
        """Build the screen anew, in a changed theme or size."""
        self._clear_away()
        sitting = self.room.sitting
        if sitting is None:
            self.home()
        else:
            self.play(sitting)

    def care(self) -> None:
        """How the machine is, and what can be done for it."""
        from ui.screens.care import CarePage

        self.go(CarePage(self))

    def devices_sheet(self) -> None:
        """Tell how everything stands."""
        from ui.screens.devices import DevicesSheet

        if self.page is not None:
            self.page.open(DevicesSheet(self.page))
