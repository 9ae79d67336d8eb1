"""Whoever writes lessons is told what is wrong with them."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.lessons import Course, Goal, Lesson, Said, Task, advice, begin, course, mistakes
from companion.lessons.follow import reached
from companion.match.commitments import SALT_BYTES
from companion.match.match import Match
from tests.match.ferry import PACKAGE

SAID = Said("etwas", "something")
ROW = {"move": "row", "by": 1}


def task(goal: Goal, *way: dict[str, Any]) -> Task:
    return Task(SAID, SAID, goal, way)


def lesson(*tasks: Task, **changed: Any) -> Lesson:
    return replace(Lesson("one", SAID, ("R1",), {"at": {"red": 2}}, tasks, SAID), **changed)


GOOD = task(Goal(move="row", values={"by": 1}), ROW)
LAID = Goal(move="lay", values={"stone": "3"})


def found(*lessons: Lesson) -> tuple[str, ...]:
    return mistakes(PACKAGE, Course(("red", "blue"), lessons))


def started(one: Lesson) -> Match:
    whole = Course(("red", "blue"), (one,))
    return begin(PACKAGE, whole, one, clock=lambda: 0.0, salt=lambda: bytes(SALT_BYTES))


def test_a_good_lesson_has_no_mistakes() -> None:
    assert found(lesson(GOOD)) == ()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lesson(), "nothing to do"),
        (lesson(GOOD, title=Said("da", " ")), "missing in en"),
        (lesson(GOOD, rules=("R99",)), "no rule R99"),
        (lesson(GOOD, rules=("bag_empty",)), "no rule bag_empty"),
        (lesson(GOOD, situation={"at": {"red": 99}}), "cannot be: no_such_field"),
        (lesson(GOOD, situation={"where": 1}), "no position"),
        (lesson(task(Goal(), ROW)), "met by anything"),
        (lesson(task(Goal(move="swim"), ROW)), "no kind of move swim"),
        (lesson(task(Goal(move="row", values={"far": 1}), ROW)), "row has no far"),
        (lesson(task(Goal(values={"by": 1}), ROW)), "any move has no by"),
        (lesson(task(LAID, {"move": "lay", "stone": "3"})), "stone is hidden"),
        (lesson(task(Goal(refused="R99"), ROW)), "no clause R99"),
        (lesson(task(Goal(rule="R99"), ROW)), "no clause R99"),
        (lesson(task(Goal(move="row"), {"move": "row"})), "task 1: Object missing"),
        (lesson(task(Goal(move="row"), {"move": "row", "by": 3})), "3 fields are too far"),
        (lesson(task(Goal(move="row", refused="R1"), ROW)), "stands"),
        (lesson(task(Goal(move="row", values={"by": 2}), ROW)), "does not reach its goal"),
        (lesson(task(Goal(move="row"), ROW, {"move": "wait"})), "before its way ends"),
    ],
)
def test_a_lesson_with_a_mistake_is_named(wrong: Lesson, told: str) -> None:
    said = found(wrong)
    assert any(told in one for one in said), said
    assert all(one.startswith("one: ") for one in said)


def test_two_lessons_of_one_name_are_refused() -> None:
    assert found(lesson(GOOD), lesson(GOOD)) == ("one: there are 2 of that name",)


def test_a_text_that_is_no_course_is_explained() -> None:
    assert course("") is None
    for text in ("lessons = [", "seats = 7", "seats = []\nlessons = []\nmore = 1"):
        with pytest.raises(ValueError, match="lessons: "):
            course(text)


def test_a_learner_who_left_the_way_is_not_sent_astray() -> None:
    arrive = task(Goal(move="row", rule="R8"), ROW, {"move": "wait"}, ROW)
    one = lesson(arrive, situation={"at": {"red": 7}})
    match = started(one)
    row = match.game.move(ROW)
    assert advice(arrive, match) == (match.game.move({"move": "row", "by": 2}),)
    match.submit(row)
    assert advice(arrive, match) == (match.game.move({"move": "wait"}),)
    match.submit(match.game.move({"move": "wait"}))
    assert advice(arrive, match) == (row,)
    match.submit(match.game.move({"move": "lay", "stone": "3"}))
    match.submit(match.game.move({"move": "wait"}))
    assert advice(arrive, match) == ()


def test_a_move_allowed_against_a_rule_is_not_learnt() -> None:
    one = lesson(GOOD, situation={"at": {"red": 2, "blue": 3}})
    match = started(one)
    assert match.allow(match.game.move(ROW)).done
    assert reached(one, match) == 0


def test_advice_for_a_refusal_is_the_move_that_is_refused_now() -> None:
    far = task(Goal(move="row", refused="R1"), {"move": "row", "by": 3})
    match = started(lesson(far))
    (move,) = advice(far, match)
    assert not match.submit(move).done
    away = task(Goal(refused="R2"), {"move": "row", "by": 3})
    assert advice(away, match) == ()
