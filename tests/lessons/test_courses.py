"""The lessons of all games: each can be learnt, at a possible table, by legal moves."""

import msgspec
import pytest

from companion.kernel import Refused, census
from companion.lessons import (
    Course,
    Lesson,
    Task,
    advice,
    begin,
    course,
    mistakes,
    reached,
    to_lay_out,
)
from companion.match import entries
from companion.match.commitments import SALT_BYTES
from companion.match.match import Match
from companion.match.registry import GamePackage, game_package, names
from companion.text import LANGUAGES
from tests.games.floors import Floors
from tests.games.tried import tried

LONGEST = 150
"""Letters that a child still reads at the table."""

MOST_TO_LAY_OUT = 24
"""Things that hands put on the table before a lesson."""

MOST_STEPS = 6
"""Moves after which advice must have led to the goal."""


class Learnt:
    """A game with its course."""

    def __init__(self, package: GamePackage) -> None:
        self.package = package
        found = course(package.lessons)
        assert found is not None
        self.course: Course = found
        self.floors: Floors = tried(package.game.name).vectors.FLOORS

    def begin(self, lesson: Lesson) -> Match:
        return begin(
            self.package,
            self.course,
            lesson,
            clock=lambda: 0.0,
            salt=lambda: bytes(SALT_BYTES),
        )

    def go(self, match: Match, task: Task) -> None:
        """Go the way of a task, and put a refused move away."""
        for data in task.way:
            match.submit(match.game.move(data))


@pytest.fixture(params=names())
def learnt(request: pytest.FixtureRequest) -> Learnt:
    return Learnt(game_package(request.param))


def test_every_lesson_can_be_learnt(learnt: Learnt) -> None:
    assert mistakes(learnt.package, learnt.course) == ()
    assert learnt.floors.lessons <= len(learnt.course.lessons) <= 12


def test_no_lesson_says_more_than_a_child_reads(learnt: Learnt) -> None:
    for lesson in learnt.course.lessons:
        said = [lesson.reached, *(one for task in lesson.tasks for one in (task.say, task.hint))]
        for one in said:
            for language in LANGUAGES:
                assert len(one.in_(language)) <= LONGEST, one.in_(language)


def test_advice_alone_leads_to_every_goal(learnt: Learnt) -> None:
    for lesson in learnt.course.lessons:
        match = learnt.begin(lesson)
        for number, task in enumerate(lesson.tasks):
            for _ in range(MOST_STEPS):
                if reached(lesson, match) > number:
                    break
                match.submit(advice(task, match)[0])
            assert reached(lesson, match) == number + 1, (lesson.id, number)


def test_a_wrong_move_in_a_lesson_is_refused_as_ever(learnt: Learnt) -> None:
    refusals = 0
    for lesson in learnt.course.lessons:
        match = learnt.begin(lesson)
        for task in lesson.tasks:
            before = match.position
            learnt.go(match, task)
            if task.goal.refused:
                refusals += 1
                told = match.entries[-1]
                assert isinstance(told, entries.Refused) and match.position is before
                verdict = match.timeline.judge(match.game.move(task.way[-1]), None)
                assert isinstance(verdict, Refused)
                said = [match.phrasebook("de").fault(fault) for fault in verdict.faults]
                assert told.sentences["de"][1:] == tuple(said)
    assert refusals >= learnt.floors.refused


def test_hands_can_lay_out_every_lesson_and_pieces_are_conserved(learnt: Learnt) -> None:
    game = learnt.package.game
    options = msgspec.convert(learnt.course.options, game.options)
    whole = census(game.layout(game.public(game.setup(learnt.course.seats, options, game.box()))))
    before = None
    for lesson in learnt.course.lessons:
        match = learnt.begin(lesson)
        assert sum(census(game.layout(match.public)).values()) == sum(whole.values())
        for match_before in (None, before):
            hands = to_lay_out(learnt.course, match, match_before)
            assert len(hands) <= MOST_TO_LAY_OUT, lesson.id
            for change in hands:
                assert all(match.phrasebook(language).change(change) for language in LANGUAGES)
        for task in lesson.tasks:
            learnt.go(match, task)
        before = match


def test_what_is_taken_back_was_not_reached(learnt: Learnt) -> None:
    for lesson in learnt.course.lessons:
        match = learnt.begin(lesson)
        learnt.go(match, lesson.tasks[0])
        if lesson.tasks[0].goal.refused:
            continue
        assert reached(lesson, match) == 1
        for _ in lesson.tasks[0].way:
            match.undo(match.timeline.steps[-1].by, match.seats, "taken back")
        assert reached(lesson, match) == 0
        match.redo(match.seats[0])


def test_the_last_lesson_invites_to_a_whole_game(learnt: Learnt) -> None:
    *lessons, last = learnt.course.lessons
    assert learnt.course.after(last) is None
    for lesson, following in zip(lessons, learnt.course.lessons[1:], strict=True):
        assert learnt.course.after(lesson) is following
