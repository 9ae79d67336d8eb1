"""The games on the shelf, found by their folders."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import msgspec
import tomli

import companion.games
from companion.home import added, is_there
from companion.kernel import Event, Game, Phrase
from companion.scene import Scene, Shape
from companion.scene.guides import Guide
from companion.scene.results import Results
from companion.table.catalogue import Catalogue
from companion.text import OWN, Texts, read_texts

ABOUT = ("title", "subtitle", "line", "goal")
"""What every box says."""


class BrokenGame(LookupError):
    """A game that stands on the shelf and cannot be loaded. reason: why, in one line."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} cannot be loaded: {reason}")
        self.reason = reason


class Bright(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a kind of move is the one bright button.

    always: whenever it is allowed, before others that close the step. never: not even while
    nothing else can be done, which is when any other is bright that closes a step. after: as well
    once one of some kinds was made in this turn. unless: kinds that nobody wants to miss; while one
    of them could be made, nothing that closes a step is bright.
    """

    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    after: dict[str, tuple[str, ...]] = {}
    unless: tuple[str, ...] = ()


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is counted for the end.

    key: of its text.
    of: keys of events.
    sum: the value of them that is added up; "" where each counts once.
    seat: the value that says whose it is; "" for whoever made the move.
    rounds: whether each round has its own column.
    """

    key: str
    of: tuple[str, ...]
    sum: str = ""
    seat: str = ""
    rounds: bool = False


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which move is the best: the one that brought most of a column. of: its key. turn: all of a
    turn together counts as one. tells: keys of the events that are told of it; those of the column
    without any."""

    of: str
    turn: bool = False
    tells: tuple[str, ...] = ()


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is told by in figures once it is over. pieces: texts of the instruments on
    somebody's panel that show what the points came from."""

    columns: tuple[Counted, ...] = ()
    best: Best | None = None
    pieces: tuple[str, ...] = ()


_LISTS = ("offers", "together", "secretly", "bright", "counted")
"""Sections of the texts that are lists and tables."""


@dataclass(frozen=True, kw_only=True)
class GameInfo:
    """What is known of a game before its box is opened: its rules are not even loaded.

    texts: the text of the game's ``about.toml``; of an open box that of ``texts.toml`` as well.
    art: the outlines of its ``art.toml``.
    prints: what can be printed for it, the text of its ``prints.toml``; "" for nothing.
    lessons: the text of its ``lessons.toml``, likewise.
    setup: how its table is set up, the text of its ``setup.toml``, likewise.
    broken: why it cannot be read, "" when it can; then it is called as its folder, and there is
        nothing else.
    """

    texts: str
    art: str
    prints: str = ""
    lessons: str = ""
    setup: str = ""
    broken: str = ""

    @cached_property
    def _lists(self) -> dict[str, Any]:
        """What stands in the texts and is none, read once: they are long."""
        written = tomli.loads(self.texts)
        return {one: written[one] for one in _LISTS if one in written}

    @cached_property
    def offers(self) -> dict[str, tuple[str, ...]]:
        """The kinds of move that are offered in each step, in the order in which they are always
        offered; steps are called as the prompts of those who are asked. Where a step is not named,
        the order is that of the rules. Raises ValueError where it is no such list."""
        listed = self._lists.get("offers", {})
        return msgspec.convert(listed, dict[str, tuple[str, ...]])

    @cached_property
    def together(self) -> dict[str, tuple[str, ...]]:
        """The steps in which everybody is asked the same, which is told on one page, a row for
        each: by its prompt the kinds of move that tell it, each another way to do so; in each step
        the ways come in the same order. Raises ValueError where it is no such list."""
        steps = self._lists.get("together", {})
        return msgspec.convert(steps, dict[str, tuple[str, ...]])

    @cached_property
    def secretly(self) -> dict[str, str]:
        """How much of something is told together, and what may be told in private in place of it:
        by the kind of move that tells a number the one with a list of that many, which is made
        after it once everybody has told. Raises ValueError where it is no such table."""
        listed = self._lists.get("secretly", {})
        return {
            one: told for one, (told,) in msgspec.convert(listed, dict[str, tuple[str]]).items()
        }

    @cached_property
    def bright(self) -> Bright:
        """When the kinds of move are bright that close a step, or that most want to make now.
        Raises ValueError where it is no such table."""
        return msgspec.convert(self._lists.get("bright", {}), Bright)

    @cached_property
    def tally(self) -> Tally:
        """What is counted for the end. Raises ValueError where it is no such table."""
        return msgspec.convert(self._lists.get("counted", {}), Tally)

    @cached_property
    def catalogue(self) -> Catalogue:
        """Its pieces that have printed codes."""
        return Catalogue(self.prints)


@dataclass(frozen=True, kw_only=True)
class GamePackage(GameInfo):
    """A game with all that goes with it.

    game: the rules.
    scene: what a view looks like.
    phrase: the name of a token as a key of the texts with values.
    picture: a thing that is chosen by what is printed on it, by its token: shapes round 0, 0, that
        of the thing first, 1 wide; nothing where its look or its name says enough.
    guide: what is told of the box with pictures; nothing where a game does not say.
    results: who came to what in a step, by the views on its way and what happened; None for most.
    """

    game: Game[Any]
    scene: Callable[[Any], Scene]
    phrase: Callable[[Any, str], Phrase]
    picture: Callable[[Any, str], tuple[Shape, ...]] = lambda view, token: ()
    guide: Callable[[Any], Guide] = lambda view: Guide()
    results: Callable[[Sequence[Any], Sequence[Event]], Results | None] = lambda way, events: None


def names() -> tuple[str, ...]:
    """The names of all games that are in, in alphabetical order."""
    return tuple(sorted(_folders()))


def _folders() -> dict[str, Path]:
    """The folders of all games, by name. One without rules is there, too: its box says so. A game
    of a package of its own never takes the place of one that the companion brings itself."""
    beside = added()
    if beside is not None and str(beside / "games") not in companion.games.__path__:
        companion.games.__path__.append(str(beside / "games"))
        invalidate_caches()
    shelves = filter(Path.is_dir, map(Path, reversed(companion.games.__path__)))
    found = (one for shelf in shelves for one in shelf.iterdir() if one.name[0].isalpha())
    return {one.name: one for one in found if one.is_dir() and is_there(one)}


@cache
def game_info(name: str) -> GameInfo:
    """What is on the box of that name. Raises LookupError in words when there is none."""
    folders = _folders()
    if name not in folders:
        raise LookupError(f"There is no game {name!r}; there are: {', '.join(names())}.")
    folder = folders[name]
    try:
        texts, art = (folder.joinpath(f"{one}.toml").read_text("utf-8") for one in ("about", "art"))
        named = ("prints", "lessons", "setup")
        files = {one: folder.joinpath(f"{one}.toml") for one in named}
        more = {one: file.read_text("utf-8") for one, file in files.items() if file.is_file()}
        _complete(read_texts(texts))
    except (OSError, ValueError) as error:
        return GameInfo(texts=_nameless(name), art="", broken=_said(error))
    return GameInfo(texts=texts, art=art, **more)


def _nameless(name: str) -> str:
    """What stands on a box that cannot be read: the name of its folder."""
    texts = {key: name if key == "title" else "" for key in ABOUT}
    lines = (f'{key} = {{ de = "{text}", en = "{text}" }}' for key, text in texts.items())
    return "\n".join(("[about]", *lines))


def _complete(texts: Texts) -> None:
    """Raises ValueError where something is missing that every box says."""
    for key in ABOUT:
        for language in OWN:
            if texts.get("about", key, language) is None:
                raise ValueError(f"about.toml: {key} is missing in {language}")


def _known(title: GamePackage) -> None:
    """Raises ValueError where a kind of move is offered that there is not."""
    listed = {"offers": title.offers, "together": title.together}
    for part, steps in listed.items():
        for step, kinds in steps.items():
            for kind in kinds:
                if kind not in title.game.by_name:
                    raise ValueError(
                        f"about.toml: [{part}] {step}: there is no kind of move {kind}"
                    )
    bright = title.bright
    for kind in (name for pair in title.secretly.items() for name in pair):
        if kind not in title.game.by_name:
            raise ValueError(f"about.toml: [secretly]: there is no kind of move {kind}")
    after = (one for kind, kinds in bright.after.items() for one in (kind, *kinds))
    for kind in (*bright.always, *bright.never, *bright.unless, *after):
        if kind not in title.game.by_name:
            raise ValueError(f"about.toml: [bright]: there is no kind of move {kind}")


def _said(error: Exception) -> str:
    """A fault of a game in one line, without the folders of this machine."""
    text = str(error)
    if isinstance(error, OSError) and error.filename is not None:
        text = f"{Path(error.filename).name}: {error.strerror}"
    return f"{type(error).__name__}: {' '.join(text.split())}"


@cache
def game_package(name: str) -> GamePackage:
    """The game of that name. Raises LookupError in words when there is none, and BrokenGame when
    it cannot be loaded."""
    info = game_info(name)
    if info.broken:
        raise BrokenGame(name, info.broken)
    try:
        package = import_module(f"companion.games.{name}")
        texts = _folders()[name].joinpath("texts.toml").read_text("utf-8")
        found = GamePackage(
            game=package.game,
            scene=package.scene,
            phrase=package.phrase,
            picture=getattr(package, "picture", lambda view, token: ()),
            guide=getattr(package, "guide", lambda view: Guide()),
            results=getattr(package, "results", lambda way, events: None),
            texts=f"{info.texts}\n{texts}",
            art=info.art,
            prints=info.prints,
            lessons=info.lessons,
            setup=info.setup,
        )
        read_texts(found.texts)
        _known(found)
    except Exception as error:  # whatever the game's own modules raise
        raise BrokenGame(name, _said(error)) from error
    return found
