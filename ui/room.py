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

from companion.club import history
from companion.club.counting import Counting, take_up
from companion.club.score import Sheet
from companion.club.summary import Summary
from companion.lessons import Course, Lesson, Task, begin, course, reached
from companion.match import shelf
from companion.match.commitments import SALT_BYTES
from companion.match.entries import Entry, Strictness, decode
from companion.match.match import Match
from companion.match.shelf import Lid, Title
from companion.store import Damage, DiskError, Doors, Library, Listed, State
from companion.store.home import read_key
from companion.text import Language, Speaker
from ui import settings as kept
from ui import where as places
from ui.desk import Desk
from ui.where import Screen, Where
from ui.words import of_screens, words

BOX = "own"
"""The name under which the copy on this table is remembered."""


class Sitting:
    """One match at this table, with how far it is saved.

    library: where it is kept; None for nowhere. helped: somebody plays for the first time.
    """

    def __init__(self, name: str, desk: Desk, library: Library | None) -> None:
        self.name = name
        self.desk = desk
        self.helped = False
        self._library = library
        self._box: Any = None
        self._ended = False
        self.end_shown = False
        self.summary: Summary | None = None

    @property
    def kept(self) -> bool:
        """Whether the match is kept at all."""
        return self._library is not None

    @property
    def saved(self) -> bool:
        """Whether all that is to be kept is durable."""
        return self._library is None or self._library.journal.saved(self.name) >= len(
            self.desk.match.timeline.entries
        )

    def keep(self) -> None:
        """Keep what later matches want to know: what the box shows, and how this one ended."""
        match = self.desk.match
        if match.read_only or self._library is None:
            return
        box = getattr(match.public.setup, "box", None)
        if box is not None and box is not self._box:
            if self._box is not None and box != self._box:
                self._library.keep_box(match.game.name, BOX, msgspec.to_builtins(box))
            self._box = box
        if match.over and not self._ended:
            self.summary = history.finish(self._library, self.name, match, _now())
        elif self._ended and not match.over:
            self.summary = None
            self._library.go_on(self.name)
        self._ended = match.over
        self.end_shown = self.end_shown and match.over


