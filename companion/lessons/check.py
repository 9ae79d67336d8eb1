"""What is wrong with a course: for those who write one, and for the tests."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from companion.kernel import Game
from companion.lessons.course import Course, Goal, Lesson, Said, begin
from companion.lessons.follow import reached
from companion.match.commitments import SALT_BYTES
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.match.steps import Impossible


def mistakes(package: GamePackage, course: Course) -> tuple[str, ...]:
    """All that is wrong with a course, one sentence each; none for one that can be learnt.

    Every lesson is played its own way, through the same door as at the table.
    """
    ids = Counter(lesson.id for lesson in course.lessons)
    found = [f"{name}: there are {count} of that name" for name, count in ids.items() if count > 1]
    for lesson in course.lessons:
        found += [f"{lesson.id}: {one}" for one in _Checking(package, course, lesson).mistakes()]
    return tuple(found)


@dataclass(frozen=True)
class _Checking:
    package: GamePackage
    course: Course
    lesson: Lesson

    @property
    def game(self) -> Game[object]:
        return self.package.game

    def mistakes(self) -> Iterator[str]:
        yield from self._texts()
        yield from self._clauses()
        if not self.lesson.tasks:
            yield "there is nothing to do"
        try:
            match = begin(
                self.package,
                self.course,
                self.lesson,
                clock=lambda: 0.0,
                salt=lambda: bytes(SALT_BYTES),
            )
        except Impossible as error:
            yield f"this position cannot be: {error}"
        except ValueError as error:
            yield f"this is no position: {error}"
        else:
            yield from self._played(match)

    def _texts(self) -> Iterator[str]:
        lesson = self.lesson
        said = [lesson.title, lesson.reached]
        said += [one for task in lesson.tasks for one in (task.say, task.hint)]
        for one in said:
            for language in Said.__struct_fields__:
                if not getattr(one, language).strip():
                    yield f"a text is missing in {language}"

    def _clauses(self) -> Iterator[str]:
        book = self.game.rulebook
        for clause in self.lesson.rules:
            if clause not in book or not book[clause].rule:
                yield f"there is no rule {clause}"
        for task in self.lesson.tasks:
            for clause in (task.goal.rule, task.goal.refused):
                if clause and clause not in book:
                    yield f"there is no clause {clause}"

    def _played(self, match: Match) -> Iterator[str]:
        """Go the way of every task, from where the one before it ended."""
        for number, task in enumerate(self.lesson.tasks, 1):
            wrong = tuple(self._goal(task.goal))
            if wrong:
                yield from (f"task {number}: {one}" for one in wrong)
                return
            for data in task.way:
                if reached(self.lesson, match) >= number:
                    yield f"task {number}: it is reached before its way ends"
                try:
                    answer = match.submit(self.game.move(data))
                except ValueError as error:
                    yield f"task {number}: {error}"
                    return
                if answer.done == (bool(task.goal.refused) and data is task.way[-1]):
                    outcome = "stands" if answer.done else " ".join(answer.says["en"])
                    yield f"task {number}: {data} {outcome}"
                    return
            if reached(self.lesson, match) != number:
                yield f"task {number}: its way does not reach its goal"
                return

    def _goal(self, goal: Goal) -> Iterator[str]:
        if goal == Goal():
            yield "its goal is met by anything"
        kind = self.game.by_name.get(goal.move)
        if goal.move and kind is None:
            yield f"there is no kind of move {goal.move}"
        if goal.values:
            names = [] if kind is None else [one.name for one in msgspec.structs.fields(kind.move)]
            for name in goal.values:
                if name not in names:
                    yield f"{goal.move or 'any move'} has no {name}"
                elif kind is not None and name in kind.hidden:
                    yield f"{name} is hidden: nobody may see whether it is so"
