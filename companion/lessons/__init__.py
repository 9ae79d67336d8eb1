"""Lessons: a first game learnt by playing it, at the real table and by the real rules.

A lesson is data of its game: a position, what to say, what to reach. Nothing here judges a move;
a lesson only looks at what became of those that a match was told.
"""

from companion.lessons.check import mistakes
from companion.lessons.course import Course, Goal, Lesson, Said, Task, begin, course, to_lay_out
from companion.lessons.follow import advice, leads_on, reached

__all__ = [
    "Course",
    "Goal",
    "Lesson",
    "Said",
    "Task",
    "advice",
    "begin",
    "course",
    "leads_on",
    "mistakes",
    "reached",
    "to_lay_out",
]
