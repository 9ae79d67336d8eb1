"""Devices, loudspeaker, voice, television: what they tell of a match, and how they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.maintenance.health import Finding
from companion.notes import concerned
from companion.table import Cue, Lamp
from ui.devices import Devices, NoDevices
from ui.presenter import Presenter
from ui.presenter.lamps import NOWHERE, Ear, Pointed, at_places, lamps
from ui.presenter.narration import Narrator
from ui.presenter.sounds import Sounds
from ui.session.session import Session
from ui.session.settings import devices_loudness, loudness
from ui.speaker import Speaker
from ui.voice import Manner, Voice

if TYPE_CHECKING:
    from firmware_bridge import Sentence
    from ui.club import Club
    from ui.guests.phones import Phones
    from ui.guests.television import Television


class Peripherals:
    """All that tells of a match beside the screen.

    devices: none until the bridge is there. public: whether a PIN keeps the screen. mistakes: in
    the hardware settings. dropped: how many signals were too many to be taken in. said: how often
    the voice was given something to say.
    """

    def __init__(
        self,
        session: Session,
        devices: Devices | None = None,
        public: Callable[[], bool] = lambda: False,
    ) -> None:
        self.devices: Devices = devices or NoDevices()
        self.voice = Voice(session.wake)
        self.speaker = Speaker()
        self._television: Television | None = None
        self._club: Club | None = None
        self.mistakes: tuple[Sentence, ...] = ()
        self.dropped = self.said = 0
        self.strain: tuple[Finding, ...] = ()
        self._session, self._public = session, public
        self._lamps: tuple[Lamp, ...] = ()
        self._ear = Ear()
        self._narrator = Narrator()
        self._sounds = Sounds()

    @property
    def television(self) -> Television:
        """It is read when it is first wanted, for most tables have none: so it does not hold up the
        first frame."""
        if self._television is None:
            from ui.guests.television import Television

            self._television = Television(self._session)
        return self._television

    def show_elsewhere(self) -> None:
        """Show the table on other screens as it is now, where that is wished."""
        if self._television is not None or self._session.settings.television.on:
            self.television.publish()
        if self._club is not None:
            self._club.publish()

    @property
    def club(self) -> Club:
        """It is read when it is first wanted, likewise."""
        if self._club is None:
            from ui.club import Club

            self._club = Club(self._session)
        return self._club

    def look_at_club(self) -> bool:
        """See how the line to the club stands, where the table belongs to one; whether that is
        something new."""
        if self._club is None and not concerned(self._session.folder):
            return False
        return self.club.look()

    @property
    def club_late(self) -> str:
        """Where the club has not been reached for long: up to when it has everything, or what it
        says against what it is told."""
        return "" if self._club is None else self._club.trouble

    @property
    def phones(self) -> Phones | None:
        """Telephones as players' hands; None while none ever came."""
        return None if self._television is None else self._television.phones

    @property
    def awake(self) -> Mapping[str, bool]:
        """The seats that have a telephone, each with whether it is awake."""
        return {} if self.phones is None else self.phones.awake

    @property
    def loudness(self) -> int:
        """How loud the table itself sounds."""
        return loudness(self._session.settings, public=self._public())

    def close(self) -> None:
        """The companion closes: nothing speaks, sounds or is shown elsewhere any longer."""
        if self._television is not None:
            self._television.leave()
        if self._club is not None:
            self._club.close()
        self.voice.close()
        self.speaker.close()

    def sound(self, presenter: Presenter | None, *, private: bool) -> None:
        """Let what just happened be heard. private: whether somebody looks or tells something
        alone: then nothing is heard."""
        new = self._sounds.new(presenter)
        if new and not private:
            self.play(*new)

    def play(self, *names: str) -> None:
        """Let these sounds be heard, one after the other."""
        self.speaker.level = self.loudness
        self.speaker.play(*names)

    def tell(
        self,
        presenter: Presenter | None,
        asks: Presenter | None,
        pointed: Pointed = NOWHERE,
        asked: tuple[str, ...] = (),
    ) -> None:
        """Show, sound and say what is new. asks: what the screen asks just now is read aloud, too;
        None where it shows no table, and only the log is read. pointed: what it shows there.
        asked: what it asks there in its own words, if it has any."""
        self.light(presenter, pointed)
        chosen = self._session.in_force
        for cue in self._ear.cues(presenter, devices_loudness(chosen)):
            self.devices.cue(cue)
        heard, at_table = asks or presenter, asks is not None
        lines = self._narrator.lines(
            heard, chosen.voice, chosen.listens, at_table=at_table, asked=asked
        )
        if lines:
            self._say(lines)

    def light(self, presenter: Presenter | None, pointed: Pointed = NOWHERE) -> None:
        """Let the lamps show a match, and what a page points at."""
        lit: tuple[Lamp, ...] = ()
        if presenter is not None:
            lit = lamps(presenter) + at_places(presenter.game.name, pointed)
        if lit != self._lamps:
            self._lamps = lit
            self.devices.show(lit)

    @property
    def listens(self) -> bool:
        """Whether somebody plays by ear, without looking at the screen."""
        return self._session.in_force.voice == "all"

    def read(self, lines: Sequence[str]) -> None:
        """Read aloud what stands on the screen, to somebody who does not look at it."""
        if self.listens:
            chosen = self._session.in_force
            manner = Manner(chosen.language, chosen.rate, devices_loudness(chosen))
            self._voiced(lines, manner)

    def whisper(self, lines: Sequence[str]) -> bool:
        """Read to whoever reads alone, by an earphone, what nobody else may hear; whether there is
        one. Nothing is ever heard elsewhere instead."""
        chosen = self._session.in_force
        if not chosen.ear:
            return False
        level = max(1, devices_loudness(chosen))
        self._voiced(lines, Manner(chosen.language, chosen.rate, level, chosen.ear))
        return True

    def relight(self) -> None:
        """The lamps are new, or showed something else than the match."""
        self.devices.show(self._lamps)

    def ring(self, place: int, text: str) -> None:
        """Tell, in whatever way is chosen, that the time of a seat has run out. place: its number
        at the table, from 1."""
        chosen = self._session.in_force
        self.devices.cue(Cue("refused", place, devices_loudness(chosen)))
        if chosen.voice != "off":
            self._say((text,))

    def _say(self, lines: tuple[str, ...]) -> None:
        chosen = self._session.in_force
        self._voiced(lines, Manner(chosen.listens, chosen.rate, devices_loudness(chosen)))

    def _voiced(self, lines: Sequence[str], manner: Manner) -> None:
        self.said += 1
        self.voice.say(lines, manner)
