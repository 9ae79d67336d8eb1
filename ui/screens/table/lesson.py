"""A lesson at the table: the ordinary table, and above it what to do."""

from __future__ import annotations

from collections.abc import Callable

from companion.lessons import advice
from companion.table import Pressed, Signal
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.play import Play
from ui.screens.table.rules import RulesSheet
from ui.session.open_match import OpenLesson
from ui.shell.controls import Card, Scroll, button, set_bounds
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

HIGH = 16.0
"""Millimetres: the strip of a lesson; long words are set smaller."""

BUTTON = 19.0
"""Millimetres: width of a button on it."""


class LessonBar(Card):
    """A strip with what to do and three buttons: a hint, the rules, and the way on."""

    def __init__(
        self, hint: Callable[[], None], rules: Callable[[], None], on: Callable[[], None]
    ) -> None:
        edge = theme.mm(1.2)
        padding = (theme.mm(theme.PAD), edge, edge, edge)
        super().__init__("panel", "gold", orientation="horizontal", padding=padding)
        self._text = Paragraph(role="body")
        self._scroll = Scroll(self._text, size_hint_y=None, pos_hint={"center_y": 0.5})
        self._text.bind(height=self._middle)
        self.bind(height=self._middle)
        self.hint = self._button(hint)
        self.rules = self._button(rules)
        self.on = self._button(on)
        for part in (self._scroll, self.hint, self.rules, self.on):
            self.add_widget(part)

    def _middle(self, *_: object) -> None:
        """Few words stand between the edges, not at the upper one."""
        room = self.height - self.padding[1] - self.padding[3]
        self._text.role = "body"
        self._text.texture_update()
        if self._text.texture_size[1] > room:
            self._text.role = "small"
        self._scroll.height = max(1, min(self._text.height, room))

    @staticmethod
    def _button(act: Callable[[], None]) -> ActionButton:
        made = button("", act, width=BUTTON, height=theme.TOUCH + 0.5)
        made.pos_hint = {"center_y": 0.5}
        return made

    def show(self, text: str, labels: tuple[str, str, str], *, done: bool) -> None:
        """Show what to do. done: all is reached, and the way on is the next step."""
        self._text.text = text
        self.paint("green_quiet" if done else "panel", "green" if done else "gold")
        self.hint.label, self.rules.label, self.on.label = labels
        self.hint.offered = not done
        self.on.role = "bright" if done else "plain"

    def high(self, width: float) -> float:
        """How high it would have to be when it is so wide, in pixels."""
        left, above, right, below = self.padding
        self._text.role = "small"
        self._text.width = width - left - right - 3 * (theme.mm(BUTTON) + theme.mm(theme.GAP))
        self._text.texture_update()
        return float(self._text.texture_size[1] + above + below)


class LessonPlay(Play):
    """The table of a lesson. Moves, refusals and undo are those of every match."""

    tries = True
    left_look = ""

    def __init__(self, navigation: Navigation, open_match: OpenLesson) -> None:
        super().__init__(navigation, open_match)
        self.open_lesson = open_match
        self.strip = LessonBar(self._hint, self._rules, self._on)
        self._hinted = -1
        self.add_widget(self.strip)

    # What is in the header

    def title(self) -> str:
        """The lesson."""
        return self.open_lesson.lesson.title.in_(self.session.language)

    def left_label(self) -> str:
        """The way out of the lesson."""
        return self.words.say("button", "lessons")

    def left(self) -> None:
        """Back to the lessons."""
        self.navigation.go("learn", self.presenter.game.name)

    # What is shown

    @property
    def next_step_elsewhere(self) -> bool:
        """When all is reached, the next step is the next lesson."""
        return super().next_step_elsewhere or self.open_lesson.task is None

    def _fill_tray(self) -> None:
        super()._fill_tray()
        if self.open_lesson.task is None and self.sheet is None:
            self.bright = self.strip.on

    def fill(self) -> None:
        """Show the match as it stands, and what the lesson wants of it."""
        super().fill()
        if self.parent is None:
            return
        open_lesson = self.open_lesson
        say, done = self.words, open_lesson.task is None
        if done:
            self.session.has_learnt(self.presenter.game.name, open_lesson.lesson.id)
        way = "play_now" if open_lesson.next is None else "next_lesson"
        labels = (
            say.say("button", "hint"),
            say.say("button", "rules"),
            say.say("button", way if done else "from_start"),
        )
        self.strip.show(self._sentence(), labels, done=done)

    def _sentence(self) -> str:
        open_lesson, language = self.open_lesson, self.session.language
        task = open_lesson.task
        if task is None:
            return f"✓ {open_lesson.lesson.reached.in_(language)}"
        count, number = len(open_lesson.lesson.tasks), open_lesson.done + 1
        if self._hinted != open_lesson.done:
            self.board.cursor = self.presenter.composer.cursor or ""
            return f"{number}/{count}  {task.say.in_(language)}"
        said = task.hint.in_(language)
        moves = advice(task, self.presenter.match)
        if not moves:
            said += " " + self.words.say("notice", "off_the_way")
        else:
            sentence = self.presenter.move_sentence(moves[0])
            said += " " + self.words.say("notice", "for_example", {"move": sentence})
            values = self.presenter.game.plain(moves[0])
            tokens = [str(value) for name, value in values.items() if name != "move"]
            left = [token for token in tokens if token not in self.board.chosen]
            self.board.cursor = left[0] if left else ""
        return f"{number}/{count}  {said}"

    # What comes in

    def _hint(self) -> None:
        now = self.open_lesson.done
        self._hinted = -1 if self._hinted == now else now
        self.navigation.refresh()

    def _rules(self) -> None:
        self.open(RulesSheet(self, self.open_lesson.lesson.rules))

    def _on(self) -> None:
        open_lesson, game = self.open_lesson, self.presenter.game.name
        if open_lesson.task is not None:
            self.navigation.go("lesson", game, open_lesson.lesson)
        elif open_lesson.next is not None:
            self.navigation.go("lesson", game, open_lesson.next)
        else:
            self.session.leave()
            self.navigation.go("seats", game, helped=True)

    def signal(self, signal: Signal) -> None:
        """When all is reached, the confirm button goes on."""
        confirms = isinstance(signal, Pressed) and signal.role == "confirm"
        if confirms and self.open_lesson.task is None and self.sheet is None:
            self._on()
        else:
            super().signal(signal)

    # Where things are

    @property
    def strip_high(self) -> float:
        """The place of what is to be done, below the head; as high for any words."""
        return theme.mm(HIGH + theme.GAP)

    def arrange(self) -> None:
        """The strip below the header, and below the steps where these have a row of their own."""
        super().arrange()
        zones, edge = self.zones, theme.mm(2.0)
        top = min(zones.head[1], zones.steps[1]) - theme.mm(0.6)
        high = theme.mm(HIGH)
        set_bounds(self.strip, self.x + edge, top - high, self.width - 2 * edge, high)
