"""The glass: which screen is shown, and the ways between them."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Literal, Protocol

from kivy.clock import Clock

from companion.store import DiskError, words
from companion.table import Lamp, Signal, Touched
from companion.text import LANGUAGES, Language
from firmware_bridge import DeviceState, Sentence, wording
from ui import theme
from ui.art import Art
from ui.room import Room, Sitting
from ui.screens.header import Badge, Mood
from ui.screens.page import Page
from ui.screens.parts import Ground, place

_NOT_SET_UP = ("gpio.none", "scanner.none")
"""What a device says that nobody wants: it gets no badge."""


AFTER = 1.0
"""Seconds after a match was opened in which nobody touches anything yet."""


class Devices(Protocol):
    """What the glass wants of the devices; the bridge has it."""

    def states(self) -> tuple[DeviceState, ...]:
        """All of them as they are now."""

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these lamps."""

    def again(self, name: str) -> None:
        """Try one again that was turned off."""


class NoDevices:
    """Touch alone."""

    def states(self) -> tuple[DeviceState, ...]:
        """There are none."""
        return ()

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """There are none to be lit."""

    def again(self, name: str) -> None:
        """There is none to be tried."""


class Glass(Ground):
    """The root of all that is seen. Everything here belongs to the thread of the screen.

    quit: closes the companion.
    """

    def __init__(self, room: Room, quit: Callable[[], None], devices: Devices | None = None):
        super().__init__()
        self.room = room
        self.quit = quit
        self.devices: Devices = devices or NoDevices()
        self.page: Page | None = None
        self.dropped = 0
        self.mistakes: tuple[Sentence, ...] = ()
        self._arts: dict[str, Art] = {}
        self._lamps: tuple[Lamp, ...] = ()
        self._number = 0
        self.soon = Clock.create_trigger(lambda _: self._answer(), -1)
        self._lasting = Clock.create_trigger(lambda _: _expect_to_last(), AFTER)
        self._rest = Clock.create_trigger(lambda _: self.refresh(), 0)
        self.bind(size=self._arrange, pos=self._arrange)

    # Going about

    def go(self, page: Page) -> None:
        """Show another screen."""
        if self.page is not None:
            self.page.leave()
            self.remove_widget(self.page)
        self.page = page
        self.add_widget(page)
        self._arrange()
        self.refresh()

    def _arrange(self, *_: object) -> None:
        if self.page is not None:
            place(self.page, self.x, self.y, self.width, self.height)

    def home(self) -> None:
        """Where games are chosen and matches taken up again."""
        from ui.screens.home import Home

        self.room.leave()
        self.go(Home(self))

    def seats(self, game: str) -> None:
        """Who plays?"""
        from ui.screens.seats import Seats

        self.go(Seats(self, self.room.title(game)))

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
        from ui.screens.play import Play

        sitting.desk.on_change = self.soon
        self.go(Play(self, sitting))
        self._lasting()

    def look_back(self, name: str) -> None:
        """Look at a match that is over; where that is impossible, say so."""
        from ui.screens.replay import Replay

        try:
            desk = self.room.look_back(name)
        except (DiskError, LookupError, ValueError):
            if self.page is not None:
                self.page.say(self.page.words.say("notice", "cannot_resume"))
            return
        self.go(Replay(self, desk, "replay", self.home))

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

    # What comes in

    def signal(self, signal: Signal) -> None:
        """Take a signal from any device."""
        if self.page is not None:
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

    def refresh(self) -> None:
        """Show what there is now. ``soon`` asks for it once, in two frames."""
        self.soon.cancel()
        self._rest.cancel()
        sitting = self.room.sitting
        if sitting is not None:
            sitting.keep()
        if self.page is not None:
            self.page.show()
        lamps = () if sitting is None else sitting.lamps
        if lamps != self._lamps:
            self._lamps = lamps
            self.devices.show(lamps)

    # What all screens show

    def art(self, title: str, text: str) -> Art:
        """The pictures of a game."""
        if title not in self._arts:
            self._arts[title] = Art(text)
        return self._arts[title]

    def has_art(self, title: str) -> bool:
        """Whether the pictures of a game have been read."""
        return title in self._arts

    def badges(self) -> tuple[Badge, ...]:
        """How the saving and the devices stand."""
        say = self.room.words()
        found = []
        state = self.room.saving
        sitting = self.room.sitting
        if state.reason:
            detail = say.say(*words(state))
            found.append(Badge(say.say("label", "not_saved"), "bad", detail))
        elif sitting is not None:
            key = "saved" if sitting.saved else "saving"
            mood: Mood = "good" if sitting.saved else "busy"
            found.append(Badge(say.say("label", key), mood, say.say("notice", "saved_detail")))
        for device in self.devices.states():
            if device.state == "off" and device.detail.key in _NOT_SET_UP:
                continue
            name = "scanner" if device.kind == "scanner" else "buttons"
            moods: dict[str, Mood] = {"ready": "good", "searching": "busy", "missing": "bad"}
            mood = moods.get(device.state, "bad")
            detail = wording(device.detail, self.room.language)
            found.append(Badge(say.say("label", name), mood, detail, device.name))
        if self.mistakes:
            detail = "\n".join(wording(one, self.room.language) for one in self.mistakes)
            found.append(Badge(say.say("label", "settings_file"), "bad", detail))
        if self.dropped:
            detail = say.say("notice", "dropped", {"count": self.dropped})
            found.append(Badge(say.say("label", "dropped"), "bad", detail))
        return tuple(found)

    def other_language(self) -> str:
        """The name of the language that a touch leads to, in its own words."""
        return self.room.words().say("language", self._next())

    def _next(self) -> Language:
        return LANGUAGES[(LANGUAGES.index(self.room.language) + 1) % len(LANGUAGES)]

    def next_language(self) -> None:
        """Say everything in the next language."""
        self.room.set(language=self._next())
        self.refresh()

    def next_theme(self) -> None:
        """Dark or light: everything is built anew."""
        name: Literal["dark", "light"] = "light" if self.room.settings.theme == "dark" else "dark"
        self.room.set(theme=name)
        theme.use((int(self.width), int(self.height)), self.inch, name)
        self._arts.clear()
        self.rebuild()

    inch: float | None = None

    def rebuild(self) -> None:
        """Build the screen anew, in a changed theme or size."""
        sitting = self.room.sitting
        if sitting is None:
            self.home()
        else:
            self.play(sitting)

    def devices_sheet(self) -> None:
        """Tell how everything stands."""
        from ui.screens.devices import DevicesSheet

        if self.page is not None:
            self.page.open(DevicesSheet(self.page))


def _expect_to_last() -> None:
    """What is here now stays while the match is played: looked through again and again for what
    can go, it would hold up a frame now and then, on a small computer for half a second."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
