"""The room: what outlives a screen. The matches on the disk, the one being played, the settings.

It knows no widget. It belongs to one thread; ``wake`` is called from others.
"""

import os
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.match import shelf
from companion.match.commitments import SALT_BYTES
from companion.match.entries import Entry, Strictness, decode
from companion.match.match import Match
from companion.match.shelf import Lid, Title
from companion.store import Damage, DiskError, Doors, Library, Listed, State
from companion.table import Lamp
from companion.text import Language, Speaker
from ui import settings as kept
from ui.desk import Desk
from ui.words import of_screens, words

BOX = "own"
"""The name under which the copy on this table is remembered."""


class Sitting:
    """One match at this table, with how far it is saved."""

    def __init__(self, name: str, desk: Desk, library: Library) -> None:
        self.name = name
        self.desk = desk
        self._library = library
        self._box: Any = None
        self._ended = False
        self.end_shown = False

    @property
    def saved(self) -> bool:
        """Whether all that happened is durable."""
        return self._library.journal.saved(self.name) >= len(self.desk.match.timeline.entries)

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        """A light in the confirm button of every seat that is asked."""
        seats = self.desk.match.seats
        return tuple(
            Lamp("confirm", seats.index(seat) + 1, "on")
            for seat in dict.fromkeys(one.seat for one in self.desk.asked)
            if seat in seats
        )

    def keep(self) -> None:
        """Keep what later matches want to know: what the box shows, and how this one ended."""
        match = self.desk.match
        if match.read_only:
            return
        box = getattr(match.public.setup, "box", None)
        if box is not None and box is not self._box:
            if self._box is not None and box != self._box:
                self._library.keep_box(match.game.name, BOX, msgspec.to_builtins(box))
            self._box = box
        if match.over and not self._ended:
            self._library.end(self.name, _result(match))
        self._ended = match.over
        self.end_shown = self.end_shown and match.over


class Room:
    """Where matches are begun and taken up again.

    folder: of all data. wake: something is to be shown anew; called from any thread.
    titles: the games on the shelf, by name; those that are installed if none are given.
    """

    def __init__(
        self,
        folder: Path,
        wake: Callable[[], None] = lambda: None,
        *,
        language: Language | None = None,
        titles: Mapping[str, Title] | None = None,
        library: Library | None = None,
    ) -> None:
        self.folder = folder
        self.wake = wake
        self.settings = kept.read(folder)
        if language is not None:
            self.settings = msgspec.structs.replace(self.settings, language=language)
        self.sitting: Sitting | None = None
        self.damage: Damage | None = None
        self._titles = titles
        self._given = library
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        """What is on the disk; opened when it is first asked for."""
        if self._library is None:
            self._library = self._given or Library(
                self.folder,
                lambda: datetime.now().astimezone(),
                on_saved=lambda match, number: self.wake(),
                on_state=lambda state: self.wake(),
                on_damage=self._damaged,
            )
        return self._library

    def _damaged(self, damage: Damage) -> None:
        self.damage = damage
        self.wake()

    @property
    def saving(self) -> State:
        """Whether what happens is being saved."""
        return self.library.journal.state()

    def close(self) -> bool:
        """Write what is left; whether everything is durable."""
        return True if self._library is None else self._library.close()

    # Words and settings

    @property
    def language(self) -> Language:
        """The language of the moment."""
        return self.settings.language

    def set(self, **chosen: Any) -> None:
        """Choose settings for good."""
        self.settings = msgspec.structs.replace(self.settings, **chosen)
        kept.write(self.folder, self.settings)
        if self.sitting is not None:
            self.sitting.desk.language = self.settings.language

    def words(self, title: Lid | None = None) -> Speaker:
        """Says what belongs to the screens, and to a game that is not being played."""
        return words(self.settings.language, title)

    # Games and matches

    def games(self) -> tuple[str, ...]:
        """The names of the games on the shelf."""
        return shelf.names() if self._titles is None else tuple(self._titles)

    def lid(self, name: str) -> Lid:
        """What is on the box of a game. Raises LookupError when it is not on the shelf."""
        return shelf.lid(name) if self._titles is None else self._titles[name]

    def title(self, name: str) -> Title:
        """A game. Raises LookupError when it is not on the shelf."""
        return shelf.title(name) if self._titles is None else self._titles[name]

    def running(self) -> tuple[Listed, ...]:
        """The matches that can go on, the last one first; none while the disk does not answer."""
        try:
            found = self.library.matches()
        except DiskError:
            return ()
        games = self.games()
        return tuple(one for one in found if not one.ended and one.heading.game in games)

    def ended(self) -> tuple[Listed, ...]:
        """The matches that are over, the last one first; none while the disk does not answer."""
        try:
            found = self.library.matches()
        except DiskError:
            return ()
        games = self.games()
        return tuple(one for one in found if one.ended and one.heading.game in games)

    def look_back(self, name: str) -> Desk:
        """A match to be looked at: nothing that is done to it is kept.

        Raises LookupError or ValueError when there is no such match or nothing of it can be
        shown, DiskError when the disk does not answer.
        """
        journal: list[Entry] = [decode(line) for line in self.library.read(name).lines]
        game = getattr(journal[0], "game", "") if journal else ""
        match = Match.reopen(self.title(game), journal, clock=time.monotonic, salt=_salt)
        if match.public is None:
            raise LookupError(f"nothing is left of the match {name}")
        return Desk(match.title, match, of_screens(), self.settings.language)

    def box(self, game: str) -> dict[str, Any]:
        """What is known of this table's copy of a game, as plain data."""
        try:
            return self.library.boxes(game).get(BOX, {})
        except DiskError:
            return {}

    def start(
        self,
        title: Title,
        seats: tuple[str, ...],
        players: Mapping[str, str],
        options: Any = None,
        strictness: Strictness = "confirm",
    ) -> Sitting:
        """Begin a match. Raises ValueError in words when it cannot be played like this."""
        doors = self.library.begin()
        match = Match.start(
            title,
            seats,
            players,
            options,
            self.box(title.game.name),
            clock=time.monotonic,
            salt=_salt,
            strictness=strictness,
            keep=doors.keep,
            keep_secret=doors.keep_secret,
        )
        return self._sit(doors, match)

    def resume(self, name: str) -> Sitting:
        """Take up a match again.

        Raises LookupError or ValueError when there is no such match, DiskError when the disk
        does not answer.
        """
        reading, secrets, doors = self.library.resume(name)
        journal: list[Entry] = [decode(line) for line in reading.lines]
        game = getattr(journal[0], "game", "")
        match = Match.reopen(
            self.title(game),
            journal,
            clock=time.monotonic,
            salt=_salt,
            secrets=secrets,
            keep=doors.keep,
            keep_secret=doors.keep_secret,
        )
        self.damage = reading.damage or self.damage
        return self._sit(doors, match)

    def leave(self) -> None:
        """Get up from the table; the match can be taken up again."""
        self.sitting = None

    def _sit(self, doors: Doors, match: Match) -> Sitting:
        desk = Desk(match.title, match, of_screens(), self.settings.language)
        self.sitting = Sitting(doors.match, desk, self.library)
        self.sitting.keep()
        return self.sitting


def _salt() -> bytes:
    return os.urandom(SALT_BYTES)


def _result(match: Match) -> dict[str, Any]:
    outcome, ended = match.outcome, match.ended
    if ended is not None:
        return {"how": ended.how, "places": ended.places}
    return {"how": "rules", "places": () if outcome is None else outcome.places}
