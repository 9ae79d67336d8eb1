"""The games on the shelf, found by their folders."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import Any

import companion.games
from companion.kernel import Game
from companion.scene import Scene

Phrase = tuple[str, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Lid:
    """What is known of a game before its box is opened: its rules are not even loaded.

    texts: the text of the game's ``texts.toml``. art: the outlines of its ``art.toml``.
    """

    texts: str
    art: str


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
    texts, art = (folder.joinpath(f"{one}.toml").read_text("utf-8") for one in ("texts", "art"))
    return Lid(texts=texts, art=art)


@cache
def title(name: str) -> Title:
    """The game of that name. Raises LookupError in words when there is none."""
    cover = lid(name)
    package = import_module(f"companion.games.{name}")
    return Title(
        game=package.game,
        scene=package.scene,
        phrase=package.phrase,
        texts=cover.texts,
        art=cover.art,
    )
