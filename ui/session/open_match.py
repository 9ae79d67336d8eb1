"""A match, or a lesson, that is open at this table."""

from datetime import datetime
from typing import Any

import msgspec

from companion.archive import history
from companion.archive.summary import Summary
from companion.kernel import Way
from companion.lessons import Course, Lesson, Task, leads_on, reached
from companion.match.begun import kept, line_of, take_up
from companion.match.branch import Tried, tried
from companion.match.match import Match
from companion.store import Library
from ui.presenter import Presenter
from ui.presenter.together import Together
from ui.session.entered import Entered, Place
from ui.session.resume_point import ResumePoint, Screen

BOX = "own"
"""The name under which the copy on this table is remembered."""


class OpenMatch:
    """One match at this table, with how far it is saved.

    library: where it is kept; None for nowhere. together: what everybody tells at once. helped:
    somebody plays for the first time. entered: what was entered on a page beside it when the
    companion ended, until that page is opened. ended: it has a result there. seen: the line up to
    which somebody has seen what came of a comparison, None before the table is shown.
    """

    def __init__(
        self, name: str, presenter: Presenter, library: Library | None, *, ended: bool = False
    ) -> None:
        self.name = name
        self.presenter = presenter
        self.together = Together(presenter)
        self.helped = False
        self.entered: Entered | None = None
        self.seen: int | None = None
        self._library = library
        self._box: Any = None
        self._ended = ended
        self.end_shown = False
        self.summary: Summary | None = None

    @property
    def match(self) -> Match:
        """The match itself."""
        return self.presenter.match

    @property
    def kept(self) -> bool:
        """Whether the match is kept at all."""
        return self._library is not None

    @property
    def saved(self) -> bool:
        """Whether all there is to keep is durable."""
        return self._library is None or self._library.journal.saved(self.name) >= len(
            self.presenter.match.timeline.entries
        )

    @property
    def place(self) -> Place:
        """Where something belongs that is entered now."""
        return Place(self.name, line_of(self.match))

    def resume_point(
        self, screen: Screen, before: ResumePoint, entered: Entered | None = None
    ) -> ResumePoint:
        """How it stands, for the next start. before: what is kept of that now. entered: on the
        page that is shown."""
        if not self.kept:
            return ResumePoint()
        tries = before.tries if before.match == self.name else 0
        presenter = self.presenter
        begun = kept(self.match, presenter.composer)
        if entered is not None and entered.at != self.place:  # it is of a branch of this match
            entered = None
        told = self.together.kept
        refused = presenter.refused_at
        return ResumePoint(self.name, screen, tries, refused, told, begun, entered, self.seen)

    def take_up(self, point: ResumePoint) -> None:
        """Stand as it stood when the companion ended, as far as that is known of this match."""
        stood = point if point.match == self.name else ResumePoint()
        self.presenter.take_up(stood.refused)
        self.seen = stood.seen
        if stood.told is not None:
            self.together.take_up(stood.told)
        if stood.entered is not None and stood.entered.at == self.place:
            self.entered = stood.entered
        if stood.begun is not None:
            take_up(self.match, self.presenter.composer, stood.begun)

    def keep(self) -> None:
        """Keep what later matches want to know: what the box shows, and how this one ended."""
        match = self.presenter.match
        if match.read_only or self._library is None:
            return
        box = getattr(match.public.setup, "box", None)
        if box is not None and box is not self._box:
            if self._box is not None and box != self._box:
                self._library.keep_box(match.game.name, BOX, msgspec.to_builtins(box))
            self._box = box
        if match.over and self.summary is None:
            self.summary = history.finish(self._library, self.name, match, now())
        elif self._ended and not match.over:
            self.summary = None
            self._library.go_on(self.name)
        self._ended = match.over
        self.end_shown = self.end_shown and match.over


class OpenLesson(OpenMatch):
    """A lesson at this table; nothing of its match is kept."""

    def __init__(self, presenter: Presenter, course: Course, lesson: Lesson) -> None:
        super().__init__("", presenter, None)
        self.course = course
        self.lesson = lesson
        self.end_shown = True
        presenter.wanted = self._wants

    @property
    def next(self) -> Lesson | None:
        """The lesson after this one, None for the last."""
        return self.course.after(self.lesson)

    @property
    def done(self) -> int:
        """How many tasks of the lesson are reached."""
        return reached(self.lesson, self.presenter.match)

    @property
    def task(self) -> Task | None:
        """What to do now, None when all is reached."""
        left = self.lesson.tasks[self.done :]
        return left[0] if left else None

    def _wants(self, way: Way) -> bool:
        """Whether it is a way out of a refusal for a learner: until all is reached only to what
        the lesson asks for next."""
        task = self.task
        return task is None or leads_on(task, self.match, way)


class OpenTrial(OpenMatch):
    """What is tried out from where a match stands; nothing of it is kept until somebody says so.

    trunk: the match that goes on behind it. line: of the trunk, before which it begins to say what
    really happened there; 0 for where it stands. moves_kept: how many of its moves were made there.
    """

    def __init__(self, presenter: Presenter, trunk: OpenMatch, line: int = 0) -> None:
        super().__init__("", presenter, None)
        self.trunk, self.line = trunk, line
        self.moves_kept = 0
        self.end_shown = True

    @property
    def waiting(self) -> tuple[Tried, ...]:
        """The moves that are not kept, in order."""
        return tried(self.match)[self.moves_kept :]


def now() -> datetime:
    """The time of day."""
    return datetime.now().astimezone()
