"""Everything that is missing or wrong in a game, in sentences: for those who add one."""

import argparse
import traceback
from collections.abc import Iterator, Sequence

from companion.lint.course import lessons
from companion.lint.played import scenes
from companion.lint.prints import prints
from companion.lint.rules import clauses
from companion.lint.setup import setup
from companion.lint.texts import texts
from companion.lint.vectors import vectors
from companion.match.registry import BrokenGame, game_package


def mistakes(name: str) -> tuple[str, ...]:
    """All that is missing or wrong in the game of that name, a sentence each; none for one that
    is whole. Raises LookupError in words when there is no such game."""
    return tuple(dict.fromkeys(_mistakes(name)))


def _mistakes(name: str) -> Iterator[str]:
    try:
        package = game_package(name)
    except BrokenGame as error:
        yield f"The game cannot be loaded: {_where(error.__cause__ or error)}"
        return
    for look in (clauses, texts, scenes, setup, prints, lessons, vectors):
        try:
            yield from look(package)
        except Exception as error:  # whatever the game's own modules raise
            yield f"Looking at the {look.__name__} ended at a fault: {_where(error)}"


def _where(error: BaseException) -> str:
    """What a game raised, and where."""
    if isinstance(error, BrokenGame):
        return error.reason
    at = traceback.extract_tb(error.__traceback__)[-1]
    file = "/".join(at.filename.split("/")[-2:])
    return f"{type(error).__name__}: {error} ({file}, line {at.lineno})"


def command(arguments: Sequence[str]) -> int:
    """``companion lint``."""
    parser = argparse.ArgumentParser(prog="companion lint", description=__doc__)
    parser.add_argument("game")
    name = parser.parse_args(arguments).game
    found = mistakes(name)
    for one in found:
        print(one)
    print(f"{name}: {len(found) or 'nothing'} to mend.")
    return 1 if found else 0
