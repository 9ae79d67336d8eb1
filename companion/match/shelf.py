"""The games on the shelf, found by their folders."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any

import companion.games
from companion.kernel import Game
from companion.scene import Scene
from companion.table.catalogue import Catalogue

Phrase = tuple[str, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Lid:
    """What is known of a game before its box is opened: its rules are not even loaded.

    texts: the text of the game's ``lid.toml``; of an open box that of ``texts.toml`` as well.
    art: the outlines of its ``art.toml``. prints: what can be printed for it, the text of its
    ``prints.toml``; lessons: the text of its ``lessons.toml``; "" for nothing.
    """

    texts: str
    art: str
    prints: str = ""
    lessons: str = ""

    @cached_property
    def catalogue(self) -> Catalogue:
        """Its pieces that have printed codes."""
        return Catalogue(self.prints)


@dataclass(frozen=True, kw_only=True)
class Title(Lid):
    """A game with all that goes with it.

    scene: what a view looks like. phrase: the name of a token as a key of the texts with values.
    """

    game: Game[Any]
    scene: Callable[[Any], Scene]
    phrase: Callable[[Any, str], Phrase]


def names() -> tuple[str, ...]:
    """The names of all games that are in, in alphabetical order."""
    return tuple(sorted(found.name for found in iter_modules(companion.games.__path__)))


@cache
def lid(name: str) -> Lid:
    """What is on the box of that name. Raises LookupError in words when there is none."""
    if name not in names():
        raise LookupError(f"There is no game {name!r}; there are: {', '.join(names())}.")
    folder = files("companion.games").joinpath(name)
    texts, art = (folder.joinpath(f"{one}.toml").read_text("utf-8") for one in ("lid", "art"))
    more = (folder.joinpath(f"{one}.toml") for one in ("prints", "lessons"))
    prints, lessons = (one.read_text("utf-8") if one.is_file() else "" for one in more)
    return Lid(texts=texts, art=art, prints=prints, lessons=lessons)


@cache
def title(name: str) -> Title:
    """The game of that name. Raises LookupError in words when there is none."""
    cover = lid(name)
    package = import_module(f"companion.games.{name}")
    texts = files(package).joinpath("texts.toml").read_text("utf-8")
    return Title(
        game=package.game,
        scene=package.scene,
        phrase=package.phrase,
        texts=f"{cover.texts}\n{texts}",
        art=cover.art,
        prints=cover.prints,
        lessons=cover.lessons,
    )
