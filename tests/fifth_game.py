"""A game that nobody knows: what ``script/new-game`` writes, on a shelf of the tests alone."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import companion.games
from companion.match import registry
from script.new_game import write

NAME = "fifth_game"


@contextmanager
def shelved(root: Path, name: str = NAME) -> Iterator[Path]:
    """Put the game on the shelf, with its files below ``root``; its folder, to be changed."""
    write(name, root)
    folder = root / "companion" / "games" / name
    before = list(companion.games.__path__)
    companion.games.__path__.append(str(folder.parent))
    forget(name)
    try:
        yield folder
    finally:
        companion.games.__path__[:] = before
        forget(name)


def forget(name: str = NAME) -> None:
    """Let its files be read anew."""
    for module in [one for one in sys.modules if one.startswith(f"companion.games.{name}")]:
        del sys.modules[module]
    registry.game_info.cache_clear()
    registry.game_package.cache_clear()
    for cached in folder_caches(name):
        shutil.rmtree(cached, ignore_errors=True)


def folder_caches(name: str) -> list[Path]:
    """Where Python keeps what it compiled of the game: files changed in one second look alike."""
    return [Path(shelf) / name / "__pycache__" for shelf in companion.games.__path__]
