"""Devices and voice: what they show, sound and say of a match, and how they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table import Cue, Lamp
from ui.devices import Devices, NoDevices
from ui.presenter import Presenter
from ui.presenter.lamps import Ear, lamps
from ui.presenter.narration import Narrator
from ui.session.session import Session
from ui.voice import Manner, Voice

if TYPE_CHECKING:
    from firmware_bridge import Sentence


class Peripherals:
    """All that tells of a match beside the screen.

    devices: none until the bridge is there. mistakes: in the hardware settings. dropped: how many
    signals were too many to be taken in.
    """

    def __init__(self, session: Session, devices: Devices | None = None) -> None:
        self.devices: Devices = devices or NoDevices()
        self.voice = Voice(session.wake)
        self.mistakes: tuple[Sentence, ...] = ()
        self.dropped = 0
        self._session = session
        self._lamps: tuple[Lamp, ...] = ()
        self._ear = Ear()
        self._narrator = Narrator()

    def tell(self, presenter: Presenter | None, *, at_table: bool) -> None:
        """Show, sound and say what is new. at_table: whether the screen shows the table; where it
        shows anything else, only the log is read aloud."""
        lit = () if presenter is None else lamps(presenter)
        if lit != self._lamps:
            self._lamps = lit
            self.devices.show(lit)
        chosen = self._session.settings
        for cue in self._ear.cues(presenter, chosen.sound):
            self.devices.cue(cue)
        lines = self._narrator.lines(presenter, chosen.voice, at_table=at_table)
        if lines:
            self._say(lines)

    def relight(self) -> None:
        """The lamps are new, or showed something else than the match."""
        self.devices.show(self._lamps)

    def ring(self, place: int, text: str) -> None:
        """Tell, in whatever way is chosen, that the time of a seat has run out. place: its number
        at the table, from 1."""
        chosen = self._session.settings
        self.devices.cue(Cue("refused", place, chosen.sound))
        if chosen.voice != "off":
            self._say((text,))

    def _say(self, lines: tuple[str, ...]) -> None:
        chosen = self._session.settings
        self.voice.say(lines, Manner(chosen.language, chosen.rate, chosen.sound))