class Practice(Sitting):
    """A lesson at this table; nothing of its match is kept."""

    def __init__(self, desk: Desk, course: Course, lesson: Lesson) -> None:
        super().__init__("", desk, None)
        self.course = course
        self.lesson = lesson
        self.end_shown = True

    @property
    def next(self) -> Lesson | None:
        """The lesson after this one, None for the last."""
        return self.course.after(self.lesson)

    @property
    def done(self) -> int:
        """How many tasks of the lesson are reached."""
        return reached(self.lesson, self.desk.match)

    @property
    def task(self) -> Task | None:
        """What is to be done now, None when all is reached."""
        left = self.lesson.tasks[self.done :]
        return left[0] if left else None


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
        self.counting: Counting | None = None
        self.damage: Damage | None = None
        self.where = places.read(folder)
        self._titles = titles
        self._given = library
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        """What is on the disk; opened when it is first asked for."""
        if self._library is None:
            self._library = self._given or Library(
                self.folder,
                _now,
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

    @property
    def saved(self) -> bool | None:
        """Whether all of what is being played is durable; None while nothing is."""
        if self.sitting is not None:
            return self.sitting.saved if self.sitting.kept else None
        return None if self.counting is None else self.counting.saved

    def close(self) -> bool:
        """Write what is left; whether everything is durable."""
        self._rest()
        return True if self._library is None else self._library.close()

    def note(self, screen: Screen) -> None:
        """Remember for the next start which match is open, and on which screen."""
        name = "" if self.sitting is None else self.sitting.name
        tries = self.where.tries if name == self.where.match else 0
        self._keep_where(Where(name, screen if name else "play", tries))

    def lasted(self) -> None:
        """What was opened at the start has gone well."""
        self._keep_where(msgspec.structs.replace(self.where, tries=0))

    def _keep_where(self, where: Where) -> None:
        if where != self.where:
            self.where = where
            places.write(self.folder, where)

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

    def past(self) -> tuple[Summary, ...]:
        """What is over, the newest first; nothing while the disk does not answer."""
        try:
            return history.history(self.library, self.title)
        except DiskError:
            return ()

    def past_count(self) -> int:
        """How many there are; none while the disk does not answer."""
        try:
            return history.count(self.library)
        except DiskError:
            return 0

    def title_of(self, summary: Summary) -> str:
        """What the game of a finished match is called."""
        if summary.how == "counted" or summary.game not in self.games():
            return summary.game
        return self.words(self.lid(summary.game)).say("about", "title")

    # Points of other games

    def sheets(self) -> dict[str, Sheet]:
        """The sheets of points that can go on, the last one first; none while the disk does not
        answer."""
        try:
            found = history.sheets(self.library)
        except DiskError:
            return {}
        return {name: one for name, one in reversed(found.items()) if one.ended is None}

    def rounds(self, name: str) -> tuple[tuple[int | None, ...], ...]:
        """The points of a sheet, round by round; nothing while the disk does not answer."""
        try:
            return history.sheets(self.library)[name].rounds
        except (DiskError, LookupError):
            return ()

    def count(self, game: str, players: list[tuple[str, str]], **chosen: bool) -> Counting:
        """Begin a sheet of points."""
        self.counting = Counting.begin(self.library, game, players, _now, **chosen)
        return self.counting

    def count_on(self, name: str) -> Counting:
        """Take up a sheet of points again. Raises LookupError, ValueError or DiskError when that
        is impossible."""
        self.counting = take_up(self.library, name, _now)
        return self.counting

    def look_back(self, name: str) -> Desk:
        """A match that is over, to be looked at: nothing that is done to it is kept.

        Raises LookupError or ValueError when there is no such match or nothing of it can be
        shown, DiskError when the disk does not answer.
        """
        reading, secrets = self.library.look_back(name)
        journal: list[Entry] = [decode(line) for line in reading.lines]
        game = getattr(journal[0], "game", "") if journal else ""
        match = Match.reopen(
            self.title(game), journal, clock=time.monotonic, salt=_salt, secrets=secrets
        )
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
            keep_checkpoint=doors.keep_checkpoint,
        )
        self.library.met(*players.values())
        return self._sit(doors, match)

    def course(self, game: str) -> Course | None:
        """The lessons of a game, None if it has none."""
        return course(self.lid(game).lessons)

    def learn(self, game: str, lesson: Lesson) -> Practice:
        """Begin a lesson; its match is kept nowhere."""
        title, whole = self.title(game), self.course(game)
        assert whole is not None
        match = begin(title, whole, lesson, clock=time.monotonic, salt=_salt)
        sitting = Practice(Desk(title, match, of_screens(), self.language), whole, lesson)
        self.sitting = sitting
        return sitting

    def learnt(self, game: str) -> tuple[str, ...]:
        """The lessons of a game that were done."""
        return self.settings.learnt.get(game, ())

    def has_learnt(self, game: str, lesson: str) -> None:
        """Remember that a lesson was done."""
        if lesson not in self.learnt(game):
            learnt = {**self.settings.learnt, game: (*self.learnt(game), lesson)}
            self.set(learnt=learnt)

    def resume(self, name: str) -> Sitting:
        """Take up a match again.

        Raises LookupError or ValueError when there is no such match, DiskError when the disk
        does not answer.
        """
        reading, secrets, checkpoint, doors = self.library.resume(name)
        game = getattr(decode(reading.lines[0]), "game", "")
        match = Match.reopen(
            self.title(game),
            map(decode, reading.lines),
            clock=time.monotonic,
            salt=_salt,
            secrets=secrets,
            checkpoint=checkpoint,
            keep=doors.keep,
            keep_secret=doors.keep_secret,
            keep_checkpoint=doors.keep_checkpoint,
        )
        self.damage = reading.damage or self.damage
        return self._sit(doors, match)

    def forget(self, match: str) -> bool:
        """Remove a match with all that it hid; whether that is done. Otherwise the disk does not
        answer, and it is done as soon as it does."""
        self.library.forget(match)
        return self.library.journal.flush()

    # Who plays

    def players(self) -> tuple[str, ...]:
        """The names of all who have played, the latest first; none while the disk does not
        answer."""
        try:
            return self.library.players()
        except DiskError:
            return ()

    def rename_player(self, old: str, new: str) -> bool:
        """Call somebody something else everywhere, and nothing any more with "": then the name
        stands nowhere on the disk. Whether that is done, as above.

        It is for a time at which no match is open at this table.
        """
        names = {seat: new if name == old else name for seat, name in self.settings.names.items()}
        self.set(names={seat: name for seat, name in names.items() if name})
        return self.library.rename_player(old, new)

    def leave(self) -> None:
        """Get up from the table; the match can be taken up again."""
        self._rest()
        self.sitting = self.counting = None

    def _rest(self) -> None:
        """Let the clocks stand still while nobody is at the table."""
        match = None if self.sitting is None else self.sitting.desk.match
        if match is not None and match.clocks and not (match.paused or match.over):
            match.pause()

    def _sit(self, doors: Doors, match: Match) -> Sitting:
        desk = Desk(
            match.title, match, of_screens(), self.settings.language, key=read_key(self.folder)
        )
        self.sitting = Sitting(doors.match, desk, self.library)
        self.sitting.keep()
        return self.sitting


def _salt() -> bytes:
    return os.urandom(SALT_BYTES)


def _now() -> datetime:
    return datetime.now().astimezone()
