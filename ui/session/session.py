"""The session: what outlives a screen. The matches on the disk, the one being played, the settings.

It knows no widget. It belongs to one thread; ``wake`` is called from others.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.archive.counting import Counting, take_up
from companion.languages import of, spoken
from companion.lessons import Course, Lesson, begin, course
from companion.match import registry
from companion.match.branch import branch
from companion.match.commitments import SALT_BYTES
from companion.match.entries import Entry, Strictness, decode
from companion.match.match import Match
from companion.match.registry import GameInfo, GamePackage
from companion.match.renaming import rename
from companion.store import Damage, DiskError, Library, Listed, MatchSink, Origin, Resumed, State
from companion.store.keys import read_key
from companion.table import Touched
from companion.text import LANGUAGES, Language, Phrasebook
from ui.presenter import Presenter
from ui.session import settings as kept
from ui.session import unread
from ui.session.agreed import renamed_sets
from ui.session.entered import Entered
from ui.session.glance import Glance, glance, glimpsed
from ui.session.open_match import BOX, OpenLesson, OpenMatch, OpenTrial, now
from ui.session.own_copy import OwnCopy
from ui.session.people import People, spoken_to
from ui.session.resume_point import ResumePoint, Screen, Whereabouts
from ui.texts import of_screens, words

_salt = partial(os.urandom, SALT_BYTES)


class Session:
    """Where matches are begun and taken up again.

    folder: of all data. shelf: a game that home shows, "" for the last. wake: something must be
    shown anew; called from any thread. titles: the games by name; else those installed.
    """

    def __init__(
        self,
        folder: Path,
        wake: Callable[[], None] = lambda: None,
        *,
        language: Language | None = None,
        titles: Mapping[str, GamePackage] | None = None,
        library: Library | None = None,
    ) -> None:
        self.folder = folder
        self.wake = wake
        self.damages = unread.take_up(folder)
        self.settings = kept.read(folder)
        if language is not None:
            self.settings = msgspec.structs.replace(self.settings, language=language)
        self.open_match: OpenMatch | None = None
        self.counting: Counting | None = None
        self.shelf, self._touches = "", 0
        self.where = Whereabouts(folder)
        self._titles = titles
        self._broken: dict[str, str] = {}
        self._given = library
        self._library: Library | None = None
        self._left: OpenMatch | None = None
        self.people = People(lambda: self.library)
        self.own_copy = OwnCopy(lambda: self.library)
        self._spoken_to = ("", "")
        self.in_force = self.people.in_force(self.settings, {}, "")

    @property
    def library(self) -> Library:
        """What is on the disk; opened when it is first asked for."""
        if self._library is None:
            self._library = self._given or Library(
                self.folder,
                now,
                on_saved=lambda match, number: self.wake(),
                on_state=lambda state: self.wake(),
                on_damage=self._damaged,
            )
        return self._library

    def _damaged(self, damage: Damage) -> None:
        """It is told at every start from now on; a start that was cut short may tell it twice."""
        if damage not in self.damages:
            self.damages += (damage,)
            unread.write(self.folder, self.damages)
        self.wake()

    def have_read(self, damages: tuple[Damage, ...]) -> None:
        """Somebody has read of these; what came since then waits for its reader."""
        known = frozenset(damages)
        self.damages = tuple(one for one in self.damages if one not in known)
        unread.write(self.folder, self.damages)

    @property
    def saving(self) -> State:
        """Whether what happens is being saved."""
        return self.library.journal.state()

    @property
    def saved(self) -> bool | None:
        """Whether all of what is being played is durable; None while nothing is."""
        if self.open_match is not None:
            return self.open_match.saved if self.open_match.kept else None
        return None if self.counting is None else self.counting.saved

    def close(self) -> bool:
        """Write what is left; whether everything is durable."""
        self._rest()
        self.where.flush()
        return True if self._library is None else self._library.close()

    def note(self, screen: Screen, entered: Entered | None = None) -> None:
        """Remember for the next start which match is open, on which screen, how it stands, and what
        was entered there."""
        one, before = self.open_match, self.where.point
        self.where.keep(one.resume_point(screen, before, entered) if one else ResumePoint())

    def lasted(self) -> None:
        """What was opened at the start has gone well."""
        self.where.keep(msgspec.structs.replace(self.where.point, tries=0))

    # Words and settings

    @property
    def language(self) -> Language:
        """The language of the moment."""
        return spoken(self.in_force.language)

    @property
    def next_language(self) -> Language:
        """The language after the one of the moment."""
        return LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    def set(self, **chosen: Any) -> None:
        """Choose settings for good; a language also for whoever is spoken to in one of their
        own."""
        self.settings = msgspec.structs.replace(self.settings, **chosen)
        if kept.write(self.folder, self.settings):
            self._damaged(unread.SETTINGS)
        seat, name = self._spoken_to
        if "language" in chosen and self.people.likes(name).language:
            self.people.choose(name, language=chosen["language"])
        self.follow(seat)

    def follow(self, reader: str = "") -> None:
        """Let the table be as those like it who sit at it, and above all who is asked. reader: the
        seat that reads alone, "" for everybody."""
        one, names = self.open_match, dict[str, str]()
        if self.counting is not None:
            names = dict(self.counting.sheet.begun.players)
        elif one is not None:
            names = dict(one.match.players)
            reader = reader or spoken_to(one.presenter.asked, self._spoken_to[0])
        self._spoken_to = reader, names.get(reader, "")
        self.in_force = self.people.in_force(self.settings, names, reader)
        if one is not None and one.presenter.language != self.language:
            one.presenter.language, one.presenter.notice = self.language, ""

    def words(self, package: GameInfo | None = None) -> Phrasebook:
        """Says what belongs to the screens, and to a game that is not being played."""
        return words(self.language, package)

    def touched(self, token: str) -> Touched:
        """The signal that a token on the screen was touched."""
        self._touches += 1
        return Touched(self._touches, time.monotonic(), "screen", token)

    # Games and matches

    def games(self) -> tuple[str, ...]:
        """The names of the games on the shelf."""
        return registry.names() if self._titles is None else tuple(self._titles)

    def game_info(self, name: str) -> GameInfo:
        """What is on the box of a game. Raises LookupError when it is not on the shelf."""
        return registry.game_info(name) if self._titles is None else self._titles[name]

    def package(self, name: str) -> GamePackage:
        """A game. Raises LookupError when it is not on the shelf or cannot be loaded."""
        if self._titles is not None:
            return self._titles[name]
        try:
            return registry.game_package(name)
        except registry.BrokenGame as error:
            self._broken[name] = error.reason
            raise

    def broken(self, name: str) -> str:
        """Why a game cannot be loaded, "" as long as nothing is known against it."""
        return self._broken.get(name) or self.game_info(name).broken

    def running(self) -> tuple[Listed, ...]:
        """The matches that can go on, the last one first; none while the disk does not answer."""
        try:
            found = self.library.matches()
        except DiskError:
            return ()
        games = self.games()
        return tuple(one for one in found if not one.ended and one.heading.game in games)

    def unreadable(self) -> tuple[Origin, ...]:
        """What can be told of the matches that no list can show; likewise."""
        with suppress(DiskError):
            return tuple(self.library.unreadable().values())
        return ()

    # Points of other games

    def count(self, game: str, players: list[tuple[str, str]], **chosen: Any) -> Counting:
        """Begin a sheet of points."""
        self.counting = Counting.begin(self.library, game, players, now, **chosen)
        self.library.met(*(name for _, name in players if name))
        self.follow()
        return self.counting

    def count_on(self, name: str) -> Counting:
        """Take up a sheet of points again. Raises LookupError, ValueError or DiskError when that
        is impossible."""
        self.counting = take_up(self.library, name, now)
        self.follow()
        return self.counting

    def look_back(self, name: str) -> Presenter:
        """A match that is over, to be looked at: nothing that is done to it is kept.

        Raises LookupError or ValueError when there is no such match or nothing of it can be
        shown, DiskError when the disk does not answer.
        """
        reading, secrets = self.library.look_back(name)
        journal: list[Entry] = [decode(line) for line in reading.lines]
        game = getattr(journal[0], "game", "") if journal else ""
        reopened = partial(
            Match.reopen, self.package(game), journal, clock=time.monotonic, salt=_salt
        )
        match = reopened(secrets=secrets)
        if not (match.over or match.read_only):  # that it is over, a row says that anybody can add
            match = reopened(secrets={})
        if match.public is None:
            raise LookupError(f"nothing is left of the match {name}")
        return Presenter(match.package, match, of_screens(), self.language)

    def box(self, game: str) -> dict[str, Any]:
        """What is known of this table's copy of a game, as plain data."""
        try:
            return self.library.boxes(game).get(BOX, {})
        except DiskError:
            return {}

    def start(
        self,
        package: GamePackage,
        seats: tuple[str, ...],
        players: Mapping[str, str],
        options: Any = None,
        strictness: Strictness = "confirm",
        *,
        by_itself: bool = True,
    ) -> OpenMatch:
        """Begin a match. Raises ValueError in words when it cannot be played like this."""
        sink = self.library.begin()
        match = Match.start(
            package,
            seats,
            players,
            options,
            self.box(package.game.name),
            clock=time.monotonic,
            salt=_salt,
            strictness=strictness,
            by_itself=by_itself,
            sink=sink,
        )
        self.library.met(*players.values())
        return self._sit(sink, match)

    def course(self, game: str) -> Course | None:
        """The lessons of a game, None if it has none."""
        return course(self.game_info(game).lessons)

    def learn(self, game: str, lesson: Lesson) -> OpenLesson:
        """Begin a lesson; its match is kept nowhere."""
        title, whole = self.package(game), self.course(game)
        assert whole is not None
        match = begin(title, whole, lesson, clock=time.monotonic, salt=_salt)
        presenter = Presenter(title, match, of_screens(), self.language)
        self.open_match = OpenLesson(presenter, whole, lesson)
        return self.open_match

    def try_out(self, trunk: OpenMatch, line: int = 0) -> OpenTrial:
        """Try something out from where a match stands, or stood before a line, and stays open.

        Raises ValueError where nothing can be done in it any more.
        """
        one = branch(trunk.match, clock=time.monotonic, salt=_salt, before=line)
        return OpenTrial(Presenter(one.package, one, of_screens(), self.language), trunk, line)

    def learnt(self, game: str) -> tuple[str, ...]:
        """The lessons of a game that were done."""
        return self.settings.learnt.get(game, ())

    def has_learnt(self, game: str, lesson: str) -> None:
        """Remember that a lesson was done."""
        if lesson not in self.learnt(game):
            self.set(learnt={**self.settings.learnt, game: (*self.learnt(game), lesson)})

    def resume(self, name: str) -> OpenMatch:
        """Take up a match again.

        Raises LookupError or ValueError when there is no such match or nothing of it can be shown,
        DiskError when the disk does not answer.
        """
        found = self.library.resume(name)
        match = self._reopened(found, found.sink)
        if match.public is None:
            raise LookupError(f"nothing is left of the match {name}")
        open_match = self._sit(found.sink, match, ended=self.library.ended(name))
        open_match.take_up(self.where.point)
        return open_match

    def _reopened(self, found: Resumed, sink: MatchSink | None) -> Match:
        game = getattr(decode(found.reading.lines[0]), "game", "")
        return Match.reopen(
            self.package(game),
            map(decode, found.reading.lines),
            clock=time.monotonic,
            salt=_salt,
            secrets=found.secrets,
            checkpoint=found.checkpoint,
            sink=sink,
        )

    def glance(self, name: str) -> Glance | Callable[[], Glance | None]:
        """What a match that can go on looks like: at once where it was left just now, else what
        finds it out, beside the screen; None where that is impossible."""
        left = self._left
        if left is not None and left.name == name:
            return glance(name, left.presenter)
        try:
            found = self.library.recall(name)
        except (DiskError, LookupError):
            return lambda: None
        return lambda: glimpsed(name, lambda: self._reopened(found, None), self.language)

    def forget(self, match: str) -> bool:
        """Remove a match with all that it hid; whether that is done. Otherwise the disk does not
        answer, and it is done as soon as it does."""
        self.library.forget(match)
        return self.library.journal.flush()

    # Who plays

    def rename_player(self, old: str, new: str) -> Callable[[], bool]:
        """Call somebody something else everywhere, and nothing any more with "": then the name
        stands nowhere on the disk. No match may be open here. What takes long of it is to be called
        beside the screen; whether that is done, as above."""
        self._left = None
        names = rename(self.settings.names, old, new)
        self.set(names=names, sets=renamed_sets(self.settings.sets, old, new))
        from ui.session.laid_by import everywhere  # what reads backups is large: not at start

        return partial(everywhere, self.people, self.own_copy, self.folder, old, new)

    def leave(self) -> None:
        """Get up from the table; the match can be taken up again."""
        self._rest()
        if self.open_match is not None and self.open_match.kept:
            self._left = self.open_match
        self.open_match = self.counting = None
        self.follow()

    def _rest(self) -> None:
        """Let the clocks stand still while nobody is at the table."""
        match = self.open_match and self.open_match.match
        if match and match.clocks and not (match.paused or match.over):
            match.pause()

    def _sit(self, sink: MatchSink, match: Match, *, ended: bool = False) -> OpenMatch:
        presenter = Presenter(
            match.package, match, of_screens(), self.language, key=read_key(self.folder)
        )
        presenter.composer.scans = bool({"scanner", "box"} & set(self.settings.met))
        self._left = None
        self.open_match = OpenMatch(sink.match, presenter, self.library, ended=ended)
        self.follow()
        presenter.notice = " ".join(of(match.missing, self.language, ()))
        self.open_match.keep()
        return self.open_match
