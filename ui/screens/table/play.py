"""The table: fixed zones for the board, the people, what is done now, what was done last, and the
tray with what can be done. Nothing that happens in a match moves or resizes one of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.kernel import Draft
from companion.sight.asking import spoken_to
from companion.table import Pressed, Released, Signal
from ui.navigation import Navigation
from ui.presenter.lamps import Pointed
from ui.presenter.now import last, now_card, prompt
from ui.presenter.rounds import Rounds
from ui.screens.table import on_board, refusal, touches
from ui.screens.table.clocks import RunningClocks
from ui.screens.table.code import begin_code
from ui.screens.table.faces import Faces
from ui.screens.table.gathering import Gathering
from ui.screens.table.gestures import Gestures
from ui.screens.table.now import Last, Now
from ui.screens.table.people import People
from ui.screens.table.sides import degrees
from ui.screens.table.table_page import TablePage
from ui.screens.table.tray import Keys, Main, Middle
from ui.screens.table.turn_row import clock_of
from ui.screens.table.zones import screen_for
from ui.session.open_match import OpenMatch
from ui.shell.controls import set_bounds
from ui.shell.pointer import Pointer
from ui.shell.steps import Stage, left_of
from ui.widgets.board import Board
from ui.widgets.loupe import Loupe

AFTER = 0.08
"""Seconds after which what is possible follows the verdict, which must not wait."""


class Play(TablePage):
    """A match at the table."""

    at_table = True
    tries = False
    left_look = "sign-menu"

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation)
        self.open_match = open_match
        self.art = navigation.art(self.presenter.package)
        self._said = (navigation.session.language, dict(self.presenter.match.players))
        self.board = Board(art=self.art, names=self._names, steady=True)
        self.board.ahead = lambda: self.presenter.offers.ahead()
        self.board.about = lambda: on_board.about(self.presenter)
        self.board.bind(
            on_token=lambda _, token: touches.on_board(self, token),
            on_drag_token=lambda _, source, target: self.presenter.drag(source, target),
            on_miss=lambda _: self.say(self.presenter.phrasebook.say("notice", "nothing_there")),
        )
        self.faces = self._faces()
        self.people = People(self.art, self._names, partial(touches.on_a_card, self, self.touched))
        self.now = Now(self.art, self.why, self.say)
        self.now.hands.bind(at=self._leafed)
        self.last = Last(self._history)
        self.keys = Keys(self._undo, lambda: self.presenter.agreeing.redo(), self.what_now)
        self.middle = Middle(self.art, lambda form, token: touches.in_tray(self, form, token))
        self.main = Main(partial(touches.at_main, self), partial(touches.once_more, self))
        answered = (self.now, self.keys.help, self.middle, self.main)
        self.answers = Pointer(lambda: answered, navigation, lambda: self.private)
        self._afterwards = Clock.create_trigger(lambda _: self._think(), AFTER)
        self._clocks = RunningClocks(self.people, self._time_is_up)
        self.gathering = Gathering(open_match, self.art, self.say, self.tell_secretly)
        compared = self.gathering.compared
        self.gestures = Gestures(self.board, self.people, self.header, compared, self.art)
        self.rounds = Rounds(self.presenter.match)
        keys = (self.keys.undo, self.keys.redo, self.keys.help)
        places = (self.board, Loupe(self.board), self.gathering.rows, self.gathering.compared)
        for widget in (*places, self.people, self.now, self.last, *keys, self.middle, self.main):
            self.add_widget(widget)

    def _faces(self) -> Faces:
        return Faces(self.presenter, self.art, brief=self.session.in_force.child)

    def _names(self, text: str, values: dict[str, object]) -> str:
        return self.presenter.words(text, values)

    def sit(self, open_match: OpenMatch) -> None:
        """Come back to the table, or to it for another match of the same game: everything is as
        if it had just been built, and of the same match as it was left."""
        if open_match is not self.open_match:
            self.open_match = open_match
            self.board.clear()
            self.gestures.anew()
            self.rounds = Rounds(self.presenter.match)
            self.middle.places.anew()
            self.gathering.sit(open_match)
        self.faces = self._faces()
        self.notice, self._ending = "", False
        self._clocks.anew()

    # What is in the header

    def title(self) -> str:
        """The name of the game."""
        return self.session.words(self.presenter.package).say("about", "title")

    def left_label(self) -> str:
        """The way to everything else."""
        return self.words.say("button", "menu")

    def steps(self) -> tuple[Stage, ...]:
        """The steps of a turn."""
        stages = self.presenter.scene.stages
        return tuple((self._names(s.text, s.values), s.now, left_of(s.values)) for s in stages)

    def progress(self) -> str:
        """The round, and for how long it was played."""
        number, time = self.rounds.now, clock_of(self.presenter.match.timeline.play_time)
        return self.words.say("label", "course", {"number": number, "time": time}) if number else ""

    def show_header(self) -> None:
        """Telephones wake and fall asleep like devices: that stands on the cards of the people."""
        super().show_header()
        self.people.phones(self.navigation.peripherals.awake)

    def left(self) -> None:
        """Open the menu of the match, or close it."""
        from ui.screens.table.menu import MenuSheet

        menu = self.often(MenuSheet)
        self.close() if self.sheet is menu else self.open(menu)

    # What is shown

    def answer(self) -> bool:
        """A move that stands: the table after it, or where nothing moved what happened."""
        presenter = self.presenter
        done = any(one.done for one in presenter.answers)
        moved = done and presenter.scene is not self.board.scene
        first = presenter.refusal or presenter.question or presenter.match.over
        if not moved or first or self.sheet is not None:
            return False
        if self.board.scene is None or presenter.scene.shapes == self.board.scene.shapes:
            self._tell()
        on_board.lay(self.board, presenter)
        self.board.chosen = frozenset()
        return True

    @property
    def asked(self) -> tuple[str, ...]:
        """As on the card."""
        return (prompt(self.presenter, ending=self._ending),)

    @property
    def pointed(self) -> Pointed:
        """As on the board."""
        return on_board.pointed(self.board)

    @property
    def thinking(self) -> bool:
        """Whether what is possible is still to be shown."""
        return bool(self._afterwards.is_triggered)

    def fill(self) -> None:
        """Show the match as it stands."""
        presenter, match = self.presenter, self.presenter.match
        if match.over and not (match.read_only or self.open_match.end_shown):
            self.open_match.end_shown = True
            self.navigation.go("end", self.open_match)
            return
        if (secret := presenter.offers.secret) is not None:
            self._enter_secretly(secret)
            return
        self._speak()
        self._afterwards()
        self._clocks.show(match)
        self._fill_tray()
        self._fill_board()
        self._tell()

    def _speak(self) -> None:
        said = (self.session.language, dict(self.presenter.match.players))
        if said != self._said:
            self._said = said
            self.people.speak(lambda text, values: self._names(text, values))
            self.board.names = lambda text, values: self._names(text, values)

    def _fill_board(self) -> None:
        presenter = self.presenter
        lit = on_board.show(self.board, presenter, codes=self.session.settings.codes)
        self._light_asked()
        say = presenter.phrasebook
        whose = spoken_to(presenter.asked, presenter.match.seats)  # also while the table tells
        asked = {whose, *(one.seat for one in presenter.asked)}
        if presenter.question is not None:  # who is to agree is asked, and not whose turn it is
            answers = {one.token for one in presenter.question.answers}
            asked = answers.intersection(presenter.match.seats) or asked
        called = {seat: say.name(seat) for seat in presenter.match.seats}
        why = presenter.why
        about = () if why is None or why.look == "person" else why.at
        self.people.show(presenter.scene.panels, asked, lit, called, about)
        self.gathering.show()
        self.gestures.show(presenter)
        away = self.gathering.there
        self.board.opacity, self.board.disabled = (0.0, True) if away else (1.0, False)

    def _light_asked(self) -> None:
        """What a question is about, and where what hands do ends, once somebody leafs in it."""
        self.board.asked_about = self.faces.asked_about() | ({self.now.hands.at} - {""})

    def _leafed(self, *_: object) -> None:
        self._light_asked()
        self.navigation.peripherals.light(self.presenter, self.pointed)

    def _fill_tray(self) -> None:
        """The tray and the card above it: they always ask the same."""
        presenter, faces = self.presenter, self.faces
        faces.slim, faces.brief, faces.tries = self._inside, self.session.in_force.child, self.tries
        middle, main = faces.middle(), faces.main()
        self._ending = main.bright and main.ends
        card = self.gathering.now(now_card(presenter, child=faces.brief, ending=self._ending))
        face = self.gathering.middle() or replace(middle, seat=card.seat)
        main = self.gathering.main() or main
        if self.next_step_elsewhere:
            face, main = face.quiet(), main.quiet()
        self.middle.show(face, presenter.composer.cursor or "", self._elsewhere)
        self.now.show(card, refusal.rules(presenter, self.session, faces.brief, faces.slim))
        self.main.show(main, presenter.seat)
        self.keys.show(self.gathering.keys(faces.keys()))
        best = next((one for one in self.middle.places.buttons if one.role == "bright"), None)
        self.bright = best or (self.main if main.bright else None)

    def _elsewhere(self, on: int | None) -> str:
        """What is said of the choices on other pages, that many of which lead on, or all."""
        key = "more" if on is None else "elsewhere" if on else "blocked"
        return self.words.say("tray", key, {"count": on})

    def _think(self) -> None:
        if self.navigation.due:  # what was done since is answered first
            self._afterwards()
        elif self.faces.think():
            self._fill_tray()
        touches.what_now(self).ahead()

    @property
    def next_step_elsewhere(self) -> bool:
        """Whether something else than the main place has the one bright next step."""
        return self.sheet is not None

    def _time_is_up(self, seat: str) -> None:
        presenter = self.presenter
        text = presenter.phrasebook.say("notice", "time_is_up", {"seat": seat})
        self.say(text)
        self.navigation.peripherals.ring(presenter.match.seats.index(seat) + 1, text)

    def _enter_secretly(self, draft: Draft) -> None:
        """What only one seat may tell is told behind a cover."""
        from ui.screens.table.secret import SecretPage

        kind = self.presenter.game.kind_of(draft)
        seat = str(draft.values[0]) if kind.by and draft.values else self.presenter.seat
        self.presenter.composer.clear()
        self.navigation.open(SecretPage(self.navigation, self.open_match, seat, draft))

    def tell_secretly(self, seat: str) -> None:
        """What all tell together, told by one behind a cover."""
        from ui.screens.table.secret_together import SecretTogether

        self.navigation.open(SecretTogether(self.navigation, self.open_match, seat))

    # What was done last

    def toast_text(self) -> str:
        """What the presenter has to tell, or the screen."""
        return self.notice or self.presenter.notice

    def _say(self) -> None:
        """One line of the table says what fits nowhere else; while a sheet lies over it, a strip
        over that."""
        if self.sheet is not None:
            super()._say()
        else:
            self.hush()
            self._tell()

    def _tell(self) -> None:
        """What fits nowhere else, or what was done last."""
        line = last(self.presenter, self.notice, marks=not self.tries)
        denied = self.presenter.denied and bool(self.presenter.notice) and not self.notice
        brow = "last" if not denied else "not_yet" if self.faces.brief else "not_this_one"
        words = (self.words.say("label", brow), self.words.say("button", "log"))
        told = self.touches if self.toast_text() else 0
        where = {"inside": self._inside, "denied": denied}
        self.last.show(line.seat, line.sentence, words, answers=told, **where)

    def _history(self) -> None:
        from ui.screens.table.history import History

        self.navigation.open(History(self.navigation, self.open_match))

    # What comes in

    def touched(self, token: str) -> None:
        """A token was touched."""
        said = self.gathering.touched(token)
        if said is None:
            self.presenter.signal(self.session.touched(token))
        elif said:
            self.say(said)

    def _undo(self) -> None:
        if not self.gathering.undo():
            self.presenter.undo()

    def why(self) -> None:
        """Show the rules behind what was refused."""
        self.open(refusal.ReasonsSheet(self))

    def what_now(self) -> None:
        """Show what can be done now, and what not and why; or only why, where there is no room."""
        if (self.faces.slim or self.faces.brief) and self.presenter.refusal is not None:
            self.why()
            return
        self.open(touches.what_now(self))

    def struck(self, key: str) -> None:
        """Whoever strikes a letter or digit begins to write a code."""
        if not begin_code(self, key):
            super().struck(key)

    def signal(self, signal: Signal) -> None:
        """Devices speak to the presenter."""
        if isinstance(signal, Released):  # of the button that has opened what lies here now
            return
        if self.sheet is not None and self.sheet.modal:
            self.close()
            if isinstance(signal, Pressed) and signal.role == "undo":
                return
        self.notice, self.touches = "", self.touches + 1
        if isinstance(signal, Pressed) and signal.role == "undo" and self.gathering.undo():
            return
        if not (touches.on_the_table(self, signal) or touches.with_the_dial(self, signal)):
            self.presenter.signal(signal)

    def stops(self) -> tuple[Widget, ...]:
        """Beyond all that can be done: the menu and the other keys."""
        return (self.header, self.keys.undo, self.keys.redo, self.keys.help, self.main)

    # Where things are

    @property
    def degrees(self) -> float:
        """How what is said is turned so that the seat that is asked can read it."""
        return degrees(self.session.in_force.sides, self.presenter.seat)

    @property
    def _inside(self) -> bool:
        """Whether what was done last stands on the now card."""
        now, last = self.zones.now, self.zones.last
        return now[1] <= last[1] < now[1] + now[3]

    def arrange(self) -> None:
        """Put everything where it belongs."""
        zones, screen = self.zones, screen_for(self.width, self.height)
        self.header.put_steps(*zones.steps)
        set_bounds(self.board, *zones.board)
        self.gathering.stand(zones.board, zones.people, self.width, self.height)
        self.people.stand(zones.people, self.width, self.height)
        self.now.stand(*zones.now, self.degrees, zones.last[3] if self._inside else 0.0)
        set_bounds(self.last, *zones.last)
        self.keys.stand(zones, self.degrees)
        self.middle.stand(screen, zones, self.degrees)
        set_bounds(self.main, *zones.main)
        self.main.opposite = self.degrees == 180

    def unfinished(self) -> bool:
        """Whether a move is begun."""
        return self.presenter.composer.begun or super().unfinished()

    def woken(self) -> None:
        """Say that it pauses; one touch goes on."""
        from ui.screens.table.menu import PauseSheet

        if self.sheet is None and self.presenter.match.paused:
            self.open(PauseSheet(self))

    def leave(self) -> None:
        """There is nothing more to show here for now."""
        self._afterwards.cancel()
        self._clocks.stop()
        self.gestures.end()
        self.pointer.leave()
        if self.sheet is not None:  # left, not answered: that may have consequences for the match
            self.remove_widget(self.sheet)
            self.sheet = None
        for kept in self._often.values():
            kept.closed()
