"""What is wrong with the lessons of a game."""

from collections.abc import Iterator

from companion.lessons import course
from companion.lessons import mistakes as in_course
from companion.match.registry import GamePackage


def lessons(package: GamePackage) -> Iterator[str]:
    """A sentence for each lesson that cannot be learnt; none for a game without lessons."""
    found = course(package.lessons)
    if found is not None:
        yield from (f"Lessons, {one}." for one in in_course(package, found))
