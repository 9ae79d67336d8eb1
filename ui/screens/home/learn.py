"""Learning a game: its lessons to choose from, and the table laid out for one of them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from companion.kernel import Change
from companion.lessons import Course, Lesson, to_lay_out
from companion.match.match import Match
from companion.match.registry import GameInfo
from companion.match.setting_up import Lying, Step, put_out
from companion.text import Phrasebook
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.lay_out import LayOut
from ui.screens.table.set_up import SetUp
from ui.session.open_match import OpenLesson, OpenMatch
from ui.shell.controls import BUTTON, Card, Scroll, button, grid, set_inside, spread
from ui.shell.page import Page
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

MARGIN = 22.0
"""Millimetres of the height that are taken by other things than lessons."""


class Learn(Page):
    """The lessons of a game; those done are ticked, the next one is bright."""

    def __init__(self, navigation: Navigation, game: str) -> None:
        self.game = game
        super().__init__(navigation)
        self._card = Card("panel")
        self.add_widget(self._card)

    @property
    def about(self) -> GameInfo:
        """The game that is learnt."""
        return self.session.game_info(self.game)

    def title(self) -> str:
        """Which game is learnt."""
        game = self.session.words(self.session.game_info(self.game)).say("about", "title")
        return self.words.say("label", "learn", {"title": game})

    def fill(self) -> None:
        """A button for each lesson."""
        say, session = self.words, self.session
        course, learnt = session.course(self.game), session.learnt(self.game)
        self._card.clear_widgets()
        self.bright = None
        if course is None:
            return
        intro = Paragraph(text=say.say("notice", "learn"), ink="gold_text")
        self._card.add_widget(intro)
        upright = self.height > self.width
        columns = 2 if upright else 3
        rows = -(-len(course.lessons) // columns)
        high = spread(self.body[3] - theme.mm(MARGIN), rows, BUTTON)
        buttons = []
        for number, lesson in enumerate(course.lessons, 1):
            done = lesson.id in learnt
            made = button(
                f"{number}  {lesson.title.in_(session.language)}",
                partial(self.navigation.go, "lesson", self.game, lesson),
                detail=f"✓ {say.say('label', 'learnt')}" if done else "",
                height=high,
            )
            self._picture(made, course, lesson)
            if not done and self.bright is None:
                made.role, self.bright = "bright", made
            buttons.append(made)
        self._card.add_widget(Scroll(grid(buttons, columns, high)))

    def _picture(self, made: ActionButton, course: Course, lesson: Lesson) -> None:
        """What the lesson ends with, where there is room and the pictures are read already."""
        if theme.compact() or not self.navigation.has_art(self.session.package(self.game)):
            return
        made.art = self.navigation.art(self.session.package(self.game))
        made.look, made.seat = made.art.sign(lesson.tasks[-1].way[-1]["move"]), course.seats[0]

    def arrange(self) -> None:
        """One card."""
        set_inside(self._card, self.body, 3)


class LessonTable(SetUp):
    """What is put on the table for a lesson, as a picture. before: the match that is on it now, if
    any."""

    can_skip = False
    strip_high = (0.0, 0.0)

    def __init__(
        self, navigation: Navigation, open_match: OpenLesson, before: Match | None
    ) -> None:
        self.pieces = to_lay_out(open_match.course, open_match.match, before)
        self._lesson, self._aside = open_match.lesson, open_match.course.aside
        super().__init__(navigation, open_match)

    def beginning(self) -> Any:
        """The table of the lesson."""
        return self.presenter.match.public

    def found(self) -> tuple[Step, ...]:
        """All of it at once: there is little. What goes back is nothing new on the table."""
        lying = put_out(self.presenter.package, self._start, self.pieces)
        each = (replace(one, drawn=one.drawn and not self.goes_back(one)) for one in lying)
        return (Step("lesson", "", tuple(each)),)

    def goes_back(self, one: Lying) -> bool:
        """Whether it is put where all comes from."""
        return super().goes_back(one) or one.at.partition(":")[0] in self._aside

    def title(self) -> str:
        """The lesson."""
        return self._lesson.title.in_(self.session.language)

    def _said(self, say: Phrasebook, part: str) -> str:
        """As ever; what is lit is spoken of only where something is."""
        return super()._said(say, part) if part != "note" or self.board.lit else ""

    def next_label(self, say: Phrasebook) -> tuple[str, str]:
        """The lesson begins."""
        return say.say("button", "start"), self.title()

    def left(self) -> None:
        """Back to the lessons."""
        self.navigation.go("learn", self.presenter.game.name)

    def _next(self) -> None:
        self._play()

    def _every_piece(self) -> None:
        self.navigation.open(LessonPieces(self.navigation, self.open_match, self))


class LessonPieces(LayOut):
    """The same piece by piece, to be ticked off. table: what it was opened from."""

    def __init__(self, navigation: Navigation, open_match: OpenMatch, table: LessonTable) -> None:
        self._table = table
        super().__init__(navigation, open_match)

    @property
    def pieces(self) -> tuple[Change, ...]:
        """As few as will do."""
        return self._table.pieces

    def title(self) -> str:
        """The lesson."""
        return self._table.title()
