"""The lessons of a game as they stand in its ``lessons.toml``."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import tomli

from companion.kernel import Change, changes
from companion.languages import Language, template
from companion.match.match import Match
from companion.match.registry import GamePackage

BOX = "box"
"""Where all pieces come from."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say, in every language."""

    de: str
    en: str

    def in_(self, language: Language) -> str:
        """It in one language."""
        return template({"de": self.de, "en": self.en}, language)


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must happen. All that is named must be so of one and the same line of the journal.

    move: the kind of a move. values: some of its parameters, as plain data. rule: an event
    by this clause. refused: the move was refused, and this clause is among the reasons; without
    it the move must stand, and by the rules.
    """

    move: str = ""
    values: dict[str, Any] = {}
    rule: str = ""
    refused: str = ""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to do. way: moves that lead to the goal, as plain data; the last one meets it."""

    say: Said
    hint: Said
    goal: Goal
    way: tuple[dict[str, Any], ...]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson.

    id: its name within the course.
    title: what it is called.
    rules: the clauses that it teaches.
    situation: what lies on the table, as plain data.
    tasks: one after the other.
    reached: what is said when all of them are done.
    """

    id: str
    title: Said
    rules: tuple[str, ...]
    situation: dict[str, Any]
    tasks: tuple[Task, ...]
    reached: Said


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All lessons of a game, in order; the same seats and options in all of them.

    aside: places, or the words before their colons, whose pieces may stay in the box meanwhile.
    """

    seats: tuple[str, ...]
    lessons: tuple[Lesson, ...]
    options: dict[str, Any] = {}
    aside: tuple[str, ...] = ()

    def after(self, lesson: Lesson) -> Lesson | None:
        """The next lesson, None after the last one."""
        at = self.lessons.index(lesson) + 1
        return self.lessons[at] if at < len(self.lessons) else None


def to_lay_out(course: Course, match: Match, before: Match | None = None) -> tuple[Change, ...]:
    """What hands put on the table for a lesson: all of it from the box, or what differs from the
    table of the match ``before``. What may stay aside is left out."""
    game = match.game
    layout = game.layout(match.public)
    if before is not None:
        found = changes(game.layout(before.public), layout)
    else:
        found = tuple(
            Change(piece, count, BOX, at) for (at, piece), count in layout.items() if count
        )
    aside = {*course.aside, BOX}

    def lies(place: str) -> bool:
        return aside.isdisjoint((place, place.partition(":")[0]))

    return tuple(one for one in found if lies(one.source) or lies(one.target))


@cache
def course(text: str) -> Course | None:
    """The course in the text of a ``lessons.toml``; None for no text.

    Raises ValueError in words when it is no course.
    """
    if not text:
        return None
    try:
        return msgspec.convert(tomli.loads(text), Course)
    except (tomli.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"lessons: {error}") from error


def begin(
    package: GamePackage,
    course: Course,
    lesson: Lesson,
    *,
    clock: Callable[[], float],
    salt: Callable[[], bytes],
) -> Match:
    """A match that begins with the position of a lesson; nothing of it is kept.

    Raises ``steps.Impossible``, or another ValueError in words, when that position cannot be.
    """
    return Match.start(
        package,
        course.seats,
        options=course.options,
        clock=clock,
        salt=salt,
        by_itself=False,  # each touch is part of what is learnt
        situation=lesson.situation,
    )
